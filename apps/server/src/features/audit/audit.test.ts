import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStaff, enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
let admin: TestBrowser;
let staffId: string;
beforeAll(async () => {
  app = await testApp();
  admin = await enterStaff(app, 'chief');
  staffId = await addStaff(app, 'reviewer', { roles: ['review'] });
});
afterAll(() => app.close());

const page = async (filter: Readonly<Record<string, unknown>> = {}) =>
  (await admin.call('ops.audit.page', filter)).body.data;
/** The lines of an export of the trail, once its job has made it. */
const exported = async (filter: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
  const { exportId } = (await admin.call('ops.audit.export', { ...filter, idempotencyKey: newKey() })).body.data;
  await app.app.sentJobs.drain();
  return (await admin.call('ops.audit.download', { exportId })).bytes.toString().split('\r\n');
};
const lockReviewer = async () => {
  const { version } = (await admin.call('ops.staff.detail', { staffId })).body.data;
  const verb = 'lock';
  const reply = await admin.call(`ops.staff.${verb}`, {
    staffId,
    version,
    reason: '离职，电话13800138000',
    stepTicket: await stepTicketOf(admin),
    idempotencyKey: newKey(),
  });
  expect(reply.status, reply.text).toBe(200);
};
/** Changes the trail as somebody who owns the database can. */
const tamper = (...statements: readonly string[]) =>
  runAsAdmin(
    app.url,
    `set session_replication_role = replica; ${statements.join('; ')}; reset session_replication_role`,
  );
const verify = async (range: object = {}) => {
  await app.app.auditSealer.seal();
  const reply = await admin.call('ops.audit.verify', { ...range, idempotencyKey: newKey() });
  expect(reply.status, reply.text).toBe(200);
  await app.app.sentJobs.drain();
  return (await admin.call('ops.audit.chain', {})).body.data;
};

