import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answers,
  imageCode,
  refusal,
  screen,
  showPage,
  signedIn,
  toasts,
  user,
} from '#kernel/testing/page.fixture.tsx';
import { LoginPage } from '../account/login-page.tsx';
import { ChangePasswordPage, loadConfirmChange } from './change-password-page.tsx';
import { FindPasswordPage } from './find-password-page.tsx';

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });

describe('a forgotten password', () => {
  const find = (answer: NonNullable<Answers['portal.findPwd']>, login: Answers['portal.login'] = () => signedIn) =>
    showPage(<FindPasswordPage />, {
      at: '/portal/findPassword?back=%2Fportal%2Fproducts',
      answers: { ...imageCode, 'portal.findPwd': answer, 'portal.login': login },
    });
  const fill = async ({ keyboard }: ReturnType<typeof find>) => {
    await keyboard.type(field(/手机号/), '13800000001');
    await keyboard.type(field(/短信验证码/), '123456');
    await keyboard.type(field(/新密码/), 'Merchant-2027');
    await keyboard.click(screen.getByRole('button', { name: '重置密码' }));
  };

  it('R2.10 begins with the mobile that was typed at the login', async () => {
    const before = showPage(<LoginPage />, { at: '/portal/login', answers: imageCode });
    await before.keyboard.type(field(/手机号/), '13800000001');
    before.unmount();
    find(() => ({}));
    expect(field(/手机号/).value).toBe('13800000001');
  });

  it('R2.10 the new password logs in at once, and the entry of the history is that of the page which asked', async () => {
    const entries = history.length;
    const page = find(() => ({}));
    await fill(page);
    expect(page.of('portal.login')[0]?.input).toEqual({ mobile: '13800000001', pwd: 'Merchant-2027' });
    expect(location.hash).toBe('#/portal/products');
    expect(history.length).toBe(entries);
    expect(toasts()).toEqual(['密码已重置，已为您登录']);
  });

  it('R1.1 where the login needs a further proof, the button leads to the login and back, with the mobile filled in', async () => {
    const page = find(
      () => ({}),
      () => {
        throw refusal('portal.login', 'RHAC003', { need: 'totp' });
      },
    );
    await fill(page);
    expect(page.of('portal.findPwd')[0]?.input).toEqual({
      mobile: '13800000001',
      smsCode: '123456',
      newPwd: 'Merchant-2027',
    });
    expect(screen.getByRole('heading', { name: '密码已重置' })).toBeDefined();
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe(
      '#/portal/login?back=%2Fportal%2Fproducts',
    );
    page.unmount();
    showPage(<LoginPage />, { at: '/portal/login', answers: imageCode });
    expect(field(/手机号/).value).toBe('13800000001');
  });

  it.each([
    ['OPS10004', '验证码错误', /短信验证码/],
    ['OPS01002', '新密码与历史密码相同，请重新设置', /新密码/],
    ['OPSB0009', '密码格式错误', /新密码/],
    ['OPS01003', '账号已锁定，请联系管理员', /手机号/],
    ['RHAC002', '该手机号尚未注册', /手机号/],
  ] as const)('R8.3 %s stands at its field as %s', async (errCode, text, at) => {
    const page = find(() => {
      throw refusal('portal.findPwd', errCode);
    });
    await fill(page);
    expect(screen.getByText(text)).toBeDefined();
    // What R8's table has is a toast as well.
    expect(toasts()).toEqual(errCode === 'RHAC002' ? [] : [text]);
    expect(document.activeElement).toBe(field(at));
    expect(field(/新密码/).value).toBe('Merchant-2027');
  });
});

describe('a change of password', () => {
  beforeAll(async () => {
    await loadChunk(loadConfirmChange);
  });

  const change = (answer: NonNullable<Answers['portal.changePwd']>, state = {}) =>
    showPage(<ChangePasswordPage />, { at: '/portal/changePassword', answers: { 'portal.changePwd': answer }, state });
  const fill = async ({ keyboard }: ReturnType<typeof change>, newPwd = 'Merchant-2027') => {
    await keyboard.type(field(/手机号/), '13800000001');
    await keyboard.type(field(/原密码/), 'Merchant-2026');
    await keyboard.type(field(/^新密码/), newPwd);
    await keyboard.click(screen.getByRole('button', { name: '修改密码' }));
  };
  const answer = async ({ keyboard }: ReturnType<typeof change>, name: string) =>
    keyboard.click(await screen.findByRole('button', { name }));

  it('R1.1 works without a login and leads to the login afterwards', async () => {
    const page = change(() => ({}));
    await fill(page);
    await answer(page, '确认修改');
    expect(page.of('portal.changePwd')[0]?.input).toEqual({
      mobile: '13800000001',
      oldPwd: 'Merchant-2026',
      newPwd: 'Merchant-2027',
    });
    expect(screen.getByRole('link', { name: '用新密码登录' })).toBeDefined();
  });

  it('R4.4 a signed-in user sees the account, and that the other devices are logged out', async () => {
    const page = change(() => ({}), { user });
    expect(screen.getByText('当前账号：138****0001')).toBeDefined();
    await fill(page);
    await answer(page, '确认修改');
    expect(screen.getByText('这个账号在其他设备上的登录已全部退出。')).toBeDefined();
  });

  it('R12.7 R4.6 shows the consequences first; nothing is sent after a cancel', async () => {
    const page = change(() => ({}), { user });
    await fill(page);
    const question = await screen.findByRole('alertdialog', { name: '确认修改密码？' });
    expect(question.textContent).toContain('其他设备上的登录会全部退出，不能撤回');
    expect(page.calls).toEqual([]);
    await answer(page, '取消');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(page.calls).toEqual([]);
    expect(field(/^新密码/).value).toBe('Merchant-2027');
    await page.keyboard.click(screen.getByRole('button', { name: '修改密码' }));
    await answer(page, '确认修改');
    expect(page.of('portal.changePwd')).toHaveLength(1);
  });

  it('contract RHAC003 a further proof is asked for in a field of its own, and sent with the next try', async () => {
    const page = change(({ totp }) => {
      if (totp === undefined) throw refusal('portal.changePwd', 'RHAC003', { need: 'totp' });
      return {};
    });
    await fill(page);
    await answer(page, '确认修改');
    await page.keyboard.type(await screen.findByLabelText(/动态口令/), '123456');
    await page.keyboard.click(screen.getByRole('button', { name: '修改密码' }));
    await answer(page, '确认修改');
    expect(page.of('portal.changePwd').map(({ input }) => input['totp'])).toEqual([undefined, '123456']);
    expect(screen.getByRole('heading', { name: '密码已修改' })).toBeDefined();
  });

  it('R5.1 a new password equal to the old one shows a hint before anything is sent', async () => {
    const page = change(() => ({}));
    await fill(page, 'Merchant-2026');
    expect(screen.getByText('新密码不能与原密码相同')).toBeDefined();
    expect(page.calls).toEqual([]);
  });

  it('R8.3 a wrong old password is shown at its field, and nothing typed is lost', async () => {
    const page = change(() => {
      throw refusal('portal.changePwd', 'OPS01001');
    });
    await fill(page);
    await answer(page, '确认修改');
    expect(screen.getByText('账号或密码错误')).toBeDefined();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(field(/原密码/));
    expect(field(/^新密码/).value).toBe('Merchant-2027');
  });
});
