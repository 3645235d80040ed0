import { expect, it } from 'vitest';
import { lineListName, lineWords } from './line-words.ts';

it('R10.5 lines are called by what they are: loans, or business of any kind; the reference has one name', () => {
  expect(lineWords(true)).toEqual({ reference: '业务编号', person: '借款人', basis: '借款金额' });
  expect(lineWords(false)).toEqual({ reference: '业务编号', person: '客户', basis: '计费金额' });
  expect([lineListName(true), lineListName(false)]).toEqual(['贷款咨询明细', '业务明细']);
});
