import { fen, timesFen } from '@ronghui/domain/money';
import { describe, expect, it, vi } from 'vitest';
import { benefits } from '#features/purchase/product.fixture.ts';
import type { Product } from '#features/purchase/purchase-queries.ts';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { detail } from './order.fixture.ts';
import type { OrderDetail } from './order-queries.ts';
import { RenewDrawer } from './renew-drawer.tsx';

const active: OrderDetail = {
  ...detail,
  status: 'active',
  activeFrom: '2126-01-01T02:00:00.000Z',
  expiresAt: '2127-01-01T02:00:00.000Z',
};
const sharing = {
  id: 'sharing',
  version: '3',
  title: '信息提供单独同意书',
  required: true,
  scene: 'dataSharing',
} as const;
const newPurchase = { ...benefits, agreements: benefits.agreements.map((each) => ({ ...each, version: '2' })) };
const loan: Product = {
  ...newPurchase,
  annualRate: '5.8%–9.6%',
  orgName: '岚汀小额贷款',
  agreements: [...newPurchase.agreements, sharing],
};
const firstSku = (change: Partial<Product['skus'][number]>): Product => ({
  ...benefits,
  skus: benefits.skus.map((sku, place) => (place === 0 ? { ...sku, ...change } : sku)),
});
const placed = { orderNo: 'DD20261121-00000002', status: 'pendingReview', totalAmount: fen(140_400) } as const;

const show = (answers: Answers = {}, order: OrderDetail = active) => {
  const onClose = vi.fn();
  const page = showPage(<RenewDrawer order={order} onClose={onClose} />, {
    at: `/merchant/userCenter/order?open=${order.orderNo}`,
    state: { user, auth: { 'order.write': true } },
    answers: {
      'portal.productQueryDetail': () => benefits,
      'order.quote': ({ quantity, termMonths = 1 }) => ({
        items: [{ label: '标准版', amount: timesFen(fen(1170), quantity * termMonths) }],
        totalAmount: timesFen(fen(1170), quantity * termMonths),
      }),
      'order.renew': () => placed,
      ...answers,
    },
  });
  return { ...page, onClose };
};
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: '提交续费订单' });
/** Presses the button once the price is shown. */
const press = async () => {
  await expect.poll(async () => (await button()).disabled).toBe(false);
  fireEvent.submit(screen.getByRole('form', { name: '续费' }));
};
/** Marks the agreements as read in this tab, so that their boxes can be ticked. */
const markRead = (...marks: readonly string[]) =>
  sessionStorage.setItem('draft:agreements-read', JSON.stringify({ marks }));

