import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { stepUpStore, withProof } from '#features/safety/step-up.ts';
import { type Answers, act, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { loadStepUpQuestion, StepUpDialog } from './step-up-dialog.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadStepUpQuestion);
}, 60_000);

const ask = async (step: string) => {
  let ticket: string | null | undefined;
  await act(async () => {
    void withProof(step, async (given) => given).then((given) => {
      ticket = given;
    });
  });
  return () => ticket;
};

const show = () =>
  showPage(<StepUpDialog />, {
    at: '/merchant/accountCenter/members',
    state: { user },
    answers: {
      'user.verifyCode': (input) => {
        if (input.pwd !== 'Right-2026') throw refusal('user.verifyCode', 'OPS01006');
        return { stepTicket: 'ticket-1', expiresIn: 300 };
      },
    },
  });

const password = () => screen.getByLabelText<HTMLInputElement>('登录密码');
const confirm = () => screen.getByRole('button', { name: '确认' });

describe('R10.9 a fresh proof', () => {
  it('R10.9 names the step it is for, and gives a ticket for the right password', async () => {
    const page = show();
    expect(screen.queryByRole('dialog')).toBeNull();
    const ticket = await ask('邀请成员');
    expect(screen.getByText(/邀请成员前请输入 138\*\*\*\*0001 的登录密码/)).toBeDefined();
    await page.keyboard.type(password(), 'Right-2026');
    await page.keyboard.click(confirm());
    expect(ticket()).toBe('ticket-1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('R10.9 who has a one-time password is asked for it, and for nothing else', async () => {
    const asked: object[] = [];
    const page = showPage(<StepUpDialog />, {
      at: '/merchant/accountCenter/members',
      state: { user },
      answers: {
        'user.verifyCode': (input) => {
          asked.push(input);
          if (input.totp === undefined) throw refusal('user.verifyCode', 'RHAC003', { need: 'totp' });
          return { stepTicket: 'by-code', expiresIn: 300 };
        },
      },
    });
    const ticket = await ask('邀请成员');
    await page.keyboard.type(password(), 'Right-2026');
    await page.keyboard.click(confirm());
    await page.keyboard.type(screen.getByLabelText('动态口令或恢复码'), '123456');
    expect(screen.queryByRole('button', { name: /改用/ })).toBeNull();
    await page.keyboard.click(confirm());
    expect(ticket()).toBe('by-code');
    expect(asked.at(-1)).toEqual({ scene: 'stepUp', totp: '123456' });
  });

  it('R8.3 a wrong password is shown at its field and can be tried again; the password is not stored', async () => {
    const page = show();
    const ticket = await ask('移交主账号');
    await page.keyboard.click(confirm());
    expect(screen.getByText('请输入登录密码')).toBeDefined();
    await page.keyboard.type(password(), 'Wrong-2026');
    await page.keyboard.click(confirm());
    expect(screen.getByText('账号或密码错误')).toBeDefined();
    expect(ticket()).toBeUndefined();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('2026');
  });

  it('R10.9 cancelling, leaving or another question gives no ticket', async () => {
    const page = show();
    const cancelled = await ask('邀请成员');
    await page.keyboard.click(screen.getByRole('button', { name: '取消' }));
    expect(cancelled()).toBeNull();
    const replaced = await ask('邀请成员');
    const left = await ask('移交主账号');
    expect(replaced()).toBeNull();
    await act(async () => page.unmount());
    expect(left()).toBeNull();
    expect(stepUpStore.get()).toBeNull();
  });
});

describe('R5.3 a code instead of the password', () => {
  const bySms = async (answers: Answers) => {
    const page = showPage(<StepUpDialog />, { at: '/merchant/accountCenter/members', state: { user }, answers });
    await ask('邀请成员');
    await page.keyboard.click(screen.getByRole('button', { name: '改用短信验证码' }));
    return page;
  };
  const cancel = () => screen.getByRole('button', { name: '取消' });

  it('R5.3 after too many requests the button waits as long as the server says, also when the method was changed and the dialog reopened', async () => {
    const page = await bySms({
      'user.sendVerifyCode': () => {
        throw refusal('user.sendVerifyCode', 'RHSY429', { retryAfter: 2_100 });
      },
    });
    const wait = { name: '35 分钟后重发' };
    await page.keyboard.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('button', wait)).toBeDefined();
    await page.keyboard.click(screen.getByRole('button', { name: '改用登录密码' }));
    await page.keyboard.click(screen.getByRole('button', { name: '改用短信验证码' }));
    expect(screen.getByRole('button', wait)).toBeDefined();
    await page.keyboard.click(cancel());
    await ask('移交主账号');
    await page.keyboard.click(screen.getByRole('button', { name: '改用短信验证码' }));
    await page.keyboard.click(screen.getByRole('button', wait));
    expect(page.of('user.sendVerifyCode')).toHaveLength(1);
  });

  it('R5.3 the wait after a sent code is the one in the server’s answer', async () => {
    const page = await bySms({ 'user.sendVerifyCode': () => ({ expiresIn: 300, retryAfter: 90 }) });
    await page.keyboard.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('button', { name: /^(90|8\d) 秒后重发$/ })).toBeDefined();
  });
});
