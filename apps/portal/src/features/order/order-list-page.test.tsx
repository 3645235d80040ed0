import type { CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  act,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { detail, order } from './order.fixture.ts';
import { loadOrderSteps } from './order-actions.tsx';
import { loadOrderDrawer, OrderListPage } from './order-list-page.tsx';
import type { Order, OrderDetail } from './order-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([
    loadChunk(loadOrderDrawer),
    loadChunk(loadOrderSteps.cancel),
    loadChunk(loadOrderSteps.renew),
    loadChunk(loadOrderSteps.voucher),
  ]);
}, 60_000);

// The deadline of the fixture's order is a week later.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T01:30:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const listed = (items: Order[], more: Partial<CallReply<'order.page'>> = {}): CallReply<'order.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
  ...more,
});

const show = (answers: Answers = {}, { search = '', auth = { 'order.write': true } } = {}) =>
  showPage(<OrderListPage />, {
    at: `/merchant/userCenter/order${search}`,
    state: { user, auth },
    answers: {
      'product.list': () => ({ items: [] }),
      'order.page': () => listed([order]),
      'order.sum': () => ({ toPay: { count: 1, amount: order.totalAmount }, inCheck: { count: 0, amount: noFen } }),
      'order.detail': () => detail,
      ...answers,
    },
  });

/** The calls of the list. */
const asked = (page: ReturnType<typeof show>) => page.of('order.page').map(({ input }) => input);

describe('the vouchers of a payment', () => {
  const voucher: OrderDetail['vouchers'][number] = {
    voucherId: 'v1',
    status: 'waiting',
    payerName: '示例商贸有限公司',
    paidAt: '2026-11-20T01:30:00.000Z',
    sentAt: '2026-11-20T02:30:00.000Z',
    reason: null,
    files: [
      { fileId: 'f1', name: '回单一.pdf' },
      { fileId: 'f2', name: '回单二.png' },
    ],
  };

  it('R10.2 a sent voucher is downloaded under its own name; one that is still being scanned says so', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const page = show(
      {
        'order.detail': () => ({ ...detail, vouchers: [voucher] }),
        'file.download': ({ fileId }) => {
          if (fileId === 'f2') throw refusal('file.download', 'OPSB0005');
          return { blob: new Blob(['x']), fileName: '回单一.pdf' };
        },
      },
      { search: '?open=DD20261120-00000001' },
    );
    await page.keyboard.click(await screen.findByRole('button', { name: '下载 回单一.pdf' }));
    expect(page.of('file.download')[0]?.input).toEqual({ fileId: 'f1' });
    await page.keyboard.click(screen.getByRole('button', { name: '下载 回单二.png' }));
    expect(saved).toEqual(['回单一.pdf']);
    expect(toasts()).toEqual(['系统繁忙，请稍后再试']);
    click.mockRestore();
  });
});

