import { loadChunk } from '@ronghui/web/navigation/chunks';
import { toastStore } from '@ronghui/web/screen/toasts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  imageCode,
  refusal,
  screen,
  showPage,
  signedIn,
  toasts,
  unreachable,
  user,
} from '#kernel/testing/page.fixture.tsx';
import { loadSmsCodeField } from './lazy-parts.tsx';
import { LoginPage } from './login-page.tsx';

beforeAll(async () => {
  await loadChunk(loadSmsCodeField);
});

const login = (answer: NonNullable<Answers['portal.login']>, at = '/portal/login') =>
  showPage(<LoginPage />, { at, answers: { ...imageCode, 'portal.login': answer } });

const mobile = () => screen.getByLabelText<HTMLInputElement>(/手机号/);
const password = () => screen.getByLabelText<HTMLInputElement>(/^密码/, { selector: 'input' });
const submit = () => screen.getByRole('button', { name: '登录' });

const fill = async ({ keyboard }: ReturnType<typeof login>) => {
  await keyboard.type(mobile(), '138 0000 0001');
  await keyboard.type(password(), 'wrong-1234');
};

describe('login with a password', () => {
  it('R5.1 an empty form shows hints at its fields, focuses the first, and sends nothing', async () => {
    const page = login(() => signedIn);
    await page.keyboard.click(submit());
    expect(screen.getByText('请输入手机号')).toBeDefined();
    expect(screen.getByText('请输入密码')).toBeDefined();
    expect(document.activeElement).toBe(mobile());
    expect(page.calls).toEqual([]);
  });

  it('R5.1 a wrong mobile shows a hint on blur, which goes when the mobile is right', async () => {
    const page = login(() => signedIn);
    await page.keyboard.type(mobile(), '1380000');
    await page.keyboard.tab();
    expect(screen.getByText('请输入 11 位大陆手机号')).toBeDefined();
    await page.keyboard.type(mobile(), '0001');
    expect(screen.queryByText('请输入 11 位大陆手机号')).toBeNull();
  });

  it('R8.3 a wrong password is shown at its field and as a toast without a trace id; the typed text stays', async () => {
    const page = login(() => {
      throw refusal('portal.login', 'OPS10001');
    });
    await fill(page);
    await page.keyboard.keyboard('{Enter}');
    expect(await screen.findByText('账号或密码错误')).toBeDefined();
    expect(toastStore.get()).toMatchObject([{ text: '账号或密码错误', traceId: undefined }]);
    expect(document.activeElement).toBe(password());
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect([mobile().value, password().value]).toEqual(['138 0000 0001', 'wrong-1234']);
    await page.keyboard.type(password(), '5');
    expect(screen.queryByText('账号或密码错误')).toBeNull();
  });

  it('R4.5 a lock is counted down from retryAfter and links to the password reset, until another mobile is typed', async () => {
    const page = login(() => {
      throw refusal('portal.login', 'OPS10003', { retryAfter: 598 });
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect((await screen.findByRole('timer')).textContent).toMatch(/^09:5\d$/);
    expect(screen.getByText('账号已锁定，请十分钟后重试')).toBeDefined();
    expect(screen.getByRole('link', { name: '用短信找回' }).getAttribute('href')).toBe('#/portal/findPassword');
    await page.keyboard.type(mobile(), '{Backspace}2');
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('R2.10 the password reset of a lock keeps the page that asked for the login', async () => {
    const page = login(() => {
      throw refusal('portal.login', 'OPS10003', { retryAfter: 598 });
    }, '/portal/login?back=%2Fportal%2Fproducts');
    await fill(page);
    await page.keyboard.click(submit());
    const around = await screen.findByRole('link', { name: '用短信找回' });
    expect(around.getAttribute('href')).toBe('#/portal/findPassword?back=%2Fportal%2Fproducts');
  });

  it('R8.6 an account locked by ops shows whom to call', async () => {
    const page = login(() => {
      throw refusal('portal.login', 'OPS100021');
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(await screen.findByText('账号已锁定，请联系管理员')).toBeDefined();
    expect(screen.getByText(/400-000-0000/)).toBeDefined();
  });

  it('R8.6 a further proof is asked for in a field of its own, and sent with the next try', async () => {
    const page = login(({ totp }) => {
      if (totp === undefined) throw refusal('portal.login', 'RHAC003', { need: 'totp' });
      return signedIn;
    });
    await fill(page);
    await page.keyboard.click(submit());
    await page.keyboard.type(await screen.findByLabelText(/动态口令/), '123456');
    await page.keyboard.click(submit());
    expect(page.of('portal.login').map(({ input }) => input['totp'])).toEqual([undefined, '123456']);
  });

  it('R10.9 a wrong one-time password is shown at its field; a recovery code replaces it; nothing typed is lost', async () => {
    const page = login(({ totp }) => {
      if (totp === undefined) throw refusal('portal.login', 'RHAC003', { need: 'totp' });
      if (totp !== 'ABCDE-23456') throw refusal('portal.login', 'OPS100019');
      return signedIn;
    });
    await fill(page);
    await page.keyboard.click(submit());
    await page.keyboard.type(await screen.findByLabelText(/动态口令/), '000000');
    await page.keyboard.click(submit());
    expect(await screen.findByText('账号或密码错误')).toBeDefined();
    expect([mobile().value, password().value]).toEqual(['138 0000 0001', 'wrong-1234']);
    await page.keyboard.click(screen.getByRole('button', { name: '用恢复码' }));
    await page.keyboard.type(screen.getByLabelText(/恢复码/), 'ABCDE-23456');
    await page.keyboard.click(submit());
    expect(location.hash).toBe('#/merchant/userCenter/home');
  });

  it('R8.3 no answer reads 网络环境异常, and the same form can be sent again', async () => {
    let tries = 0;
    const page = login(() => {
      tries += 1;
      if (tries === 1) throw unreachable('portal.login');
      return signedIn;
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(toasts()).toEqual(['网络环境异常']);
    await page.keyboard.click(submit());
    expect(page.of('portal.login')).toHaveLength(2);
    expect(location.hash).toBe('#/merchant/userCenter/home');
  });

  it('R2.10 the user returns to the page that asked', async () => {
    const page = login(() => signedIn, '/portal/login?back=%2Fportal%2FskuConfig%2Fp1%2Fpurchase%3Fstep%3Dconfirm');
    expect(screen.getByText('登录后回到您刚才的页面')).toBeDefined();
    await fill(page);
    await page.keyboard.click(submit());
    expect(location.hash).toBe('#/portal/skuConfig/p1/purchase?step=confirm');
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/portal/login', '/nowhere'])(
    'R2.10 a login does not lead to %s',
    (back) => {
      showPage(<LoginPage />, { at: `/portal/login?back=${encodeURIComponent(back)}`, state: { user } });
      expect(location.hash).toBe('#/merchant/userCenter/home');
    },
  );

  it('R2.10 the links between login, registration and password reset add no entry to the history', async () => {
    const page = login(() => signedIn, '/portal/login?back=%2Fportal%2Fproducts');
    const entries = history.length;
    for (const name of ['免费注册', '忘记密码']) {
      await page.keyboard.click(screen.getByRole('link', { name }));
      expect(location.hash).toMatch(/^#\/portal\/(?:register|findPassword)\?back=%2Fportal%2Fproducts$/);
    }
    expect(history.length).toBe(entries);
  });

  it('R1.1 a typed mobile is kept over a reload, a password is not', async () => {
    const page = login(() => signedIn);
    await fill(page);
    page.unmount();
    login(() => signedIn);
    expect([mobile().value, password().value]).toEqual(['138 0000 0001', '']);
    expect(JSON.stringify(sessionStorage)).not.toContain('wrong-1234');
  });
});

describe('login with an SMS code', () => {
  const bySms = (answers: Answers = {}) =>
    showPage(<LoginPage />, {
      at: '/portal/login?way=sms',
      answers: { ...imageCode, 'portal.sendSmsCode': () => ({ expiresIn: 300, retryAfter: 60 }), ...answers },
    });
  const send = () => screen.getByRole('button', { name: '获取验证码' });
  const code = () => screen.getByLabelText<HTMLInputElement>(/短信验证码/);

  it('R5.3, R4.6 image code, ticket, message and code are used once each, and the button counts down a minute', async () => {
    const page = bySms({ 'portal.loginBySms': () => signedIn });
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
    await page.keyboard.click(send());
    expect(screen.getByText('已发送至 138****0001，5 分钟内有效')).toBeDefined();
    expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDefined();
    expect(document.activeElement).toBe(code());
    await page.keyboard.paste('123456');
    await page.keyboard.click(submit());
    const { imageTicket } = page.of('portal.sendSmsCode')[0]?.input ?? {};
    expect(imageTicket).toMatch(/^ticket-/);
    expect(page.of('portal.sendSmsCode')[0]?.input['scene']).toBe('login');
    expect(page.of('portal.loginBySms')[0]?.input).toEqual({ mobile: '13800000001', smsCode: '123456' });
  });

  it.each([
    ['a minute', 60, '60秒内请勿频繁点击'],
    ['longer, where the server says so', 2100, '2100秒内请勿频繁点击'],
  ])(
    'R4.6 a press while the button waits %s warns in the words of the requirement, and sends nothing',
    async (_name, retryAfter, warning) => {
      const page = bySms({ 'portal.sendSmsCode': () => ({ expiresIn: 300, retryAfter }) });
      await page.keyboard.type(mobile(), '13800000001');
      await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
      await page.keyboard.click(send());
      await page.keyboard.click(await screen.findByRole('button', { name: /后重发$/ }));
      expect((await screen.findByText(/请勿频繁点击/)).textContent).toBe(warning);
      expect(page.of('portal.sendSmsCode')).toHaveLength(1);
    },
  );

  it('R5.3 the error of a code requested too early goes once the code is sent', async () => {
    const page = bySms();
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.click(submit());
    expect(screen.getByText('请输入短信验证码')).toBeDefined();
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
    await page.keyboard.click(send());
    expect(screen.getByText('已发送至 138****0001，5 分钟内有效')).toBeDefined();
    expect(code().getAttribute('aria-invalid')).toBeNull();
  });

  it('R5.3 a wrong image code is shown at its field with another picture; nothing else is lost', async () => {
    const page = bySms();
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'wxyz');
    await page.keyboard.click(send());
    expect(await screen.findByText('验证码错误，已换一张，请重新输入')).toBeDefined();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/图形验证码/)));
    expect(page.of('user.generateImageCode').length).toBeGreaterThanOrEqual(2);
    expect(page.of('portal.sendSmsCode')).toEqual([]);
    expect(mobile().value).toBe('13800000001');
  });

  it('R8.2 a mapped error of the sender reads 验证码发送失败, and the button is enabled again', async () => {
    const page = bySms({
      'portal.sendSmsCode': () => {
        throw refusal('portal.sendSmsCode', 'OPS10005');
      },
    });
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
    await page.keyboard.click(send());
    expect(toasts()).toEqual(['验证码发送失败']);
    await screen.findByRole('button', { name: '获取验证码' });
    // The sender failed, so the ticket is still valid and is sent with the next try.
    await page.keyboard.click(send());
    const tickets = page.of('portal.sendSmsCode').map(({ input }) => input['imageTicket']);
    expect(new Set(tickets).size).toBe(1);
  });

  it.each([
    ['a minute', 41, /^4[01] 秒后重发$/],
    ['an hour', 2_100, /^35 分钟后重发$/],
    ['a day', 43_000, /^12 小时后重发$/],
  ])('R5.3 too many requests within %s show that, and how long to wait', async (_name, retryAfter, name) => {
    const page = bySms({
      'portal.sendSmsCode': () => {
        throw refusal('portal.sendSmsCode', 'RHSY429', { retryAfter });
      },
    });
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
    await page.keyboard.click(send());
    expect(toasts()).toEqual(['操作过于频繁，请稍后再试']);
    await page.keyboard.click(await screen.findByRole('button', { name }));
    expect(page.of('portal.sendSmsCode')).toHaveLength(1);
    // The wait belongs to the mobile.
    await page.keyboard.type(mobile(), '{Backspace}2');
    expect(send()).toBeDefined();
    await page.keyboard.type(mobile(), '{Backspace}1');
    expect(screen.getByRole('button', { name })).toBeDefined();
  });

  it('R5.3 the button waits as long as the server says', async () => {
    const page = bySms({ 'portal.sendSmsCode': () => ({ expiresIn: 300, retryAfter: 90 }) });
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(screen.getByLabelText(/图形验证码/), 'abcd');
    await page.keyboard.click(send());
    expect(await screen.findByRole('button', { name: /^(90|8\d) 秒后重发$/ })).toBeDefined();
  });

  it('R5.3 the spoken form of the code can be requested', async () => {
    const page = bySms();
    await page.keyboard.click(screen.getByRole('button', { name: /听语音/ }));
    expect(page.of('user.generateImageCode').at(-1)?.input).toEqual({ kind: 'audio' });
    expect(screen.getByLabelText(/语音验证码/)).toBeDefined();
    expect(screen.getByRole('button', { name: /播放/ })).toBeDefined();
  });

  it('R8.6 a mobile without an account is led to the registration, which keeps the return path', async () => {
    const page = bySms({
      'portal.loginBySms': () => {
        throw refusal('portal.loginBySms', 'RHAC002');
      },
    });
    await page.keyboard.type(mobile(), '13800000001');
    await page.keyboard.type(code(), '123456');
    await page.keyboard.click(submit());
    expect(screen.getByText('该手机号尚未注册')).toBeDefined();
    // An error that R8's table does not have stands at its field, and nowhere else.
    expect(toasts()).toEqual([]);
    expect(screen.getByRole('link', { name: '现在注册' })).toBeDefined();
  });
});
