import { fen, noFen } from '@ronghui/domain/money';
import { toastStore } from '@ronghui/web/screen/toasts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import type { Intent, Payable } from './intent-queries.ts';
import { PayOnline } from './pay-online.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T15:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const open: Payable = { channels: ['wechat', 'alipay'], openAmount: fen(7_173_613) };
const code: Intent = {
  intentNo: 'ZF2026112212345678',
  channel: 'wechat',
  billNo: 'ZD1',
  amount: fen(7_173_613),
  status: 'shown',
  createdAt: '2026-11-22T15:00:00.000Z',
  endsAt: '2026-11-22T15:10:00.000Z',
  codeUrl: 'weixin://wxpay/bizpayurl?pr=1',
};
const { codeUrl: _, ...bare } = code;
const page: Intent = { ...bare, channel: 'alipay', formUrl: 'https://openapi.alipay.com/gateway.do?x=1' };
const show = (answers: Parameters<typeof showPage>[1]['answers']) =>
  showPage(<PayOnline billNo="ZD1" />, {
    at: '/merchant/userCenter/bill?open=ZD1',
    state: { user, auth: { 'bill.confirm': true } },
    answers: { ...answers },
  });
const ofBill = (payable: Payable) => ({ 'intent.ofBill': () => payable });
/** What is announced; the state of the page has a region of its own. */
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('receipts 4.4 the slip of a bill', () => {
  it('receipts 4.4 offers the channels that are on, with what is to be paid', async () => {
    show(ofBill(open));
    expect(await screen.findByText(/付 ¥71,736\.13/)).toBeDefined();
    expect(buttons()).toEqual(['用微信支付付款', '用支付宝付款']);
  });

  it('receipts 4.4 shows the code of WeChat Pay, for another phone, and until when it holds', async () => {
    let intent: Intent | undefined;
    const shown = show({
      'intent.ofBill': () => ({ ...open, ...(intent === undefined ? {} : { intent }) }),
      'intent.create': () => {
        intent = code;
        return code;
      },
    });
    (await screen.findByRole('button', { name: '用微信支付付款' })).click();
    expect(await screen.findByRole('img', { name: '微信支付付款码' })).toBeDefined();
    expect(screen.getByText('请用另一台手机的微信扫码')).toBeDefined();
    expect(screen.getByText('10:00')).toBeDefined();
    expect(announced()).toBe('等待付款 ¥71,736.13');
    expect(buttons()).toEqual(['改用支付宝', '取消这次付款']);
    const { idempotencyKey, ...sent } = shown.of('intent.create')[0]?.input ?? {};
    expect(sent).toEqual({ billNo: 'ZD1', channel: 'wechat' });
    expect(idempotencyKey).toMatch(/^[\w-]{16,}$/);
  });

  it('receipts 4.4 opens the page of Alipay', async () => {
    show(ofBill({ ...open, intent: page }));
    const link = await screen.findByRole('link', { name: '打开支付宝付款页' });
    expect(link.getAttribute('href')).toBe(page.formUrl);
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('receipts 4.4 while the result is not known it says not to pay again, and has no button that pays', async () => {
    show(ofBill({ ...open, intent: { ...bare, status: 'unknown' } }));
    expect(await screen.findByText(/请不要再付/)).toBeDefined();
    expect(buttons()).toEqual([]);
  });

  it('receipts 4.4 one that has ended is asked for again', async () => {
    show(ofBill({ ...open, intent: { ...bare, status: 'closed' } }));
    expect(await screen.findByText('上一个付款码已失效。')).toBeDefined();
    expect(buttons()).toEqual(['换一个微信支付付款码', '用支付宝付款']);
  });

  it.each([
    [true, /已抵付这张账单/],
    [false, /留作预收款/],
  ])('receipts 4.4 one that is paid says so (applied: %s)', async (isApplied, words) => {
    show(ofBill({ channels: [], openAmount: noFen, intent: { ...bare, status: 'paid', receiptNo: 'SK1', isApplied } }));
    expect(await screen.findByText(/付款成功/)).toBeDefined();
    expect(announced()).toMatch(words);
    expect(buttons()).toEqual([]);
  });

  it('receipts 4.4 a refusal says why, and the choice is there again', async () => {
    show({
      ...ofBill(open),
      'intent.create': () => {
        throw refusal('intent.create', 'RHRC007');
      },
    });
    (await screen.findByRole('button', { name: '用支付宝付款' })).click();
    await vi.waitFor(() =>
      expect(toastStore.get().map(({ text }) => text)).toEqual([
        '上一笔在线付款还没有结果，可能已经付款；请稍候片刻再试',
      ]),
    );
    expect(buttons()).toEqual(['用微信支付付款', '用支付宝付款']);
  });

  it('receipts 4.4 what cannot be read is asked for again', async () => {
    show({
      'intent.ofBill': () => {
        throw refusal('intent.ofBill', 'OPSB0001');
      },
    });
    expect(await screen.findByRole('button', { name: /重试|重新加载/ })).toBeDefined();
  });
});
