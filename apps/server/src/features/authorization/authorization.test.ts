import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, currentAgreements, openAccountFixture } from '#features/account/account.fixture';
import { addAgreements } from '#features/agreement/agreement.steps';
import { newKey } from '#kernel/testing/new-key';
import type { TestReply } from '#kernel/testing/test-client';
import { authorizationJobs } from './authorization.jobs.ts';
import { csvOfConsents } from './authorization-csv.ts';

let fixture: AccountFixture;
type Browser = Awaited<ReturnType<AccountFixture['register']>>;
let first: Browser;
let second: Browser;
let firstTenant: string;

const idsOf = (reply: TestReply) =>
  reply.body.data.items.map(({ agreementId }: { agreementId: string }) => agreementId);

beforeAll(async () => {
  fixture = await openAccountFixture();
  const sharing = {
    id: 'data-sharing',
    version: '2026-11',
    title: '向合作机构提供信息',
    scene: 'dataSharing',
    required: true,
  } as const;
  const texts = { markdown: '-', html: '<p>-</p>', sha256: 'a'.repeat(64), effectiveAt: new Date('2026-01-01') };
  await fixture.app.database.transact('service', (tx) => addAgreements(tx, [{ ...sharing, ...texts }]));
  first = await fixture.register('13900000001');
  second = await fixture.register('13900000002');
  const [tenant] = await fixture.app.rows('select tenant_id from consent order by granted_at limit 1');
  firstTenant = String(tenant?.['tenant_id']);
});
afterAll(() => fixture.close());

const page = (payload = {}) => first.call('authorization.page', payload);
const recordOf = async (agreementId: string): Promise<string> =>
  (await page()).body.data.items.find((item: { agreementId: string }) => item.agreementId === agreementId).recordId;
const revoke = (recordId: string, more = {}) =>
  first.call('authorization.revoke', { recordId, idempotencyKey: newKey(), ...more });

/** A consent to share data with an org, as a purchase stores it. */
const share = async (validTo: string): Promise<string> => {
  const recordId = newKey();
  await fixture.app.rows(
    `insert into consent (tenant_id, consent_id, user_id, granted_by, scene, agreement_id, agreement_version, sha256, address, request_id,
       pid, product_name, org_name, valid_to)
     select tenant_id, $2, user_id, granted_by, 'dataSharing', 'data-sharing', '2026-11', sha256, address, request_id,
       'loan', '订单融资', '=岚汀小额贷款', app_now() + $3::interval from consent where tenant_id = $1 limit 1`,
    [firstTenant, recordId, validTo],
  );
  return recordId;
};

describe('R10.6 the ledger', () => {
  it('R10.6 holds what a registration agreed to: text, digest, person, time and address', async () => {
    const reply = await page();
    expect(idsOf(reply).toSorted()).toEqual(currentAgreements.map(({ id }) => id).toSorted());
    expect(reply.body.data).toMatchObject({ total: 2, totalIsExact: true });
    const [item] = reply.body.data.items.filter(({ agreementId }: { agreementId: string }) => agreementId === 'terms');
    expect(item).toMatchObject({
      title: 'terms',
      purpose: '注册账号并使用本平台',
      version: '2026-11',
      grantedBy: '139****0001',
      sha256: createHash('sha256').update('terms2026-11').digest('hex'),
      address: '127.0.0.1',
      validTo: null,
      status: 'active',
    });
  });

  it('R10.6 says the consequences before a withdrawal, and stores it once with person, time and reason', async () => {
    const recordId = await recordOf('privacy');
    const before = await first.call('authorization.detail', { recordId });
    expect(before.body.data).toMatchObject({ required: true, scene: 'register', status: 'active' });
    expect(before.body.data.follows).toContain('这是使用本平台所必需的同意');
    const reply = await revoke(recordId, { reason: '不再需要' });
    expect(reply.body.data).toMatchObject({ status: 'withdrawn', withdrawnBy: '139****0001', reason: '不再需要' });
    const again = await revoke(recordId, { reason: '再说一次' });
    expect(again.body.data).toEqual(reply.body.data);
    expect(idsOf(await page({ status: 'withdrawn' }))).toEqual(['privacy']);
    expect(idsOf(await page({ status: 'active' }))).toEqual(['terms']);
    const mails = (await fixture.app.sent('mail')).filter((mail) => mail['text']?.includes(recordId));
    expect(mails).toHaveLength(1);
  });

  it('R4.12 ten parallel withdrawals are stored once', async () => {
    const recordId = await share('300 days');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => revoke(recordId, { reason: `第 ${index} 次` })),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect((await fixture.app.sent('mail')).filter((mail) => mail['text']?.includes(recordId))).toHaveLength(1);
  });

  it('R10.6 not even the service can undo or change a withdrawal', async () => {
    for (const pool of ['tenant', 'service'] as const) {
      const unmade = fixture.app.database.transact(pool === 'tenant' ? { tenantId: firstTenant } : 'service', (tx) =>
        tx.updateTable('consent').set({ withdrawn_at: null }).where('withdrawn_at', 'is not', null).execute(),
      );
      await expect(unmade).rejects.toThrow(/withdrawn once/);
      const rewritten = fixture.app.database.pool(pool).query(`update consent set sha256 = repeat('b', 64)`);
      await expect(rewritten).rejects.toThrow(/permission denied/);
    }
  });

  it('R6.3 another tenant’s record answers exactly as one that does not exist', async () => {
    const own = await recordOf('terms');
    for (const operation of ['authorization.detail', 'authorization.revoke']) {
      const ask = async (recordId: string) => {
        const key = operation === 'authorization.revoke' ? { idempotencyKey: newKey() } : {};
        const { status, body } = await second.call(operation, { recordId, ...key });
        return { status, body: { ...body, traceId: '' } };
      };
      expect(await ask(own)).toEqual(await ask('nothing'));
      expect(await ask(own)).toMatchObject({ status: 404 });
    }
    expect((await first.call('authorization.detail', { recordId: own })).body.data.status).toBe('active');
  });

  it('R6.1 finance and viewers see the ledger, only the owner withdraws', async () => {
    const recordId = await recordOf('terms');
    for (const role of ['finance', 'viewer']) {
      await fixture.app.rows('update session set role = $2 where tenant_id = $1', [firstTenant, role]);
      expect((await page()).status).toBe(200);
      expect(await revoke(recordId)).toMatchObject({ status: 403 });
    }
    await fixture.app.rows(`update session set role = 'owner' where tenant_id = $1`, [firstTenant]);
  });

  it('R10.6 filters by org, and then shows only that org’s records', async () => {
    await share('200 days');
    const { body } = await page();
    const { orgId, orgName } = body.data.items.find((item: { orgName?: string }) => item.orgName !== undefined);
    expect(orgName).toBe('=岚汀小额贷款');
    const own = await page({ orgId });
    expect(new Set(idsOf(own))).toEqual(new Set(['data-sharing']));
    expect((await page({ orgId: 'other' })).body.data).toMatchObject({ items: [], total: 0 });
  });
});

