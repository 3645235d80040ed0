import { describe, expect, it } from 'vitest';
import { maskAddress } from './address.ts';

describe('security 4.12 an address on the screen', () => {
  it.each([
    ['203.0.113.77', '203.0.113.*'],
    ['2001:db8:85a3:1::/64', '2001:db8:*'],
    ['::1', '::*'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('security 4.12 %j is shown as %j', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });
});
