import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { startUpStore } from '#kernel/start-up.ts';
import { type Answers, act, refusal, screen, showPage, toasts, user, within } from '#kernel/testing/page.fixture.tsx';
import { routeTable } from '../../routes.ts';
import { App } from '../../shell/app.tsx';
import { loadPalette } from '../../shell/menus/header-actions.tsx';
import { loadStepUpQuestion, StepUpDialog } from '../../shell/messages/step-up-dialog.tsx';
import { LoginPage } from './login-page.tsx';
import { CreateDrawer } from './team/create-drawer.tsx';
import { StaffListPage } from './team/staff-list-page.tsx';
import type { Member } from './team/team-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  const { routes, loginPage, passwordPage } = routeTable;
  await Promise.all(
    [loginPage, passwordPage, ...Object.values(routes).map(({ load }) => load)].map((load) => loadChunk(load)),
  );
  await Promise.all([loadChunk(loadPalette), loadChunk(loadStepUpQuestion)]);
}, 60_000);

const member: Member = {
  staffId: 's2',
  account: 'li.na',
  name: '李娜',
  roles: ['review', 'finance'],
  status: 'active',
  mustChangePwd: false,
  totpOn: true,
  createdAt: '2026-11-20T01:00:00.000Z',
  version: 3,
};
const page: Answers = {
  'ops.staff.page': () => ({ items: [member], total: 1, totalIsExact: true, page: 1, pageSize: 20 }),
};
const signedIn = {
  user,
  auth: { 'ops.staff.read': true } as never,
  sign: { keyId: 'k', key: 'k', expiresAt: '2026-11-20T00:00:00.000Z' },
  mustChangePwd: false,
  totpRequired: false,
};

describe('R11.1 the login of staff', () => {
  it('R11.1 asks for the second factor only where the account has one, and keeps what was typed', async () => {
    const shown = showPage(<LoginPage />, {
      at: '/staff',
      state: { user: null },
      answers: {
        'ops.login': ({ totp }) => {
          if (totp === undefined) throw refusal('ops.login', 'RHAC003', { need: 'totp' });
          return signedIn;
        },
      },
    });
    expect(screen.queryByLabelText(/^动态口令或恢复码\*?$/)).toBeNull();
    await shown.keyboard.type(screen.getByLabelText(/^账号\*?$/), 'admin');
    await shown.keyboard.type(screen.getByLabelText(/^密码\*?$/), 'Harbour-Green-42');
    await shown.keyboard.click(screen.getByRole('button', { name: '登录' }));
    await shown.keyboard.type(await screen.findByLabelText(/^动态口令或恢复码\*?$/), '123456');
    expect(screen.getByLabelText<HTMLInputElement>(/^账号\*?$/).value).toBe('admin');
    await shown.keyboard.click(screen.getByRole('button', { name: '登录' }));
    await expect.poll(() => startUpStore.get().user).toEqual(user);
    expect(shown.of('ops.login').at(-1)?.input).toMatchObject({ account: 'admin', totp: '123456' });
  });

  it('R8.3 a wrong pair stands at the password', async () => {
    const shown = showPage(<LoginPage />, {
      at: '/',
      state: { user: null },
      answers: {
        'ops.login': () => {
          throw refusal('ops.login', 'OPS100015');
        },
      },
    });
    await shown.keyboard.type(screen.getByLabelText(/^账号\*?$/), 'admin');
    await shown.keyboard.type(screen.getByLabelText(/^密码\*?$/), 'wrong');
    await shown.keyboard.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('账号或密码错误')).toBeDefined();
  });
});

describe('R6.2 the shell of the console', () => {
  const shell = (at: string, state: object = {}) => showPage(<App table={routeTable} />, { at, state, answers: page });

  it('R11.1 shows the login in the place of a page, and the page under the same address afterwards', async () => {
    shell('/staff?keyword=li', { user: null, auth: {} });
    expect(await screen.findByRole('heading', { name: /登录/ })).toBeDefined();
    expect(screen.queryByRole('navigation', { hidden: true })).toBeNull();
    await act(async () => startUpStore.set({ ...startUpStore.get(), user, auth: { 'ops.staff.read': true } }));
    expect(await screen.findByRole('heading', { name: '运营人员' })).toBeDefined();
    expect(location.hash).toBe('#/staff?keyword=li');
  });

  it('R11.1 shows a step of the set-up in the place of every page', async () => {
    shell('/staff', { mustChangePwd: true, totpRequired: true });
    expect(await screen.findByRole('heading', { name: '设置您自己的密码' })).toBeDefined();
  });

  it('R6.2 a page without one of its keys is neither in the menu nor opened', async () => {
    shell('/staff', { auth: { 'ops.order.read': true } });
    expect(await screen.findByText('您没有访问该页面的权限')).toBeDefined();
    expect(screen.queryByRole('link', { name: '运营人员', hidden: true })).toBeNull();
  });

  it('R2.4 an unknown address says so', async () => {
    shell('/nothing');
    expect(await screen.findByText('没有这一页')).toBeDefined();
  });

  it('ux Console Ctrl K opens the palette, which goes to a page; / focuses the search of a list', async () => {
    const { keyboard } = shell('/');
    await screen.findByRole('heading', { name: /您好/ });
    await keyboard.keyboard('{Control>}k{/Control}');
    await keyboard.type(await screen.findByRole('combobox', { name: '前往' }), '运营人员{Enter}');
    expect(await screen.findByText('li.na')).toBeDefined();
    (document.activeElement as HTMLElement | null)?.blur();
    await keyboard.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('账号或姓名'));
  });
});

describe('R6.1 the list of staff', () => {
  it('R6.1 shows who there is, and the button only to whom may write', async () => {
    const shown = showPage(<StaffListPage />, { at: '/staff', answers: page });
    expect(await screen.findByText('审核员、财务')).toBeDefined();
    expect(screen.getByRole('button', { name: '新建运营人员' })).toBeDefined();
    shown.unmount();
    showPage(<StaffListPage />, { at: '/staff', answers: page, state: { auth: { 'ops.staff.read': true } } });
    await screen.findByText('审核员、财务');
    expect(screen.queryByRole('button', { name: '新建运营人员' })).toBeNull();
  });

  it('security 4.10 a new account asks for a proof, and its one-time password is shown once', async () => {
    const shown = showPage(
      <>
        <CreateDrawer onClose={() => undefined} />
        <StepUpDialog />
      </>,
      {
        at: '/staff',
        answers: {
          'ops.user.verify': () => ({ stepTicket: 't1', expiresIn: 300 }),
          'ops.staff.create': () => ({
            staffId: 's3',
            oneTimePassword: 'one-time-abc',
            expiresAt: '2026-11-20T01:30:00.000Z',
            version: 1,
          }),
        },
      },
    );
    await shown.keyboard.type(screen.getByLabelText(/^账号\*?$/), 'wang.li');
    await shown.keyboard.type(screen.getByLabelText(/^姓名\*?$/), '王丽');
    await shown.keyboard.click(screen.getByRole('checkbox', { name: '客服' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '新建' }));
    const question = within(await screen.findByRole('dialog', { name: '验证身份' }));
    await shown.keyboard.type(question.getByLabelText('登录密码'), 'Harbour-Green-42');
    await shown.keyboard.click(question.getByRole('button', { name: '确认' }));
    expect(await screen.findByText('one-time-abc')).toBeDefined();
    expect(shown.of('ops.staff.create')[0]?.input).toMatchObject({
      account: 'wang.li',
      roles: ['support'],
      stepTicket: 't1',
    });
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Harbour');
    expect(toasts()).toEqual([]);
  });
});
