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
/** Of which rows the colours are looked at: of those that are painted alike the first and the last, or every one. */
type Rows = 'different' | 'every';
type Axe = typeof axe;

/** What passes is not described, and no style sheet is fetched again for rules that are not on: half of the time. */
const lean = { resultTypes: ['violations'], preload: false } as const;

/** Rules that depend on colours: looked at in both themes. They take three quarters of the time. */
const ofColours = ['color-contrast', 'link-in-text-block'] as const;
const rules = {
  any: { ...lean, rules: Object.fromEntries(ofColours.map((id) => [id, { enabled: false }])) },
  colours: { ...lean, runOnly: ofColours },
} as const;

/** Loads axe into a frame that has none from an earlier check; it is half a megabyte of script. What runs no scripts is not looked into. */
const loadAxe = async (frame: Frame): Promise<void> => {
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(axe.source);
};

/** What axe finds in both themes, by theme, in one call; undefined in a page that has no axe yet. */
const look = (page: Page, rows: Rows): Promise<Readonly<Record<Theme, readonly string[]>> | undefined> =>
  page.evaluate(
    async ({ any, colours, everyRow }) => {
      // Only `loadAxe` writes it.
      const loaded = Reflect.get(globalThis, 'axe') as Axe | undefined;
      if (loaded === undefined) return undefined;

      /** Axe does not decide on signs and single letters. */
      const kindOfText = (text: string): string => {
        const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
        return letters > 1 ? 'text' : letters === 1 || text.trim() !== '' ? 'sign' : '';
      };

      /** All that the contrast of an element and of what is in it depends on, beside what is under it. */
      const paintOf = (element: Element): string => {
        const style = getComputedStyle(element);
        const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, position } = style;
        const own = [element.localName, color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight];
        const inside = [...element.childNodes].map((node) =>
          node instanceof Element ? paintOf(node) : kindOfText(node.nodeValue ?? ''),
        );
        return `${[...own, textShadow, position, style.visibility, style.display].join()}(${inside.join(' ')})`;
      };

      /** The rows of a list or a table that are painted as one before them and one after them. */
      const repeated = (): Element[] =>
        [...document.querySelectorAll('tbody, ul, ol')].flatMap((list) => {
          const rows = [...list.children];
          const paints = rows.map(paintOf);
          return rows.filter((_, at) => {
            const paint = paints[at] ?? '';
            return paints.indexOf(paint) < at && at < paints.lastIndexOf(paint);
          });
        });

      const find = async (within: Parameters<Axe['run']>[0], chosen: object): Promise<readonly string[]> => {
        const { violations } = await loaded.run(within, chosen);
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      };
      const coloursIn = (theme: Theme): Promise<readonly string[]> => {
        document.documentElement.dataset['theme'] = theme;
        return find({ include: document, exclude: everyRow ? [] : repeated() }, colours);
      };
      const light = [...(await find(document, any)), ...(await coloursIn('light'))];
      const dark = await coloursIn('dark');
      document.documentElement.dataset['theme'] = 'light';
      return { light, dark };
    },
    { ...rules, everyRow: rows === 'every' },
  );

/**
 * Checks that a screen fits its window, and with axe in both themes; the second time only the rules that depend on colours. @source ux "Always"
 *
 * @param rows the rows of lists and tables whose colours are looked at (decision 0096)
 */
export const expectNoFindings = async (page: Page, rows: Rows = 'different'): Promise<void> => {
  await expectFits(page);
  const [main, ...frames] = page.frames();
  for (const frame of frames) await loadAxe(frame).catch(() => undefined);
  let found = await look(page, rows);
  if (found === undefined && main !== undefined) {
    await loadAxe(main);
    found = await look(page, rows);
  }
  expect(found).toEqual({ light: [], dark: [] });
};
