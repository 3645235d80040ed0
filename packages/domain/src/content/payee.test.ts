import { describe, expect, it } from 'vitest';
import { movesPayee, payeeAccountFault } from './payee.ts';

const payee = { name: '融惠', bank: '示例银行', accountNo: '6222' };
const none = { name: '', bank: '', accountNo: '' };
const site = (account: typeof payee) => ({ record: 'site' as const, payee: account });

describe('R6.3 the account that merchants pay to', () => {
  it.each([
    ['another name', site(payee), site({ ...payee, name: '别家' }), true],
    ['another bank', site(payee), site({ ...payee, bank: '别家' }), true],
    ['another number', site(payee), site({ ...payee, accountNo: '6223' }), true],
    ['the first one', site(none), site(payee), true],
    ['the first of a new site', null, site(payee), true],
    ['none any more', site(payee), site(none), true],
    ['the same', site(payee), site({ ...payee }), false],
    ['none as before', null, site(none), false],
    ['another record', null, { record: 'slides' as const }, false],
  ])('R6.3 %s: %s → %s moves it: %s', (_what, former, next, moves) => {
    expect(movesPayee(former, next)).toBe(moves);
  });
});

describe('the number of an account', () => {
  it.each([
    ['', undefined],
    ['6222 0212-0000 1234', undefined],
    ['0'.repeat(34), undefined],
    ['0'.repeat(35), '账号最多 34\u00a0位数字'],
    ['见合同', '账号只能是数字，可以用空格或短横分组'],
    ['62220212000O1234', '账号只能是数字，可以用空格或短横分组'],
    [' ', '账号只能是数字，可以用空格或短横分组'],
  ])('R11.3 %j is a possible one or says why not', (accountNo, fault) => {
    expect(payeeAccountFault(accountNo)).toBe(fault);
  });
});
