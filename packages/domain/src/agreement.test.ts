import { expect, it } from 'vitest';
import { acceptedAgreements, agreementsToAcceptAgain } from './agreement.ts';

const terms = { id: 'terms', version: '2026-11', required: true, scene: 'register' } as const;
const marketing = { id: 'marketing', version: '2026-11', required: false, scene: 'register' } as const;
const asked = [terms, marketing];
const tick = (id: string, version = '2026-11') => ({ id, version });
const given = (id: string, version = '2026-11', isLive = true) => ({ id, version, isLive });

it('R10.6 keeps each consent once, and a separate box is free', () => {
  expect(acceptedAgreements(asked, [tick('terms')])).toEqual([terms]);
  expect(acceptedAgreements(asked, [tick('marketing'), tick('terms'), tick('terms')])).toEqual([terms, marketing]);
});

it.each([
  ['a required one is missing', [tick('marketing')]],
  ['nothing was ticked', []],
  ['the text has changed since', [tick('terms', '2026-06')]],
  ['an optional text has changed since', [tick('terms'), tick('marketing', '2026-06')]],
  ['a box was never asked for', [tick('terms'), tick('purchase')]],
])('R10.6 asks again when %s', (_when, accepted) => {
  expect(acceptedAgreements(asked, accepted)).toBeNull();
});

it.each([
  ['nothing was ever agreed to', [], []],
  ['both are known', [given('terms'), given('marketing')], []],
  ['a required one changed', [given('terms', '2026-06')], ['terms']],
  ['a required one is new', [given('privacy')], ['terms']],
  ['a required one changed after it was withdrawn', [given('terms', '2026-06', false)], ['terms']],
  ['the present one was withdrawn', [given('terms', '2026-11', false)], []],
  ['a free one changed that still stands', [given('terms'), given('marketing', '2026-06')], ['marketing']],
  ['a free one changed that was withdrawn', [given('terms'), given('marketing', '2026-06', false)], []],
])('R10.6 what is to be read again when %s', (_when, before, wanted) => {
  expect(agreementsToAcceptAgain(asked, before).map(({ id }) => id)).toEqual(wanted);
});
