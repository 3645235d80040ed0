import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryTerms, textTokens } from './search-text.ts';

it('R1.1 a two-character word inside a sentence is among the tokens of the sentence', () => {
  expect(textTokens('每月对账单逐笔可查')).toEqual(expect.arrayContaining(['对账', '账单', '账', '逐笔']));
});

it('R1.1 a query asks for all neighbours of a run, one character for itself, and Latin words as beginnings', () => {
  expect(queryTerms('对账单 XLSX')).toEqual([
    { token: '对账', prefix: false },
    { token: '账单', prefix: false },
    { token: 'xlsx', prefix: true },
  ]);
  expect(queryTerms('票')).toEqual([{ token: '票', prefix: false }]);
  expect(queryTerms(' %_-!() ')).toEqual([]);
});

it('R1.1 full-width letters and capitals are folded alike in text and query', () => {
  expect(textTokens('ＡＰＩ 签名')).toContain('api');
  expect(queryTerms('ａｐｉ')[0]?.token).toBe('api');
});

it('R1.1 a Latin word beside Chinese ones is a word of its own', () => {
  expect(textTokens('导出XLSX文件')).toEqual(['导', '出', '导出', 'xlsx', '文', '件', '文件']);
});

it('R1.1 every term of a piece of a text is found among the tokens of that text', () => {
  const chinese = fc
    .array(fc.constantFrom(...Array.from('账单对差异反馈认证发票abc 12，')), { maxLength: 60 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(chinese, fc.nat(50), fc.nat(10), (text, from, length) => {
      const tokens = textTokens(text);
      const piece = text.slice(from, from + length);
      return queryTerms(piece).every(({ token, prefix }) =>
        prefix ? tokens.some((each) => each.includes(token)) : tokens.includes(token),
      );
    }),
    { numRuns: 2000 },
  );
});

it('R1.1 a query is bounded however long it is', () => {
  expect(queryTerms('一二三四五六七八九十'.repeat(500)).length).toBeLessThanOrEqual(24);
});
