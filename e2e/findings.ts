import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

/** By how many px a screen is wider than its window; a phone's window grows with what it shows, so the size that was set counts. */
const tooWide = async (page: Page): Promise<number> => {
  const width = page.viewportSize()?.width ?? Number.POSITIVE_INFINITY;
  return Math.max(0, (await page.evaluate(() => document.documentElement.scrollWidth)) - width);
};

/** Checks that a screen does not run over the edge of its window. */
export const expectFits = async (page: Page): Promise<void> =>
  expect(await tooWide(page), 'wider than the window').toBe(0);

type Theme = 'light' | 'dark';
type Axe = typeof axe;

/** What passes is not described, and no style sheet is fetched again for rules that are not on: half of the time. */
const lean = { resultTypes: ['violations'], preload: false } as const;

/** In light all rules; in dark those that depend on colours. */
const rules = { light: lean, dark: { ...lean, runOnly: ['color-contrast', 'link-in-text-block'] } } as const;

/** Loads axe into a frame that has none from an earlier check; it is half a megabyte of script. What runs no scripts is not looked into. */
const loadAxe = async (frame: Frame): Promise<void> => {
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(axe.source);
};

/** What axe finds in both themes, by theme, in one call; undefined in a page that has no axe yet. */
const look = (page: Page): Promise<Readonly<Record<Theme, readonly string[]>> | undefined> =>
  page.evaluate(async (options) => {
    // Only `loadAxe` writes it.
    const loaded = Reflect.get(globalThis, 'axe') as Axe | undefined;
    if (loaded === undefined) return undefined;
    const findIn = async (theme: Theme): Promise<readonly string[]> => {
      document.documentElement.dataset['theme'] = theme;
      // Playwright hands the lists over as they are; axe's types want ones that can be written.
      const { violations } = await loaded.run(document, options[theme] as Parameters<Axe['run']>[1] & object);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    };
    const light = await findIn('light');
    const dark = await findIn('dark');
    document.documentElement.dataset['theme'] = 'light';
    return { light, dark };
  }, rules);

/** Checks that a screen fits its window, and with axe in both themes; the second time only the rules that depend on colours. @source ux "Always" */
export const expectNoFindings = async (page: Page): Promise<void> => {
  await expectFits(page);
  const [main, ...frames] = page.frames();
  for (const frame of frames) await loadAxe(frame).catch(() => undefined);
  let found = await look(page);
  if (found === undefined && main !== undefined) {
    await loadAxe(main);
    found = await look(page);
  }
  expect(found).toEqual({ light: [], dark: [] });
};
