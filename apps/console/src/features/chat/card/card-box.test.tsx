import type { Output } from '@ronghui/contract';
import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { CardBox } from './card-box.tsx';

const order = {
  tenantName: '云栖商贸有限公司',
  productName: '极速收款',
  skuName: '标准版',
  totalAmount: 120_000,
  status: 'pendingPayment',
};
const show = (kind: string, { auth = {}, answers = {} }: { auth?: Record<string, boolean>; answers?: Answers } = {}) =>
  showPage(<CardBox card={{ kind, id: 'DD1' }} words="咨询订单 DD1" />, { at: '/chat', answers, state: { auth } });
/** A card shows a part of the detail alone. */
const detail = { 'ops.order.detail': () => order as unknown as Output<'ops.order.detail'> };

it('service 3.3 a card shows its record as it is now, and leads to its page', async () => {
  show('order', { auth: { 'ops.order.read': true }, answers: detail });
  expect(await screen.findByText('待付款')).toBeTruthy();
  expect(screen.getByText('极速收款 标准版')).toBeTruthy();
  expect(screen.getByText('云栖商贸有限公司')).toBeTruthy();
  expect(screen.getByText('¥1,200.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: '订单 DD1' }).getAttribute('href')).toBe('#/orders?queue=all&open=DD1');
});

it('service 3.3 R6.3 who may not read the record sees its number alone, and nothing is asked', () => {
  const { calls } = show('order', { answers: detail });
  expect(screen.getByText('订单 DD1')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(calls).toEqual([]);
});

it('service 3.3 R2.9 says where the state could not be read, and reads it again', async () => {
  let tries = 0;
  const { keyboard } = show('order', {
    auth: { 'ops.order.read': true },
    answers: {
      'ops.order.detail': () => {
        tries += 1;
        if (tries === 1) throw refusal('ops.order.detail', 'RHSY404');
        return order as unknown as Output<'ops.order.detail'>;
      },
    },
  });
  await keyboard.click(await screen.findByRole('button', { name: /没有读出来/ }));
  expect(await screen.findByText('待付款')).toBeTruthy();
});

it('service 3.3 a card of a document is its words and its name', () => {
  show('document');
  expect(screen.getByText('文档 DD1')).toBeTruthy();
});
