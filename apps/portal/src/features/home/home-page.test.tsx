import { fen } from '@ronghui/domain/money';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { AreaEntries } from '#kernel/area-entries.ts';
import {
  type Answers,
  refusal,
  screen,
  showPage,
  signedIn,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { HomePage } from './home-page.tsx';
import type { Summary, Todo } from './home-queries.ts';

const todo = (changes: Partial<Todo>): Todo => ({
  kind: 'certify',
  id: null,
  title: '完成企业认证',
  dueAt: null,
  ...changes,
});
const summary = (changes: Partial<Summary> = {}): Summary => ({
  orders: { byStatus: { pendingReview: 0, pendingPayment: 2, pendingActivation: 0, active: 1000 }, reach: 1000 },
  certification: { status: 'none', isCertified: false },
  notices: { unread: 0, reach: 100 },
  todos: [],
  ...changes,
});

const home = (answer: NonNullable<Answers['home.summary']>, more: Answers = {}, who = user) =>
  showPage(
    <AreaEntries
      value={[
        {
          title: '商户中心',
          items: [
            { name: 'merchantHome', label: '首页', href: '#/merchant/userCenter/home', current: true },
            { name: 'order', label: '我的订单', href: '#/merchant/userCenter/order', current: false, badge: 3 },
          ],
        },
      ]}
    >
      <HomePage />
    </AreaEntries>,
    {
      at: '/merchant/userCenter/home',
      answers: { 'home.summary': answer, ...more },
      state: { user: who, auth: {} },
    },
  );

const figure = (label: string) => screen.findByRole<HTMLAnchorElement>('link', { name: new RegExp(`${label}`) });

describe('R10.1 the first page', () => {
  it('R10.1 every figure links to its filtered list; a count beyond the limit says so', async () => {
    home(() => summary());
    const payment = await figure('待付款');
    expect(payment.textContent).toBe('2待付款');
    expect(payment.getAttribute('href')).toBe('#/merchant/userCenter/order?status=pendingPayment');
    expect((await figure('已开通')).textContent).toBe('999+已开通');
  });

  it('R10.1 every to-do links to the page where it is done, and says the amount to pay', async () => {
    home(() =>
      summary({
        todos: [
          todo({
            kind: 'payOrder',
            id: 'DD1',
            title: '员工弹性福利 等待付款',
            dueAt: '2026-11-21T02:00:00.000Z',
            amount: fen(140_400),
          }),
          todo({}),
        ],
      }),
    );
    const links = within(await screen.findByRole('list', { name: '待办' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['去付款', '#/merchant/userCenter/order?open=DD1'],
      ['去认证', '#/merchant/accountCenter/verify'],
    ]);
    expect(screen.getByText(/2026-11-21 10:00/)).toBeDefined();
    expect(screen.getByText('¥1,404.00')).toBeDefined();
  });

  it('R10.1 a noun without an answer is left out, never shown as zero', async () => {
    const { orders: _, ...rest } = summary();
    home(() => rest);
    await figure('企业认证');
    expect(screen.queryByRole('heading', { name: '我的订单' })).toBeNull();
  });

  it('R10.1 unread notices are counted up to the same limit as the bell', async () => {
    home(() => summary({ notices: { unread: 100, reach: 100 } }));
    const unread = await figure('未读通知');
    expect(unread.textContent).toBe('未读通知99+');
    expect(unread.getAttribute('href')).toBe('#/merchant/userCenter/notice');
  });

  it.each([
    [{ status: 'rejected', isCertified: true }, '企业认证变更未通过已认证'],
    [{ status: 'pendingTransfer', isCertified: true }, '企业认证变更待打款验证已认证'],
    [{ status: 'rejected', isCertified: false }, '企业认证认证未通过'],
    [{ status: 'passed', isCertified: true }, '企业认证已认证'],
  ] as const)('R4.11 a certification that is %o reads %s', async (certification, words) => {
    home(() => summary({ certification }));
    expect((await figure('企业认证')).textContent).toBe(words);
  });

  it('R2.9 says when nothing waits, and offers a retry when it failed', async () => {
    let fails = true;
    const page = home(() => {
      if (fails) throw refusal('home.summary', 'RHSY422');
      return summary();
    });
    const retry = await screen.findByRole('button', { name: '重试' });
    fails = false;
    await page.keyboard.click(retry);
    expect(await screen.findByText('没有待办事项')).toBeDefined();
  });

  it('R10.9 an invitation is accepted in place, and the user enters that tenant', async () => {
    let waits = true;
    const page = home(
      () =>
        summary({ todos: waits ? [todo({ kind: 'invitation', id: 'v1', title: '李娜 邀请您加入 海纳食品' })] : [] }),
      {
        'member.accept': ({ invitationId }) => {
          waits = false;
          return { tenantId: `t-${invitationId}`, name: '海纳食品', role: 'finance' };
        },
        'tenant.switch': ({ tenantId }) => ({
          ...signedIn,
          user: { ...user, tenantId, tenants: [...user.tenants, { tenantId, name: '海纳食品', role: 'finance' }] },
        }),
      },
    );
    await page.keyboard.click(await screen.findByRole('button', { name: '接受' }));
    expect(await screen.findByText('没有待办事项')).toBeDefined();
    expect(page.of('member.accept')[0]?.input).toEqual({ invitationId: 'v1' });
    expect(page.of('tenant.switch')[0]?.input).toEqual({ tenantId: 't-v1' });
    expect(toasts()).toEqual(['已切换到海纳食品']);
  });

  it('R10.9 an expired invitation says so and disappears', async () => {
    let waits = true;
    const page = home(
      () =>
        summary({ todos: waits ? [todo({ kind: 'invitation', id: 'v1', title: '李娜 邀请您加入 海纳食品' })] : [] }),
      {
        'member.decline': () => {
          waits = false;
          throw refusal('member.decline', 'RHSY404');
        },
      },
    );
    await page.keyboard.click(await screen.findByRole('button', { name: '拒绝' }));
    await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '拒绝' }));
    expect(await screen.findByText('没有待办事项')).toBeDefined();
    expect(toasts()).toEqual(['内容不存在或已删除']);
  });

  it('R12.7 an invitation is declined only after a warning that this is final', async () => {
    let waits = true;
    const page = home(
      () =>
        summary({ todos: waits ? [todo({ kind: 'invitation', id: 'v1', title: '李娜 邀请您加入 海纳食品' })] : [] }),
      {
        'member.decline': () => {
          waits = false;
          return {};
        },
      },
    );
    await page.keyboard.click(await screen.findByRole('button', { name: '拒绝' }));
    const question = within(screen.getByRole('alertdialog', { name: '拒绝这份邀请？' }));
    expect(question.getByText(/^李娜 邀请您加入 海纳食品。.*不能再接受/)).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '暂不拒绝' }));
    expect(page.of('member.decline')).toEqual([]);
    await page.keyboard.click(screen.getByRole('button', { name: '拒绝' }));
    await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '拒绝' }));
    expect(await screen.findByText('没有待办事项')).toBeDefined();
    expect(page.of('member.decline')[0]?.input).toEqual({ invitationId: 'v1' });
    expect(toasts()).toEqual(['已拒绝邀请']);
  });
});

describe('R1.4 the hub of a phone', () => {
  it('R1.4 links to every page of the area, to the other tenants, and to the logout', async () => {
    pageTypeStore.set('H5');
    const who = { ...user, tenants: [...user.tenants, { tenantId: 't2', name: '海纳食品', role: 'viewer' as const }] };
    const page = home(
      () => summary(),
      { 'tenant.switch': () => ({ ...signedIn, user: { ...who, tenantId: 't2' } }) },
      who,
    );
    expect(screen.getByRole('heading', { level: 1, name: '示例商贸有限公司' })).toBeDefined();
    expect(screen.getByRole('link', { name: '3 我的订单' })).toBeDefined();
    expect(screen.queryByRole('link', { name: '首页' })).toBeNull();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '联系客服' }).hash).toBe(
      '#/portal/feedBack?topic=consult',
    );
    expect(screen.getByRole('button', { name: '退出登录' })).toBeDefined();
    await page.keyboard.click(screen.getByRole('button', { name: /海纳食品/ }));
    expect(page.of('tenant.switch')[0]?.input).toEqual({ tenantId: 't2' });
    pageTypeStore.set('PC');
  });
});