describe('R11.7 the audit trail at the console', () => {
  it('R11.7 shows the step of a member of staff with its values before and after', async () => {
    await lockReviewer();
    const [event] = (await page({ object: staffId })).items;
    expect(event).toMatchObject({
      event: 'ops.staff.lock',
      title: '锁定运营人员的账号',
      result: 'ok',
      actorKind: 'staff',
      actor: 'chief',
      object: staffId,
    });
    const { values, isCut } = (await admin.call('ops.audit.detail', { eventId: event.eventId })).body.data;
    expect(isCut).toBe(false);
    expect(values).toContainEqual({ field: 'status', before: 'active', after: 'locked' });
    expect(values).toContainEqual({ field: 'reason', after: '离职，电话****8000' });
    expect((await admin.call('ops.audit.detail', { eventId: '999999999' })).body).toMatchObject({ errCode: 'RHSY404' });
    expect((await admin.call('ops.audit.detail', { eventId: 'abc' })).body).toMatchObject({ errCode: 'RHSY404' });
  });

  it('R11.7 is searched by who, area, event, object, result and time', async () => {
    const events = async (filter: Readonly<Record<string, unknown>>) =>
      (await page(filter)).items.map(({ event }: { event: string }) => event);
    expect(await events({ actor: 'chief', area: 'staff', event: 'ops.staff.lock' })).toEqual(['ops.staff.lock']);
    expect(await events({ actor: 'nobody' })).toEqual([]);
    expect(await events({ area: 'billing' })).toEqual([]);
    expect(await events({ area: 'staff' })).toContain('ops.staff.lock');
    expect(await events({ event: 'ops.staff.lock', outcome: 'refused' })).toEqual([]);
    expect(await events({ tenantId: 'none' })).toEqual([]);
    const day = app.clock.now().toISOString();
    expect(await events({ object: staffId, from: '2026-01-01', to: day })).toContain('ops.staff.lock');
    expect(await events({ object: staffId, to: '2020-01-01' })).toEqual([]);
    for (const wrong of [{ from: '2026-02-30' }, { to: '2026-02-30' }, { from: '2026-03-02', to: '2026-03-01' }]) {
      for (const verb of ['page', 'export'])
        expect((await admin.call(`ops.audit.${verb}`, wrong)).body.errCode, verb).toBe('RHSY422');
      const reply = await admin.call('ops.audit.verify', { ...wrong, idempotencyKey: newKey() });
      expect(reply.body.errCode).toBe('RHSY422');
    }
  });

  it('R11.7 names each event that the trail has once, with its title and its area', async () => {
    await lockReviewer();
    await app.rows(
      "insert into audit_event (event, result) values ('ops.order.approve', 'ok'), ('ops.order.approve', 'ok')",
    );
    const { items } = (await admin.call('ops.audit.events', {})).body.data;
    const ofOrders = items.filter(({ event }: { event: string }) => event === 'ops.order.approve');
    expect(ofOrders).toEqual([{ event: 'ops.order.approve', title: '审核通过订单', area: 'order' }]);
    expect(items).toContainEqual({ event: 'ops.staff.lock', title: '锁定运营人员的账号', area: 'staff' });
    const stored = await app.rows('select count(distinct event)::int as count from audit_event');
    expect(items).toHaveLength(Number(stored[0]?.['count']));
  });

  it('R11.7 reaches every event once by its cursor, newest first', async () => {
    // Times that differ by less than a cursor's.
    await app.rows(
      "insert into audit_event (at, event, result) select app_now() + n * interval '3 microseconds', 'test.step', 'ok' from generate_series(1, 35) n",
    );
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const part = await page({ pageSize: 10, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...part.items.map(({ eventId }: { eventId: string }) => eventId));
      cursor = part.nextCursor;
    }
    const stored = await app.rows('select event_id::text as id from audit_event order by at desc, event_id desc');
    expect(seen.length).toBeGreaterThan(35);
    expect(seen).toEqual(stored.map(({ id }) => id));
    const forged = Buffer.from('1000~none').toString('base64url');
    expect((await admin.call('ops.audit.page', { cursor: forged })).body.errCode).toBe('RHSY422');
  });

  it('R11.7 is exported as a CSV without formulas, which is in the trail itself', async () => {
    await app.rows(
      "insert into audit_event (event, result, object, after) values ('test.formula', 'ok', '=1+1', '{\"reason\": \"@SUM\"}')",
    );
    const [head, row] = await exported({ event: 'test.formula' });
    expect(head).toContain('编号,时间,操作');
    expect(row).toContain("'=1+1");
    expect(row).not.toMatch(/,=1/);
    const [own] = (await page({ event: 'ops.audit.export' })).items;
    expect(own).toMatchObject({ actor: 'chief', title: '导出审计记录，留有记录' });
  });

  it('R11.7 is exported with sums in yuan, and fields and statuses in words', async () => {
    await app.rows(
      `insert into audit_event (event, result, before, after) values
        ('ops.bill.settle', 'ok', '{"status": "confirmed", "paid": 0}', '{"status": "settled", "paid": 140400}')`,
    );
    const [, row] = await exported({ event: 'ops.bill.settle' });
    expect(row).toContain('已结金额: ¥0.00 → ¥1,404.00；状态: 已确认 → 已结清');
  });

  it('R11.7 security 4.11 verification names a changed, a removed and a reordered row', async () => {
    const before = await verify();
    expect(before).toMatchObject({
      job: { status: 'done' },
      last: { found: 0, findings: [] },
      waiting: expect.any(Number),
    });
    expect(before.last.toNo).toBeGreaterThan(5);
    const ids = (await app.rows('select event_id from audit_event order by event_id limit 6')).map(({ event_id }) =>
      Number(event_id),
    );
    const [changed, removed, third, fourth] = ids;
    await tamper(
      `update audit_event set address = '10.9.9.9' where event_id = ${changed}`,
      `delete from audit_event where event_id = ${removed}`,
      `alter table audit_event alter column event_id drop identity`,
      `update audit_event set event_id = -1 where event_id = ${third}`,
      `update audit_event set event_id = ${third} where event_id = ${fourth}`,
      `update audit_event set event_id = ${fourth} where event_id = -1`,
    );
    await tamper(`alter table audit_event alter column event_id add generated always as identity (start 100000)`);
    const { last } = await verify();
    const named = last.findings.map(({ kind, eventId }: { kind: string; eventId: string }) => [kind, Number(eventId)]);
    expect(new Set(named.map(String))).toEqual(
      new Set([`changed,${changed}`, `removed,${removed}`, `moved,${third}`, `moved,${fourth}`]),
    );
    expect(last.found).toBe(4);
    expect(last.findings[0].text).toContain(String(removed));
    // A verification of another part, in which nothing is wrong, does not hide what was found.
    expect((await verify({ from: '2099-01-01' })).last).toMatchObject({ found: 4 });
    const trails = await app.rows('select finding_count from audit_verification order by verified_at');
    expect(trails.map((row) => Number(row['finding_count']))).toEqual([0, 4, 0]);
  });

  it('R11.7 verification compares with the last one: a chain that was cut off with its head is named', async () => {
    const other = await testApp();
    try {
      const chief = await enterStaff(other, 'chief');
      const check = async () => {
        await other.app.auditSealer.seal();
        expect((await chief.call('ops.audit.verify', { idempotencyKey: newKey() })).status).toBe(200);
        await other.app.sentJobs.drain();
        return (await chief.call('ops.audit.chain', {})).body.data.last;
      };
      await other.rows("insert into audit_event (event, result) select 'test.step', 'ok' from generate_series(1, 5)");
      const { found, toNo } = await check();
      expect(found).toBe(0);
      await runAsAdmin(
        other.url,
        `set session_replication_role = replica;
         delete from audit_event where event_id in (select event_id from audit_seal where seal_no >= ${toNo});
         delete from audit_seal where seal_no >= ${toNo};
         update audit_chain set seal_no = ${toNo - 1}, digest = (select digest from audit_seal where seal_no = ${toNo - 1})`,
      );
      expect((await check()).findings).toMatchObject([{ kind: 'sealBroken', sealNo: toNo }]);
    } finally {
      await other.close();
    }
  });

  it('R6.3 is read by the admin alone', async () => {
    const reviewer = await enterStaff(app, 'other', { roles: ['review', 'finance', 'support', 'content'] });
    for (const [operation, data] of [
      ['ops.audit.page', {}],
      ['ops.audit.detail', { eventId: '1' }],
      ['ops.audit.events', {}],
      ['ops.audit.export', { idempotencyKey: newKey() }],
      ['ops.audit.lastExport', {}],
      ['ops.audit.download', { exportId: '1' }],
      ['ops.audit.chain', {}],
      ['ops.audit.verify', { idempotencyKey: newKey() }],
    ] as const)
      expect((await reviewer.call(operation, data)).status, operation).toBe(403);
  });
});
