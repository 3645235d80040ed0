import { fen } from '@ronghui/domain/money';
import { invalidate } from '@ronghui/web/queries/query-client';
import { expect, it } from 'vitest';
import { type Answers, act, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail } from './settlement.fixture.ts';
import { SettlementDrawer } from './settlement-drawer.tsx';

const paid = {
  kind: 'paid',
  by: '李娜',
  at: '2026-11-21T02:00:00.000Z',
  amount: detail.amount,
  paymentAmount: fen(30_000),
} as const;
/** What a colleague has made of the bill meanwhile. */
const theirs = { ...detail, version: 4, remainingAmount: fen(70_000), timeline: [...detail.timeline, paid] };

const drawer = () => {
  let now = detail;
  const answers: Answers = {
    'ops.bill.detail': () => now,
    'ops.bill.lines': () => ({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null }),
  };
  const shown = showPage(<SettlementDrawer list="settlement" billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/settlement?open=${bill.billNo}`,
    state: { auth: { 'ops.billing.read': true, 'ops.billing.write': true } as never },
    answers,
  });
  const change = async () => {
    now = theirs;
    await act(() => invalidate(['bill', 'settled']));
  };
  return { ...shown, change };
};

it('R4.12 the question about a payment says which colleague was first, with what and when, and is not answered', async () => {
  const { keyboard, change, of } = drawer();
  await keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-88');
  await keyboard.click(screen.getByRole('button', { name: '登记收款' }));
  const question = within(await screen.findByRole('dialog', { name: '确认登记收款' }));
  await change();
  expect(await question.findByText('账单已由 李娜 于 2026-11-21 10:00 部分结清，请返回查看之后再登记。')).toBeDefined();
  expect(question.getByRole('button', { name: '确认登记' })).toHaveProperty('disabled', true);
  expect(of('ops.bill.settle')).toEqual([]);
});

it('R4.12 a voucher is not sent back over what a colleague did: the question says who and when, and keeps the reason', async () => {
  const { keyboard, change, of } = drawer();
  await keyboard.click(await screen.findByRole('button', { name: '退回凭证' }));
  const question = within(await screen.findByRole('dialog', { name: `退回凭证 ${bill.billNo}` }));
  await keyboard.type(question.getByLabelText(/^退回的原因/), '看不清');
  await change();
  expect(await question.findByText('账单已由 李娜 于 2026-11-21 10:00 部分结清，请返回查看之后再退回。')).toBeDefined();
  expect(question.getByRole('button', { name: '退回凭证' })).toHaveProperty('disabled', true);
  expect(question.getByLabelText(/^退回的原因/)).toHaveProperty('value', '看不清');
  expect(of('ops.bill.returnVoucher')).toEqual([]);
});
