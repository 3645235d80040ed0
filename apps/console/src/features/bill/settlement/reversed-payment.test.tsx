import { fen } from '@ronghui/domain/money';
import { expect, it } from 'vitest';
import { type Answers, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail } from './settlement.fixture.ts';
import { SettlementDrawer } from './settlement-drawer.tsx';
import type { SettledDetail } from './settlement-queries.ts';

const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const drawer = (answers: Answers, held: object = auth) =>
  showPage(<SettlementDrawer list="settlement" billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/settlement?open=${bill.billNo}`,
    state: { auth: held },
    answers: {
      'ops.bill.detail': () => detail,
      'ops.bill.lines': () => ({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null }),
      ...answers,
    },
  });
const payments = () => screen.findByRole('region', { name: '已登记的收款' });
const [payment] = detail.settlements;
if (payment === undefined) throw new Error('the bill is paid in part');
const settled: SettledDetail = {
  ...detail,
  status: 'settled',
  canSettle: false,
  inCheck: false,
  returnable: [],
  paidAmount: detail.amount,
  remainingAmount: fen(0),
  settlements: [
    payment,
    { ...payment, serial: 'S-2', amount: fen(100_000), at: '2026-11-19T01:00:00.000Z', stepNo: 4 },
  ],
};
const at = '2026-11-21T02:00:00.000Z';
const reversed: SettledDetail = {
  ...detail,
  version: 4,
  reversedSettlements: [
    { ...payment, serial: 'S-2', amount: fen(100_000), reversed: { reason: '登记错账单', by: '陈静', at } },
  ],
  timeline: [
    ...detail.timeline,
    {
      kind: 'paymentReversed',
      by: '陈静',
      at,
      amount: detail.amount,
      reversedAmount: fen(100_000),
      reason: '登记错账单',
    },
  ],
};

it('R4.9 R11.6 a payment is taken back after a question that names merchant, bill, sum and moment, with a reason', async () => {
  const lists = cached('bill', 'toSettle');
  let now = settled;
  const { keyboard, of } = drawer({
    'ops.bill.detail': () => now,
    'ops.bill.reversePayment': () => {
      now = reversed;
      return { version: 4, remainingAmount: fen(100_000) };
    },
  });
  const buttons = within(await payments()).getAllByRole('button', { name: '撤销此笔付款' });
  expect(buttons).toHaveLength(2);
  await keyboard.click(buttons[1] as HTMLElement);
  const question = within(screen.getByRole('dialog', { name: '撤销此笔付款？' }));
  expect(
    question.getByText(
      /云栖商贸有限公司账单 ZD20261120-1 于 2026-11-19 09:00(:00)? 登记的收款 ¥1,000\.00（银行流水号 S-2）/,
    ),
  ).toBeDefined();
  expect(question.getByText(/账单恢复为已确认，未结清金额变为 ¥1,000\.00.*商户会收到通知/)).toBeDefined();
  await keyboard.click(question.getByRole('button', { name: '撤销此笔付款' }));
  expect(await question.findByText('请输入撤销的原因')).toBeDefined();
  expect(of('ops.bill.reversePayment')).toEqual([]);
  await keyboard.type(question.getByLabelText(/^撤销的原因/), '登记错账单');
  await keyboard.click(question.getByRole('button', { name: '撤销此笔付款' }));
  await expect.poll(async () => (await payments()).textContent).toMatch(/陈静 于 .* 撤销：登记错账单/);
  expect(of('ops.bill.reversePayment').map(({ input }) => input)).toMatchObject([
    { billNo: bill.billNo, stepNo: 4, version: 3, reason: '登记错账单' },
  ]);
  expect(toasts()).toEqual(['收款已撤销，商户会收到通知']);
  expect(screen.getByRole('list', { name: /办理经过/ }).textContent).toMatch(/撤销付款.*¥1,000\.00，登记错账单/);
  // One's own step is no change by others, and the form is there again.
  expect(screen.queryByText(/已被他人更新/)).toBeNull();
  expect(screen.getByLabelText(/^金额/)).toHaveProperty('value', '1000.00');
  await expect.poll(lists).toBe(true);
});

it('R4.12 after a refusal the reason stays, and what a colleague did is read first', async () => {
  let now = detail;
  const { keyboard } = drawer({
    'ops.bill.detail': () => now,
    'ops.bill.reversePayment': () => {
      const step = {
        kind: 'paymentReversed',
        by: '李娜',
        at,
        amount: detail.amount,
        reversedAmount: fen(20_000),
      } as const;
      now = { ...detail, version: 4, timeline: [...detail.timeline, step] };
      throw refusal('ops.bill.reversePayment', 'RHBI009');
    },
  });
  await keyboard.click(await screen.findByRole('button', { name: '撤销此笔付款' }));
  const question = within(screen.getByRole('dialog', { name: '撤销此笔付款？' }));
  expect(question.getByText(/账单状态不变，未结清金额变为 ¥1,200\.00.*付款凭证，回到待核对/)).toBeDefined();
  await keyboard.type(question.getByLabelText(/^撤销的原因/), '金额有误');
  await keyboard.click(question.getByRole('button', { name: '撤销此笔付款' }));
  await expect.poll(toasts).toEqual(['这笔付款已经撤销，请刷新后查看']);
  expect(await question.findByText('账单已被他人更新，请返回查看之后再撤销。')).toBeDefined();
  expect(question.getByRole('button', { name: '撤销此笔付款' })).toHaveProperty('disabled', true);
  expect(question.getByLabelText(/^撤销的原因/)).toHaveProperty('value', '金额有误');
});

it('R10.12 says why none is taken back while an invoice stands on the bill', async () => {
  drawer({ 'ops.bill.detail': () => ({ ...settled, invoiceNo: 'FP20261121-1' }) });
  expect(within(await payments()).queryByRole('button')).toBeNull();
  expect(screen.getByText(/付款不能撤销；登记有误的，请先驳回开票申请或红冲发票/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'FP20261121-1' })).toBeDefined();
});

it('R6.3 is not offered to who may only read, nor for what was taken back', async () => {
  drawer({ 'ops.bill.detail': () => reversed }, { 'ops.billing.read': true }).unmount();
  const shown = drawer({ 'ops.bill.detail': () => reversed });
  expect(within(await payments()).getAllByRole('button', { name: '撤销此笔付款' })).toHaveLength(1);
  shown.unmount();
  drawer({}, { 'ops.billing.read': true });
  expect(within(await payments()).queryByRole('button')).toBeNull();
});
