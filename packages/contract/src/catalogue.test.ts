import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { operations } from './index.ts';
import { codesOf, type OperationSpec } from './operation.ts';
import { isMapped } from './wire/seed-texts.ts';

const codes = Object.keys(catalogue);
const ours = codes.filter((code) => code.startsWith('RH'));
const named = new Set(Object.values<OperationSpec>(operations).flatMap(codesOf));

/** The noun of each letter pair, from the catalogue's table. */
const letters = 'SY AC AG AZ AU CA CE CS DO LC LE OR BI FE RE FI EX IN ME NO RC ST TE'.split(' ');

describe('R8 catalogue', () => {
  it.each([
    [['OPS100011'], '账号和密码不能为空'],
    [['OPS10001', 'OPS100015', 'OPS100019', 'OPS100020', 'OPS01001', 'OPS01006'], '账号或密码错误'],
    [['OPS10004'], '验证码错误'],
    [['OPS10003'], '账号已锁定，请十分钟后重试'],
    [['OPS100012'], '账号已注销'],
    [['OPS100021', 'OPS01003'], '账号已锁定，请联系管理员'],
    [['OPSB0001', 'OPSB0002', 'OPSB0003', 'OPSB0005', 'OPS10005'], '系统繁忙，请稍后再试'],
    [['OPSB0006'], '邮箱不存在'],
    [['OPSB0009'], '密码格式错误'],
    [['OPS01002'], '新密码与历史密码相同，请重新设置'],
    [['UMDP00001'], '网络环境异常'],
  ])('R8.1 %j read %s', (each, message) => {
    for (const code of each) expect(catalogue[code as keyof typeof catalogue].message).toBe(message);
  });

  it.each([
    ['RHSY400', 400, '请求格式有误'],
    ['RHSY401', 401, '请先登录'],
    ['RHSY403', 403, '您没有此操作的权限'],
    ['RHSY404', 404, '内容不存在或已删除'],
    ['RHSY408', 408, '发送时间过长，请检查网络后重试'],
    ['RHSY409', 409, '数据已发生变化，请刷新后重试'],
    ['RHSY413', 413, '文件超过大小限制'],
    ['RHSY422', 422, '填写内容有误，请检查标出的项'],
    ['RHSY429', 429, '操作过于频繁，请稍后再试'],
    ['RHAC001', 409, '该手机号已注册，请直接登录'],
    ['RHAC002', 409, '该手机号尚未注册'],
    ['RHAC003', 403, '需要进一步验证身份'],
    ['RHAG001', 409, '协议已更新，请重新阅读并同意'],
    ['RHOR001', 409, '价格已更新，请重新确认'],
  ] as const)('contract 2 %s is a %i that reads %s', (code, status, message) => {
    expect(catalogue[code]).toEqual({ status, message });
  });

  it('contract 2 a code of ours is RH, the letters of its noun and three digits; a system code ends in its status', () => {
    for (const code of ours) {
      expect(code).toMatch(/^RH[A-Z]{2}\d{3}$/);
      expect(letters).toContain(code.slice(2, 4));
      if (code.startsWith('RHSY')) expect(catalogue[code as 'RHSY400'].status).toBe(Number(code.slice(4)));
    }
  });

  it('contract 2 a status says whose fault it is: 4xx the caller’s, 503 a dependency’s, 500 the rest', () => {
    const statuses = new Set(Object.values(catalogue).map(({ status }) => status));
    expect(
      [...statuses].filter((status) => ![400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 503].includes(status)),
    ).toEqual([]);
  });

  it('house 11 some operation declares every code of ours, except the codes of all operations', () => {
    const onTheWay = ours.filter((code) => code.startsWith('RHSY') || code === 'RHST001' || code === 'RHTE001');
    expect(ours.filter((code) => !onTheWay.includes(code) && !named.has(code as 'RHAC001'))).toEqual([]);
  });

  it('R8.3 the seed’s codes show the mapped text, ours the reply’s', () => {
    expect(codes.filter((code) => isMapped(code) === code.startsWith('RH'))).toEqual([]);
    expect(isMapped('OPS99999')).toBe(false);
  });
});
