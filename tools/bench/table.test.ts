import { expect, it } from 'vitest';
import { judged, unmeasured } from './figures.ts';
import { bytesPart } from './parts/bytes-part.ts';
import { sumOf, tableOf } from './table.ts';

const met = judged('start', 'warm', { value: '1 s', goal: '≤ 3 s', isMet: true });
const missed = judged('start', 'cold', { value: '9 s', goal: '≤ 3 s', isMet: false });
const setting = { folder: '/nowhere', browser: undefined, say: () => undefined };

it('house 11 the bench says that every goal is met only when all were measured', async () => {
  const figures = [met, ...(await bytesPart.run(setting)), unmeasured('lighthouse', 'Lighthouse', 'no Chromium')];
  expect(sumOf([met])).toBe('Every goal is met.');
  expect(sumOf(figures)).toBe('No goal is missed of those that were measured. Not measured: first load, Lighthouse.');
  expect(sumOf([missed, ...figures])).toBe(
    'Goals missed: 1, marked in the last column. Not measured: first load, Lighthouse.',
  );
  expect(tableOf(figures)).toContain('| first load | not measured: no Chromium |  | **not measured** |');
});
