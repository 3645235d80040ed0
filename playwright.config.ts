import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './tools/browser/find-browser.mjs';

// In the C locale a browser names every download with a Chinese name `download`.
process.env['LANG'] ??= 'C.UTF-8';

const browser = findTestBrowser(process.env);
/**
 * Journeys of the console have a project of their own: staff work at a desk, or at a tablet (`console-*.spec.ts` sets the width). Those of the
 * portal run on PC; on a phone those that ask for its layout by their tag, and `phone-pages.spec.ts`, which looks at every page.
 */
const notOnPc = ['**/console-*.spec.ts', '**/phone-*.spec.ts'];
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

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
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'wire', testDir: 'e2e/wire' },
    { name: 'pc', testDir: 'e2e/journeys', testIgnore: notOnPc, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'console',
      testDir: 'e2e/journeys',
      testMatch: '**/console-*.spec.ts',
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'h5',
      testDir: 'e2e/journeys',
      grep: /@h5/,
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
        userAgent: phone,
      },
    },
  ],
});
