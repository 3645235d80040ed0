import { describe, expect, it } from 'vitest';
import { greetingOf } from './greeting.ts';

const address = 'http://127.0.0.1:8080';

describe('what a start says', () => {
  it('R14.1 is one block: address, console, account and password, and that an authenticator is needed', () => {
    const admin = { account: 'admin', oneTimePassword: '6flNh2F0C10_LfQ4OrQ-Hg' };
    const text = greetingOf({ address, admin, isDemo: false, hasDemoAccounts: true });
    for (const part of [
      `融惠已启动：${address}/\n`,
      `运营控制台：${address}/console/\n`,
      '账号 admin，一次性密码 6flNh2F0C10_LfQ4OrQ-Hg（30 分钟内登录一次，只在这里显示一次）',
      '身份验证器',
      '13800000001 / Demo-Merchant-1',
      `接口文档：${address}/api-docs\n`,
    ]) {
      expect(text).toContain(part);
    }
    expect(greetingOf({ address, admin, isDemo: true, hasDemoAccounts: true })).not.toContain('身份验证器');
  });

  it('R14.1 tells no account where none was made', () => {
    const text = greetingOf({ address, admin: null, isDemo: true, hasDemoAccounts: false });
    expect(text.trim().split('\n')).toHaveLength(3);
  });
});
