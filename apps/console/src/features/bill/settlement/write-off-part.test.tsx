import { fen, noFen } from '@ronghui/domain/money';
import { expect, it } from 'vitest';
import { type Answers, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail } from './settlement.fixture.ts';
import { SettlementDrawer } from './settlement-drawer.tsx';
import type { SettledDetail } from './settlement-queries.ts';

const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const drawer = (shown: SettledDetail, answers: Answers = {}, held: object = auth) =>
  showPage(<SettlementDrawer list="settlement" billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/settlement?open=${bill.billNo}`,
    state: { auth: held as never },
    answers: {
      'ops.bill.detail': () => shown,
      'ops.bill.lines': () => ({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null }),
      ...answers,
    },
  });
const part = async () => within(await screen.findByRole('region', { name: '差额核销' }));
const proposed: SettledDetail = {
  ...detail,
  writeOffProposal: {
    proposalNo: 2,
    amount: fen(100_000),
    reason: '尾差',
    by: '李娜',
    at: '2026-11-21T02:00:00.000Z',
    isOwn: false,
  },
};
const writtenOff: SettledDetail = {
  ...detail,
  status: 'settled',
  canSettle: false,
  inCheck: false,
  returnable: [],
  remainingAmount: noFen,
  writtenOffAmount: fen(100_000),
};

it('receipts 1.6 what is open is written off with a reason, or proposed above the limit', async () => {
  const page = drawer(detail, { 'ops.bill.writeOff': () => ({ outcome: 'proposed', version: 3 }) });
  await page.keyboard.click((await part()).getByRole('button', { name: '核销差额' }));
  const question = within(screen.getByRole('dialog', { name: '核销差额？' }));
  expect(question.getByText(/未付的 ¥1,000\.00 不再收取/)).toBeDefined();
  await page.keyboard.click(question.getByRole('button', { name: '核销差额' }));
  expect(await question.findByText('请输入原因')).toBeDefined();
  await page.keyboard.type(question.getByLabelText(/^原因/), '尾差');
  await page.keyboard.click(question.getByRole('button', { name: '核销差额' }));
  await expect.poll(toasts).toEqual(['核销已提出，等待同事复核']);
  expect(page.of('ops.bill.writeOff')[0]?.input).toMatchObject({
    billNo: bill.billNo,
    amount: 100_000,
    reason: '尾差',
    version: detail.version,
  });
});

it('receipts 1.6 a colleague releases a proposal or sends it back', async () => {
  const page = drawer(proposed, { 'ops.bill.decideWriteOff': () => ({ version: 4 }) });
  const shown = await part();
  expect(shown.getByText(/李娜 于 .* 提出核销 ¥1,000\.00，等待另一位同事复核/)).toBeDefined();
  expect(shown.queryByRole('button', { name: '收回核销' })).toBeNull();
  await page.keyboard.click(shown.getByRole('button', { name: '放行核销' }));
  const question = within(screen.getByRole('dialog', { name: '放行核销？' }));
  expect(question.queryByRole('textbox')).toBeNull();
  await page.keyboard.click(question.getByRole('button', { name: '放行核销' }));
  await expect.poll(toasts).toEqual(['放行核销已办理']);
  expect(page.of('ops.bill.decideWriteOff')[0]?.input).toMatchObject({ proposalNo: 2, decision: 'released' });
  expect(page.of('ops.bill.decideWriteOff')[0]?.input).not.toHaveProperty('reason');
});

it('receipts 1.6 its author only takes a proposal back', async () => {
  drawer({ ...proposed, writeOffProposal: { ...proposed.writeOffProposal, isOwn: true } as never });
  expect((await part()).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['收回核销']);
});

it('receipts 1.6 what was written off is undone with a reason', async () => {
  const page = drawer(writtenOff, { 'ops.bill.undoWriteOff': () => ({ version: 4, remainingAmount: fen(100_000) }) });
  await page.keyboard.click((await part()).getByRole('button', { name: '撤销核销' }));
  const question = within(screen.getByRole('dialog', { name: '撤销核销？' }));
  await page.keyboard.type(question.getByLabelText(/^原因/), '还要付');
  await page.keyboard.click(question.getByRole('button', { name: '撤销核销' }));
  await expect.poll(toasts).toEqual(['核销已撤销，商户会收到通知']);
});

it('receipts 1.6 what was written off stays while an invoice covers the bill', async () => {
  drawer({ ...writtenOff, invoiceNo: 'FP20261121-1' });
  expect((await part()).queryByRole('button')).toBeNull();
});

it('R6.3 a write-off is not offered to who may only read', async () => {
  drawer(detail, {}, { 'ops.billing.read': true });
  await screen.findByText(bill.billNo);
  expect(screen.queryByRole('region', { name: '差额核销' })).toBeNull();
});

it('receipts 1.6 nothing is written off of what the provider pays', async () => {
  drawer({ ...detail, direction: 'receivable' });
  await screen.findByText(bill.billNo);
  expect(screen.queryByRole('region', { name: '差额核销' })).toBeNull();
});
