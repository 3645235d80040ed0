import { noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, act, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { timeLeftText } from './next-step.ts';
import { detail, order } from './order.fixture.ts';
import { loadOrderSteps } from './order-actions.tsx';
import { loadOrderDrawer, OrderListPage } from './order-list-page.tsx';
import type { OrderDetail } from './order-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([
    loadChunk(loadOrderDrawer),
    loadChunk(loadOrderSteps.cancel),
    loadChunk(loadOrderSteps.renew),
    loadChunk(loadOrderSteps.voucher),
  ]);
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T21:30:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const voucher: OrderDetail['vouchers'][number] = {
  voucherId: 'v1',
  status: 'waiting',
  payerName: '云栖商贸',
  paidAt: '2026-11-20T01:30:00.000Z',
  sentAt: '2026-11-20T02:30:00.000Z',
  reason: null,
  files: [{ fileId: 'f1', name: '回单一.pdf' }],
};
const waiting: Partial<OrderDetail> = { voucherStatus: 'waiting', vouchers: [voucher] };
const returned: Partial<OrderDetail> = {
  voucherStatus: 'returned',
  vouchers: [{ ...voucher, status: 'returned', reason: '付款户名与企业名称不符' }],
};

const open = (more: Partial<OrderDetail> = {}, answers: Answers = {}) =>
  showPage(<OrderListPage />, {
    at: `/merchant/userCenter/order?open=${order.orderNo}`,
    state: { user, auth: { 'order.write': true } },
    answers: {
      'product.list': () => ({ items: [] }),
      'order.page': () => ({ items: [order], page: 1, pageSize: 20, total: 1, totalIsExact: true, nextCursor: null }),
      'order.sum': () => ({ toPay: { count: 1, amount: order.totalAmount }, inCheck: { count: 0, amount: noFen } }),
      'order.detail': () => ({ ...detail, ...more }),
      ...answers,
    },
  });
const drawer = async () => within(await screen.findByRole('dialog', { name: '订单详情' }));
const slip = async () => (await drawer()).findByRole('region', { name: '下一步' });

describe('R10.2 the drawer of an order is a payment slip', () => {
  it('R10.2 says what to pay, to whom, by when, and how to go on; cancelling is quiet', async () => {
    open();
    const words = (await slip()).textContent ?? '';
    for (const text of ['请付款并上传凭证', '还剩 3 天 4 小时', '¥1,404.00', '融惠（示例）', '0000 1111', 'K7M29PXH']) {
      expect(words).toContain(text);
    }
    const shown = await drawer();
    expect(shown.getByRole('button', { name: '上传凭证' }).className).toMatch(/primary/);
    expect(shown.getByRole('button', { name: '取消订单' }).className).toMatch(/ghost/);
  });

  it('receipts 2.3 the amount is copied as a number, the code alone, and the payee with everything that a transfer needs', async () => {
    const page = open();
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
    const shown = await drawer();
    await page.keyboard.click(await shown.findByRole('button', { name: '复制金额' }));
    await page.keyboard.click(shown.getByRole('button', { name: '复制附言' }));
    await page.keyboard.click(shown.getByRole('button', { name: '复制全部付款信息' }));
    expect(written).toEqual([
      '1404.00',
      'K7M29PXH',
      `收款户名：融惠（示例）\n账号：0000 1111\n开户行：示例银行\n转账附言：K7M29PXH\n金额：1404.00 元`,
    ]);
  });

  it('R4.8 while the voucher is checked the tag says so, and neither account nor form asks for anything', async () => {
    open(waiting);
    expect((await slip()).textContent).toMatch(/凭证审核中.*由平台办理/);
    const shown = await drawer();
    expect(shown.getAllByText('凭证审核中').length).toBeGreaterThan(1);
    expect(shown.queryByText('0000 1111')).toBeNull();
    expect(shown.queryByRole('button', { name: '上传凭证' })).toBeNull();
    expect(shown.queryByRole('form')).toBeNull();
    expect(shown.queryByRole('button', { name: '取消订单' })).toBeNull();
  });

  it('R4.8 a returned voucher names its reason, asks for no second transfer, and keeps what was given', async () => {
    const page = open(returned, {
      'order.uploadVoucher': () => ({ orderNo: order.orderNo, status: 'pendingPayment', version: 3 }),
    });
    expect((await slip()).textContent).toMatch(/退回原因：付款户名与企业名称不符.*无需再次转账/);
    const shown = await drawer();
    expect(shown.getByText('凭证被退回')).toBeDefined();
    expect(shown.getByText('0000 1111').closest('details')?.open).toBe(false);
    await page.keyboard.click(shown.getByRole('button', { name: '重新上传凭证' }));
    const form = within(await screen.findByRole('form', { name: '上传付款凭证' }));
    const payer = form.getByLabelText<HTMLInputElement>('付款方户名');
    expect(payer.value).toBe('云栖商贸');
    await page.keyboard.clear(payer);
    await page.keyboard.type(payer, '示例商贸有限公司');
    await page.keyboard.click(screen.getByRole('button', { name: '提交凭证' }));
    await expect.poll(() => page.of('order.uploadVoucher').length).toBe(1);
    expect(page.of('order.uploadVoucher')[0]?.input).toMatchObject({
      fileIds: ['f1'],
      payerName: '示例商贸有限公司',
      paidAt: '2026-11-20T01:30:00.000Z',
    });
    await expect.poll(() => screen.queryByRole('form', { name: '上传付款凭证' })).toBeNull();
  });

  it('R4.8 at the deadline’s moment nothing more is asked for, and the order is read again', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: Date.parse('2026-11-27T01:29:50.000Z'),
      shouldAdvanceTime: true,
    });
    const page = open();
    const shown = await drawer();
    await shown.findByRole('button', { name: '上传凭证' });
    const before = page.of('order.detail').length;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect((await slip()).textContent).toContain('付款期限已过');
    expect(shown.queryByRole('button', { name: '上传凭证' })).toBeNull();
    expect(shown.queryByRole('button', { name: '取消订单' })).toBeNull();
    expect(page.of('order.detail').length).toBeGreaterThan(before);
  });

  it('R10.2 every step says who acts; one that is over asks for nothing', async () => {
    const slipText = async (more: Partial<OrderDetail>) => {
      const page = open(more);
      const words = (await slip()).textContent;
      page.unmount();
      clearQueries();
      return words;
    };
    expect(await slipText({ status: 'pendingReview' })).toMatch(/订单审核中.*由平台办理/);
    expect(await slipText({ status: 'pendingReview', waitsForCertification: true })).toMatch(/请先完成企业认证/);
    expect(await slipText({ status: 'pendingActivation' })).toMatch(/等待开通.*由平台办理/);
    open({ status: 'cancelled' });
    await (await drawer()).findByText('办理经过');
    expect((await drawer()).queryByRole('region', { name: '下一步' })).toBeNull();
  });

  it.each([
    [30_000, '不到 1 分钟'],
    [61_000, '还剩 1 分钟'],
    [3_600_000, '还剩 1 小时'],
    [90 * 60_000, '还剩 1 小时 30 分钟'],
    [86_400_000, '还剩 1 天'],
    [76 * 3_600_000, '还剩 3 天 4 小时'],
  ])('R10.2 %i ms are %s', (ms, text) => {
    expect(timeLeftText(ms)).toBe(text);
  });
});
