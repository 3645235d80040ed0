import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answers,
  imageCode,
  refusal,
  screen,
  showPage,
  signedIn,
  site,
  toasts,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { loadWelcome } from './lazy-welcome.ts';
import { RegisterPage } from './register-page.tsx';

beforeAll(async () => {
  await loadChunk(loadWelcome);
});

const register = (answers: Answers = {}, at = '/portal/register', state = {}) =>
  showPage(<RegisterPage />, {
    at,
    state,
    answers: {
      ...imageCode,
      'portal.sendSmsCode': () => ({ expiresIn: 300, retryAfter: 60 }),
      'portal.register': () => signedIn,
      ...answers,
    },
  });

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const submit = () => screen.getByRole('button', { name: '注册并登录' });

const fill = async ({ keyboard }: ReturnType<typeof register>) => {
  await keyboard.type(field(/手机号/), '13800000009');
  await keyboard.type(field(/短信验证码/), '123456');
  await keyboard.type(field(/设置密码/), 'Merchant-2026');
  await keyboard.click(box(/用户服务协议/));
  await keyboard.click(box(/隐私政策/));
};

describe('registration', () => {
  it('R10.6 boxes are separate and not ticked at first; required ones are marked, the others are optional', async () => {
    const page = register();
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      false,
      false,
      false,
    ]);
    expect(box(/隐私政策/).getAttribute('aria-required')).toBe('true');
    expect(box(/营销信息/).getAttribute('aria-required')).toBeNull();
    await page.keyboard.click(submit());
    expect(screen.getByText('请阅读并同意《隐私政策》')).toBeDefined();
    expect(screen.queryByText('请阅读并同意《营销信息接收同意书》')).toBeNull();
    expect(page.of('portal.register')).toEqual([]);
  });

  it('R10.6 only ticked agreements are sent, with their versions', async () => {
    const page = register();
    await fill(page);
    await page.keyboard.click(submit());
    expect(page.of('portal.register')[0]?.input).toEqual({
      mobile: '13800000009',
      smsCode: '123456',
      pwd: 'Merchant-2026',
      agreements: [
        { id: 'terms', version: '1' },
        { id: 'privacy', version: '1' },
      ],
    });
    expect(await screen.findByRole('heading', { name: '注册成功' })).toBe(document.activeElement);
  });

  it('R2.10 the user returns to the page that led to the registration', async () => {
    const page = register({}, '/portal/register?back=%2Fportal%2Fproducts');
    await fill(page);
    await page.keyboard.click(submit());
    expect(location.hash).toBe('#/portal/products');
    expect(toasts()).toEqual(['注册成功，已为您登录']);
  });

  it('R8.6 a registered mobile is led to the login', async () => {
    const page = register({
      'portal.register': () => {
        throw refusal('portal.register', 'RHAC001');
      },
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(screen.getByText('该手机号已注册，请直接登录')).toBeDefined();
    expect(screen.getAllByRole('link', { name: '直接登录' })[0]?.getAttribute('href')).toBe('#/portal/login');
    expect(field(/设置密码/).value).toBe('Merchant-2026');
  });

  it('R10.6 a changed agreement is fetched and asked for again', async () => {
    const page = register({
      'portal.register': () => {
        throw refusal('portal.register', 'RHAG001');
      },
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(toasts()).toEqual(['协议已更新，请重新阅读并同意']);
    expect(page.of('start')).toHaveLength(1);
    expect(box(/用户服务协议/).checked).toBe(false);
    expect(document.activeElement).toBe(box(/用户服务协议/));
  });

  it('R8.3 a refused password is shown at its field', async () => {
    const page = register({
      'portal.register': () => {
        throw refusal('portal.register', 'OPSB0009');
      },
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(screen.getByText('密码格式错误')).toBeDefined();
    expect(document.activeElement).toBe(field(/设置密码/));
  });

  it('R2.9 shows loading until the agreements are there, and a retry when the fetch failed', async () => {
    const page = register({}, '/portal/register', { phase: 'starting', site: { ...site, agreements: [] } });
    expect(screen.getByRole('status', { name: '正在获取协议' })).toBeDefined();
    page.unmount();
    const failed = register({}, '/portal/register', { phase: 'failed', site: { ...site, agreements: [] } });
    await failed.keyboard.click(screen.getByRole('button', { name: '重试' }));
    expect(failed.of('start')).toHaveLength(1);
    await failed.keyboard.click(submit());
    expect(failed.of('portal.register')).toEqual([]);
  });

  it('R10.6 where nothing is published that a registration agrees to, it is closed, and says how to reach us', () => {
    register({}, '/portal/register', { site: { ...site, agreements: [] } });
    const note = screen.getByRole('status');
    expect(note.textContent).toBe('注册暂未开放。可以拨打 400-000-0000（9:00–18:00），或联系我们，开放后我们告诉您。');
    expect(within(note).getByRole('link', { name: '联系我们' }).getAttribute('href')).toContain('topic=consult');
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    expect(screen.getByRole('link', { name: '直接登录' })).toBeDefined();
  });
});
