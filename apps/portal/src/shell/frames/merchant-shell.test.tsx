import { errorText } from '@ronghui/client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, describe, expect, it } from 'vitest';
import { messagesStore, unreadStore } from '#features/notice/unread.ts';
import { useAreaEntries } from '#kernel/area-entries.ts';
import { act, refusal, screen, showPage, signedIn, user, within } from '#kernel/testing/page.fixture.tsx';
import { routes } from '../../routes.ts';
import { Routed, routeAt } from '../routed.fixture.tsx';
import { MerchantShell } from './merchant-shell.tsx';

const Entries = (): string =>
  useAreaEntries()
    .map(({ title, items }) => `${title}:${items.map(({ label }) => label).join(' ')}`)
    .join('|');

const owner = { 'order.read': true, 'member.manage': true, 'authorization.read': true } as const;

const shell = (at: string, { auth = owner, who = user }: { auth?: Record<string, boolean>; who?: typeof user } = {}) =>
  showPage(
    <Routed>
      <MerchantShell matched={routeAt(at)}>
        <p data-testid="entries">
          <Entries />
        </p>
      </MerchantShell>
    </Routed>,
    {
      at,
      state: { user: who, auth, visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' } },
      answers: {
        'home.summary': () => ({
          certification: { status: 'passed', isCertified: true },
          notices: { unread: 0, reach: 99, latest: [] },
          todos: [],
        }),
        'tenant.switch': ({ tenantId }) => ({ ...signedIn, user: { ...who, tenantId } }),
      },
    },
  );

const sider = () => within(screen.getByRole('navigation', { name: '商户中心' }));
const labels = () =>
  sider()
    .getAllByRole('link')
    .map((link) => link.textContent);

afterEach(() => {
  pageTypeStore.set('PC');
  unreadStore.set(0);
  messagesStore.set(0);
});

describe('the merchant area', () => {
  it('R4.12 who comes second in it reads who was first', () => {
    const last = { by: '李娜', at: '2026-12-01T02:32:00.000Z', what: '取消订单' };
    expect(errorText('order.cancel', refusal('order.cancel', 'RHSY409', { last }))).toBe(
      '已由 李娜 于 2026-12-01 10:32 取消订单。数据已发生变化，请刷新后重试',
    );
  });

  it('R2.5 the sider leads to pages that exist, and marks the current one', () => {
    shell('/merchant/accountCenter/basicInfo');
    const all = labels();
    expect(all).toContain('基本信息');
    for (const [name, { title, access, load }] of Object.entries(routes)) {
      if (access === 'merchant' && load === undefined) expect(all, name).not.toContain(title);
    }
    expect(sider().getByRole('link', { current: 'page' }).textContent).toBe('基本信息');
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }));
    expect(crumbs.getByRole<HTMLAnchorElement>('link', { name: '商户中心' }).hash).toBe('#/merchant/userCenter/home');
  });

  it.each(['PC', 'H5'] as const)('R1.2 an owner has every page of the area on %s', (pageType) => {
    pageTypeStore.set(pageType);
    const auth = Object.fromEntries(Object.values(routes).flatMap((route) => route.auth.map((key) => [key, true])));
    shell('/merchant/userCenter/home', { auth });
    // On H5 the hub shows what the area hands to its pages.
    const shown = pageType === 'PC' ? labels().join(' ') : (screen.getByTestId('entries').textContent ?? '');
    for (const page of ['首页', '我的订单', '授权记录', '通知', '基本信息', '安全设置', '企业认证', '成员管理'])
      expect(shown.split(/[ :|]/), page).toContain(page);
  });

  it('R1.1 customer service can be reached from every page', () => {
    shell('/merchant/userCenter/order');
    const service = screen.getByRole<HTMLAnchorElement>('link', { name: '联系客服' });
    expect(service.hash).toBe('#/portal/chat');
  });

  it.each(['PC', 'H5'] as const)('service 1.5 unread messages stand in the header on %s', (pageType) => {
    pageTypeStore.set(pageType);
    shell('/merchant/userCenter/home');
    act(() => messagesStore.set(3));
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '在线客服，3 条未读' });
    expect(link.hash).toBe('#/portal/chat');
    expect(screen.getAllByRole('link', { name: '通知' })).not.toHaveLength(0);
  });

  it('R6.2 entries without a key that the user holds are hidden, for the hub as well', () => {
    shell('/merchant/userCenter/home', { auth: {} });
    expect(labels()).toContain('首页');
    expect(labels()).not.toContain('成员管理');
    expect(screen.getByTestId('entries').textContent).not.toContain('成员管理');
  });

  it('R10.9 a user with several tenants switches between them', async () => {
    const who = { ...user, tenants: [...user.tenants, { tenantId: 't2', name: '海纳食品', role: 'viewer' as const }] };
    const page = shell('/merchant/userCenter/home', { who });
    const menu = screen.getByText('示例商贸有限公司', { selector: 'summary *' });
    await page.keyboard.click(menu);
    await page.keyboard.click(screen.getByRole('button', { name: '海纳食品 · 只读成员' }));
    expect(page.of('tenant.switch')[0]?.input).toEqual({ tenantId: 't2' });
  });

  it('R10.9 a user with a single tenant sees its name and no menu', () => {
    shell('/merchant/userCenter/home');
    expect(screen.getByText('示例商贸有限公司', { selector: 'header span' })).toBeDefined();
    expect(screen.queryByText('切换商户')).toBeNull();
  });

  it('R1.4 on H5 a page shows its title and the way back to the hub', () => {
    pageTypeStore.set('H5');
    shell('/merchant/accountCenter/basicInfo');
    expect(screen.getByRole('link', { name: '返回' }).getAttribute('href')).toBe('#/merchant/userCenter/home');
    expect(screen.queryByRole('navigation', { name: '商户中心' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: '底部导航' })).toBeNull();
  });

  it('ux on H5 the hub has the tabs, and says where one is', () => {
    pageTypeStore.set('H5');
    shell('/merchant/userCenter/home');
    const tabs = within(screen.getByRole('navigation', { name: '底部导航' }));
    expect(tabs.getByRole('link', { name: '我的' }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('link', { name: '返回' })).toBeNull();
  });

  it('R10.11 the tab shows the unread count', () => {
    pageTypeStore.set('H5');
    unreadStore.set(120);
    shell('/merchant/userCenter/home');
    expect(screen.getByRole('link', { name: /我的/ }).textContent).toBe('我的99+');
  });
});
