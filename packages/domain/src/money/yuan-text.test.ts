import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { fen } from './fen.ts';
import { fenOfYuan, rmbText, yuanText } from './yuan-text.ts';

describe('R1.5 an amount in figures', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [99_900, '999.00'],
    [100_000, '1,000.00'],
    [123_456, '1,234.56'],
    [Number.MAX_SAFE_INTEGER, '90,071,992,547,409.91'],
  ])('R1.5 %i fen are %s', (amount, text) => {
    expect(yuanText(fen(amount))).toBe(text);
    expect(rmbText(fen(amount))).toBe(text.startsWith('-') ? `-¥${text.slice(1)}` : `¥${text}`);
  });

  it('R1.5 a sign and the separators of thousands are optional', () => {
    expect(rmbText(fen(800), { sign: 'always' })).toBe('+¥8.00');
    expect(rmbText(fen(-800), { sign: 'always' })).toBe('-¥8.00');
    expect(rmbText(fen(0), { sign: 'always' })).toBe('¥0.00');
    expect(yuanText(fen(123_456_789), { grouping: false })).toBe('1234567.89');
  });

  it('R3.7 a formatted amount is parsed back to the same amount', () => {
    const typeable = amounts.map((amount) => fen(Math.abs(amount) % 100_000_000_000_000));
    fc.assert(
      fc.property(typeable, fc.boolean(), (amount, grouping) => fenOfYuan(yuanText(amount, { grouping })) === amount),
    );
  });
});

it.each([
  ['0.37', 37],
  ['.5', 50],
  ['37', 3700],
  [' １，２３４．５６ ', 123_456],
  ['0.29', 29],
  ['1.15', 115],
  ['999999999999.99', 99_999_999_999_999],
  ['¥1,234.50', 123_450],
  ['￥ 1234.5 元', 123_450],
  ['人民币1,234,567元', 123_456_700],
  ['12,34', null],
  ['1,2345', null],
  ['1234,567', null],
  ['¥', null],
  ['元', null],
  ['1万', null],
  ['0.375', null],
  ['', null],
  ['.', null],
  ['-1', null],
  ['1e3', null],
  ['三角', null],
])('R3.7 %j is exactly %j fen', (typed, fen) => {
  expect(fenOfYuan(typed)).toBe(fen);
});
