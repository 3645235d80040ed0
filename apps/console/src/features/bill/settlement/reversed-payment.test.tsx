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
  const buttons = within(await payments()).getAllByRole('button', { name: '撤销此笔收款' });
  expect(buttons).toHaveLength(2);
  await keyboard.click(buttons[1] as HTMLElement);
  const question = within(screen.getByRole('dialog', { name: '撤销此笔收款？' }));
  expect(
    question.getByText(
      /云栖商贸有限公司账单 ZD20261120-1 于 2026-11-19 09:00(:00)? 登记的收款 ¥1,000\.00（银行流水号 S-2）/,
    ),
  ).toBeDefined();
  expect(question.getByText(/账单恢复为已确认，未结清金额变为 ¥1,000\.00.*商户会收到通知/).textContent).toMatch(
    /需要时用同一流水号重新登记；在重新结清之前，商户可以按规则再次提出差异。$/,
  );
  await keyboard.click(question.getByRole('button', { name: '撤销此笔收款' }));
  expect(await question.findByText('请输入撤销的原因')).toBeDefined();
  expect(of('ops.bill.reversePayment')).toEqual([]);
  await keyboard.type(question.getByLabelText(/^撤销的原因/), '登记错账单');
  await keyboard.click(question.getByRole('button', { name: '撤销此笔收款' }));
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
  await keyboard.click(await screen.findByRole('button', { name: '撤销此笔收款' }));
  const question = within(screen.getByRole('dialog', { name: '撤销此笔收款？' }));
  expect(question.getByText(/账单状态不变，未结清金额变为 ¥1,200\.00.*付款凭证，回到待核对/).textContent).toMatch(
    /撤销不能恢复。需要时用同一流水号重新登记。$/,
  );
  await keyboard.type(question.getByLabelText(/^撤销的原因/), '金额有误');
  await keyboard.click(question.getByRole('button', { name: '撤销此笔收款' }));
  await expect.poll(toasts).toEqual(['这笔付款已经撤销，请刷新后查看']);
  expect(await question.findByText('账单已由 李娜 于 2026-11-21 10:00 撤销付款，请返回查看之后再撤销。')).toBeDefined();
  expect(question.getByRole('button', { name: '撤销此笔收款' })).toHaveProperty('disabled', true);
  expect(question.getByLabelText(/^撤销的原因/)).toHaveProperty('value', '金额有误');
});

it.each([
  ['is pending again', { status: 'pending' }],
  ['is disputed', { status: 'disputed' }],
  ['waits for its second person', { approval: 'waiting' }],
] as const)(
  'R4.9 a payment of a bill that %s cannot be registered anew at once, and binds no answer until then: the question says so',
  async (_, changes) => {
    const { keyboard } = drawer({
      'ops.bill.detail': () => ({ ...detail, canSettle: false, inCheck: false, returnable: [], ...changes }),
    });
    await keyboard.click(within(await payments()).getByRole('button', { name: '撤销此笔收款' }));
    const text = screen.getByRole('dialog', { name: '撤销此笔收款？' }).textContent;
    expect(text).toMatch(/账单状态不变，未结清金额变为 ¥1,200\.00/);
    expect(text).toContain('商户再次确认之前不能重新登记；在此之前的调整不受这笔款项约束。');
    expect(text).not.toMatch(/用同一流水号重新登记|再次提出差异/);
  },
);

it('R4.12 one’s own payment that a colleague took back before it was read is no news; that it was taken back is', async () => {
  const own = { amount: fen(100_000), on: '2026-11-20', serial: 'S-88', by: '陈静', at: '2026-11-21T01:00:00.000Z' };
  const step = { by: '陈静', at: own.at, amount: detail.amount } as const;
  let now = detail;
  const { keyboard } = drawer({
    'ops.bill.detail': () => now,
    'ops.bill.settle': () => {
      now = {
        ...detail,
        version: 5,
        reversedSettlements: [{ ...own, reversed: { reason: '登记错账单', by: '李娜', at } }],
        timeline: [
          ...detail.timeline,
          { ...step, kind: 'settled', paymentAmount: own.amount },
          { ...step, kind: 'paymentReversed', by: '李娜', at, reversedAmount: own.amount, reason: '登记错账单' },
        ],
      };
      return { results: [{ billNo: bill.billNo, outcome: 'settled', remainingAmount: fen(0) }] };
    },
  });
  await keyboard.type(await screen.findByLabelText(/^银行流水号/), own.serial);
  await keyboard.click(screen.getByRole('button', { name: '登记收款' }));
  await keyboard.click(await screen.findByRole('button', { name: '确认登记' }));
  const news = within(await screen.findByRole('alert'));
  expect(news.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^李娜 于 .* 撤销付款：¥1,000\.00，登记错账单/),
  ]);
});

it('R11.6 what the provider has paid is called so at the button and in the question', async () => {
  const { keyboard } = drawer({ 'ops.bill.detail': () => ({ ...detail, direction: 'receivable' }) });
  const listed = within(await screen.findByRole('region', { name: '已登记的付款' }));
  await keyboard.click(listed.getByRole('button', { name: '撤销此笔付款' }));
  const question = within(screen.getByRole('dialog', { name: '撤销此笔付款？' }));
  expect(question.getByText(/登记的付款 ¥200\.00/)).toBeDefined();
  expect(question.getByRole('button', { name: '撤销此笔付款' })).toBeDefined();
});

it('R10.12 says why none is taken back while an invoice stands on the bill', async () => {
  drawer({ 'ops.bill.detail': () => ({ ...settled, invoiceNo: 'FP20261121-1' }) });
  expect(within(await payments()).queryByRole('button')).toBeNull();
  expect(screen.getByText(/账单已在开票申请.*收款不能撤销；登记有误的，须先驳回申请或红冲发票/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'FP20261121-1' })).toBeDefined();
});

it('R6.3 is not offered to who may only read, nor for what was taken back', async () => {
  const shown = drawer({ 'ops.bill.detail': () => reversed });
  expect(within(await payments()).getAllByRole('button', { name: '撤销此笔收款' })).toHaveLength(1);
  shown.unmount();
  drawer({}, { 'ops.billing.read': true });
  expect(within(await payments()).queryByRole('button')).toBeNull();
});
