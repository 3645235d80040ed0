import { mayApproveBills } from '@ronghui/domain/member';
import { expect, it } from 'vitest';
import { authMap, keysOfRole, memberRoles, merchantAuthKeys } from './auth-keys.ts';

it('R6.1 an owner has every key', () => {
  expect(keysOfRole('owner')).toEqual(merchantAuthKeys);
});

it('R6.1 finance has all keys except the four of the company itself', () => {
  const missing = merchantAuthKeys.filter((key) => !keysOfRole('finance').includes(key));
  expect(missing).toEqual(['tenant.write', 'member.manage', 'certification.write', 'authorization.write']);
});

it('R6.1 a viewer only reads', () => {
  expect(keysOfRole('viewer').filter((key) => !key.endsWith('.read'))).toEqual([]);
  expect(keysOfRole('viewer')).toHaveLength(merchantAuthKeys.filter((key) => key.endsWith('.read')).length);
});

it('R10.3 the roles that may approve bills are those that the pages take for it', () => {
  for (const role of memberRoles) expect(keysOfRole(role).includes('bill.approve'), role).toBe(mayApproveBills(role));
});

it('R3.6 the auth map names every key, and a visitor has none', () => {
  expect(Object.keys(authMap(null))).toEqual([...merchantAuthKeys]);
  expect(Object.values(authMap(null)).some(Boolean)).toBe(false);
  expect(Object.values(authMap('owner')).every(Boolean)).toBe(true);
});