describe('a renewal', () => {
  it('R10.2 keeps the former configuration, after the former term, at the present price', async () => {
    const page = show();
    expect(await screen.findByText(/2127-01-01 至 2128-01-01/)).toBeDefined();
    expect(screen.getByText(/沿用“员工弹性福利”的标准版与选项，数量 10 人/)).toBeDefined();
    expect(screen.getByText('协议没有变化，沿用原订单的同意。')).toBeDefined();
    expect(screen.queryByText(/贷款有风险/)).toBeNull();
    await press();
    await expect.poll(toasts).toEqual([`续费订单 ${placed.orderNo} 已提交，等待审核`]);
    expect(page.of('order.renew')[0]?.input).toEqual({
      orderNo: active.orderNo,
      termMonths: 12,
      expectedAmount: fen(140_400),
      agreements: [],
      idempotencyKey: expect.any(String),
    });
    expect(page.onClose).toHaveBeenCalledOnce();
    expect(location.hash).toBe(`#/merchant/userCenter/order?open=${placed.orderNo}`);
  });

  it('R10.2 another term is priced again, and is the one that is sent', async () => {
    const page = show();
    fireEvent.click(await screen.findByRole('radio', { name: '1 个月' }));
    expect((await button()).disabled).toBe(true);
    expect(await screen.findByText(/2127-01-01 至 2127-02-01/)).toBeDefined();
    expect((await screen.findAllByText('¥117.00')).length).toBeGreaterThan(0);
    await press();
    await expect
      .poll(() => page.of('order.renew')[0]?.input)
      .toMatchObject({ termMonths: 1, expectedAmount: fen(11_700) });
  });

  it('R10.2 a term that is no longer offered is replaced with the first offered one', async () => {
    const page = show({ 'portal.productQueryDetail': () => firstSku({ termMonths: [3, 6] }) });
    await expect.poll(() => page.of('order.quote').at(-1)?.input).toMatchObject({ termMonths: 3 });
    await press();
    await expect
      .poll(() => page.of('order.renew')[0]?.input)
      .toMatchObject({ termMonths: 3, expectedAmount: fen(35_100) });
  });

  it.each([
    [
      'the product is gone',
      {
        'portal.productQueryDetail': () => {
          throw refusal('portal.productQueryDetail', 'RHSY404');
        },
      },
    ],
    ['its specification is gone', { 'portal.productQueryDetail': () => ({ ...benefits, skus: [] }) }],
    ['it has no term any more', { 'portal.productQueryDetail': () => firstSku({ termMonths: [] }) }],
    [
      'its options have changed',
      {
        'order.quote': () => {
          throw refusal('order.quote', 'RHSY422', { fields: [{ path: 'options.card', message: '请重新选择' }] });
        },
      },
    ],
  ] satisfies [string, Answers][])('R10.2 where %s a text says so, without a button', async (_name, answers) => {
    show(answers);
    expect(await screen.findByText('这个规格已经调整，不能续费')).toBeDefined();
    expect(screen.queryByRole('button', { name: '提交续费订单' })).toBeNull();
  });

  it('R10.2 a price that is negotiated now links to the contact form', async () => {
    show({
      'order.quote': () => {
        throw refusal('order.quote', 'RHOR002');
      },
    });
    expect((await screen.findByRole('link', { name: '联系我们报价' })).getAttribute('href')).toContain('flex-benefits');
    expect(screen.queryByRole('button', { name: '提交续费订单' })).toBeNull();
  });

  it('ux a pressed button shows that it is busy, and sends once', async () => {
    let answer: (reply: typeof placed) => void = () => undefined;
    const page = show({
      'order.renew': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await press();
    await expect.poll(async () => (await button()).getAttribute('aria-busy')).toBe('true');
    fireEvent.submit(screen.getByRole('form', { name: '续费' }));
    expect(page.of('order.renew')).toHaveLength(1);
    answer(placed);
    await expect.poll(() => page.onClose.mock.calls.length).toBe(1);
  });
});

describe('the agreements of a renewal', () => {
  it('R10.6, R10.13 a loan shows its rate, its org and the risk, and has a box of its own for giving data', async () => {
    show({ 'portal.productQueryDetail': () => loan });
    const own = within(await screen.findByRole('group', { name: '单独同意：向岚汀小额贷款提供办理所需的信息' }));
    expect(own.getAllByRole('checkbox')).toHaveLength(1);
    const rest = within(screen.getByRole('group', { name: '协议' }));
    expect(rest.getAllByRole('checkbox')).toHaveLength(1);
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false);
    expect(screen.getByText(/年化利率 5.8%–9.6%（单利），由岚汀小额贷款审批/)).toBeDefined();
    expect(screen.getByText('贷款有风险，借款需谨慎')).toBeDefined();
  });

  it('R10.6 a changed agreement is sent in its version only with its box ticked', async () => {
    markRead('purchase@2');
    const page = show({ 'portal.productQueryDetail': () => newPurchase });
    await screen.findByRole('checkbox', { name: /产品采购协议/ });
    await press();
    expect(await screen.findByText('请阅读并同意《产品采购协议》')).toBeDefined();
    expect(page.of('order.renew')).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /产品采购协议/ }));
    await press();
    await expect
      .poll(() => page.of('order.renew')[0]?.input)
      .toMatchObject({ agreements: [{ id: 'purchase', version: '2' }] });
  });

  it('R10.6 an agreement whose consent was withdrawn or ended is asked for again', async () => {
    const agreements = active.agreements.map((each) => ({ ...each, status: 'withdrawn' as const }));
    show({}, { ...active, agreements });
    expect(await screen.findByRole('checkbox', { name: /产品采购协议/ })).toBeDefined();
  });

  it('R10.6 an agreement whose consent ends before the new term is asked for again, and not otherwise', async () => {
    const until = (validTo: string) => ({
      ...active,
      agreements: active.agreements.map((each) => ({ ...each, validTo })),
    });
    const page = show({}, until('2127-06-01T00:00:00.000Z'));
    expect(await screen.findByRole('checkbox', { name: /产品采购协议/ })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: '1 个月' }));
    expect(await screen.findByText('协议没有变化，沿用原订单的同意。')).toBeDefined();
    page.unmount();
    show({}, until('2128-01-01T02:00:00.000Z'));
    expect(await screen.findByText('协议没有变化，沿用原订单的同意。')).toBeDefined();
  });

  it('R10.6 when the server asks for a consent that the page assumed, every agreement is asked for, and the next press is another attempt', async () => {
    markRead('purchase@1');
    let tries = 0;
    const page = show({
      'order.renew': () => {
        tries += 1;
        if (tries === 1) throw refusal('order.renew', 'RHAG001');
        return placed;
      },
    });
    await press();
    fireEvent.click(await screen.findByRole('checkbox', { name: /产品采购协议/ }));
    await press();
    await expect.poll(() => page.onClose.mock.calls.length).toBe(1);
    expect(page.of('order.renew').map(({ input }) => input['agreements'])).toEqual([
      [],
      [{ id: 'purchase', version: '1' }],
    ]);
  });
});

