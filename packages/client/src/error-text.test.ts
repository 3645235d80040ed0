import { seedTexts } from '@ronghui/contract/wire';
import { describe, expect, it } from 'vitest';
import { CallError, type CallFacts } from './call-error.ts';
import { errorText, ownTexts } from './error-text.ts';
import { staffText } from './staff-texts.ts';

const failed = (facts: Partial<CallFacts>) => new CallError({ kind: 'reply', operationId: 'portal.login', ...facts });

describe('errorText', () => {
  it.each(Object.entries(seedTexts))('R8.1 %s reads as the catalogue says', (errCode, text) => {
    expect(errorText('portal.login', failed({ errCode, errMsg: '别的话', status: 400 }))).toBe(text);
  });

  it.each(['portal.sendSmsCode', 'user.sendVerifyCode'])(
    'R8.2 any mapped error of %s reads 验证码发送失败',
    (operationId) => {
      expect(errorText(operationId, failed({ errCode: 'OPS10005', status: 503 }))).toBe('验证码发送失败');
      expect(errorText(operationId, failed({ errCode: 'UMDP00001', status: 403 }))).toBe('验证码发送失败');
      expect(
        errorText(operationId, failed({ errCode: 'RHSY429', errMsg: '操作过于频繁，请稍后再试', status: 429 })),
      ).toBe('操作过于频繁，请稍后再试');
    },
  );

  it.each([
    ['ops.login', 'OPS100019', '动态口令或恢复码不正确'],
    ['ops.totp.confirm', 'OPS100019', '动态口令或恢复码不正确'],
    ['ops.changePwd', 'OPS01001', '原密码不正确'],
    ['ops.user.verify', 'OPS01006', '您的登录密码不正确'],
    ['ops.changePwd', 'OPSB0009', '新密码不符合规则，或太容易猜到'],
  ])('R11.1 staff read of %s %s what was wrong, merchants the words of the table', (operationId, errCode, text) => {
    ownTexts.find = staffText;
    const error = failed({ errCode, errMsg: '账号或密码错误', status: 400 });
    expect(errorText(operationId, error)).toContain(text);
    expect(errorText('portal.changePwd', error)).not.toContain(text);
  });

  it('R8.2 a code sent by mail keeps its own text', () => {
    expect(errorText('user.sendVerifyCode', failed({ errCode: 'OPSB0006' }), 'email')).toBe('邮箱不存在');
  });

  it('R8.3 an RH error shows its own errMsg, before the status table', () => {
    expect(errorText('x.y', failed({ errCode: 'RHSY404', errMsg: '内容不存在或已删除', status: 404 }))).toBe(
      '内容不存在或已删除',
    );
  });

  it('R8.3 R5.5 a 422 says what is wrong with its fields, which nobody marks where this text is read', () => {
    const facts = { errCode: 'RHSY422', errMsg: '填写内容有误，请检查标出的项', status: 422 };
    const fields = [
      { path: 'filter.from', message: '请填写有效的日期' },
      { path: 'filter.stageId', message: '没有这个账期' },
    ];
    expect(errorText('x.y', failed({ ...facts, data: { fields } }))).toBe('请填写有效的日期；没有这个账期');
    expect(errorText('x.y', failed({ ...facts, data: { fields: [] } }))).toBe('填写内容有误，请检查标出的项');
  });

  it.each([
    [404, '访问路径有误，请修改'],
    [500, '系统异常，请联系开发或运维人员'],
    [401, '登录超时，请重新登录'],
    [418, '茶壶'],
  ])('R8.3 without a known errCode status %i reads %s', (status, text) => {
    expect(errorText('x.y', failed({ status, errMsg: '茶壶' }))).toBe(text);
    expect(errorText('x.y', failed({ status, errMsg: '茶壶', errCode: 'NEW1' }))).toBe(text);
  });

  it('R8.3 another status without errMsg reads the system text', () => {
    expect(errorText('x.y', failed({ status: 502 }))).toBe('系统异常，请联系开发或运维人员');
    expect(errorText('x.y', new TypeError('a bug'))).toBe('系统异常，请联系开发或运维人员');
  });

  it('R8.3 no reply reads 网络环境异常', () => {
    expect(errorText('x.y', failed({ kind: 'unreachable' }))).toBe('网络环境异常');
  });
});
