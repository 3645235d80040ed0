import { expect, it } from 'vitest';
import { isAtLeast } from '#kernel/setup/version';

it.each([
  ['0.8.0', '0.8.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.9.0-rc.1', '0.9.0', true],
  ['0.8.9', '0.9.0', false],
  ['0.9.0', '0.9.1', false],
  ['no version', '0.0.1', false],
])('running 4.1 whether %s is at least %s is read from numbers: %s', (version, other, expected) => {
  expect(isAtLeast(version, other)).toBe(expected);
});
