import { expect, it } from 'vitest';
import { referenceKey } from './recon-row.ts';

it.each([
  ['HT-2026-001', 'ht2026001'],
  ['HT 2026 001', 'ＨＴ２０２６－００１'],
  ['ht—2026—001', ' HT2026001　'],
  ['LN‑1', 'ln1'],
])('R13.2 %s and %s are one reference', (one, other) => {
  expect(referenceKey(one)).toBe(referenceKey(other));
});

it.each([
  ['A1', 'A01'],
  ['A_1', 'A1'],
  ['A.1', 'A1'],
  ['é', 'É'],
])('R13.2 %s and %s are two', (one, other) => {
  expect(referenceKey(one)).not.toBe(referenceKey(other));
});

it('R13.2 what has nothing but dashes is compared as it stands', () => {
  expect(referenceKey('--')).toBe('--');
});
