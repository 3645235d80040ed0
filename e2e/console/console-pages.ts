import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from '../visitor.ts';

const source = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'apps/console/src/kernel/paths.ts');

/** Every pattern of the console's route table, so that a new page is looked at by the journeys that look at all. */
const patterns: readonly string[] = [...readFileSync(source, 'utf8').matchAll(/^ {2}\w+: '(\/[^']*)',$/gm)].map(
  ([, pattern = '']) => pattern,
);

/** Lists that lead to the pages of a pattern, where it is not the pattern's own beginning, or not with its first filters. */
const lists: Readonly<Record<string, string>> = {
  '/certifications/:submissionNo': '/certifications?status=all',
  '/feedback/:feedbackNo': '/feedback?queue=all',
  '/content/docSections/:key': '/content/docs',
};

/** The first address of a pattern with a part that varies, as its list leads there. */
const firstOf = async (page: Page, url: string, pattern: string): Promise<string> => {
  const beginning = pattern.replace(/:\w+$/, '');
  await page.goto(`${url}/console/#${lists[pattern] ?? beginning.replace(/\/$/, '')}`);
  // Documents stand in their sections.
  if (pattern === '/content/docs/:key')
    await page
      .getByRole('button', { name: /^展开 / })
      .first()
      .click();
  const link = page.locator(`main a[href^="#${beginning}"]`).first();
  await expect(link, pattern).toBeVisible();
  return ((await link.getAttribute('href')) ?? '').replace(/^#|\?.*$/g, '');
};

/** An address of every page of the console for somebody who may open all. */
export const everyConsolePage = async (page: Page, url: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const pattern of patterns) found.push(pattern.includes(':') ? await firstOf(page, url, pattern) : pattern);
  expect(found.length).toBeGreaterThan(30);
  return found;
};
