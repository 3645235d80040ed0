import type { CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { bill, detail, invoice, orders, title } from './invoice.fixture.ts';
import { InvoiceListPage, loadApplyDrawer, loadInvoiceDrawer, loadTitleDrawer } from './invoice-list-page.tsx';
import type { Candidate, Invoice } from './invoice-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([loadInvoiceDrawer, loadApplyDrawer, loadTitleDrawer].map(loadChunk));
}, 60_000);

const paged = { totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const listed = (items: Invoice[]): CallReply<'invoice.page'> => ({ ...paged, items, total: items.length });
const sum: CallReply<'invoice.sum'> = {
  applied: { count: 0, amount: noFen, taxAmount: noFen },
  issued: { count: 1, amount: fen(318_000), taxAmount: fen(18_000) },
};

const show = (answers: Answers = {}, { search = '', auth = { 'invoice.write': true } } = {}) =>
  showPage(<InvoiceListPage />, {
    at: `/merchant/userCenter/invoice${search}`,
    state: { user, auth },
    answers: {
      'invoice.page': () => listed([invoice]),
      'invoice.sum': () => sum,
      'invoice.title': () => ({ title, isSaved: true }),
      'invoice.detail': () => detail,
      'invoice.candidates': ({ kind, no }) => {
        const all: readonly Candidate[] = kind === 'order' ? orders : [bill];
        return { ...paged, items: all.filter((each) => no === undefined || each.no === no) };
      },
      ...answers,
    },
  });
const uncertified: Answers = {
  'invoice.page': () => {
    throw refusal('invoice.page', 'RHCE002');
  },
  'invoice.sum': () => {
    throw refusal('invoice.sum', 'RHCE002');
  },
  'invoice.title': () => {
    throw refusal('invoice.title', 'RHCE002');
  },
};

describe('the list of invoices', () => {
  it('R10.12 a sum leads to the invoices that it is of; one of nothing leads nowhere', async () => {
    show({}, { search: '?from=2026-11-01' });
    const issued = await screen.findByRole('link', { name: '¥3,180.00' });
    expect(issued.getAttribute('href')).toBe('#/merchant/userCenter/invoice?from=2026-11-01&status=issued');
    expect(screen.getByText('没有').closest('a')).toBeNull();
  });

  it('R10.12 shows each with its title, number, tax and amount, and the sums of the filter', async () => {
    const page = show({}, { search: '?status=issued' });
    const row = (await screen.findByText('FP20261120-00000001')).closest('tr');
    expect(row?.textContent).toBe(
      'FP20261120-00000001云栖商贸有限公司数电专票已开票001234567890123456782026-11-20 09:30¥180.00¥3,180.00',
    );
    expect((await screen.findByRole('link', { name: '¥3,180.00' })).parentElement?.textContent).toBe(
      '¥3,180.00 1\u00a0张',
    );
    expect(page.of('invoice.page')[0]?.input).toMatchObject({ status: 'issued' });
  });

  it('R10.12 is searched by a number or a part of a title, in the address; where nothing is found the word can be cleared', async () => {
    for (const pageType of ['PC', 'H5'] as const) {
      pageTypeStore.set(pageType);
      try {
        const page = show(
          { 'invoice.page': ({ keyword }) => listed(keyword === '云栖' ? [invoice] : []) },
          { search: '?keyword=云栖' },
        );
        await screen.findByText('FP20261120-00000001');
        expect(page.of('invoice.page')[0]?.input).toMatchObject({ keyword: '云栖' });
        expect(page.of('invoice.sum')[0]?.input).toEqual({ keyword: '云栖' });
        const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '¥3,180.00' });
        expect(decodeURIComponent(link.hash)).toBe('#/merchant/userCenter/invoice?keyword=云栖&status=issued');
        page.unmount();
        clearQueries();
        const none = show({ 'invoice.page': () => listed([]) }, { search: '?keyword=2633' });
        await screen.findByText('没有符合条件的发票');
        const clear = screen.getAllByRole('button', { name: '清除条件' }).at(-1);
        await none.keyboard.click(clear ?? document.body);
        expect(location.hash).toBe('#/merchant/userCenter/invoice');
        none.unmount();
        clearQueries();
      } finally {
        pageTypeStore.set('PC');
      }
    }
  });

  it('R10.12 a word is typed into the search and stands in the address', async () => {
    const page = show();
    await screen.findByText('FP20261120-00000001');
    await page.keyboard.type(screen.getByRole('textbox', { name: '号码或抬头' }), '0012{enter}');
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/invoice?keyword=0012');
    await expect.poll(() => page.of('invoice.page').at(-1)?.input).toMatchObject({ keyword: '0012' });
  });

  it('R2.9 is empty with what can be invoiced, and offers a retry when the fetch failed', async () => {
    let tries = 0;
    const page = show({
      'invoice.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('invoice.page', 'RHSY429');
        return listed([]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText(/订单付款之后、应付账单结清之后/)).toBeDefined();
    page.unmount();
  });

  it('R4.13 leads a tenant that is not certified to the certification', async () => {
    show(uncertified);
    expect(await screen.findByText('请先完成企业认证')).toBeDefined();
    expect(screen.getByRole('link', { name: '去认证' })).toBeDefined();
  });

  it('R6.3 a member who may only read sees no application', async () => {
    show({}, { auth: { 'invoice.write': false }, search: '?apply=new' });
    await screen.findByText('FP20261120-00000001');
    expect(screen.queryByRole('button', { name: '申请开票' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect((await screen.findByText('云栖商贸有限公司')).closest('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });
});

describe('an invoice in its drawer', () => {
  const open = (more: Partial<typeof detail> = {}, answers: Answers = {}) =>
    show({ 'invoice.detail': () => ({ ...detail, ...more }), ...answers }, { search: '?open=FP20261120-00000001' });
  const drawer = async () => within(await screen.findByRole('dialog', { name: '发票详情' }));

  it('R10.12 shows its title, and each item linked to its order or bill', async () => {
    open();
    const inside = await drawer();
    const items = within(await inside.findByRole('list', { name: '所含项目' }));
    expect(items.getByRole('link', { name: '订单 DD20261101-00000001' }).getAttribute('href')).toBe(
      '#/merchant/userCenter/order?open=DD20261101-00000001',
    );
    expect(items.getByRole('link', { name: '账单 ZD202611010000000001' }).getAttribute('href')).toBe(
      '#/merchant/userCenter/bill?open=ZD202611010000000001',
    );
    expect(inside.getByText('************7890')).toBeDefined();
    expect(inside.getByText(/不是税务凭证/)).toBeDefined();
  });

  it('R10.12 its file is downloaded, and a failure is shown', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let tries = 0;
    const page = open(
      {},
      {
        'invoice.download': () => {
          tries += 1;
          if (tries === 2) throw refusal('invoice.download', 'OPSB0005');
          return { blob: new Blob(['x']), fileName: '发票.pdf' };
        },
      },
    );
    const button = await (await drawer()).findByRole('button', { name: '下载发票' });
    await page.keyboard.click(button);
    expect(click).toHaveBeenCalledTimes(1);
    await page.keyboard.click(button);
    expect(toasts()).toEqual(['系统繁忙，请稍后再试']);
    click.mockRestore();
  });

  it('receipts 5.1 each of several files is downloaded by itself, the original and those of a red invoice too', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const files = [
      { kind: 'pdf', isRed: false },
      { kind: 'xml', isRed: false },
      { kind: 'pdf', isRed: true },
    ] as const;
    const page = open(
      { status: 'reversed', files: [...files] },
      { 'invoice.download': () => ({ blob: new Blob(['x']), fileName: '发票.xml' }) },
    );
    const list = within(await (await drawer()).findByRole('list', { name: '发票文件' }));
    await page.keyboard.click(list.getByRole('button', { name: '下载 XML（电子发票原件，请归档）' }));
    expect(list.getByRole('button', { name: /^下载 红字发票 PDF/ })).toBeDefined();
    await expect.poll(() => click.mock.calls.length).toBe(1);
    const asked = page.of('invoice.download').map(({ input }) => input);
    expect(asked).toEqual([{ invoiceNo: expect.any(String), kind: 'xml', isRed: false }]);
    click.mockRestore();
  });

  it.each([
    [{ status: 'applied' as const, hasFile: false }, /平台开具之后会通知您/],
    [{ status: 'rejected' as const, hasFile: false, reason: '抬头有误' }, /驳回原因：抬头有误/],
    [{ status: 'reversed' as const, reason: '换开' }, /红冲原因：换开/],
    [{ hasFile: false, isDemonstration: false }, /本站没有文件/],
  ])('R10.12 %j says what that means', async (more, words) => {
    open(more);
    expect(await (await drawer()).findByText(words)).toBeDefined();
  });

  it('R6.3 a number of another tenant is treated as one that does not exist', async () => {
    open(
      {},
      {
        'invoice.detail': () => {
          throw refusal('invoice.detail', 'RHSY404');
        },
      },
    );
    expect(await (await drawer()).findByText('没有这张发票')).toBeDefined();
  });
});

describe('the application', () => {
  const drawer = async () => within(await screen.findByRole('dialog', { name: '申请开票' }));
  const box = async (name: RegExp) => (await drawer()).findByRole<HTMLInputElement>('checkbox', { name });

  it('R10.12 takes one tax rate at a time and says why others are greyed; a summary is confirmed', async () => {
    const page = show(
      {
        'invoice.apply': () => ({
          invoiceNo: 'FP-2',
          status: 'applied',
          amount: fen(318_000),
          taxAmount: fen(18_000),
          version: 1,
        }),
      },
      { search: '?apply=new' },
    );
    await page.keyboard.click(await box(/DD20261101-00000002/));
    expect((await box(/DD20261101-00000003/)).disabled).toBe(true);
    expect((await drawer()).getByText('税率 13%，与已选的 6% 不同，请另行申请')).toBeDefined();
    await page.keyboard.click((await drawer()).getByRole('tab', { name: '账单' }));
    await page.keyboard.click(await box(/ZD202611010000000002/));
    expect((await drawer()).getByText('已选 2 项，¥3,180.00，含税额 ¥180.00')).toBeDefined();
    await page.keyboard.click((await drawer()).getByRole('button', { name: '下一步' }));
    const question = within(await screen.findByRole('alertdialog', { name: '提交开票申请？' }));
    expect(question.getByText('¥180.00（税率 6%）')).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '提交申请' }));
    await expect
      .poll(() => page.of('invoice.apply').map(({ input }) => input))
      .toMatchObject([{ orderNos: ['DD20261101-00000002'], billNos: ['ZD202611010000000002'], type: 'normal' }]);
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/invoice');
  });

  it('R10.12 begins with what the link names, or says that it cannot be invoiced', async () => {
    const page = show({}, { search: '?apply=bill.ZD202611010000000002' });
    await expect.poll(async () => (await box(/ZD202611010000000002/)).checked).toBe(true);
    page.unmount();
    show({}, { search: '?apply=order.DD-gone' });
    expect(await (await drawer()).findByText(/已申请过开票，或暂不能开票/)).toBeDefined();
  });

  it('R10.12 a 专票 names what the title lacks, which is filled in without leaving', async () => {
    let now = { ...title, address: null as string | null };
    const page = show(
      {
        'invoice.title': () => ({ title: now, isSaved: true }),
        'invoice.saveTitle': ({ address = '' }) => {
          now = { ...now, address };
          return { title: now, isSaved: true };
        },
      },
      { search: '?apply=new' },
    );
    await page.keyboard.click(await box(/DD20261101-00000002/));
    await page.keyboard.click((await drawer()).getByRole('radio', { name: /数电专票/ }));
    expect(await (await drawer()).findByText('数电专票还缺：请填写注册地址。')).toBeDefined();
    const next = (await drawer()).getByRole<HTMLButtonElement>('button', { name: '下一步' });
    expect(next.disabled).toBe(true);
    await page.keyboard.click((await drawer()).getByRole('button', { name: '补全抬头' }));
    const form = within(await screen.findByRole('form', { name: '发票抬头' }));
    await page.keyboard.type(form.getByRole('textbox', { name: '注册地址' }), '文三路 1 号');
    await page.keyboard.click(screen.getByRole('button', { name: '保存' }));
    await expect.poll(() => next.disabled).toBe(false);
    expect(page.of('invoice.saveTitle')[0]?.input).toMatchObject({ address: '文三路 1 号' });
    expect(page.of('invoice.saveTitle')[0]?.input).not.toHaveProperty('bankAccountNo');
  });

  it('R10.12 nothing to invoice says what can be', async () => {
    show({ 'invoice.candidates': () => ({ ...paged, items: [] }) }, { search: '?apply=new' });
    expect(await (await drawer()).findByText('没有可开票的订单')).toBeDefined();
  });

  it('R10.12 what was covered meanwhile is shown in the question', async () => {
    const page = show(
      {
        'invoice.apply': () => {
          throw refusal('invoice.apply', 'RHSY409');
        },
      },
      { search: '?apply=order.DD20261101-00000002' },
    );
    const next = await (await drawer()).findByRole<HTMLButtonElement>('button', { name: '下一步' });
    await expect.poll(() => next.disabled).toBe(false);
    await page.keyboard.click(next);
    const question = within(await screen.findByRole('alertdialog'));
    await page.keyboard.click(question.getByRole('button', { name: '提交申请' }));
    expect(await question.findByText('数据已发生变化，请刷新后重试')).toBeDefined();
  });

  it('R10.12 R5.5 what cannot be invoiced any more is named in the question, which marks no field', async () => {
    const fields = [{ path: 'orderNos.0', message: '订单尚未付款，或已退款，不能申请开票' }];
    const page = show(
      {
        'invoice.apply': () => {
          throw refusal('invoice.apply', 'RHSY422', { fields });
        },
      },
      { search: '?apply=order.DD20261101-00000002' },
    );
    const next = await (await drawer()).findByRole<HTMLButtonElement>('button', { name: '下一步' });
    await expect.poll(() => next.disabled).toBe(false);
    await page.keyboard.click(next);
    const question = within(await screen.findByRole('alertdialog'));
    await page.keyboard.click(question.getByRole('button', { name: '提交申请' }));
    expect(await question.findByText('订单尚未付款，或已退款，不能申请开票')).toBeDefined();
  });
});
