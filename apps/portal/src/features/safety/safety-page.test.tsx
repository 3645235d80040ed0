import type { CallReply } from '@ronghui/client';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, act, refusal, screen, showPage, toasts, user, within } from '#kernel/testing/page.fixture.tsx';
import { loadEmailDrawer, loadMobileDrawer, loadNameDrawer } from './account-card.tsx';
import { loadCloseDrawer } from './own-data-card.tsx';
import { loadTotpDrawer } from './protection-card.tsx';
import { loadLoginHistory, SafetyPage } from './safety-page.tsx';
import { stepUpStore } from './step-up.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([
    loadChunk(loadEmailDrawer),
    loadChunk(loadMobileDrawer),
    loadChunk(loadNameDrawer),
    loadChunk(loadTotpDrawer),
    loadChunk(loadCloseDrawer),
    loadChunk(loadLoginHistory),
  ]);
}, 60_000);

let scrollTo = (): void => undefined;
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: IntersectionObserverCallback) {
        scrollTo = () => notify([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const overview: CallReply<'user.safety'> = {
  name: '王小明',
  mobileMasked: '138****0001',
  emailMasked: '',
  passwordChangedAt: '2026-11-01T01:30:00.000Z',
  newDeviceProof: false,
  totp: { on: false, recoveryCodesLeft: 0 },
  closesAt: null,
};
const session = {
  sessionId: 's1',
  device: 'Chrome · Windows',
  address: '127.0.0.1',
  createdAt: '2026-11-20T01:30:00.000Z',
  lastSeenAt: '2026-11-20T01:40:00.000Z',
  isCurrent: true,
};
const logins: CallReply<'user.loginHistory'> = {
  items: [
    {
      loginId: 'l1',
      at: '2026-11-20T01:30:00.000Z',
      method: 'password',
      result: 'failed',
      device: 'Safari · iOS',
      address: '127.0.0.2',
      isKnownDevice: false,
    },
  ],
  total: 1,
  totalIsExact: true,
  page: 1,
  pageSize: 10,
};
const conditions: CallReply<'user.closeConditions'> = {
  graceDays: 15,
  canClose: false,
  items: [
    { key: 'orders', met: false, title: '没有办理中或服务中的订单', text: '还有 2 笔。' },
    { key: 'bills', met: true, title: '没有未结清的账单', text: '没有这样的账单。' },
    { key: 'ownership', met: true, title: '主账号已移交', text: '没有。' },
  ],
};

const show = (answers: Answers = {}) =>
  showPage(<SafetyPage />, {
    at: '/merchant/accountCenter/safety',
    state: { user },
    answers: {
      'user.safety': () => overview,
      'user.sessions': () => ({ items: [session, { ...session, sessionId: 's2', device: '', isCurrent: false }] }),
      'user.loginHistory': () => logins,
      'user.exportDataGet': () => ({ export: null }),
      'user.sendVerifyCode': () => ({ expiresIn: 300, retryAfter: 60 }),
      ...answers,
    },
  });
const part = (name: string) => within(screen.getByRole('list', { name }));
/** Answers the question for a proof in place of the shell's dialog. */
const prove = async (ticket: string | null = 'ticket-1') => {
  await vi.waitFor(() => expect(stepUpStore.get()).not.toBeNull());
  await act(async () => stepUpStore.get()?.settle(ticket));
};

afterEach(() => pageTypeStore.set('PC'));

describe('the safety of the account', () => {
  it('R10.9 shows the user, the protection of the login, the sessions and, when somebody scrolls to them, the logins', async () => {
    const page = show();
    await screen.findByText('138****0001');
    expect(part('登录保护').getAllByText('未开启')).toHaveLength(2);
    await screen.findByRole('list', { name: '登录中的设备' });
    expect(part('登录中的设备').getByText('本机')).toBeDefined();
    expect(page.of('user.loginHistory')).toEqual([]);
    act(scrollTo);
    await screen.findByText(/Safari · iOS/);
    const [login] = part('登录记录').getAllByRole('listitem');
    expect(login?.textContent).toContain('Safari · iOS · 127.0.0.2 · 新设备');
    expect(login?.textContent).toContain('失败');
  });

  it('R2.9 offers a retry when the fetch failed, on PC and H5', async () => {
    for (const pageType of ['PC', 'H5'] as const) {
      pageTypeStore.set(pageType);
      const page = show({
        'user.safety': () => {
          throw refusal('user.safety', 'RHSY429');
        },
      });
      await screen.findByRole('button', { name: '重试' });
      page.unmount();
    }
  });

  it('R4.4 another session is ended', async () => {
    const page = show({ 'user.endSession': () => ({}) });
    await page.keyboard.click(await screen.findByRole('button', { name: '结束' }));
    expect(page.of('user.endSession')[0]?.input).toEqual({ sessionId: 's2' });
    expect(toasts()).toEqual(['该设备已退出登录']);
  });

  it('R10.9 a one-time password is shown as a QR code and a key, is enabled by its first right code, and shows recovery codes once', async () => {
    let on = false;
    const page = show({
      'user.safety': () => ({ ...overview, totp: { on, recoveryCodesLeft: on ? 10 : 0 } }),
      'user.enrolTotp': () => ({ secret: 'GEZDGNBVGY3TQOJQ', otpauthUrl: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ' }),
      'user.confirmTotp': ({ code }) => {
        if (code !== '123456') throw refusal('user.confirmTotp', 'OPS100019');
        on = true;
        return { recoveryCodes: ['ABCDE-23456', 'FGHJK-34567'] };
      },
    });
    await page.keyboard.click((await screen.findAllByRole('button', { name: '开启' }))[0] ?? document.body);
    await prove();
    await screen.findByRole('img', { name: '动态口令的二维码' });
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeDefined();
    const drawer = within(screen.getByRole('dialog', { name: '开启动态口令' }));
    await page.keyboard.type(drawer.getByLabelText(/6 位数字/), '000000');
    await page.keyboard.click(drawer.getByRole('button', { name: '开启' }));
    expect(await drawer.findByText('账号或密码错误')).toBeDefined();
    await page.keyboard.clear(drawer.getByLabelText(/6 位数字/));
    await page.keyboard.type(drawer.getByLabelText(/6 位数字/), '123456');
    await page.keyboard.click(drawer.getByRole('button', { name: '开启' }));
    expect(await screen.findByText('ABCDE-23456')).toBeDefined();
    await page.keyboard.click(screen.getByRole('button', { name: '我已保存好' }));
    expect(await screen.findByText(/恢复码还剩 10 个/)).toBeDefined();
  });

  it('R12.7 a one-time password is disabled only after its consequences were shown; without a proof it stays', async () => {
    let on = true;
    const page = show({
      'user.safety': () => ({ ...overview, totp: { on, recoveryCodesLeft: on ? 9 : 0 } }),
      'user.disableTotp': () => {
        on = false;
        return {};
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '解除' }));
    expect(stepUpStore.get()).toBeNull();
    const question = within(screen.getByRole('alertdialog', { name: '解除动态口令？' }));
    expect(question.getByText(/剩余的 9 个恢复码立即作废，不能恢复/)).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '解除' }));
    await prove(null);
    expect(page.of('user.disableTotp')).toEqual([]);
    await page.keyboard.click(question.getByRole('button', { name: '解除' }));
    await prove();
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.of('user.disableTotp')[0]?.input).toEqual({ stepTicket: 'ticket-1' });
    expect(toasts()).toEqual(['动态口令已解除']);
  });

  it('R10.9 nothing changes without a proof', async () => {
    const page = show();
    await page.keyboard.click((await screen.findAllByRole('button', { name: '开启' }))[1] ?? document.body);
    await prove(null);
    expect(page.of('user.setNewDeviceProof')).toEqual([]);
  });

  it('R10.7 a mail address is bound with the code that was sent there and a fresh proof', async () => {
    const page = show({ 'user.updateEmail': () => ({}) });
    await page.keyboard.click(await screen.findByRole('button', { name: '绑定' }));
    const drawer = within(screen.getByRole('dialog', { name: '绑定邮箱' }));
    await page.keyboard.click(drawer.getByRole('button', { name: '获取验证码' }));
    expect(drawer.getByText('请输入邮箱')).toBeDefined();
    await page.keyboard.type(drawer.getByLabelText(/新邮箱/), 'wang@shop.example');
    await page.keyboard.click(drawer.getByRole('button', { name: '获取验证码' }));
    expect(page.of('user.sendVerifyCode')[0]?.input).toEqual({
      channel: 'email',
      scene: 'updateEmail',
      target: 'wang@shop.example',
    });
    await page.keyboard.type(drawer.getByLabelText(/邮箱验证码/), '123456');
    await page.keyboard.click(drawer.getByRole('button', { name: '绑定' }));
    await prove();
    await vi.waitFor(() =>
      expect(page.of('user.updateEmail')[0]?.input).toEqual({
        email: 'wang@shop.example',
        code: '123456',
        stepTicket: 'ticket-1',
      }),
    );
  });

  it('R10.9 a mobile is changed with a code to each; R8.2 a code that could not be sent says so', async () => {
    const page = show({
      'user.updateMobile': () => ({}),
      'user.sendVerifyCode': ({ scene }) => {
        if (scene === 'updateMobileOld') throw refusal('user.sendVerifyCode', 'OPS10005');
        return { expiresIn: 300, retryAfter: 60 };
      },
    });
    const [change] = await screen.findAllByRole('button', { name: '更换' });
    await page.keyboard.click(change ?? document.body);
    const drawer = within(screen.getByRole('dialog', { name: '更换手机号' }));
    const [toOld, toNew] = drawer.getAllByRole('button', { name: '获取验证码' });
    await page.keyboard.click(toOld ?? document.body);
    expect(toasts()).toEqual(['验证码发送失败']);
    await page.keyboard.type(drawer.getByLabelText(/^新手机号(?!的)/), '139 0000 0009');
    await page.keyboard.click(toNew ?? document.body);
    expect(page.of('user.sendVerifyCode')[1]?.input).toMatchObject({ target: '13900000009' });
    await page.keyboard.type(drawer.getByLabelText(/原手机号的验证码/), '111111');
    await page.keyboard.type(drawer.getByLabelText(/新手机号的验证码/), '222222');
    await page.keyboard.click(drawer.getByRole('button', { name: '更换' }));
    const question = within(screen.getByRole('alertdialog', { name: '更换手机号？' }));
    expect(
      question.getByText(/更换后用 139\*\*\*\*0009 登录，138\*\*\*\*0001 不能再登录.*全部退出，不能撤回/),
    ).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '取消' }));
    expect(page.of('user.updateMobile')).toEqual([]);
    await page.keyboard.click(drawer.getByRole('button', { name: '更换' }));
    await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '更换' }));
    await vi.waitFor(() =>
      expect(page.of('user.updateMobile')[0]?.input).toEqual({
        newMobile: '13900000009',
        oldCode: '111111',
        newCode: '222222',
      }),
    );
  });

  it('R10.9 who has a one-time password gives a fresh proof to change the mobile; what was typed stays', async () => {
    const page = show({
      'user.safety': () => ({ ...overview, totp: { on: true, recoveryCodesLeft: 8 } }),
      'user.updateMobile': () => ({}),
    });
    const [change] = await screen.findAllByRole('button', { name: '更换' });
    await page.keyboard.click(change ?? document.body);
    const drawer = within(screen.getByRole('dialog', { name: '更换手机号' }));
    await page.keyboard.type(drawer.getByLabelText(/^新手机号(?!的)/), '139-0000-0009');
    await page.keyboard.type(drawer.getByLabelText(/原手机号的验证码/), '111111');
    await page.keyboard.type(drawer.getByLabelText(/新手机号的验证码/), '222222');
    const send = async () => {
      await page.keyboard.click(drawer.getByRole('button', { name: '更换' }));
      await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '更换' }));
      await vi.waitFor(() => expect(stepUpStore.get()?.step).toBe('更换手机号'));
    };
    await send();
    await act(async () => stepUpStore.get()?.settle(null));
    expect(page.of('user.updateMobile')).toEqual([]);
    expect(drawer.getByLabelText<HTMLInputElement>(/原手机号的验证码/).value).toBe('111111');
    await send();
    await act(async () => stepUpStore.get()?.settle('ticket-1'));
    const sent = { newMobile: '13900000009', oldCode: '111111', newCode: '222222', stepTicket: 'ticket-1' };
    await vi.waitFor(() => expect(page.of('user.updateMobile')[0]?.input).toEqual(sent));
  });

  it('R10.9 a condition that customer service can help with leads there', async () => {
    const text = '还有 1 笔，没有期限的，请联系我们终止。';
    const items = conditions.items.map((item, at) => (at === 0 ? { ...item, met: false, text } : item));
    const page = show({ 'user.closeConditions': () => ({ ...conditions, canClose: false, items }) });
    await page.keyboard.click(await screen.findByRole('button', { name: '注销' }));
    const list = within(await screen.findByRole('list', { name: '注销条件' }));
    expect(list.getByRole('link', { name: '联系我们' }).getAttribute('href')).toBe('#/portal/feedBack?topic=consult');
  });

  it('R10.9 closing the account lists its conditions and is enabled when all are met; it can be reverted', async () => {
    let closesAt: string | null = null;
    let canClose = false;
    const page = show({
      'user.safety': () => ({ ...overview, closesAt }),
      'user.closeConditions': () => ({ ...conditions, canClose }),
      'user.closeAccount': () => {
        closesAt = '2026-12-05T01:30:00.000Z';
        return { closesAt };
      },
      'user.keepAccount': () => {
        closesAt = null;
        return {};
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '注销' }));
    await screen.findByRole('list', { name: '注销条件' });
    expect(part('注销条件').getAllByText('已满足')).toHaveLength(2);
    expect(screen.getByText('还有 2 笔。')).toBeDefined();
    expect(screen.getByRole('button', { name: '申请注销' }).hasAttribute('disabled')).toBe(true);
    canClose = true;
    await page.keyboard.keyboard('{Escape}');
    page.unmount();
    const again = show({
      'user.safety': () => ({ ...overview, closesAt }),
      'user.closeConditions': () => ({ ...conditions, canClose }),
      'user.closeAccount': () => {
        closesAt = '2026-12-05T01:30:00.000Z';
        return { closesAt };
      },
      'user.keepAccount': () => {
        closesAt = null;
        return {};
      },
    });
    await again.keyboard.click(await screen.findByRole('button', { name: '注销' }));
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: '申请注销' }).hasAttribute('disabled')).toBe(false),
    );
    await again.keyboard.click(screen.getByRole('button', { name: '申请注销' }));
    const question = within(screen.getByRole('alertdialog', { name: '申请注销账号？' }));
    expect(question.getByText(/15 天后账号永久注销，不能再登录.*不能恢复/)).toBeDefined();
    await again.keyboard.click(question.getByRole('button', { name: '暂不注销' }));
    expect(stepUpStore.get()).toBeNull();
    await again.keyboard.click(screen.getByRole('button', { name: '申请注销' }));
    await again.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '申请注销' }));
    expect(stepUpStore.get()?.scene).toBe('closeAccount');
    await prove('closing-ticket');
    expect(again.of('user.closeAccount')[0]?.input).toEqual({ stepTicket: 'closing-ticket' });
    await again.keyboard.click(await screen.findByRole('button', { name: '撤回申请' }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: '撤回申请' })).toBeNull());
  });
});
