import { fen, noFen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ReceiptDrawer } from './receipt-drawer.tsx';
import { ReceiptListPage } from './receipt-list-page.tsx';
import type { Receipt, ReceiptDetail } from './receipt-queries.ts';

const receipt: Receipt = {
  receiptNo: 'SK20261123-1',
  tenantId: 't1',
  tenantName: '云栖商贸',
  source: 'hand',
  receivedOn: '2026-11-22',
  serial: 'S-1',
  amount: fen(35_000),
  appliedAmount: fen(17_000),
  refundingAmount: noFen,
  refundedAmount: noFen,
  unappliedAmount: fen(18_000),
  createdAt: '2026-11-22T01:00:00.000Z',
  version: 4,
};
const detail: ReceiptDetail = {
  ...receipt,
  applications: [
    { kind: 'bill', itemNo: 'ZD1', amount: fen(30_000), at: '2026-11-22T01:00:00.000Z', by: '李娜', state: 'reversed' },
    { kind: 'bill', itemNo: 'ZD2', amount: fen(17_000), at: '2026-11-22T02:00:00.000Z', by: '李娜', state: 'applied' },
  ],
  takenBack: [{ amount: fen(5_000), at: '2026-11-22T03:00:00.000Z', by: '李娜', reason: '金额多录了' }],
};
const page = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const auth = { 'ops.receipt.read': true, 'ops.receipt.write': true };
const answers: Answers = {
  'ops.receipt.list': () => ({ items: [receipt], ...page }),
  'ops.receipt.detail': () => detail,
  'ops.bill.names': () => ({ items: [] }),
  'ops.receipt.takeBack': () => ({ takenBackAmount: fen(18_000), version: 5 }),
};
const list = (more: Answers = {}, search = '') =>
  showPage(<ReceiptListPage />, {
    at: `/receipts${search}`,
    answers: { ...answers, ...more },
    state: { auth: auth as never },
  });
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<ReceiptDrawer receiptNo={receipt.receiptNo} onClose={() => undefined} />, {
    at: `/receipts?open=${receipt.receiptNo}`,
    answers: { ...answers, ...more },
    state: { auth: held as never },
  });

describe('R15.3 the receipts at the console', () => {
  it('receipts 1.2 lists what arrived with what is unapplied of it, and what the bank has not confirmed', async () => {
    list();
    const row = (await screen.findByText('SK20261123-1')).closest('tr');
    expect(row?.textContent).toContain('云栖商贸');
    for (const text of ['¥350.00', '¥180.00', '未认款', '待银行核对']) expect(row?.textContent).toContain(text);
  });

  it('receipts 1.2 what has unapplied money is asked for by a chip', async () => {
    const shown = list({}, '?queue=unapplied&serial=S');
    await screen.findByText('SK20261123-1');
    expect(shown.of('ops.receipt.list')[0]?.input).toMatchObject({ isUnapplied: true, serial: 'S' });
  });

  it('ux says that there is none', async () => {
    list({ 'ops.receipt.list': () => ({ items: [], ...page, total: 0 }) });
    expect(await screen.findByText('没有收款')).toBeDefined();
  });

  it('ux a list that fails can be asked for again', async () => {
    list({
      'ops.receipt.list': () => {
        throw refusal('ops.receipt.list', 'OPSB0001');
      },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});

describe('R15.3 one receipt', () => {
  it('receipts 1.2 shows what it pays, what was reversed, and what is left', async () => {
    drawer();
    const table = await screen.findByRole('region', { name: '认款' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^账单 ZD1¥300\.00已撤销李娜/),
      expect.stringMatching(/^账单 ZD2¥170\.00已认李娜/),
    ]);
    expect(screen.getByRole('list', { name: '撤回' }).textContent).toMatch(/^¥50\.00 李娜 .*：金额多录了$/);
  });

  it('receipts 1.3 what never arrived is taken back with a reason, by who may write', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '撤回未认款' }));
    const question = screen.getByRole('dialog', { name: '撤回未认款？' });
    expect(question.textContent).toContain('¥180.00');
    await shown.keyboard.type(within(question).getByRole('textbox', { name: /撤回的原因/ }), '金额多录了');
    await shown.keyboard.click(within(question).getByRole('button', { name: '撤回' }));
    await expect.poll(toasts).toEqual(['未认款已撤回']);
    expect(shown.of('ops.receipt.takeBack')[0]?.input).toMatchObject({
      receiptNo: receipt.receiptNo,
      version: 4,
      reason: '金额多录了',
    });
    shown.unmount();
    drawer({}, { 'ops.receipt.read': true });
    await screen.findByRole('region', { name: '认款' });
    expect(screen.queryByRole('button', { name: '撤回未认款' })).toBeNull();
  });

  it('receipts 1.2 a number that no receipt has says so', async () => {
    drawer({
      'ops.receipt.detail': () => {
        throw refusal('ops.receipt.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这笔收款')).toBeDefined();
  });
});
