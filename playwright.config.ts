import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArgs } from './tools/browser/browser-args.mjs';
import { findTestBrowser } from './tools/browser/find-browser.mjs';

// In the C locale a browser names every download with a Chinese name `download`.
process.env['LANG'] ??= 'C.UTF-8';

const browser = findTestBrowser(process.env);
/**
 * Journeys of the console have a project of their own: staff work at a desk, or at a tablet (`console-*.spec.ts` sets the width). Those of the
 * portal run on PC; on a phone those that ask for its layout by their tag.
 */
const ofConsole = '**/console-*.spec.ts';
const notOnPc = [ofConsole, '**/phone-*.spec.ts'];
const pc = { viewport: { width: 1440, height: 900 } };
const desk = { viewport: { width: 1280, height: 900 } };
const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
const journeys = { testDir: 'e2e/journeys' };
/** What is asked of every page alike, a part of the long run (`tools/launch/long/parts.mjs`). */
const everyPage = { testDir: 'e2e/every-page' };

/** One server a worker (`e2e/server-pool.ts`), which its tests use one after another; every test makes the accounts that it needs. */
export default defineConfig({
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: availableParallelism() + 1,
  retries: 0,
  timeout: 60_000,
  // What is awaited comes in its own time on a busy machine; a wait that is met costs nothing.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'off',
    // For every page, also of contexts that a test makes itself: colours that are still on their way have no contrast.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: browserArgs,
    },
  },
  // They begin in this order: the longest first, so that at the end none of them is left to run alone.
  projects: [
    { name: 'console', ...journeys, testMatch: ofConsole, use: desk },
    { name: 'pc', ...journeys, testIgnore: notOnPc, use: pc },
    { name: 'h5', ...journeys, grep: /@h5/, use: phone },
    { name: 'wire', testDir: 'e2e/wire' },
    { name: 'every-page-pc', ...everyPage, testIgnore: notOnPc, use: pc },
    { name: 'every-page-console', ...everyPage, testMatch: ofConsole, use: desk },
    { name: 'every-page-h5', ...everyPage, grep: /@h5/, use: phone },
  ],
});