describe('the list of orders', () => {
  it('R10.2 shows the subject, status and amount of each order', async () => {
    show();
    const row = (await screen.findByText('DD20261120-00000001')).closest('tr');
    expect(row?.textContent).toBe(
      'DD20261120-00000001员工弹性福利标准版 × 10，12\u00a0个月待付款2026-11-20 09:302026-11-27¥1,404.00',
    );
    expect(screen.getByText('共 1 笔订单')).toBeDefined();
    expect(await screen.findByText('¥1,404.00（1 笔）')).toBeDefined();
  });

  it('R2.10 fetches the list by the address', async () => {
    const page = show({}, { search: '?status=active&pid=p1&orderNo=DD2026&from=2026-11-01&to=2026-11-20&page=2' });
    await screen.findByText('DD20261120-00000001');
    expect(asked(page)[0]).toEqual({
      status: 'active',
      pid: 'p1',
      orderNo: 'DD2026',
      from: '2026-11-01',
      to: '2026-11-20',
      page: 2,
      pageSize: 20,
      withTotal: true,
    });
  });

  it('R10.2 R10.1 filters by how far the payment is, and each sum leads to the orders that it is of', async () => {
    const page = show(
      {
        'order.sum': () => ({
          toPay: { count: 1, amount: order.totalAmount },
          inCheck: { count: 2, amount: fen(280_800) },
        }),
      },
      { search: '?status=pendingPayment&payment=inCheck&pid=p1' },
    );
    await screen.findByText('DD20261120-00000001');
    expect(asked(page)[0]).toMatchObject({ status: 'pendingPayment', payment: 'inCheck', pid: 'p1' });
    expect(page.of('order.sum')[0]?.input).toMatchObject({ payment: 'inCheck' });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '付款' });
    expect([...select.options].map(({ text }) => text)).toEqual(['全部', '待提交凭证', '凭证审核中', '凭证被退回']);
    expect(select.value).toBe('inCheck');
    const list = '#/merchant/userCenter/order?status=pendingPayment';
    for (const [text, payment] of [
      ['¥1,404.00（1\u00a0笔）', 'open'],
      ['¥2,808.00（2\u00a0笔）', 'inCheck'],
    ] as const) {
      const link = await screen.findByRole<HTMLAnchorElement>('link', { name: text });
      expect(link.hash).toBe(`${list}&payment=${payment}&pid=p1`);
    }
    await page.keyboard.selectOptions(select, 'returned');
    await expect.poll(() => asked(page).at(-1)).toMatchObject({ payment: 'returned', page: 1 });
  });

  it('R10.2 filters by the products that were ordered, and asks for the orders once', async () => {
    const items = [
      { id: 'e-invoice', name: '电子发票' },
      { id: 'flex-benefits', name: '员工弹性福利' },
    ];
    const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '产品' });
    const options = () => [...select().options].map(({ text }) => text);
    const page = show({ 'product.list': () => ({ items }) }, { search: '?pid=flex-benefits' });
    await screen.findByText('DD20261120-00000001');
    await expect.poll(options).toEqual(['全部', '电子发票', '员工弹性福利']);
    expect(select().value).toBe('flex-benefits');
    expect(asked(page)).toHaveLength(1);
    page.unmount();
    clearQueries();
    show({ 'product.list': () => ({ items }), 'order.page': () => listed([]) }, { search: '?pid=gone' });
    await screen.findByText('没有符合条件的订单');
    await expect.poll(options).toEqual(['全部', '电子发票', '员工弹性福利', '其他产品']);
  });

  it('R2.9 says that there is none yet, or offers to clear the filter', async () => {
    const page = show({ 'order.page': () => listed([]) });
    await screen.findByText('还没有订单');
    page.unmount();
    show({ 'order.page': () => listed([]) }, { search: '?status=active' });
    fireEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    expect(location.hash).toBe('#/merchant/userCenter/order');
  });

  it('R2.9 offers a retry when the fetch failed, and says when the role may not see it', async () => {
    let tries = 0;
    const page = show({
      'order.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('order.page', 'RHSY429');
        return listed([order]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await screen.findByText('DD20261120-00000001');
    page.unmount();
  });

  it('ux a phone shows cards that load more by the cursor', async () => {
    pageTypeStore.set('H5');
    try {
      const page = show({
        'order.page': ({ cursor }) =>
          cursor === undefined
            ? listed([order], { nextCursor: 'next' })
            : listed([{ ...order, orderNo: 'DD20261120-00000002' }]),
      });
      await screen.findByText('DD20261120-00000001');
      fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
      await screen.findByText('DD20261120-00000002');
      expect(asked(page).map(({ cursor }) => cursor)).toEqual([undefined, 'next']);
      expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });
});

describe('an order in its drawer', () => {
  const open = (more: Partial<OrderDetail> = {}, answers: Answers = {}, auth = { 'order.write': true }) =>
    show({ 'order.detail': () => ({ ...detail, ...more }), ...answers }, { search: `?open=${order.orderNo}`, auth });
  const drawer = async () => within(await screen.findByRole('dialog', { name: '订单详情' }));
  const openForm = async () => {
    fireEvent.click(await (await drawer()).findByRole('button', { name: '上传凭证' }));
    return screen.findByRole('form', { name: '上传付款凭证' });
  };

  it('R10.2 shows the account to pay to, the due date, and the history of the order', async () => {
    open();
    const shown = await drawer();
    expect(await shown.findByText(/之前转账 ¥1,404.00 并上传凭证/)).toBeDefined();
    for (const text of ['融惠（示例）', '示例银行', '0000 1111', '福利卡形式', '审核通过']) {
      expect(shown.getAllByText(new RegExp(text)).length).toBeGreaterThan(0);
    }
    expect(shown.getAllByRole('button', { name: '复制账号' })).toHaveLength(1);
    expect(shown.getByRole('link', { name: /产品采购协议/ }).getAttribute('href')).toContain('open=r1');
  });

  it('R10.2 follows what staff do with the order while it is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let seen = detail;
      open({}, { 'order.detail': () => seen });
      const shown = await drawer();
      await shown.findByText(/之前转账 ¥1,404.00 并上传凭证/);
      seen = { ...detail, status: 'cancelled', version: 9 };
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      await expect.poll(() => shown.queryByText(/之前转账/)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('R4.8 is cancelled after its consequences were shown, with the reason and one key', async () => {
    const page = open({}, { 'order.cancel': () => ({ orderNo: order.orderNo, status: 'cancelled', version: 3 }) });
    fireEvent.click(await (await drawer()).findByRole('button', { name: '取消订单' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/共 ¥1,404.00。请不要再按这张订单转账/)).toBeDefined();
    fireEvent.change(question.getByLabelText('原因（选填）'), { target: { value: '选错了' } });
    fireEvent.click(question.getByRole('button', { name: '取消订单' }));
    await expect.poll(toasts).toEqual(['订单已取消']);
    const { idempotencyKey, ...sent } = page.of('order.cancel')[0]?.input ?? {};
    expect(sent).toEqual({ orderNo: order.orderNo, reason: '选错了' });
    expect(idempotencyKey).toMatch(/^[\w-]{16,}$/);
    await expect.poll(() => page.of('order.detail').length).toBe(2);
  });

  it('R4.12 a cancellation that comes too late says so in the drawer', async () => {
    open(
      {},
      {
        'order.cancel': () => {
          throw refusal('order.cancel', 'RHSY409');
        },
      },
    );
    fireEvent.click(await (await drawer()).findByRole('button', { name: '取消订单' }));
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '取消订单' }));
    expect(await screen.findByText('数据已发生变化，请刷新后重试')).toBeDefined();
  });

  it('R4.8 offers what the table allows, and nothing to a viewer', async () => {
    const paid = open({ status: 'pendingActivation' });
    expect((await drawer()).queryByRole('button', { name: '取消订单' })).toBeNull();
    paid.unmount();
    clearQueries();
    const over = open({ status: 'rejected' });
    expect(await (await drawer()).findByRole('link', { name: '再次购买' })).toHaveProperty(
      'hash',
      '#/portal/skuConfig/flex-benefits/purchase?sku=standard&quantity=10&term=12&options=card.physical',
    );
    over.unmount();
    clearQueries();
    open({}, {}, { 'order.write': false });
    const looked = await drawer();
    expect(await looked.findByText('上传凭证由主账号或财务办理。')).toBeDefined();
    expect(looked.queryByRole('button', { name: '取消订单' })).toBeNull();
  });

  it('R10.2 a voucher is sent with its files, its time in Shanghai and the payer; a second try stores no file twice', async () => {
    let tries = 0;
    let stored = 0;
    const page = open(
      {},
      {
        'file.upload': () => {
          stored += 1;
          return { fileId: `f${stored}`, name: '回单.pdf', size: 3, mime: 'application/pdf' };
        },
        'order.uploadVoucher': () => {
          tries += 1;
          if (tries === 1) throw unreachable('order.uploadVoucher');
          return { orderNo: order.orderNo, status: 'pendingPayment', version: 3 };
        },
      },
    );
    const shown = await drawer();
    const form = await openForm();
    fireEvent.submit(form);
    expect(await shown.findByText('请选择银行回单')).toBeDefined();
    // The browser's own texts are in the browser's language, and the control is hidden.
    expect(within(form).getByLabelText('付款凭证').parentElement?.textContent).toBe('选择文件');
    const files = [new File(['pdf'], '回单.pdf'), new File(['pdf'], '回单二.pdf'), new File(['x'], '说明.docx')];
    fireEvent.change(within(form).getByLabelText('付款凭证'), { target: { files } });
    expect(await shown.findByText('说明.docx：请选择 PDF、PNG、JPEG 格式的文件')).toBeDefined();
    fireEvent.change(within(form).getByLabelText('付款日期'), { target: { value: '2026-11-20' } });
    fireEvent.change(within(form).getByLabelText('付款时间'), { target: { value: '10:30' } });
    fireEvent.submit(form);
    await expect.poll(() => page.of('order.uploadVoucher').length).toBe(1);
    const again = await shown.findByRole('button', { name: '提交凭证' });
    await expect.poll(() => again.getAttribute('aria-busy')).toBeNull();
    fireEvent.submit(form);
    await expect.poll(toasts).toContain('凭证已提交，我们核对到账之后通知您');
    const [first, second] = page.of('order.uploadVoucher').map(({ input }) => input);
    expect(first).toMatchObject({
      orderNo: order.orderNo,
      fileIds: ['f1', 'f2'],
      paidAt: '2026-11-20T02:30:00.000Z',
      payerName: '示例商贸有限公司',
    });
    expect(second).toEqual(first);
    expect(page.of('file.upload')).toHaveLength(2);
    await expect.poll(() => shown.queryByRole('form', { name: '上传付款凭证' })).toBeNull();
  });

  it('R10.2 once a voucher of several files is sent, none of them stays in the form', async () => {
    let count = 0;
    const page = open(
      {},
      {
        'file.upload': () => {
          count += 1;
          return { fileId: `f${count}`, name: '回单.pdf', size: 3, mime: 'application/pdf' };
        },
        'order.uploadVoucher': () => ({ orderNo: order.orderNo, status: 'pendingPayment', version: 3 }),
      },
    );
    const shown = await drawer();
    const form = await openForm();
    const files = ['回单一.pdf', '回单二.pdf', '回单三.pdf'].map((name) => new File([name], name));
    fireEvent.change(within(form).getByLabelText('付款凭证'), { target: { files } });
    expect(within(form).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.submit(form);
    await expect.poll(toasts).toContain('凭证已提交，我们核对到账之后通知您');
    expect(page.of('order.uploadVoucher')[0]?.input).toMatchObject({ fileIds: ['f1', 'f2', 'f3'] });
    await expect.poll(() => shown.queryByRole('form', { name: '上传付款凭证' })).toBeNull();
    const next = within(await openForm());
    expect(next.queryAllByRole('listitem')).toEqual([]);
    expect(next.queryByText(/附件未能保留/)).toBeNull();
    expect(page.of('order.uploadVoucher')).toHaveLength(1);
  });

  it('R10.2 slips that a new login could not keep are asked for again', async () => {
    const page = open({}, {});
    await drawer();
    const field = within(await openForm()).getByLabelText('付款凭证');
    fireEvent.change(field, { target: { files: [new File(['pdf'], '回单.pdf')] } });
    page.unmount();
    open({}, {});
    await drawer();
    expect(within(await openForm()).getByText('附件未能保留，请重新添加：回单.pdf')).toBeDefined();
  });

  it.each(['withdrawn', 'expired'] as const)(
    'R10.6 an order whose consent is %s says so before anything is paid, and links to give it again',
    async (status) => {
      const agreements = detail.agreements.map((each) => ({ ...each, status }));
      open({ agreements });
      const shown = await drawer();
      const note = await shown.findByRole('region', { name: '下一步' });
      expect(note.textContent).toMatch(/不能继续办理，请不要付款/);
      expect(note.querySelector('a')?.getAttribute('href')).toContain('open=r1');
      expect(shown.queryByText('0000 1111')).toBeNull();
      expect(shown.queryByRole('button', { name: '上传凭证' })).toBeNull();
      expect(shown.getByRole('link', { name: '去重新授权' }).getAttribute('href')).toContain('open=r1');
      expect(shown.getByRole('button', { name: '取消订单' })).toBeDefined();
    },
  );

  it('R10.6 a consent that ended with its order is not mentioned', async () => {
    const agreements = detail.agreements.map((each) => ({ ...each, status: 'expired' as const }));
    open({ agreements, status: 'expired' });
    expect((await (await drawer()).findAllByText('已到期')).length).toBeGreaterThan(0);
    expect((await drawer()).queryByText(/不能继续办理/)).toBeNull();
  });

  it('R4.13 an order that waits for the certification links to it', async () => {
    open({ status: 'pendingReview', waitsForCertification: true });
    expect(await (await drawer()).findByRole('link', { name: '去认证' })).toBeDefined();
  });

  it('R6.3 a number of another tenant is treated as one that does not exist', async () => {
    open(
      {},
      {
        'order.detail': () => {
          throw refusal('order.detail', 'RHSY404');
        },
      },
    );
    expect(await (await drawer()).findByText('没有这张订单')).toBeDefined();
  });
});