describe('a renewal that is refused', () => {
  /** Presses twice; the first call is refused or lost. Returns the two keys. */
  const pressTwice = async (first: Error) => {
    let tries = 0;
    const page = show({
      'order.renew': () => {
        tries += 1;
        if (tries === 1) throw first;
        return placed;
      },
    });
    await press();
    await expect.poll(() => toasts().length).toBe(1);
    await press();
    await expect.poll(() => page.onClose.mock.calls.length).toBe(1);
    return page.of('order.renew').map(({ input }) => input['idempotencyKey']);
  };

  it('R4.12 because of too many open orders is another attempt when it is sent again', async () => {
    const [first, second] = await pressTwice(refusal('order.renew', 'RHOR003'));
    expect(toasts()[0]).toContain('办理中的订单已达上限');
    expect(second).not.toBe(first);
  });

  it('R4.12 without an answer is the same attempt when it is sent again', async () => {
    const [first, second] = await pressTwice(unreachable('order.renew'));
    expect(second).toBe(first);
  });

  it('R10.2 because the price has changed shows the new one', async () => {
    let price = fen(140_400);
    const page = show({
      'order.quote': () => ({ items: [], totalAmount: price }),
      'order.renew': ({ expectedAmount }) => {
        if (expectedAmount === price) return { ...placed, totalAmount: price };
        throw refusal('order.renew', 'RHOR001');
      },
    });
    await screen.findByText('¥1,404.00');
    price = fen(150_000);
    await press();
    expect(await screen.findByText('¥1,500.00')).toBeDefined();
    await press();
    await expect.poll(() => page.onClose.mock.calls.length).toBe(1);
  });

  it('R10.2 a failed quote can be retried', async () => {
    let tries = 0;
    show({
      'order.quote': () => {
        tries += 1;
        if (tries === 1) throw refusal('order.quote', 'RHSY429');
        return { items: [], totalAmount: fen(140_400) };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重新报价' }));
    expect(await screen.findByText('¥1,404.00')).toBeDefined();
  });
});
