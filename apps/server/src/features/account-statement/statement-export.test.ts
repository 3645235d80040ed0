import { dayLater } from '@ronghui/domain/calendar';
import { fen, rmbText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { askExport, exported, exportOf, fetchExport } from '#features/export/export.fixture';
import { receiptNoOf } from '#features/receipt/receipt.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readWorkbook } from '#kernel/testing/read-workbook';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
let finance: Awaited<ReturnType<typeof enterStaff>>;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  await certifyTenant(app, own);
  desk = await PaymentDesk.open(app, own);
  finance = await enterStaff(app, 'statement-finance', { roles: ['finance'] });
  const bill = await desk.confirmed();
  await desk.unconfirmed({ direction: 'receivable', fees: [7_000] });
  await desk.pay(bill, 30_000, '=1+1');
  // Of another, who is in no file of this merchant.
  const other = await makeMerchant(app, '周经理');
  await certifyTenant(app, other);
  await addBill(app, other);
});
afterAll(() => app.close());

const span = () => ({ from: dayLater(desk.today, -30), to: desk.today });
/** A file as text: its rows by their columns, and what it says about itself. */
const readFile = (bytes: Uint8Array) => {
  const [sheet, about] = readWorkbook(bytes);
  return {
    rows: (sheet?.rows ?? []).map((row) => Object.fromEntries(Object.entries(row).map(([at, { text }]) => [at, text]))),
    styles: sheet?.rows[1],
    about: Object.fromEntries((about?.rows ?? []).map(({ A, B }) => [A?.text, B?.text])),
  };
};
/** The number of a day in a workbook. */
const dayNumber = (day: string): string => String(Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569);

describe('receipts 3.2 a statement of account as a file', () => {
  it('receipts 3.2 a merchant has both directions with balances after each posting, days as days, and the sums of the page', async () => {
    const exportId = await exported(app, own, { kind: 'accountStatement', filter: span() });
    expect(await exportOf(own, exportId)).toMatchObject({ status: 'done', rows: 3, totals: [] });
    const { rows, about, styles } = readFile((await fetchExport(own, exportId)).bytes);
    const receiptNo = await receiptNoOf(app, '=1+1');
    expect(rows.slice(1).map(({ A, C, F, G, H, I }) => [A, C, F, G, H, I])).toEqual([
      ['应付', '出账', '已确认', '1200.00', undefined, '1200.00'],
      ['应付', '付款', undefined, undefined, '300.00', '900.00'],
      ['应收', '出账', '待确认', '70.00', undefined, '70.00'],
      ['应付发生额', undefined, undefined, '1200.00', '300.00', undefined],
      ['应收发生额', undefined, undefined, '70.00', '0.00', undefined],
    ]);
    expect(rows[1]?.['B']).toBe(dayNumber(desk.today));
    expect(styles?.['B']?.isText).toBe(false);
    expect(rows[2]).toMatchObject({ J: dayNumber(desk.today), K: '=1+1', L: receiptNo });
    const sum = (await own.browser.call('accountStatement.sum', span())).body.data;
    expect(about).toMatchObject({
      内容: '对账单',
      筛选条件: `日期：${span().from} 至 ${span().to}`,
      行数: '3',
      '应付 · 期初': '¥0.00',
      '应付 · 期末': rmbText(fen(sum.payable.closingAmount)),
      '应收 · 期末': '¥70.00',
      '应收 · 期末 · 其中待确认': '¥70.00',
      '预收款 · 收到': '¥300.00',
      '预收款 · 认款': '¥300.00',
      '指纹（SHA-256）': '最后一天还没有过完，没有指纹',
    });
    const csv = await exported(app, own, { kind: 'accountStatement', format: 'csv', filter: span() });
    expect((await fetchExport(own, csv)).text).toContain(`,300.00,900.00,${desk.today},'=1+1,${receiptNo}`);
  });

  it('receipts 3.2 an export of days that no statement has is refused at its field', async () => {
    for (const [filter, path] of [
      [{ from: desk.today, to: dayLater(desk.today, 1) }, 'filter.to'],
      [{ from: desk.today, to: dayLater(desk.today, -1) }, 'filter.to'],
      [{ from: desk.today }, 'filter.to'],
    ] as const) {
      const reply = await askExport(own, { kind: 'accountStatement', filter });
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
  });

  it('receipts 3.2 staff have that of any merchant, by the names of the provider, and each is in the trail', async () => {
    const reply = await finance.call('ops.accountStatement.export', { tenantId: own.tenantId, ...span() });
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
      `对账单-${span().from}-${span().to}.xlsx`,
    );
    const { rows, about } = readFile(reply.bytes);
    expect(rows).toHaveLength(6);
    expect(new Set(rows.slice(1, 4).map(({ A }) => A))).toEqual(new Set(['向商户收', '付给商户']));
    expect(about['商户']).toBe(
      (await app.rows('select name from tenant where tenant_id = $1', [own.tenantId]))[0]?.['name'],
    );
    const [event] = await app.rows(
      "select tenant_id, after from audit_event where event = 'ops.accountStatement.export' and result = 'ok' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({ tenant_id: own.tenantId, after: { ...span(), rows: 3 } });
    const missing = await finance.call('ops.accountStatement.export', { tenantId: 'no-such', ...span() });
    expect(missing.body.errCode).toBe('RHSY404');
    const wrong = await finance.call('ops.accountStatement.export', {
      tenantId: own.tenantId,
      ...span(),
      from: '1999-01-01',
    });
    expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'from' }] } } });
  });

  it('receipts 3.2 that of days that are over has the digest of the paper', async () => {
    const asked = span();
    await app.clock.advance({ hours: 24 });
    const again = { ...own, browser: await logIn(app, own.mobile) };
    const sum = (await again.browser.call('accountStatement.sum', asked)).body.data;
    const exportId = await exported(app, again, { kind: 'accountStatement', filter: asked });
    const { about } = readFile((await fetchExport(again, exportId)).bytes);
    expect([sum.isFinal, about['指纹（SHA-256）']]).toEqual([true, sum.sha256]);
  });
});
