import { fen } from '@ronghui/domain/money';
import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { CustomerCard } from './customer-card.tsx';

const at = '2026-11-30T02:00:00.000Z';
const full: NonNullable<Answers['ops.chat.customer']> = () => ({
  tenant: { tenantId: 't1', name: '云栖商贸有限公司', certificationStatus: 'passed' },
  user: { userId: 'u1', name: '陈*', mobileMasked: '138****0001' },
  since: at,
  orders: [{ orderNo: 'DD1', productName: '风控报告', totalAmount: fen(30_000), status: 'pendingPayment' }],
  bills: [
    {
      billNo: 'ZD1',
      direction: 'payable',
      stageName: '2026 年 10 月',
      productName: '助贷服务',
      amount: fen(123_456),
      status: 'pending',
      dueOn: '2026-12-10',
    },
  ],
  feedback: { open: 3, recent: [{ feedbackNo: 'FK1', billNo: 'ZD1', late: true }] },
  receptions: [
    {
      receptionId: 'r1',
      state: 'ended',
      openedAt: at,
      endedAt: at,
      agent: '王芳',
      category: '账单',
      summary: '说明了金额',
      stars: 5,
    },
  ],
});
const show = (answer: NonNullable<Answers['ops.chat.customer']>) =>
  showPage(<CustomerCard conversationId="c1" />, { at: '/chat?open=c1', answers: { 'ops.chat.customer': answer } });

it('service 5.1 shows the merchant, the person and what is not finished, each leading to its page', async () => {
  show(full);
  const card = within(await screen.findByRole('complementary', { name: '客户' }));
  await card.findByText('云栖商贸有限公司');
  const addressOf = (name: string | RegExp) => card.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('云栖商贸有限公司')).toBe('#/tenants/t1');
  expect(addressOf('陈*')).toBe('#/users?open=u1');
  expect(addressOf('风控报告')).toMatch(/^#\/orders\?.*open=DD1/);
  expect(addressOf(/助贷服务/)).toMatch(/^#\/bills\?.*open=ZD1/);
  expect(addressOf('FK1')).toBe('#/feedback/FK1');
  expect(card.getByRole('heading', { name: '待答复的反馈 3' })).toBeTruthy();
  expect(card.getByText('超时')).toBeTruthy();
  expect(card.getByText('账单 · 说明了金额 · 评价 5 星')).toBeTruthy();
  expect(card.getByText('138****0001', { exact: false })).toBeTruthy();
});

it('service 5.1 of a visitor there are the talks alone, and what one may not read has no part', async () => {
  show(() => ({ tenant: null, since: at, receptions: [] }));
  expect(await screen.findByRole('heading', { name: '访客' })).toBeTruthy();
  expect(screen.getByText('没有更早的接待')).toBeTruthy();
  expect(screen.queryByText(/订单|账单/)).toBeNull();
});

it('service 5.1 a card that cannot be read says so and is asked for again by a press', async () => {
  let isDown = true;
  const { keyboard } = show((input) => {
    if (isDown) throw refusal('ops.chat.customer', 'OPSB0002');
    return full(input);
  });
  const again = await screen.findByRole('button', { name: '重试' }, { timeout: 8000 });
  isDown = false;
  await keyboard.click(again);
  expect(await screen.findByText('云栖商贸有限公司')).toBeTruthy();
});
