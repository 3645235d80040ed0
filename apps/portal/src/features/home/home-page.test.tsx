import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeAll, describe, expect, it } from 'vitest';
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
import { loadInvitationAnswer } from './todo-list.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadInvitationAnswer);
}, 60_000);

const todo = (changes: Partial<Todo>): Todo => ({
  kind: 'certify',
  id: null,
  title: '完成企业认证',
  dueAt: null,
  ...changes,
});
const order = {
  orderNo: 'DD1',
  pid: 'flex-benefits',
  productName: '员工弹性福利',
  skuName: '标准版',
  quantity: 40,
  termMonths: 12,
  totalAmount: fen(561_600),
  status: 'pendingPayment',
  voucherStatus: 'returned',
  createdAt: '2026-11-18T02:00:00.000Z',
  version: 3,
} as const;
const orders = {
  byStatus: { pendingReview: 0, pendingPayment: 3, pendingActivation: 0, active: 1000 },
  reach: 1000,
  toPay: { count: 2, amount: fen(1_541_160) },
  nextPayBy: '2026-11-25T02:00:00.000Z',
  inCheck: { count: 1, amount: fen(968_760) },
  recent: [order],
};
const noOrders = {
  byStatus: {},
  reach: 1000,
  toPay: { count: 0, amount: fen(0) },
  inCheck: { count: 0, amount: fen(0) },
  recent: [],
};
const notice = {
  noticeId: 'n1',
  kind: 'order',
  title: '付款凭证被退回',
  text: '付款户名与企业名称不符',
  place: 'order',
  placeId: 'DD1',
  createdAt: '2026-11-21T08:20:00.000Z',
  readAt: null,
} as const;
const summary = (changes: Partial<Summary> = {}): Summary => ({
  orders,
  certification: { status: 'passed', isCertified: true },
  notices: { unread: 0, reach: 100, latest: [] },
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

/** The steps of the guide: title, target of the action, and whether it is the next one. */
const steps = async () => {
  const list = await screen.findByRole('heading', { name: '三步开通' });
  return [...(list.closest('section')?.querySelectorAll('li') ?? [])].map((step) => [
    step.querySelector('h3')?.textContent,
    step.querySelector('a')?.hash ?? null,
    step.getAttribute('aria-current'),
  ]);
};

describe('R10.1 the first page', () => {
  it('R10.1 says first what is to be paid and by when, and what is being checked; every figure links to its filtered list', async () => {
    home(() => summary());
    const figures = within(await screen.findByRole('list', { name: '应付与在用' })).getAllByRole<HTMLAnchorElement>(
      'link',
    );
    const toPay = '#/merchant/userCenter/order?status=pendingPayment';
    expect(figures.map((link) => [link.textContent, link.hash])).toEqual([
      ['待付款¥15,411.602\u00a0笔，最早 2026-11-25 截止', `${toPay}&payment=open`],
      ['凭证审核中¥9,687.601\u00a0笔，核对到账即开通', `${toPay}&payment=inCheck`],
      ['使用中999+ 个产品没有临近的到期', '#/merchant/userCenter/order?status=active'],
    ]);
    const counts = within(screen.getByRole('list', { name: '各步的订单' })).getAllByRole<HTMLAnchorElement>('link');
    expect(counts.map((link) => link.textContent)).toEqual(['待审核 0', '待付款 3', '待开通 0', '已开通 999+']);
  });

  it('R10.1 every to-do links to the page where it is done, and says the amount to pay; the first one is the primary', async () => {
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
    expect(links.map(({ className }) => className.includes('primary'))).toEqual([true, false]);
    expect(screen.getByText(/2026-11-21 10:00/)).toBeDefined();
    expect(screen.getByText('¥1,404.00')).toBeDefined();
    expect(screen.getByText('2 件，按期限排列')).toBeDefined();
  });

  it('ux H5 on a phone three to-dos are shown, and the others when they are asked for', async () => {
    pageTypeStore.set('H5');
    const todos = Array.from({ length: 6 }, (_, at) =>
      todo({ kind: 'payOrder', id: `DD${at}`, title: `订单 ${at} 等待付款` }),
    );
    const { keyboard } = home(() => summary({ todos }));
    const list = await screen.findByRole('list', { name: '待办' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    await keyboard.click(screen.getByRole('button', { name: /还有 3.件/u }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
    expect(screen.queryByRole('button', { name: /还有/ })).toBeNull();
    pageTypeStore.set('PC');
  });

  it('R10.1 the newest orders open in their drawer, in the words of their list', async () => {
    home(() => summary());
    const [link] = within(await screen.findByRole('list', { name: '最近的订单' })).getAllByRole<HTMLAnchorElement>(
      'link',
    );
    expect(link?.hash).toBe('#/merchant/userCenter/order?open=DD1');
    expect(link?.textContent).toBe('员工弹性福利标准版 × 40，12\u00a0个月 · 2026-11-18凭证被退回¥5,616.00');
  });

  it('R10.11 the newest notices lead to their subject, and one that is followed is read', async () => {
    const page = home(() => summary({ notices: { unread: 100, reach: 100, latest: [notice] } }), {
      'notice.read': () => ({ unread: 99 }),
    });
    expect(await screen.findByRole('link', { name: '未读通知 99+' })).toBeDefined();
    const line = screen.getByRole<HTMLAnchorElement>('link', { name: /^未读：\s*付款凭证被退回/ });
    expect(line.hash).toBe('#/merchant/userCenter/order?open=DD1');
    await page.keyboard.click(line);
    expect(page.of('notice.read')[0]?.input).toEqual({ noticeIds: ['n1'] });
  });

  it('R10.1 a noun without an answer is left out, never shown as zero', async () => {
    const { orders: _, ...rest } = summary();
    home(() => rest);
    await screen.findByRole('heading', { name: '通知' });
    expect(screen.queryByRole('heading', { name: '最近的订单' })).toBeNull();
    expect(screen.queryByRole('list', { name: '应付与在用' })).toBeNull();
  });

  it('R2.9 someone who may not order sees that there are no orders yet', async () => {
    home(() => summary({ orders: noOrders }));
    expect(await screen.findByText('还没有订单')).toBeDefined();
  });

  it('R10.1 there is no second copy of the menu beside it', async () => {
    home(() => summary());
    await screen.findByRole('heading', { name: '通知' });
    expect(screen.queryByRole('link', { name: /我的订单/ })).toBeNull();
  });

  it.each([
    [{ status: 'rejected', isCertified: true }, '变更未通过 已认证'],
    [{ status: 'pendingTransfer', isCertified: true }, '变更待打款验证 已认证'],
    [{ status: 'rejected', isCertified: false }, '认证未通过'],
    [{ status: 'passed', isCertified: true }, '已认证'],
  ] as const)('R4.11 a certification that is %o reads %s', async (certification, words) => {
    home(() => summary({ certification }));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: new RegExp(`^${words}$`) });
    expect(link.hash).toBe('#/merchant/accountCenter/verify');
  });

  it('R10.1 a new tenant is led through three steps, with what is done and one next action', async () => {
    const certification = { status: 'none', isCertified: false } as const;
    home(() => summary({ orders: noOrders, certification, guide: { ordered: false, paid: false } }));
    expect(await steps()).toEqual([
      ['认证企业', '#/merchant/accountCenter/verify', 'step'],
      ['选购产品', '#/portal/products', null],
      ['付款开通', null, null],
    ]);
    expect(screen.queryByRole('list', { name: '应付与在用' })).toBeNull();
    expect(screen.queryByRole('heading', { name: '最近的订单' })).toBeNull();
    expect(screen.getByText('还没有通知')).toBeDefined();
  });

  it('R10.1 a step of the guide that is done says so, and is no to-do beside it', async () => {
    home(() => summary({ guide: { ordered: true, paid: false }, todos: [todo({})] }));
    expect(await steps()).toEqual([
      ['认证企业（已完成）', null, null],
      ['选购产品（已完成）', null, null],
      ['付款开通', '#/merchant/userCenter/order', 'step'],
    ]);
    expect(screen.queryByRole('link', { name: '去认证' })).toBeNull();
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
    expect(await screen.findByText(/没有待办事项/)).toBeDefined();
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
    expect(await screen.findByText(/没有待办事项/)).toBeDefined();
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
    expect(await screen.findByText(/没有待办事项/)).toBeDefined();
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
    expect(await screen.findByText(/没有待办事项/)).toBeDefined();
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
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '联系客服' }).hash).toBe('#/portal/chat');
    expect(screen.getByRole('button', { name: '退出登录' })).toBeDefined();
    await page.keyboard.click(screen.getByRole('button', { name: /海纳食品/ }));
    expect(page.of('tenant.switch')[0]?.input).toEqual({ tenantId: 't2' });
    pageTypeStore.set('PC');
  });
});
