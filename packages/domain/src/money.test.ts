import { expect, it } from 'vitest';
import { fenOfYuan } from './money.ts';

it.each([
  ['0.37', 37],
  ['.5', 50],
  ['37', 3700],
  [' １，２３４．５６ ', 123_456],
  ['0.29', 29],
  ['1.15', 115],
  ['999999999999.99', 99_999_999_999_999],
  ['0.375', null],
  ['', null],
  ['.', null],
  ['-1', null],
  ['1e3', null],
  ['三角', null],
])('R3.7 %j is %j fen, to the fen', (typed, fen) => {
  expect(fenOfYuan(typed)).toBe(fen);
});
