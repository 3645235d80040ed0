import { expect, it } from 'vitest';
import { consentsGiven } from './agreement.ts';

const terms = { id: 'terms', version: '2026-11', required: true, scene: 'register' };
const marketing = { id: 'marketing', version: '2026-11', required: false, scene: 'register' };
const asked = [terms, marketing];
const tick = (id: string, version = '2026-11') => ({ id, version });

it('R10.6 keeps each consent once, and a separate box is free', () => {
  expect(consentsGiven(asked, [tick('terms')])).toEqual([terms]);
  expect(consentsGiven(asked, [tick('marketing'), tick('terms'), tick('terms')])).toEqual([terms, marketing]);
});

it.each([
  ['a required one is missing', [tick('marketing')]],
  ['nothing was ticked', []],
  ['the text has changed since', [tick('terms', '2026-06')]],
  ['an optional text has changed since', [tick('terms'), tick('marketing', '2026-06')]],
  ['a box was never asked for', [tick('terms'), tick('purchase')]],
])('R10.6 asks again when %s', (_when, accepted) => {
  expect(consentsGiven(asked, accepted)).toBeNull();
});
