import { expect, it } from 'vitest';
import { findBrowser, findTestBrowser, packagedBrowser } from './find-browser.mjs';

const machine =
  (...programs: string[]) =>
  (file: string): boolean =>
    programs.includes(file);

it('R14.1 the browser that CHROME_PATH names is taken before any other', () => {
  const env = { CHROME_PATH: '/mine/chrome', PATH: '/usr/bin' };
  expect(findBrowser(env, machine('/usr/bin/chromium', '/mine/chrome'))).toBe('/mine/chrome');
});

it('R14.1 a CHROME_PATH that names nothing is not replaced in silence', () => {
  expect(findBrowser({ CHROME_PATH: '/gone', PATH: '/usr/bin' }, machine('/usr/bin/chromium'))).toBeUndefined();
});

it('R14.1 else the first browser on the path, then one in a usual place', () => {
  const both = machine('/usr/local/bin/google-chrome', '/usr/bin/chromium');
  expect(findBrowser({ PATH: '/usr/local/bin:/usr/bin' }, both)).toBe('/usr/local/bin/google-chrome');
  expect(findBrowser({ PATH: '/nothing' }, machine('/opt/google/chrome/chrome'))).toBe('/opt/google/chrome/chrome');
  expect(findBrowser({}, machine())).toBeUndefined();
});

it('R14.1 the tests take a headless shell before a full browser, and a full one where there is no shell', () => {
  const both = machine('/usr/bin/chromium', '/usr/bin/chromium-headless-shell');
  expect(findTestBrowser({ PATH: '/usr/bin' }, both)).toBe('/usr/bin/chromium-headless-shell');
  expect(findTestBrowser({ PATH: '/usr/bin' }, machine('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
  expect(findTestBrowser({ PATH: '/usr/bin', CHROME_PATH: '/usr/bin/chromium' }, both)).toBe('/usr/bin/chromium');
  expect(findBrowser({ PATH: '/usr/bin' }, both)).toBe('/usr/bin/chromium');
});

it('R14.1 the tests take the browser that was fetched where the system has none; measurements never do', () => {
  expect(findTestBrowser({ PATH: '/usr/bin' }, machine(packagedBrowser))).toBe(packagedBrowser);
  expect(findTestBrowser({ PATH: '/usr/bin' }, machine(packagedBrowser, '/usr/bin/chromium'))).toBe(
    '/usr/bin/chromium',
  );
  expect(findBrowser({ PATH: '/usr/bin' }, machine(packagedBrowser))).toBeUndefined();
});
