import { fen } from '@ronghui/domain/money';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { InvoiceListPage } from './invoice-list-page.tsx';
import type { Invoice, InvoiceDetail } from './invoice-queries.ts';

const invoice: Invoice = {
  invoiceNo: 'FP20261123-1',
  type: 'special',
  status: 'applied',
  titleName: '云栖商贸有限公司',
  itemCount: 1,
  amount: fen(106_000),
  taxAmount: fen(6000),
  taxRate: 60_000,
  appliedAt: '2026-11-22T01:00:00.000Z',
  hasFile: false,
  version: 1,
  tenantId: 't1',
  tenantName: '云栖商贸',
  hasRefunded: false,
};
const detail: InvoiceDetail = {
  ...invoice,
  title: {
    name: '云栖商贸有限公司',
    taxNo: '91330106MA2CFRG02W',
    address: null,
    phone: null,
    bankName: null,
    bankAccountNoMasked: null,
  },
  items: [{ kind: 'order', no: 'DD20261101-1', name: '员工弹性福利', amount: fen(106_000), taxAmount: fen(6000) }],
  appliedBy: '王小明',
  files: [],
  isDemonstration: false,
  refundedNos: [],
  hasIssuer: true,
};
const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const answers: Answers = {
  'ops.invoice.page': () => ({
    items: [invoice],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.invoice.detail': () => detail,
  'ops.bill.names': () => ({ items: [] }),
  'ops.invoice.issue': () => ({ invoiceNo: invoice.invoiceNo, status: 'issued', version: 2 }),
  'ops.invoice.reject': () => ({ invoiceNo: invoice.invoiceNo, status: 'rejected', version: 2 }),
  'ops.invoice.resolve': () => ({ invoiceNo: invoice.invoiceNo, status: 'applied', version: 1 }),
  'ops.invoice.reverse': () => ({ invoiceNo: invoice.invoiceNo, status: 'reversed', version: 3 }),
};
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<InvoiceDrawer invoiceNo={invoice.invoiceNo} onClose={() => undefined} />, {
    at: '/invoices?open=FP20261123-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });

describe('R11.6 the desk of invoices at the console', () => {
  it('R11.6 shows first what is applied for', async () => {
    const shown = showPage(<InvoiceListPage />, { at: '/invoices', answers, state: { auth } });
    expect(await screen.findByText('¥1,060.00')).toBeDefined();
    expect(shown.of('ops.invoice.page')[0]?.input).toMatchObject({ queue: 'applied' });
  });

  it('ux Console an application begins as a statement does: kind and title, its state, the amount, and for whom', async () => {
    drawer();
    const subject = await screen.findByRole('heading', { level: 3, name: / · 云栖商贸有限公司$/ });
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toBe(subject);
    expect(subject.parentElement?.parentElement?.textContent).toContain('价税合计 ¥1,060.00云栖商贸');
  });

  it('R4.12 who comes second reads who was first, and when', async () => {
    let now: InvoiceDetail = detail;
    const last = { by: '李娜', at: '2026-11-23T02:00:00.000Z' };
    const shown = drawer({
      'ops.invoice.detail': () => now,
      'ops.invoice.watch': () => ({ version: 2, others: [], last }),
      'ops.invoice.issue': () => {
        now = { ...detail, status: 'issued', version: 2, last };
        throw refusal('ops.invoice.issue', 'RHSY409');
      },
    });
    expect(await screen.findByText(/^这份申请已由 李娜 于 2026-11-23 10:00 更新。/)).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '开票' }));
    const question = screen.getByRole('dialog', { name: `开票 ${invoice.invoiceNo}` });
    await shown.keyboard.click(within(question).getByRole('button', { name: '开票' }));
    expect(await within(question).findByText(/^已由 李娜 于 2026-11-23 10:00 更新，请核对后再提交/)).toBeDefined();
  });

  it('R11.6 title and tax number are copied as they stand', async () => {
    drawer();
    for (const label of ['复制抬头', '复制税号'])
      expect(await screen.findByRole('button', { name: label })).toBeDefined();
  });

  it('R10.12 security 4.12 the account is masked, and shown whole on demand to who issues', async () => {
    const title = { ...detail.title, bankName: '招商银行', bankAccountNoMasked: '****6688' };
    const more: Answers = {
      'ops.invoice.detail': () => ({ ...detail, title }),
      'ops.invoice.reveal': () => ({ value: '6214830000006688' }),
    };
    const shown = drawer(more);
    await shown.keyboard.click(await screen.findByRole('button', { name: '显示银行账号' }));
    expect(await screen.findByText('6214830000006688')).toBeDefined();
    expect(shown.of('ops.invoice.reveal')[0]?.input).toMatchObject({ invoiceNo: invoice.invoiceNo });
    shown.unmount();
    drawer(more, { 'ops.billing.read': true });
    expect(await screen.findByText('****6688')).toBeDefined();
    expect(screen.queryByRole('button', { name: '显示银行账号' })).toBeNull();
  });

  it('R10.12 R5.7 the file of an invoice that was issued elsewhere is handed over; what cannot be one is refused before it is sent', async () => {
    const issued = { ...detail, status: 'issued' as const, number: '26332000001234567890', version: 2 };
    const shown = drawer({
      'ops.invoice.detail': () => issued,
      'ops.invoice.upload': () => ({ invoiceNo: invoice.invoiceNo, status: 'issued', version: 3 }),
    });
    const field = await screen.findByLabelText('发票文件');
    await shown.keyboard.upload(field, new File([], '发票.xml'));
    expect(await screen.findByText('文件是空的，请重新选择')).toBeDefined();
    await shown.keyboard.upload(field, new File(['x'], '发票.ofd'));
    await expect.poll(toasts).toEqual(['发票文件已上传，商户可以下载']);
    expect(shown.of('ops.invoice.upload')).toHaveLength(1);
    expect(shown.of('ops.invoice.upload')[0]?.input).toMatchObject({ invoiceNo: invoice.invoiceNo, version: 2 });
  });

  it('receipts 5.1 each file of an invoice is downloaded by itself, those of its red one too', async () => {
    const files = [
      { kind: 'pdf', isRed: false },
      { kind: 'xml', isRed: false },
      { kind: 'xml', isRed: true },
    ] as const;
    const shown = drawer({
      'ops.invoice.detail': () => ({ ...detail, status: 'reversed', hasFile: true, files: [...files] }),
      'ops.invoice.download': () => ({ blob: new Blob(['x']), fileName: '发票.xml' }),
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await shown.keyboard.click(await screen.findByRole('button', { name: /^下载 红字发票 XML/ }));
    await expect.poll(() => click.mock.calls.length).toBe(1);
    expect(shown.of('ops.invoice.download').map(({ input }) => input)).toEqual([
      { invoiceNo: invoice.invoiceNo, kind: 'xml', isRed: true },
    ]);
    expect(screen.getByRole('button', { name: /^下载 PDF/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: '下载发票' })).toBeNull();
    click.mockRestore();
  });

  it('R10.12 what the demonstration made, and what is not issued, takes no file', async () => {
    for (const more of [{}, { status: 'issued' as const, isDemonstration: true, hasFile: true }]) {
      const shown = drawer({ 'ops.invoice.detail': () => ({ ...detail, ...more }) });
      await screen.findByText('91330106MA2CFRG02W');
      expect(screen.queryByLabelText('发票文件')).toBeNull();
      shown.unmount();
    }
  });

  it('R10.12 an issuer that never answered is shown as of unknown result, and what was found is registered with a reason', async () => {
    const withIssuer = { step: 'issue', since: '2026-11-23T01:00:00.000Z', isUnknown: true } as const;
    const shown = drawer({ 'ops.invoice.detail': () => ({ ...detail, withIssuer }) });
    expect(await screen.findByText('结果未知：')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '登记核实结果' }));
    const question = screen.getByRole('dialog', { name: `登记核实结果 ${invoice.invoiceNo}` });
    await shown.keyboard.click(within(question).getByRole('button', { name: '解除等待' }));
    expect(await within(question).findByText('请输入核实结果')).toBeDefined();
    await shown.keyboard.type(within(question).getByLabelText(/^核实结果/), '没有开出');
    await shown.keyboard.click(within(question).getByRole('button', { name: '解除等待' }));
    await expect.poll(() => shown.of('ops.invoice.resolve')[0]?.input).toMatchObject({ reason: '没有开出' });
  });

  it('R11.6 a filter by merchant finds each of them, and shows the chosen one beyond the first fifty', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ id: `t${n}`, name: `商户${n}` }));
    const all = [...many, { id: 't777', name: '云栖商贸' }];
    const names: Answers['ops.bill.names'] = ({ keyword = '', id }) => ({
      items: all.filter((each) => (id === undefined ? each.name.includes(keyword) : each.id === id)).slice(0, 50),
    });
    const shown = showPage(<InvoiceListPage />, {
      at: '/invoices?tenantId=t777',
      answers: { ...answers, 'ops.bill.names': names },
      state: { auth },
    });
    expect(await screen.findByRole('option', { name: '云栖商贸' })).toHaveProperty('selected', true);
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '商户' }), 't3');
    await expect.poll(() => location.hash).toContain('tenantId=t3');
    await shown.keyboard.type(screen.getByRole('textbox', { name: '查找商户' }), '云栖');
    await expect.poll(() => screen.queryByRole('option', { name: '商户4' })).toBeNull();
    // The choice stands while another is looked for.
    expect(shown.of('ops.bill.names').map(({ input }) => input)).toContainEqual({ kind: 'tenant', id: 't3' });
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '商户' }), 't777');
    await expect.poll(() => location.hash).toContain('tenantId=t777');
  });

  it('R10.12 R11.6 is searched by a number or a part of a title among all applications; the queue can be chosen again', async () => {
    const shown = showPage(<InvoiceListPage />, { at: '/invoices', answers, state: { auth } });
    await screen.findByText('¥1,060.00');
    await shown.keyboard.type(screen.getByRole('textbox', { name: '号码或抬头' }), '云栖{enter}');
    await expect.poll(() => shown.of('ops.invoice.page').at(-1)?.input).toMatchObject({ keyword: '云栖' });
    expect(shown.of('ops.invoice.page').at(-1)?.input).not.toHaveProperty('queue');
    expect(new URLSearchParams(location.hash.split('?')[1]).get('queue')).toBe('all');
    await shown.keyboard.click(screen.getByRole('button', { name: '待开票' }));
    await expect
      .poll(() => shown.of('ops.invoice.page').at(-1)?.input)
      .toMatchObject({ queue: 'applied', keyword: '云栖' });
  });

  it('R11.6 asks for what covers refunds, for a status, or for all', async () => {
    for (const [chip, asked] of [
      ['refunded', { queue: 'refunded' }],
      ['issued', { status: 'issued' }],
      ['all&from=2026-11-01', { from: '2026-11-01' }],
    ] as const) {
      const shown = showPage(<InvoiceListPage />, { at: `/invoices?queue=${chip}`, answers, state: { auth } });
      await expect.poll(() => shown.of('ops.invoice.page')[0]?.input).toMatchObject(asked);
      shown.unmount();
    }
  });

  it('R10.12 R11.2 issues by the connected issuer, or registers a number; the queues are read again', async () => {
    const queues = cached('desk', 'queues');
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '开票' }));
    const dialog = screen.getByRole('dialog', { name: '开票 FP20261123-1' });
    expect(within(dialog).getByText(/价税合计 ¥1,060.00，其中税额 ¥60.00/)).toBeDefined();
    await shown.keyboard.click(within(dialog).getByRole('radio', { name: /登记号码/ }));
    await shown.keyboard.type(within(dialog).getByLabelText(/^发票号码/), '12');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '开票' }));
    expect(await within(dialog).findByText(/请填写 8 至 20/)).toBeDefined();
    expect(shown.of('ops.invoice.issue')).toEqual([]);
    await shown.keyboard.click(within(dialog).getByRole('radio', { name: /由开票服务开具/ }));
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '开票' }));
    await expect.poll(() => shown.of('ops.invoice.issue')[0]?.input).toMatchObject({ version: 1 });
    await expect.poll(queues).toBe(true);
    expect(shown.of('ops.invoice.issue')[0]?.input).not.toHaveProperty('number');
    expect(toasts()).toEqual(['发票已开具，商户会收到通知']);
  });

  it('R10.12 what covers a refunded order is not issued, and is rejected with a reason', async () => {
    const shown = drawer({
      'ops.invoice.detail': () => ({ ...detail, hasRefunded: true, refundedNos: ['DD20261101-1'] }),
    });
    expect(await screen.findByText(/订单 DD20261101-1 已退款，请驳回/)).toBeDefined();
    expect(screen.getByRole('button', { name: '开票' }).hasAttribute('disabled')).toBe(true);
    await shown.keyboard.click(screen.getByRole('button', { name: '驳回' }));
    const dialog = screen.getByRole('dialog', { name: '驳回 FP20261123-1' });
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '驳回' }));
    await expect.poll(() => shown.of('ops.invoice.reject')[0]?.input).toMatchObject({ reason: '订单已退款' });
  });

  it('R10.12 reverses what was issued, with a reason for the merchant', async () => {
    const issued = { ...detail, status: 'issued' as const, number: '26330000000000000001', version: 2 };
    const shown = drawer({ 'ops.invoice.detail': () => issued });
    await shown.keyboard.click(await screen.findByRole('button', { name: '红冲' }));
    const dialog = screen.getByRole('dialog', { name: '红冲 FP20261123-1' });
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '红冲' }));
    expect(await within(dialog).findByText('请输入原因')).toBeDefined();
    await shown.keyboard.type(within(dialog).getByLabelText(/^原因/), '抬头有误');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '红冲' }));
    await expect
      .poll(() => shown.of('ops.invoice.reverse')[0]?.input)
      .toMatchObject({ reason: '抬头有误', version: 2 });
  });

  it('R6.3 has no steps for who may only read', async () => {
    drawer({}, { 'ops.billing.read': true });
    await screen.findByText('91330106MA2CFRG02W');
    expect(screen.queryByRole('button', { name: '开票' })).toBeNull();
  });

  it('R2.9 says that an application is not there', async () => {
    drawer({
      'ops.invoice.detail': () => {
        throw refusal('ops.invoice.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这份申请')).toBeDefined();
  });
});
