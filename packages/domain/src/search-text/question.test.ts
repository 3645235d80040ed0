import { expect, it } from 'vitest';
import { rankedAnswers } from './answer-rank.ts';
import { foldedText, simplifiedText } from './folded-text.ts';
import { readQuestion, termsOfWord, wordsToMark } from './question.ts';
import { tradeWords } from './trade-words.ts';
import { simplifiedSigns, traditionalSigns } from './traditional-signs.gen.ts';

const wordsOf = (query: string) => readQuestion(query).map(({ word }) => word);

it.each([
  ['如何对账', ['对账']],
  ['忘记密码怎么办', ['忘记密码']],
  ['企业认证失败', ['企业认证', '失败']],
  ['客服电话', ['客服电话']],
  ['發票', ['发票']],
  ['請問怎麼開發票嗎？', ['开发票']],
  ['帐单', ['账单']],
  ['ＡＰＩ 接口的签名', ['api', '签名']],
  ['换手机号', ['换', '手机号']],
  ['兑换券', ['兑换', '券']],
  ['how to export', ['export']],
])('R1.1 %s asks for %j', (query, words) => {
  expect(wordsOf(query)).toEqual(words);
});

it('R1.1 a word about the kind of answer need not be in one, unless it is all that is asked for', () => {
  expect(readQuestion('什么是账期')).toMatchObject([
    { word: '什么是', isRequired: false },
    { word: '账期', isRequired: true },
  ]);
  expect(readQuestion('流程')).toMatchObject([{ word: '流程', isRequired: true }]);
});

it('R1.1 a query of nothing but question words asks for them, and one without a letter for nothing', () => {
  expect(wordsOf('怎么办')).toEqual(['怎么办']);
  expect(wordsOf(' %_-!() ，')).toEqual([]);
});

it('R1.1 a sign that stands alone beside a word need not be in an answer', () => {
  expect(readQuestion('火星车')).toMatchObject([
    { word: '火星', isRequired: true },
    { word: '车', isRequired: false },
  ]);
  expect(readQuestion('票')).toMatchObject([{ word: '票', isRequired: true }]);
});

it('R1.1 a word that the dictionary does not know is one word', () => {
  expect(wordsOf('旮旯')).toEqual(['旮旯']);
});

it('R1.1 a question is bounded however long it is', () => {
  expect(readQuestion('一二三四五六七八九十'.repeat(500)).length).toBeLessThanOrEqual(6);
  expect(readQuestion('账单订单认证付款发票商户密码手机授权明细差异确认导出登录'.repeat(9)).length).toBe(6);
});

it('R1.1 the words of the trade lead to each other, and are marked in an answer', () => {
  const question = readQuestion('重置密码');
  expect(question[0]?.others).toContain('找回密码');
  expect(wordsToMark(question)).toContain('找回密码');
  expect(wordsToMark(readQuestion('导出 导出 a1'))).toContain('a1');
  for (const row of tradeWords) expect(new Set(row).size, row.join(' ')).toBe(row.length);
});

it('R1.1 the terms of a word are its pairs of signs, one sign for itself, and Latin words as beginnings', () => {
  expect(termsOfWord('对账单')).toEqual([
    { token: '对账', prefix: false },
    { token: '账单', prefix: false },
  ]);
  expect(termsOfWord('票')).toEqual([{ token: '票', prefix: false }]);
  expect(termsOfWord('xlsx')).toEqual([{ token: 'xlsx', prefix: true }]);
});

it('R1.1 traditional signs read as simplified ones, each as one sign', () => {
  expect(traditionalSigns.length).toBe(simplifiedSigns.length);
  expect(simplifiedText('發票、對賬單與帳號')).toBe('发票、对账单与账号');
  expect(foldedText('ＡＢＣ')).toBe('abc');
});

it('R1.1 documents with all required words come first, then those that have them in title and headings', () => {
  const question = readQuestion('导出账单');
  const doc = (title: string, has: readonly boolean[], headings: readonly string[] = []) => {
    return { title, summary: '', headings, has, density: 0 };
  };
  const all = [true, true];
  const candidates = [
    doc('导出账单', [true, false]),
    doc('其他', all),
    doc('其他', all, ['怎样导出账单']),
    doc('下载账单', all),
    doc('导出账单', all),
  ];
  const ranked = rankedAnswers(candidates, question, [1, 1]);
  expect(ranked.map(({ doc: found }) => candidates.indexOf(found))).toEqual([4, 3, 2, 1, 0]);
  expect(ranked.map(({ isFull }) => isFull)).toEqual([true, true, true, true, false]);
});
