import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { invalidate } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { chooseSingleKeys } from '@ronghui/web/state/single-keys';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, act, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderListPage } from './order-list-page.tsx';
import type { Order, OrderDetail } from './order-queries.ts';

beforeAll(async () => {
  await loadChunk(() => import('./order-drawer.tsx'));
}, 60_000);

const order: Order = {
  orderNo: 'DD20261123-1',
  pid: 'benefit',
  productName: '员工弹性福利',
  skuName: '标准版',
  quantity: 10,
  termMonths: 12,
  totalAmount: fen(140_400),
  status: 'pendingReview',
  createdAt: '2026-11-22T01:00:00.000Z',
  version: 2,
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  isCertified: true,
};
const detail: OrderDetail = {
  ...order,
  skuId: 'standard',
  unit: '人',
  billing: 'prepaid',
  choice: [],
  options: {},
  items: [],
  waitsForCertification: false,
  steps: [],
  agreements: [],
  payee: null,
  vouchers: [],
  actions: ['approve', 'reject'],
};
const auth = { 'ops.order.read': true, 'ops.order.write': true } as never;
const theirs: OrderDetail['steps'][number] = {
  action: 'sendBackPayment',
  from: 'pendingPayment',
  to: 'pendingPayment',
  by: '李娜',
  at: '2026-11-23T02:00:00.000Z',
  reason: '回单不清',
};
const answers: Answers = {
  'ops.order.page': () => ({ items: [order], total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null }),
  'ops.order.detail': () => detail,
  'ops.order.watch': () => ({ version: 2, others: [] }),
  'ops.order.review': () => ({ status: 'pendingPayment', version: 3 }),
  'ops.order.reject': () => ({ status: 'rejected', version: 3 }),
};
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<OrderDrawer orderNo="DD20261123-1" onClose={() => undefined} />, {
    at: '/orders?open=DD20261123-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });

describe('R11.5 the orders of the console', () => {
  it('R11.5 shows first what waits for a review, with its merchant and amount', async () => {
    const shown = showPage(<OrderListPage />, { at: '/orders', answers, state: { auth } });
    expect(await screen.findByText('云栖商贸有限公司')).toBeDefined();
    expect(screen.getByText('¥1,404.00')).toBeDefined();
    expect(shown.of('ops.order.page')[0]?.input).toMatchObject({ queue: 'review' });
  });

  it('R11.5 searches all orders where 全部 is chosen', async () => {
    const shown = showPage(<OrderListPage />, { at: '/orders?queue=all&keyword=DD2026', answers, state: { auth } });
    await screen.findByText('云栖商贸有限公司');
    expect(shown.of('ops.order.page')[0]?.input).toMatchObject({ keyword: 'DD2026' });
    expect(shown.of('ops.order.page')[0]?.input).not.toHaveProperty('queue');
  });

  it('R11.5 a search from the queue is one in all orders, until the queue is chosen again', async () => {
    const shown = showPage(<OrderListPage />, { at: '/orders', answers, state: { auth } });
    await screen.findByText('云栖商贸有限公司');
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '状态' }), '已开通');
    await expect.poll(() => shown.of('ops.order.page').at(-1)?.input).toMatchObject({ status: 'active' });
    expect(shown.of('ops.order.page').at(-1)?.input).not.toHaveProperty('queue');
    expect(screen.getByRole('button', { name: '全部' }).getAttribute('aria-pressed')).toBe('true');
    await shown.keyboard.click(screen.getByRole('button', { name: '待审核' }));
    await expect
      .poll(() => shown.of('ops.order.page').at(-1)?.input)
      .toMatchObject({ status: 'active', queue: 'review' });
  });

  it('R11.5 R11.2 says what a step will do before it is taken, against the version that was seen; the queues are read again', async () => {
    const queues = cached('desk', 'queues');
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '审核通过' }));
    const question = screen.getByRole('dialog', { name: '审核通过 DD20261123-1' });
    expect(within(question).getByText(/进入待付款/)).toBeDefined();
    await shown.keyboard.click(within(question).getByRole('button', { name: '审核通过' }));
    await expect.poll(() => shown.of('ops.order.review')[0]?.input).toMatchObject({ version: 2 });
    await expect.poll(queues).toBe(true);
  });

  it.each([
    ['acceptPayment', '款项核对无误', '向商户收¥1,404.00'],
    ['refund', '退款', '退回金额¥1,404.00'],
    ['terminate', '终止', '订单金额（不退）¥1,404.00'],
  ] as const)('ux Always the question of %s names merchant, product, sum and account', async (action, name, sum) => {
    const payee = { name: '融惠', bank: '示例银行', accountNo: '6222' };
    const shown = drawer({ 'ops.order.detail': () => ({ ...detail, payee, actions: [action] }) });
    await shown.keyboard.click(await screen.findByRole('button', { name }));
    const text = screen.getByRole('dialog', { name: `${name} DD20261123-1` }).textContent;
    for (const part of ['商户云栖商贸有限公司', '产品员工弹性福利（标准版）', sum, '收款账户融惠 示例银行 6222'])
      expect(text).toContain(part);
  });

  it('ux Console an order begins as a statement does: what it buys, its state, the amount, and for whom', async () => {
    drawer();
    const subject = await screen.findByRole('heading', { level: 3, name: '员工弹性福利（标准版）' });
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toBe(subject);
    expect(subject.parentElement?.parentElement?.textContent).toBe(
      '员工弹性福利（标准版）待审核向商户收 ¥1,404.00云栖商贸有限公司（已认证）',
    );
  });

  it('ux Always the question of a step without money has no sum', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '审核通过' }));
    expect(screen.getByRole('dialog', { name: /^审核通过/ }).textContent).not.toContain('¥');
  });

  it('R4.8 asks for a reason where the merchant reads one', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '驳回' }));
    const question = screen.getByRole('dialog', { name: '驳回 DD20261123-1' });
    await shown.keyboard.click(within(question).getByRole('button', { name: '驳回' }));
    expect(await within(question).findByText('请输入原因')).toBeDefined();
    expect(shown.of('ops.order.reject')).toEqual([]);
    await shown.keyboard.type(within(question).getByLabelText(/^原因/), '重复下单');
    await shown.keyboard.click(within(question).getByRole('button', { name: '驳回' }));
    await expect.poll(() => shown.of('ops.order.reject')[0]?.input).toMatchObject({ reason: '重复下单' });
  });

  it('R4.12 a question keeps what was typed while somebody else changes the order, and says so', async () => {
    let changed = {};
    const shown = drawer({ 'ops.order.detail': () => ({ ...detail, ...changed }) });
    await shown.keyboard.click(await screen.findByRole('button', { name: '驳回' }));
    const question = screen.getByRole('dialog', { name: '驳回 DD20261123-1' });
    await shown.keyboard.type(within(question).getByLabelText(/^原因/), '重复下单');
    expect(within(question).queryByText(/已被他人更新/)).toBeNull();
    changed = { version: 3, steps: [theirs] };
    await act(() => invalidate(['order', 'detail']));
    expect(await within(question).findByText(/已被他人更新/)).toBeDefined();
    expect(within(question).getByText(/李娜 于 .* 退回付款凭证 → 待付款：回单不清/)).toBeDefined();
    expect(within(question).getByLabelText(/^原因/)).toHaveProperty('value', '重复下单');
    // Nothing is sent against what was not seen.
    expect(within(question).getByRole('button', { name: '驳回' })).toHaveProperty('disabled', true);
    await shown.keyboard.click(within(question).getByRole('button', { name: '已看过' }));
    await shown.keyboard.click(within(question).getByRole('button', { name: '驳回' }));
    await expect.poll(() => shown.of('ops.order.reject')[0]?.input).toMatchObject({ reason: '重复下单', version: 3 });
  });

  it('R4.8 explains what the clock does by itself', async () => {
    const status = 'active' as const;
    drawer({ 'ops.order.detail': () => ({ ...detail, status, expiresAt: '2027-11-23T00:00:00.000Z', actions: [] }) });
    expect(await screen.findByText(/自动转为已到期，无需办理/)).toBeDefined();
  });

  it('R4.12 says what others did meanwhile, by whom and why, and who else has it open', async () => {
    const details = [detail, { ...detail, version: 3, steps: [theirs] }];
    drawer({
      'ops.order.detail': () => (details.length > 1 ? details.shift() : details[0]) ?? detail,
      'ops.order.watch': () => ({ version: 3, others: ['李娜'] }),
    });
    expect(await screen.findByText(/李娜 于 .* 退回付款凭证 → 待付款：回单不清/)).toBeDefined();
    expect(screen.getByText('李娜 也打开着这笔订单。')).toBeDefined();
  });

  it('R4.12 a step that came second is not taken: its question stays, with what came first, and one’s own step is no news', async () => {
    let isFirst = true;
    let changed = {};
    const shown = drawer({
      'ops.order.detail': () => ({ ...detail, ...changed }),
      'ops.order.review': () => {
        if (isFirst) {
          isFirst = false;
          changed = { version: 3, steps: [theirs] };
          throw refusal('ops.order.review', 'RHSY409');
        }
        changed = { version: 4, steps: [theirs, { ...theirs, action: 'approve', by: '我' }] };
        return { status: 'pendingPayment', version: 4 };
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '审核通过' }));
    const question = screen.getByRole('dialog', { name: '审核通过 DD20261123-1' });
    await shown.keyboard.click(within(question).getByRole('button', { name: '审核通过' }));
    expect(await within(question).findByText(/李娜 于 .* 退回付款凭证/)).toBeDefined();
    await shown.keyboard.click(within(question).getByRole('button', { name: '已看过' }));
    await shown.keyboard.click(within(question).getByRole('button', { name: '审核通过' }));
    await expect.poll(() => shown.of('ops.order.review').map(({ input }) => input['version'])).toEqual([2, 3]);
    expect(await screen.findByText(/审核通过 → 待付款/)).toBeDefined();
    expect(screen.queryByText(/已被他人更新/)).toBeNull();
  });

  it('R6.3 has no steps for who may only read', async () => {
    drawer({}, { 'ops.order.read': true });
    await screen.findByText('请核对订单，通过或驳回。');
    expect(screen.queryByRole('button', { name: '审核通过' })).toBeNull();
  });

  it('R2.9 says that an order is not there', async () => {
    drawer({
      'ops.order.detail': () => {
        throw refusal('ops.order.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这笔订单')).toBeDefined();
  });
});