describe('R10.6 the export', () => {
  it('security 4.8 is a CSV with a byte order mark and without formulas', async () => {
    const reply = await first.call('authorization.download');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''%E6%8E%88/);
    const lines = reply.text.split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff记录编号,/);
    expect(lines.find((line) => line.includes('岚汀'))).toContain(",'=岚汀小额贷款,");
    expect(lines.filter((line) => /(?:^|,)[=+\-@]/.test(line))).toEqual([]);
    expect(lines.length - 2).toBe((await page()).body.data.total);
  });

  it('R6.3 contains only the tenant’s own records, whatever their number', async () => {
    await fixture.app.rows(
      `insert into consent (tenant_id, consent_id, user_id, scene, agreement_id, agreement_version, sha256, address, request_id)
       select tenant_id, 'many-' || n, user_id, scene, agreement_id, agreement_version, sha256, address, request_id
       from consent, generate_series(1, 2500) n where tenant_id = $1 and agreement_id = 'terms'`,
      [firstTenant],
    );
    const reply = await first.call('authorization.download', { status: 'active' });
    const ids = reply.text
      .split('\r\n')
      .slice(1, -1)
      // An id that begins like a formula is marked as text.
      .map((line) => line.split(',')[0]?.replace(/^'/, ''));
    const own = await fixture.app.rows(
      `select consent_id from consent where tenant_id = $1 and withdrawn_at is null and (valid_to is null or valid_to > app_now())`,
      [firstTenant],
    );
    expect(new Set(ids)).toEqual(new Set(own.map((row) => String(row['consent_id']))));
    expect(ids).toHaveLength(own.length);
    const db = fixture.app.database.reading({ tenantId: firstTenant });
    const linesOf = async (rowsAtMost: number) => {
      const pieces: Uint8Array[] = [];
      const file = csvOfConsents(db, firstTenant, { filter: { status: 'active' }, now: new Date(), rowsAtMost });
      for await (const piece of file) pieces.push(piece);
      return Buffer.concat(pieces).toString().split('\r\n').slice(1, -1);
    };
    // A file that does not hold all of them says so in its last line.
    const cut = await linesOf(2000);
    expect([cut.length, cut.at(-1)]).toEqual([2001, expect.stringMatching(/^只含最近的 2000 条/)]);
    expect(await linesOf(3000)).toHaveLength(own.length);
    await fixture.app.rows(`update consent set withdrawn_at = app_now() where consent_id like 'many-%'`);
  });
});

describe('R10.6 the end of a consent', () => {
  it('R10.6 is announced once, thirty days ahead, and then the consent expires', async () => {
    const recordId = await share('31 days');
    const announce = async () => {
      const { database, ports } = fixture.app;
      for (const job of authorizationJobs) await job.run({ database, ports, log: ports.log });
      return (await fixture.app.rows('select title from notice where place_id = $1', [recordId])).length;
    };
    expect(await announce()).toBe(0);
    await fixture.app.clock.advance({ days: 2 });
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(1);
    await fixture.app.clock.advance({ days: 30 });
    expect(await announce()).toBe(1);
    const later = await fixture.browser();
    await later.login('13900000001', 'Harbour-Blue-42');
    const { body } = await later.call('authorization.detail', { recordId });
    expect(body.data.status).toBe('expired');
  });
  it('R10.6 a record that has ended stays expired when it is withdrawn, and no notice is sent', async () => {
    const browser = await fixture.browser();
    await browser.login('13900000001', 'Harbour-Blue-42');
    const [over, replaced] = [await share('-1 hour'), await share('1 year')];
    await fixture.app.rows("update consent set ended_at = app_now(), end_reason = 'replaced' where consent_id = $1", [
      replaced,
    ]);
    const mails = (await fixture.app.sent('mail')).length;
    for (const recordId of [over, replaced]) {
      const reply = await browser.call('authorization.revoke', { recordId, idempotencyKey: newKey() });
      expect(reply).toMatchObject({ status: 200, body: { data: { recordId, status: 'expired' } } });
      expect(reply.body.data.withdrawnAt).toBeUndefined();
      expect((await browser.call('authorization.detail', { recordId })).body.data.status).toBe('expired');
    }
    expect(await fixture.app.sent('mail')).toHaveLength(mails);
  });
});
