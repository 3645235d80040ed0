import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ReceiptDrawer } from './receipt-drawer.tsx';
import { loadExportDialog, loadRegisterDialog, ReceiptListPage } from './receipt-list-page.tsx';
import type { OpenBill, Receipt, ReceiptDetail } from './receipt-queries.ts';

// Chunks have their own tests; here it is loaded already.
beforeAll(async () => {
  await Promise.all([loadChunk(loadRegisterDialog), loadChunk(loadExportDialog)]);
}, 60_000);

const receipt: Receipt = {
  receiptNo: 'SK20261123-1',
  tenantId: 't1',
  tenantName: '云栖商贸',
  source: 'hand',
  isConfirmed: false,
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
    {
      kind: 'bill',
      itemNo: 'ZD1',
      itemVersion: 5,
      stepNo: 3,
      amount: fen(30_000),
      at: '2026-11-22T01:00:00.000Z',
      by: '李娜',
      state: 'reversed',
    },
    {
      kind: 'bill',
      itemNo: 'ZD2',
      itemVersion: 7,
      stepNo: 4,
      amount: fen(17_000),
      at: '2026-11-22T02:00:00.000Z',
      by: '李娜',
      state: 'applied',
    },
  ],
  takenBack: [{ amount: fen(5_000), at: '2026-11-22T03:00:00.000Z', by: '李娜', reason: '金额多录了' }],
};
const openBill: OpenBill = {
  billNo: 'ZD3',
  tenantId: 't1',
  tenantName: '云栖商贸',
  direction: 'payable',
  stageId: 'stage-10',
  stageName: '2026 年 10 月',
  projectId: 'project-1',
  projectName: '华东项目',
  productId: 'loan',
  productName: '经营贷款咨询',
  orgId: 'org-1',
  orgName: '岚汀小贷',
  amount: fen(12_000),
  paidAmount: noFen,
  remainingAmount: fen(12_000),
  status: 'confirmed',
  dueOn: '2026-12-05',
  isOverdue: false,
  inCheck: false,
  version: 2,
};
const page = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const auth = { 'ops.receipt.read': true, 'ops.receipt.write': true };
const mayUndo = { ...auth, 'ops.billing.read': true, 'ops.billing.write': true };
const answers: Answers = {
  'ops.receipt.list': () => ({ items: [receipt], ...page }),
  'ops.receipt.detail': () => detail,
  'ops.bill.names': () => ({ items: [] }),
  'ops.bill.toSettle': () => ({ items: [openBill, { ...openBill, billNo: 'ZD4' }], ...page }),
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

  it.each([
    ['prepaid', false],
    ['unknown', true],
  ])('receipts 1.2 money that waits at the desk is asked for by the chip %s', async (queue, isUnknown) => {
    const shown = list({}, `?queue=${queue}`);
    await screen.findByText('SK20261123-1');
    expect(shown.of('ops.receipt.list')[0]?.input).toMatchObject({ isUnapplied: true, isUnknown });
  });

  it('receipts 1.2 what is listed is saved, receipts or what their parts pay, as a workbook or CSV', async () => {
    const shown = list(
      {
        'ops.receipt.export': () => {
          throw refusal('ops.receipt.export', 'RHSY422');
        },
      },
      '?queue=unknown&from=2026-11-01',
    );
    await screen.findByText('SK20261123-1');
    await shown.keyboard.click(screen.getByRole('button', { name: '导出' }));
    const dialog = await screen.findByRole('dialog', { name: '导出筛选出的收款' });
    await shown.keyboard.click(within(dialog).getByRole('radio', { name: /^认款明细/ }));
    await shown.keyboard.click(within(dialog).getByRole('radio', { name: 'CSV' }));
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '导出' }));
    expect(shown.of('ops.receipt.export')[0]?.input).toEqual({
      content: 'applications',
      format: 'csv',
      from: '2026-11-01',
      isUnapplied: true,
      isUnknown: true,
    });
    await expect.poll(() => toasts()).toHaveLength(1);
  });

  it('R11.6 leads to the bills that are not settled, for who may read them', async () => {
    const shown = list();
    await screen.findByText('SK20261123-1');
    expect(screen.queryByRole('link', { name: '看待结清的账单' })).toBeNull();
    shown.unmount();
    showPage(<ReceiptListPage />, { at: '/receipts', answers, state: { auth: mayUndo as never } });
    const link = await screen.findByRole('link', { name: '看待结清的账单' });
    expect(link.getAttribute('href')).toBe('#/settlement');
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

  it('receipts 1.3 that a line was matched with it is taken back with a reason', async () => {
    const shown = drawer({
      'ops.receipt.detail': () => ({ ...detail, isConfirmed: true, matchedNo: 'SK9' }),
      'ops.bankLine.unmatch': () => ({ receiptNo: receipt.receiptNo, version: 5 }),
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '撤销认作一笔' }));
    const question = screen.getByRole('dialog', { name: '撤销认作一笔？' });
    expect(question.textContent).toContain('SK9');
    await shown.keyboard.type(within(question).getByRole('textbox', { name: /撤销的原因/ }), '另一笔');
    await shown.keyboard.click(within(question).getByRole('button', { name: '撤销认作一笔' }));
    await expect.poll(toasts).toEqual(['已撤销，流水的收款恢复为未认款']);
    expect(shown.of('ops.bankLine.unmatch')[0]?.input).toMatchObject({
      receiptNo: receipt.receiptNo,
      version: 4,
      reason: '另一笔',
    });
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

describe('R15.3 money that pays nothing yet', () => {
  it('receipts 1.2 is registered with what is known of it; a transfer that is a receipt already says so at its serial', async () => {
    let isKnown = true;
    const shown = list({
      'ops.receipt.register': () => {
        if (isKnown) throw refusal('ops.receipt.register', 'RHRC001');
        return { receiptNo: 'SK20261124-9', version: 1 };
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '登记收款' }));
    const dialog = within(await screen.findByRole('dialog', { name: '登记收款' }));
    await shown.keyboard.click(dialog.getByRole('button', { name: '登记收款' }));
    expect(await dialog.findByText('请填写金额')).toBeDefined();
    await shown.keyboard.type(dialog.getByLabelText(/^金额/), '1,200.50');
    await shown.keyboard.type(dialog.getByLabelText(/^银行流水号/), 'S-9');
    await shown.keyboard.type(dialog.getByLabelText(/^付款人/), '远舟供应链');
    await shown.keyboard.click(dialog.getByRole('button', { name: '登记收款' }));
    expect(await dialog.findByText(/已登记为收款/)).toBeDefined();
    isKnown = false;
    await shown.keyboard.click(dialog.getByRole('button', { name: '登记收款' }));
    await expect.poll(toasts).toEqual(['已登记收款 SK20261124-9，¥1,200.50 未认']);
    expect(shown.of('ops.receipt.register').at(-1)?.input).toMatchObject({
      amount: 120_050,
      serial: 'S-9',
      payerName: '远舟供应链',
    });
    expect(shown.of('ops.receipt.register').at(-1)?.input).not.toHaveProperty('tenantId');
  });

  it('receipts 1.2 is applied to open bills in parts, and says what is left', async () => {
    const shown = drawer({
      'ops.receipt.apply': () => ({
        version: 5,
        unappliedAmount: fen(1_000),
        results: [
          { billNo: 'ZD3', outcome: 'settled', remainingAmount: noFen },
          { billNo: 'ZD4', outcome: 'paid', remainingAmount: fen(7_000) },
        ],
      }),
    });
    const form = within(await screen.findByRole('form', { name: '认款' }));
    await shown.keyboard.type(form.getByLabelText('认到 ZD3 的金额'), '120');
    await shown.keyboard.type(form.getByLabelText('认到 ZD4 的金额'), '61');
    expect(form.getByText('超过未认款 ¥180.00，请减少金额。')).toBeDefined();
    expect(form.getByRole('button', { name: '认款 ¥181.00' })).toHaveProperty('disabled', true);
    await shown.keyboard.clear(form.getByLabelText('认到 ZD4 的金额'));
    await shown.keyboard.type(form.getByLabelText('认到 ZD4 的金额'), '50');
    expect(form.getByText('未认 ¥180.00 － 本次认款 ¥170.00 ＝ 余下预收 ¥10.00')).toBeDefined();
    await shown.keyboard.click(form.getByRole('button', { name: '认款 ¥170.00' }));
    await expect.poll(toasts).toEqual(['已认款 ¥170.00，结清 1\u00a0张账单，商户会收到通知']);
    expect(shown.of('ops.receipt.apply')[0]?.input).toMatchObject({
      receiptNo: receipt.receiptNo,
      version: 4,
      parts: [
        { billNo: 'ZD3', amount: 12_000 },
        { billNo: 'ZD4', amount: 5_000 },
      ],
    });
  });

  it('R8.3 what the server refuses of a part stands at its bill', async () => {
    const shown = drawer({
      'ops.receipt.apply': () => {
        throw refusal('ops.receipt.apply', 'RHSY422', {
          fields: [{ path: 'parts.0.amount', message: '账单未付只有 ¥1.00' }],
        });
      },
    });
    const form = within(await screen.findByRole('form', { name: '认款' }));
    await shown.keyboard.type(form.getByLabelText('认到 ZD4 的金额'), '2');
    await shown.keyboard.click(form.getByRole('button', { name: '认款 ¥2.00' }));
    expect(await form.findByText('账单未付只有 ¥1.00')).toBeDefined();
    expect(form.getByLabelText('认到 ZD4 的金额')).toHaveProperty('value', '2');
  });

  it('receipts 1.4 of nobody wants the merchant first', async () => {
    const { tenantId: _, tenantName: __, ...ofNobody } = detail;
    const shown = drawer({
      'ops.receipt.detail': () => ofNobody,
      'ops.bill.names': () => ({ items: [{ id: 't1', name: '云栖商贸' }] }),
    });
    const section = within(await screen.findByRole('region', { name: '认到账单' }));
    expect(shown.of('ops.bill.toSettle')).toEqual([]);
    await section.findByRole('option', { name: '云栖商贸' });
    await shown.keyboard.selectOptions(section.getByRole('combobox', { name: '商户' }), 't1');
    await section.findByLabelText('认到 ZD3 的金额');
    expect(shown.of('ops.bill.toSettle')[0]?.input).toMatchObject({ tenantId: 't1', direction: 'payable' });
  });

  it('receipts 2.5 an application is undone with a reason, by who may settle; what was reversed is not', async () => {
    const shown = drawer({ 'ops.bill.reversePayment': () => ({ version: 8, remainingAmount: fen(17_000) }) }, mayUndo);
    const table = within(await screen.findByRole('region', { name: '认款' }));
    await shown.keyboard.click(table.getByRole('button', { name: '撤销认款' }));
    const question = within(screen.getByRole('dialog', { name: '撤销认款？' }));
    expect(question.getByText(/认到账单 ZD2 的 ¥170\.00 将撤销/)).toBeDefined();
    await shown.keyboard.type(question.getByLabelText(/^撤销的原因/), '认错账单');
    await shown.keyboard.click(question.getByRole('button', { name: '撤销认款' }));
    await expect.poll(toasts).toEqual(['认款已撤销，商户会收到通知']);
    expect(shown.of('ops.bill.reversePayment')[0]?.input).toMatchObject({
      billNo: 'ZD2',
      stepNo: 4,
      version: 7,
      reason: '认错账单',
    });
  });
});
