import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test.each([
  ['2026-11-22T21:00:00Z', '早上好，王磊'],
  ['2026-11-23T04:30:00Z', '中午好，王磊'],
  ['2026-11-23T09:59:00Z', '下午好，王磊'],
  ['2026-11-23T10:00:00Z', '晚上好，王磊'],
  ['2026-11-22T20:59:00Z', '晚上好，王磊'],
])('R1.5 the greeting at %s goes by the hour in Shanghai', (at, words) => {
  expect(greetingAt(Date.parse(at), '王磊')).toBe(words);
});

test('R10.1 somebody without a name is greeted without one', () => {
  expect(greetingAt(Date.parse('2026-11-23T01:00:00Z'), '')).toBe('早上好');
});
