import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { openGallerySite } from './gallery-site.fixture.ts';

/** How a page of the gallery is opened. */
export type Opening = {
  type?: 'PC' | 'H5';
  theme?: 'light' | 'dark';
  withoutSanitizer?: boolean;
  /** Console messages that are expected anyway. */
  except?: RegExp;
  options?: BrowserContextOptions;
};

/** The gallery in Chromium. */
export type GalleryBrowser = {
  /** Opens a page of the gallery, runs a check, and asserts that the console is empty and the policy was not violated. */
  visit: (name: string, opening: Opening, look: (page: Page) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

/** How the browser of `CHROME_PATH` is started. */
function browserArgs(): string[] {
  const args = process.env['CHROME_ARGS'];
  if (args !== undefined) return args.split(' ');
  throw new Error(
    'CHROME_ARGS does not say how the browser of CHROME_PATH is started: run these tests by npm run units',
  );
}

/** Builds and serves the gallery, and starts the browser. */
export async function openGalleryBrowser(): Promise<GalleryBrowser> {
  const args = browserArgs();
  const site = await openGallerySite();
  const browser = await chromium
    .launch({ executablePath: process.env['CHROME_PATH'] ?? '', args })
    .catch(async (error: unknown) => {
      await site.close();
      throw error;
    });
  return {
    visit: (name, opening, look) => visit({ address: site.address, browser, name }, opening, look),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

type Place = { address: string; browser: Browser; name: string };

async function visit(
  { address, browser, name }: Place,
  opening: Opening,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { type = 'PC', theme = 'light', withoutSanitizer = false, except, options = {} } = opening;
  const context = await browser.newContext({
    viewport: { width: type === 'PC' ? 1440 : 390, height: 844 },
    hasTouch: type === 'H5',
    isMobile: type === 'H5',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  if (withoutSanitizer) await page.addInitScript('delete Element.prototype.setHTML');
  try {
    await page.goto(`${address}?page=${name}&type=${type}&theme=${theme}`, { waitUntil: 'load' });
    if (options.javaScriptEnabled !== false) await page.locator('html[data-live]').waitFor();
    await look(page);
    expect(complaints.filter((text) => !except?.test(text))).toEqual([]);
  } finally {
    await context.close();
  }
}
