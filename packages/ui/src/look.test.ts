// @vitest-environment node
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GalleryBrowser, openGalleryBrowser } from './testing/gallery-browser.fixture.ts';

let gallery: GalleryBrowser;
beforeAll(async () => {
  gallery = await openGalleryBrowser();
}, 60_000);
afterAll(() => gallery?.close());

/** What the browser makes of the style sheets for an element, or for a part of it. */
const styleOf = (element: Locator, names: readonly string[], part?: string): Promise<string[]> =>
  element.evaluate(
    (one, [wanted, pseudo]) => wanted.map((name) => getComputedStyle(one, pseudo).getPropertyValue(name)),
    [[...names], part] as const,
  );

const drawn = ['outline-style', 'outline-width', 'outline-color'];
const clear = 'rgba(0, 0, 0, 0)';

describe('ux "Always" what a page looks like', () => {
  test('ux a heading that gets the focus by script has no ring, and what the keyboard reaches has one', async () => {
    await gallery.visit('Auth', {}, async (page) => {
      await page.keyboard.press('Tab');
      const reached = page.locator(':focus');
      expect(await styleOf(reached, drawn)).toEqual(['solid', '2px', expect.not.stringContaining(clear)]);
      const headings = page.locator('h1, h2, h3').filter({ visible: true });
      for (const heading of await headings.all()) {
        await heading.evaluate((element: HTMLElement) => {
          element.tabIndex = -1;
          element.focus({ preventScroll: true });
        });
        expect(await heading.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
        expect((await styleOf(heading, drawn))[0], (await heading.textContent()) ?? '').toBe('none');
      }
      expect(await headings.count()).toBeGreaterThan(1);
    });
  });

  test.each(['PC', 'H5'] as const)(
    'R2.2 on %s the word loading stands above the skeleton, over none of its bars',
    async (type) => {
      await gallery.visit('Area', { type }, async (page) => {
        const state = page.locator('[aria-busy=true]', { hasText: 'loading' }).first();
        const word = await state.getByText('loading').boundingBox();
        const bars = await state.locator('[aria-hidden=true] > *').all();
        expect(bars.length).toBeGreaterThan(0);
        for (const bar of bars) {
          const box = await bar.boundingBox();
          expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
        }
        // Quiet: no pill of its own.
        expect(await styleOf(state.getByText('loading'), ['background-color', 'border-top-width'])).toEqual([
          clear,
          '0px',
        ]);
      });
    },
  );

  test.each(['PC', 'H5'] as const)('R2.8 on %s the carousel shows whole pictures', async (type) => {
    await gallery.visit('Home', { type }, async (page) => {
      const pictures = await page.getByRole('region', { name: '首页推荐' }).locator('img').all();
      expect(pictures.length).toBeGreaterThan(0);
      for (const picture of pictures) expect(await styleOf(picture, ['object-fit'])).toEqual(['contain']);
    });
  });

  test('R1.6 a dark theme dims the provider’s pictures and logo by a token, and no one else’s', async () => {
    const filters = (page: Page) =>
      page.evaluate(() =>
        ['/media/a.svg', '/files/a.png', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='].map((source) => {
          const picture = document.createElement('img');
          picture.src = source;
          document.body.append(picture);
          const { filter } = getComputedStyle(picture);
          picture.remove();
          return filter;
        }),
      );
    await gallery.visit('Home', { theme: 'light' }, async (page) => {
      expect(await filters(page)).toEqual(['none', 'none', 'none']);
    });
    await gallery.visit('Home', { theme: 'dark' }, async (page) => {
      expect(await filters(page)).toEqual([expect.stringContaining('brightness(0.'), 'none', 'none']);
    });
  });

  test('ux Merchant area on H5 a long name takes two lines of its card, and three among its facts', async () => {
    await gallery.visit('List', { type: 'H5' }, async (page) => {
      const card = page.getByRole('list', { name: '订单' }).getByRole('listitem').first();
      for (const [text, lines] of [
        ['员工弹性福利', 2],
        ['DD20261120-1000', 3],
      ] as const) {
        const [height, line] = await card.getByTitle(text, { exact: true }).evaluate((name) => {
          name.textContent = '很长的名称'.repeat(40);
          return [name.clientHeight, Number.parseFloat(getComputedStyle(name).lineHeight)] as const;
        });
        expect(height).toBe(lines * line);
      }
    });
  });

  test('ux forced colours keep the dots of the carousel and the bars of skeletons', async () => {
    const options = { forcedColors: 'active' } as const;
    await gallery.visit('Home', { options }, async (page) => {
      const dots = page.getByRole('region', { name: '首页推荐' }).getByRole('button', { name: /^第 \d 张$/ });
      expect(await dots.count()).toBe(2);
      for (const dot of await dots.all()) {
        expect(await styleOf(dot, drawn, '::after')).toEqual(['solid', '1px', expect.not.stringContaining(clear)]);
      }
    });
    await gallery.visit('Area', { options }, async (page) => {
      const bar = page.locator('[aria-busy=true] [aria-hidden=true] > *').first();
      expect(await styleOf(bar, drawn)).toEqual(['solid', '1px', expect.not.stringContaining(clear)]);
    });
  });

  test.each(['light', 'dark'] as const)('R5.1 %s: a checkbox in error has one frame', async (theme) => {
    await gallery.visit('Auth', { theme }, async (page) => {
      const box = page.getByRole('checkbox', { name: '同意 《用户协议》', exact: true });
      const frames = ['appearance', 'border-top-width', 'border-top-style', 'outline-style', 'box-shadow'];
      expect(await styleOf(box, frames)).toEqual(['none', '2px', 'solid', 'none', 'none']);
      const label = page.locator('label').filter({ has: box });
      expect(await styleOf(label, ['border-top-width', 'outline-style', 'box-shadow'])).toEqual([
        '0px',
        'none',
        'none',
      ]);
    });
  });

  test.each(['PC', 'H5'] as const)(
    'ux on %s no number of the comparison breaks from its unit, nor a quantity in two',
    async (type) => {
      await gallery.visit('Product', { type }, async (page) => {
        const table = page.getByRole('table', { name: '规格对比' });
        await table.evaluate((element) => {
          element.style.width = '320px';
        });
        const ranges = await table.getByText(/^[\d,]+ – [\d,]+$/).all();
        expect(ranges.length).toBeGreaterThan(0);
        for (const range of ranges) expect((await range.boundingBox())?.height).toBeLessThan(30);
        const terms = await table.getByText(/个月$/).all();
        expect(terms.length).toBeGreaterThan(0);
        for (const term of terms) {
          const lines = await term.evaluate((element) => {
            const unit = document.createRange();
            const text = element.firstChild;
            if (text === null) return 0;
            unit.setStart(text, (text.textContent ?? '').length - 4);
            unit.setEndAfter(text);
            return new Set([...unit.getClientRects()].map(({ top }) => top)).size;
          });
          expect(lines, (await term.textContent()) ?? '').toBe(1);
        }
      });
    },
  );

  test('ux headings are balanced and texts end without a lone word', async () => {
    await gallery.visit('Home', {}, async (page) => {
      for (const heading of await page.locator('h2, h3').all()) {
        expect(await styleOf(heading, ['text-wrap-style'])).toEqual(['balance']);
      }
      expect(await styleOf(page.locator('main p').first(), ['text-wrap-style'])).toEqual(['pretty']);
    });
  });
});
