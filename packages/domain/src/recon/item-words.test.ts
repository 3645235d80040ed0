import { expect, it } from 'vitest';
import { groupName, type ItemFacts, itemReason, unclaimableKinds } from './item-words.ts';
import { reconKinds } from './recon-row.ts';

it.each<[ItemFacts['kind'], ItemFacts['rule'], number, number, string]>([
  ['matched', 'reference', 1, 1, '业务编号相同，金额一致'],
  ['matchedWithinTolerance', 'reference', 1, 1, '业务编号相同，金额在容差内'],
  ['matched', 'referenceGroup', 3, 1, '业务编号相同，商户账 3\u00a0行对平台账 1\u00a0行，合计金额一致'],
  ['matched', 'amountAndDay', 1, 1, '金额一致，日期相近；业务编号不同'],
  ['matched', 'group', 1, 2, '商户账 1\u00a0行对平台账 2\u00a0行，合计金额一致，日期相近'],
  ['amountMismatch', 'hand', 1, 1, '人工勾对，金额不符'],
  ['amountMismatch', 'hand', 2, 1, '人工勾对，商户账 2\u00a0行对平台账 1\u00a0行，金额不符'],
  ['onlyInLedger', 'hand', 1, 0, '人工取消了勾对'],
  ['onlyInBill', 'none', 0, 1, '商户账里没有与它相符的行，可能漏记'],
  ['duplicate', 'none', 1, 0, '商户账里已有业务编号、金额、日期都相同的一行'],
  ['crossStage', 'none', 1, 0, '相邻账期里有业务编号与金额都相同的一笔，不算差异'],
])('R13.2 %s by %s of %i and %i rows is explained in a sentence', (...given) => {
  const [kind, rule, ledgerCount, lineCount, sentence] = given;
  expect(itemReason({ kind, rule, ledgerCount, lineCount })).toBe(sentence);
});

it.each([
  ['dateMismatch', '2026-10-01', '2026-10-27', '业务编号相同，金额一致，日期相差\u00a026\u00a0天'],
  ['amountMismatch', '2026-10-27', '2026-10-01', '业务编号相同，金额不符，日期相差\u00a026\u00a0天'],
  ['amountMismatch', '2026-10-01', '2026-10-01', '业务编号相同，金额不符'],
] as const)('R13.2 %s says how far the days are apart: %s and %s', (kind, ledgerOn, lineOn, sentence) => {
  expect(itemReason({ kind, rule: 'reference', ledgerCount: 1, lineCount: 1, ledgerOn, lineOn })).toBe(sentence);
});

it('R13.3 a group has a name in files, a pair has none', () => {
  expect(groupName({ ledgerCount: 3, lineCount: 1 })).toBe('3 对 1');
  expect(groupName({ ledgerCount: 1, lineCount: 1 })).toBe('');
});

it('R13.3 three kinds are differences that can be claimed', () => {
  expect(reconKinds.filter((kind) => unclaimableKinds[kind] === undefined)).toEqual([
    'amountMismatch',
    'onlyInLedger',
    'onlyInBill',
  ]);
});
