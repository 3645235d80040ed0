import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture } from '#features/account/account.fixture';
import { newKey } from '#kernel/testing/new-key';

let fixture: AccountFixture;
type Browser = Awaited<ReturnType<AccountFixture['register']>>;
let user: Browser;

beforeAll(async () => {
  fixture = await openAccountFixture();
  user = await fixture.register('13900000001');
});
afterAll(() => fixture.close());

const stale = async (browser: Browser): Promise<string[]> =>
  (await browser.call('agreement.changed')).body.data.items.map(
    ({ id, version }: { id: string; version: string }) => `${id} ${version}`,
  );
const accept = (browser: Browser, agreements: readonly { id: string; version: string }[], idempotencyKey = newKey()) =>
  browser.call('agreement.accept', { agreements, idempotencyKey });
const publish = (id: string, version: string) =>
  fixture.app.rows(
    `insert into agreement (agreement_id, version, title, scene, required, markdown, html, sha256, effective_at)
     select $1, $2, $1, 'register', $1 <> 'marketing', '-', '<p>-</p>', encode(sha256(($1 || $2)::bytea), 'hex'), app_now()`,
    [id, version],
  );
const privacy = { id: 'privacy', version: '2026-12' };

describe('R10.6 a changed agreement of registration has to be accepted again', () => {
  it('R10.6 is shown to those who agreed to a former version, and stored with version and digest once they agree', async () => {
    expect(await stale(user)).toEqual([]);
    await publish('privacy', '2026-12');
    await publish('marketing', '2026-12');
    expect(await stale(user)).toEqual(['privacy 2026-12']);
    expect(await accept(user, [{ id: 'privacy', version: '2026-11' }])).toMatchObject({
      status: 409,
      body: { errCode: 'RHAG001' },
    });
    const reply = await accept(user, [privacy]);
    expect(reply.status).toBe(200);
    expect(await stale(user)).toEqual([]);
    const { items } = (await user.call('authorization.page')).body.data;
    const records = items.filter(({ agreementId }: { agreementId: string }) => agreementId === 'privacy');
    expect(records).toMatchObject([
      { recordId: reply.body.data.recordIds[0], version: '2026-12', status: 'active' },
      { version: '2026-11', status: 'expired', ending: 'replaced' },
    ]);
    expect(records[0].sha256).not.toBe(records[1].sha256);
  });

  it('R4.12 is stored once, also when it is sent again with the same or another key', async () => {
    const key = newKey();
    const again = await accept(user, [privacy], key);
    expect(again.body.data).toEqual({ recordIds: [] });
    expect((await accept(user, [privacy], key)).body.data).toEqual({ recordIds: [] });
    expect(await fixture.app.rows(`select 1 from consent where agreement_version = '2026-12'`)).toHaveLength(1);
  });

  it('R4.12 ten parallel calls are stored once', async () => {
    await publish('privacy', '2027-01');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => accept(user, [{ id: 'privacy', version: '2027-01' }])),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await fixture.app.rows(`select 1 from consent where agreement_version = '2027-01'`)).toHaveLength(1);
  });

  it('R10.6 belongs to the person, in any role, and holds in all their tenants', async () => {
    const agreements = [
      { id: 'terms', version: '2026-11' },
      { id: 'privacy', version: '2027-01' },
    ];
    const guest = await fixture.register('13900000002', { agreements });
    expect(await stale(guest)).toEqual([]);
    await publish('terms', '2026-12');
    const [host] = await fixture.app.rows(`select tenant_id from tenant order by created_at limit 1`);
    const [own] = await fixture.app.rows(
      `select session_id, user_id from session where key_id = split_part($1, '.', 1)`,
      [guest.raw.keyId],
    );
    await fixture.app.rows(`insert into member (tenant_id, user_id, role) values ($1, $2, 'viewer')`, [
      host?.['tenant_id'],
      own?.['user_id'],
    ]);
    await fixture.app.rows(`update session set tenant_id = $1, role = 'viewer' where session_id = $2`, [
      host?.['tenant_id'],
      own?.['session_id'],
    ]);
    expect(await stale(guest)).toEqual(['terms 2026-12']);
    expect((await accept(guest, [{ id: 'terms', version: '2026-12' }])).status).toBe(200);
    const elsewhere = await fixture.browser();
    await elsewhere.login('13900000002', 'Harbour-Blue-42');
    expect(await stale(elsewhere)).toEqual([]);
    expect(await stale(user)).toEqual(['terms 2026-12']);
  });
});
