import type { Page } from '@playwright/test';

/** The numbers, days, instants and amounts of tables that stand on more than one line. */
export const brokenValues = (page: Page): Promise<string[]> =>
  page.locator('td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const text = node.textContent ?? '';
        for (const value of text.matchAll(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|[A-Z]{2}\d{8}-?\d+|-?¥[\d,.]+/g)) {
          const range = document.createRange();
          range.setStart(node, value.index);
          range.setEnd(node, value.index + value[0].length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(value[0]);
        }
      }
      return broken;
    }),
  );
