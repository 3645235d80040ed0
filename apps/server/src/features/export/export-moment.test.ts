import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { runBillJobs } from '#features/bill/confirmation/confirmation.fixture';
import { setSecondApprover } from '#features/bill/member.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, fetchExport } from './export.fixture.ts';

let app: TestApp;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp({ limits: { exportsAtOnce: 10, exportsPerDay: 20 } });
  owner = await makeMerchant(app);
  await certifyTenant(app, owner);
});
afterAll(() => app.close());

/** Passes the end of a minute's time; sessions are not the subject. */
const pass = async () => {
  await app.clock.advance({ minutes: 5 });
  await app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
};
const soon = () => new Date(app.clock.now().getTime() + 60_000);
const ask = async (kind: string, filter: Readonly<Record<string, unknown>>): Promise<string> =>
  (await askExport(owner, { kind, format: 'csv', filter })).body.data.exportId;
/** The first cells and the rows of a file, above its totals. */
const fileOf = async (exportId: string) => {
  const { bytes } = await fetchExport(owner, exportId);
  const text = Buffer.from(bytes).toString('utf8');
  const rows = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  return { text, rows, numbers: rows.map((row) => row.split(',')[0]?.trim()) };
};

it('R10.5 an export of what is pending has the bills that were when it was asked for, though their time passed before it ran, also where the job stored that', async () => {
  const bill = await addBill(app, owner, { confirmBy: soon() });
  const [pending, confirmed] = [await ask('bills', { status: 'pending' }), await ask('bills', { status: 'confirmed' })];
  await pass();
  await runBillJobs(app);
  const [stored] = await app.rows('select status from bill where bill_no = $1', [bill.billNo]);
  expect(stored).toEqual({ status: 'confirmed' });
  const later = await ask('bills', { status: 'pending' });
  await app.app.sentJobs.drain();
  const found = await fileOf(pending);
  expect(found.numbers).toContain(bill.billNo);
  expect(found.rows.find((row) => row.includes(bill.billNo))).toContain('待确认');
  expect(found.text).toContain('此后新增的不在内，到期与逾期按此刻');
  expect((await fileOf(confirmed)).numbers).not.toContain(bill.billNo);
  expect((await fileOf(later)).numbers).not.toContain(bill.billNo);
  const { items } = (await owner.browser.call('export.page')).body.data;
  expect(items.find((each: { exportId: string }) => each.exportId === pending)).toMatchObject({ rows: 1 });
});

it('R10.5 an approval that waited when it was asked for stands in it, though the clock has given it since', async () => {
  await setSecondApprover(app, owner, true);
  const bill = await addBill(app, owner, { confirmBy: soon() });
  const confirm = { bills: [{ billNo: bill.billNo, amount: bill.amount }], idempotencyKey: newKey() };
  expect((await owner.browser.call('bill.batchConfirm', confirm)).status).toBe(200);
  const waiting = await ask('bills', { approval: 'waiting' });
  await pass();
  await runBillJobs(app);
  await app.app.sentJobs.drain();
  expect((await fileOf(waiting)).numbers).toEqual([bill.billNo, '应付合计', '应收合计']);
});

it('R10.5 orders and consents in an export have the status of the moment that it was asked for', async () => {
  await app.rows(
    `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, quantity, options, choice, items,
        term_months, total_fen, billing, status, consent_ids, pay_by)
      values ($1, 'DD20261123000001000001', $2, 'benefit', '员工弹性福利', 's', '标准版', '人', 10, '{}', '[]', '[]',
        12, 100, 'prepaid', 'pendingPayment', '{}', $3)`,
    [owner.tenantId, owner.userId, soon()],
  );
  const [toPay, cancelled] = [
    await ask('orders', { status: 'pendingPayment' }),
    await ask('orders', { status: 'cancelled' }),
  ];
  await pass();
  await app.app.sentJobs.drain();
  const { rows } = await fileOf(toPay);
  expect(rows.filter((row) => row.includes('待付款'))).toHaveLength(1);
  expect((await fileOf(cancelled)).text).toContain('行数,0');
});
