import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts } from '#kernel/testing/page.fixture.tsx';
import { SettlementDrawer } from './settlement-drawer.tsx';
import { SettlementListPage } from './settlement-list-page.tsx';
import type { OpenSums, SettledBill, SettledDetail } from './settlement-queries.ts';

const dimensions = {
  stageId: 'stage1',
  stageName: '2026年10月',
  projectId: 'p1',
  projectName: '弹性福利',
  productId: 'benefit',
  productName: '员工弹性福利',
  orgId: 'o1',
  orgName: '示例机构',
};
const bill: SettledBill = {
  billNo: 'ZD20261120-1',
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  direction: 'payable',
  ...dimensions,
  amount: fen(120_000),
  paidAmount: fen(20_000),
  remainingAmount: fen(100_000),
  status: 'confirmed',
  dueOn: '2026-11-20',
  isOverdue: true,
  inCheck: true,
  version: 3,
};
const detail: SettledDetail = {
  ...bill,
  lineCount: 2,
  taxAmount: fen(6792),
  approval: 'none',
  confirmBy: '2026-11-10T16:00:00.000Z',
  dueIsExpected: false,
  issuedAt: '2026-11-02T01:00:00.000Z',
  basis: 100,
  unit: null,
  sums: [],
  adjustments: [],
  timeline: [{ kind: 'issued', by: '平台', at: '2026-11-02T01:00:00.000Z', amount: fen(120_000) }],
  autoConfirmed: true,
  autoApproved: false,
  canApprove: false,
  payer: '云栖商贸有限公司',
  receiver: '融惠',
  payee: { name: '融惠', bank: '示例银行', accountNo: '0000' },
  receivingAccount: null,
  taxRate: 60_000,
  rules: [],
  comparison: null,
  settlements: [{ amount: fen(20_000), on: '2026-11-18', serial: 'S-1', by: '平台', at: '2026-11-18T01:00:00.000Z' }],
  vouchers: [
    {
      voucherId: 'v1',
      paidAt: '2026-11-19T20:00:00.000Z',
      bankSerial: 'S-77',
      sentAt: '2026-11-20T02:00:00.000Z',
      by: '王小明',
      billNos: ['ZD20261120-1', 'ZD20261120-2'],
      files: [],
    },
  ],
  digest: 'a'.repeat(64),
  canSettle: true,
};
const open = { count: 1, overdueCount: 1, inCheckCount: 1 };
const sums: OpenSums = {
  payable: { ...open, remainingAmount: fen(100_000), overdueAmount: fen(100_000) },
  receivable: { count: 2, remainingAmount: fen(70_000), overdueCount: 0, overdueAmount: fen(0), inCheckCount: 0 },
};
const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const answers: Answers = {
  'ops.bill.toSettle': () => ({
    items: [bill],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.bill.toSettleSum': () => sums,
  'ops.bill.detail': () => detail,
  'ops.bill.names': () => ({ items: [] }),
  'ops.bill.settle': () => ({ results: [{ billNo: bill.billNo, outcome: 'settled', remainingAmount: fen(0) }] }),
};
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<SettlementDrawer billNo={bill.billNo} onClose={() => undefined} />, {
    at: '/settlement?open=ZD20261120-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });
const press = (shown: ReturnType<typeof drawer>) =>
  shown.keyboard.click(screen.getByRole('button', { name: '登记收款' }));

describe('R11.6 the settlement desk of the console', () => {
  it('R11.6 shows what is open, and the two directions side by side', async () => {
    const shown = showPage(<SettlementListPage />, { at: '/settlement', answers, state: { auth } });
    expect(await screen.findByText('云栖商贸有限公司', { selector: 'td, td *' })).toBeDefined();
    expect(await screen.findByText('¥700.00')).toBeDefined();
    expect(screen.getByText(/逾期 1 张 ¥1,000.00，凭证待核对 1 张/)).toBeDefined();
    expect(shown.of('ops.bill.toSettle')[0]?.input).not.toHaveProperty('queue');
  });

  it('R11.6 filters by queue, direction and due day; what is settled has no open sums', async () => {
    const shown = showPage(<SettlementListPage />, {
      at: '/settlement?queue=settled&direction=receivable&dueFrom=2026-11-01',
      answers,
      state: { auth },
    });
    await expect
      .poll(() => shown.of('ops.bill.toSettle')[0]?.input)
      .toMatchObject({
        queue: 'settled',
        direction: 'receivable',
        dueFrom: '2026-11-01',
      });
    expect(shown.of('ops.bill.toSettleSum')).toEqual([]);
  });

  it('R4.9 says what a payment leaves before it is registered, in part and in whole', async () => {
    const shown = drawer();
    expect(await screen.findByText(/登记后已收 ¥1,200.00，账单结清/)).toBeDefined();
    const amount = screen.getByLabelText(/^金额/);
    await shown.keyboard.clear(amount);
    await shown.keyboard.type(amount, '300.5');
    expect(screen.getByText(/登记后已收 ¥500.50，还有 ¥699.50 未结清/)).toBeDefined();
    await press(shown);
    expect(await screen.findByText('请输入银行流水号')).toBeDefined();
    expect(shown.of('ops.bill.settle')).toEqual([]);
  });

  it('R10.3 takes day and serial over from the voucher, and registers them', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '按这份凭证填写' }));
    await press(shown);
    await expect
      .poll(() => shown.of('ops.bill.settle')[0]?.input)
      .toMatchObject({
        payments: [{ billNo: bill.billNo, amount: 100_000, on: '2026-11-20', serial: 'S-77' }],
      });
    expect(toasts()).toEqual(['账单已结清，商户会收到通知']);
    expect(screen.getByRole('link', { name: 'ZD20261120-2' })).toBeDefined();
  });

  it('R4.12 says why a payment was not taken, and keeps what was typed', async () => {
    const shown = drawer({ 'ops.bill.settle': () => ({ results: [{ billNo: bill.billNo, outcome: 'known' }] }) });
    await shown.keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-1');
    await press(shown);
    expect(await screen.findByText(/这笔流水已登记在这张账单上/)).toBeDefined();
    expect(screen.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-1');
  });

  it('R4.9 refuses an amount above what is open, before it is sent', async () => {
    const shown = drawer();
    await shown.keyboard.type(await screen.findByLabelText(/^金额/), '9');
    await shown.keyboard.type(screen.getByLabelText(/^银行流水号/), 'S-2');
    await press(shown);
    expect(
      await screen.findByText('请填写金额，最多两位小数').catch(() => screen.findByText('最多 ¥1,000.00')),
    ).toBeDefined();
    expect(shown.of('ops.bill.settle')).toEqual([]);
  });

  it('R6.3 has no form for who may only read, nor for a bill that is not confirmed', async () => {
    drawer({}, { 'ops.billing.read': true }).unmount();
    drawer({ 'ops.bill.detail': () => ({ ...detail, status: 'disputed', canSettle: false }) });
    expect(await screen.findByText(/账单为差异处理中，商户确认之后才能结算/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '登记收款' })).toBeNull();
  });

  it('R2.9 says that a bill is not there', async () => {
    drawer({
      'ops.bill.detail': () => {
        throw refusal('ops.bill.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这张账单')).toBeDefined();
  });
});