describe('ux Console the queue by the keyboard', () => {
  const numbers = ['DD20261123-1', 'DD20261123-2', 'DD20261123-3'];
  const queue = (waiting: { numbers: readonly string[] }): Answers => ({
    ...answers,
    'ops.order.page': () => ({
      items: waiting.numbers.map((orderNo) => ({ ...order, orderNo })),
      total: waiting.numbers.length,
      totalIsExact: true,
      page: 1,
      pageSize: 20,
      nextCursor: null,
    }),
    'ops.order.detail': ({ orderNo }) => ({ ...detail, orderNo }),
  });
  const opened = (): string | null => new URLSearchParams(location.hash.split('?')[1]).get('open');
  const rowOf = (orderNo: string) => screen.findByRole('link', { name: orderNo });

  it('ux Console j and k move through the rows, Enter opens one, and then they go to the next and the former', async () => {
    const shown = showPage(
      <main id="main">
        <OrderListPage />
      </main>,
      { at: '/orders', answers: queue({ numbers }), state: { auth } },
    );
    await rowOf('DD20261123-3');
    await shown.keyboard.keyboard('jjj');
    expect(document.activeElement).toBe(await rowOf('DD20261123-3'));
    await shown.keyboard.keyboard('k');
    expect(document.activeElement).toBe(await rowOf('DD20261123-2'));
    await shown.keyboard.keyboard('{Enter}');
    await expect.poll(opened).toBe('DD20261123-2');
    expect(await screen.findByRole('button', { name: '下一笔 J' })).toHaveProperty('disabled', false);
    await shown.keyboard.keyboard('j');
    await expect.poll(opened).toBe('DD20261123-3');
    await screen.findByText('DD20261123-3', { selector: 'dd *, dd' });
    expect(screen.getByRole('button', { name: '下一笔 J' })).toHaveProperty('disabled', true);
    await shown.keyboard.keyboard('jkk');
    await expect.poll(opened).toBe('DD20261123-1');
  });

  it('ux Console an order that left the queue leaves its place to the next; no key works while a question stands in front', async () => {
    const waiting = { numbers };
    const shown = showPage(<OrderListPage />, {
      at: '/orders?open=DD20261123-2',
      answers: queue(waiting),
      state: { auth },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '审核通过' }));
    await shown.keyboard.keyboard('j');
    expect(opened()).toBe('DD20261123-2');
    waiting.numbers = numbers.filter((each) => each !== 'DD20261123-2');
    const question = screen.getByRole('dialog', { name: '审核通过 DD20261123-2' });
    await shown.keyboard.click(within(question).getByRole('button', { name: '审核通过' }));
    await expect.poll(() => screen.queryByRole('link', { name: 'DD20261123-2', hidden: true })).toBeNull();
    await shown.keyboard.keyboard('j');
    await expect.poll(opened).toBe('DD20261123-3');
  });

  describe('of more than one page', () => {
    const all = Array.from({ length: 23 }, (_, at) => `DD20261123-${at + 1}`);
    /** What is waited for before the second page is answered. */
    const show = (at: string, second: Promise<void> = Promise.resolve()) => {
      const paged: Answers = {
        ...answers,
        'ops.order.page': async ({ page = 1, pageSize = 20, withTotal }) => {
          if (page === 2) await second;
          const items = all.slice((page - 1) * pageSize, page * pageSize).map((orderNo) => ({ ...order, orderNo }));
          const counted = (page === 1 || withTotal === true) && { total: all.length, totalIsExact: true };
          return { items, ...counted, page, pageSize, nextCursor: page * pageSize < all.length ? `${page}` : null };
        },
        'ops.order.detail': ({ orderNo }) => ({ ...detail, orderNo }),
      };
      return showPage(
        <main id="main">
          <OrderListPage />
        </main>,
        { at, answers: paged, state: { auth } },
      );
    };
    const shownPage = (): string | null => new URLSearchParams(location.hash.split('?')[1]).get('page');

    it('ux Console j on the last row goes on with the first one of the next page, k back to the last one before', async () => {
      const shown = show('/orders?pageSize=10');
      (await rowOf('DD20261123-9')).focus();
      await shown.keyboard.keyboard('jj');
      await expect.poll(() => document.activeElement?.textContent).toBe('DD20261123-11');
      expect(shownPage()).toBe('2');
      await shown.keyboard.keyboard('k');
      await expect.poll(() => document.activeElement?.textContent).toBe('DD20261123-10');
      expect(shownPage()).toBeNull();
      // Before the first and after the last there is nothing.
      (await rowOf('DD20261123-1')).focus();
      await shown.keyboard.keyboard('k');
      expect(document.activeElement).toBe(await rowOf('DD20261123-1'));
    });

    it('ux Console j at the last order of a page opens the first one of the next; closed, the list stands at that page', async () => {
      const shown = show('/orders?pageSize=10&page=2');
      await shown.keyboard.click(await rowOf('DD20261123-20'));
      await shown.keyboard.click(await screen.findByRole('button', { name: '下一笔 J' }));
      await expect.poll(opened).toBe('DD20261123-21');
      expect(shownPage()).toBe('3');
      await screen.findByText('DD20261123-21', { selector: 'dd *, dd' });
      await shown.keyboard.keyboard('jj');
      await expect.poll(opened).toBe('DD20261123-23');
      await screen.findByText('DD20261123-23', { selector: 'dd *, dd' });
      expect(screen.getByRole('button', { name: '下一笔 J' })).toHaveProperty('disabled', true);
      await shown.keyboard.keyboard('kkk');
      await expect.poll(opened).toBe('DD20261123-20');
      expect(shownPage()).toBe('2');
      await shown.keyboard.click(screen.getByRole('button', { name: '关闭' }));
      await expect.poll(opened).toBeNull();
      expect(shownPage()).toBe('2');
    });

    describe('while the next page is on its way', () => {
      /** The list with an order at the end of its first page open, turned to the second page, which is not answered yet. */
      const turning = async () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const shown = show('/orders?pageSize=10', promise);
        await shown.keyboard.click(await rowOf('DD20261123-10'));
        await screen.findByRole('button', { name: '下一笔 J' });
        await shown.keyboard.keyboard('j');
        await expect.poll(() => shown.of('ops.order.page').length).toBe(2);
        expect(shownPage()).toBe('2');
        return { ...shown, reject, arrives: () => act(async () => resolve()) };
      };
      /** What Esc and the system's back gesture do to a dialog in a browser. */
      const dismiss = () =>
        act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));

      it('ux Console a drawer that was closed stays closed when the page arrives', async () => {
        const shown = await turning();
        dismiss();
        await expect.poll(opened).toBeNull();
        await shown.arrives();
        await rowOf('DD20261123-11');
        expect([opened(), shownPage()]).toEqual([null, '2']);
      });

      it('ux Console Esc calls the turn off, then closes the order over the page that it is on', async () => {
        const shown = await turning();
        await shown.keyboard.keyboard('{Escape}');
        expect([opened(), shownPage()]).toEqual(['DD20261123-10', null]);
        dismiss();
        await expect.poll(opened).toBeNull();
        await shown.arrives();
        expect(await rowOf('DD20261123-10')).toBeDefined();
        expect([opened(), shownPage()]).toEqual([null, null]);
      });

      it('ux Console an order that is being worked on is not replaced by the next', async () => {
        const shown = await turning();
        await shown.keyboard.click(screen.getByRole('button', { name: '审核通过' }));
        await shown.arrives();
        expect(screen.getByRole('dialog', { name: '审核通过 DD20261123-10' })).toBeDefined();
        expect([opened(), shownPage()]).toEqual(['DD20261123-10', null]);
        await shown.keyboard.click(screen.getByRole('button', { name: '取消' }));
        await shown.keyboard.keyboard('j');
        await expect.poll(opened).toBe('DD20261123-11');
      });

      it('ux Console j or its button pressed again waits on, and goes one order further, not two', async () => {
        const shown = await turning();
        await shown.keyboard.keyboard('jj');
        await shown.keyboard.click(screen.getByRole('button', { name: '下一笔 J' }));
        expect(shownPage()).toBe('2');
        await shown.arrives();
        await expect.poll(opened).toBe('DD20261123-11');
        expect(shown.of('ops.order.page')).toHaveLength(2);
      });

      it('ux Console a page that cannot be loaded leaves the open order with its own page beneath, says so, and can be tried again', async () => {
        const shown = await turning();
        await act(async () => shown.reject(refusal('ops.order.page', 'RHSY403')));
        await expect.poll(toasts).toEqual(['下一页没有打开，请重试。']);
        expect([opened(), shownPage()]).toEqual(['DD20261123-10', null]);
        expect(screen.getByRole('button', { name: '下一笔 J' })).toHaveProperty('disabled', false);
        await shown.keyboard.keyboard('k');
        await expect.poll(opened).toBe('DD20261123-9');
        await shown.keyboard.keyboard('jj');
        await expect.poll(() => shown.of('ops.order.page').length).toBe(3);
      });

      it('ux Console a search that was begun meanwhile keeps the focus', async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const shown = show('/orders?pageSize=10', promise);
        (await rowOf('DD20261123-10')).focus();
        await shown.keyboard.keyboard('j');
        const search = screen.getByRole('textbox', { name: '订单号或商户' });
        // Not by a key or the pointer: a turn that was not called off does not take it either.
        act(() => search.focus());
        await act(async () => resolve());
        await rowOf('DD20261123-11');
        expect(document.activeElement).toBe(search);
      });

      it('ux Console a key that was pressed meanwhile ends the way to the next row', async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const shown = show('/orders?pageSize=10', promise);
        (await rowOf('DD20261123-10')).focus();
        await shown.keyboard.keyboard('j{Shift}');
        await act(async () => resolve());
        await rowOf('DD20261123-11');
        expect(document.activeElement).toBe(document.body);
      });
    });

    it('ux Console j in cards, which have no rows, loads none', async () => {
      pageTypeStore.set('H5');
      const shown = show('/orders');
      await screen.findByText('DD20261123-20');
      await shown.keyboard.keyboard('jj');
      expect(shown.of('ops.order.page')).toHaveLength(1);
      pageTypeStore.set('PC');
    });
  });

  it('WCAG 2.1.4 where single keys are off, none does anything', async () => {
    chooseSingleKeys(false);
    const shown = showPage(<OrderListPage />, {
      at: '/orders?open=DD20261123-2',
      answers: queue({ numbers }),
      state: { auth },
    });
    await screen.findByRole('button', { name: '下一笔 J' });
    await shown.keyboard.keyboard('j');
    expect(opened()).toBe('DD20261123-2');
    chooseSingleKeys(true);
  });

  it('ux Console an order that was opened by its address alone has no neighbours', async () => {
    drawer({ 'ops.order.detail': () => ({ ...detail, orderNo: 'DD0' }) });
    await screen.findByRole('button', { name: '审核通过' });
    expect(screen.queryByRole('button', { name: /J$/ })).toBeNull();
  });
});
