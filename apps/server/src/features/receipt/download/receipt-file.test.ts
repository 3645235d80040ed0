import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readWorkbook } from '#kernel/testing/read-workbook';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { applyMoney, registerMoney } from '../receipt.fixture.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
let finance: Awaited<ReturnType<typeof enterStaff>>;
let receiptNo: string;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  finance = await enterStaff(app, 'receipt-file', { roles: ['finance'] });
  receiptNo = await registerMoney(desk, {
    tenantId: own.tenantId,
    amount: 50_000,
    serial: 'X-1',
    payerName: '=HYPERLINK("http://x")',
  });
  const [one, two] = [await desk.confirmed(), await desk.confirmed()];
  await applyMoney(desk, receiptNo, [one, 20_000], [two, 5_000]);
  await desk.reverse(two, 'X-1');
  await registerMoney(desk, { amount: 700 });
});
afterAll(() => app.close());

const saved = (payload: Readonly<Record<string, unknown>>) => finance.call('ops.receipt.export', payload);
const rowsOf = (bytes: Uint8Array) => {
  const [sheet, about] = readWorkbook(bytes);
  return {
    rows: sheet?.rows ?? [],
    about: Object.fromEntries((about?.rows ?? []).map(({ A, B }) => [A?.text, B?.text])),
  };
};

describe('receipts 1.2 receipts as files', () => {
  it('receipts 1.2 the receipts of a filter, days as days, texts as texts, and sums that tie out', async () => {
    const reply = await saved({ content: 'receipts', format: 'xlsx' });
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(`收款明细-${desk.today}.xlsx`);
    const { rows, about } = rowsOf(reply.bytes);
    expect(rows).toHaveLength(4);
    const listed = rows.slice(1).map(({ L, M, N, O, P }) => [L, M, N, O, P].map((cell) => cell?.text));
    expect(listed).toEqual([
      ['7.00', '0.00', '0.00', '0.00', '7.00'],
      ['500.00', '200.00', '0.00', '0.00', '300.00'],
      ['507.00', '200.00', '0.00', '0.00', '307.00'],
    ]);
    expect(rows[2]).toMatchObject({
      A: { text: receiptNo },
      B: { text: String(Date.parse(`${desk.today}T00:00:00Z`) / 86_400_000 + 25_569), isText: false },
      G: { text: 'X-1' },
      I: { text: '=HYPERLINK("http://x")', isText: true },
    });
    expect(about).toMatchObject({ 内容: '收款明细', 筛选条件: '全部', 行数: '2', '合计 · 未认': '¥307.00（2 行）' });
  });

  it('receipts 1.2 what the parts of the receipts pay, those that were reversed apart', async () => {
    const { rows, about } = rowsOf(
      (await saved({ content: 'applications', format: 'xlsx', tenantId: own.tenantId })).bytes,
    );
    expect(rows.slice(1).map(({ A, F, H, I }) => [A, F, H, I].map((cell) => cell?.text))).toEqual([
      [receiptNo, '账单', '200.00', '已认'],
      [receiptNo, '账单', '50.00', '已撤销'],
      ['已认合计', undefined, '200.00', undefined],
      ['已撤销合计', undefined, '50.00', undefined],
      ['已退款合计', undefined, '0.00', undefined],
    ]);
    expect(about['筛选条件']).toMatch(/^商户：/);
  });

  it('R10.5 as CSV a text that would start a formula is none, and what is asked is in the trail', async () => {
    const asked = { content: 'receipts', format: 'csv', isUnapplied: true, isUnknown: false } as const;
    const { text } = await saved(asked);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain('范围：有未认款；款项：已知商户');
    const [event] = await app.rows(
      "select after from audit_event where event = 'ops.receipt.export' and result = 'ok' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({ after: { content: 'receipts', rows: 1, filter: { isUnapplied: true } } });
  });

  it('R10.5 is refused beyond twenty thousand rows, and for days in the wrong order', async () => {
    const wrong = await saved({ content: 'receipts', format: 'csv', from: '2026-11-02', to: '2026-11-01' });
    expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'to' }] } } });
    expect((await saved({ content: 'receipts', format: 'csv', tenantId: 'no-such' })).body.errCode).toBe('RHSY404');
    await app.rows(
      `insert into receipt (receipt_no, source, received_on, amount_fen, unapplied_fen, stated_fen, registered_by, is_unknown)
        select 'SKX' || n, 'hand', '2026-11-01', 1, 1, 1, 'x', true from generate_series(1, 20000) n`,
    );
    const many = await saved({ content: 'receipts', format: 'csv' });
    expect(many).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'from' }] } } });
  });
});
