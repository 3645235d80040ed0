// @vitest-environment node
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenStage, openStage } from './open-stage.ts';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('../../gallery/', import.meta.url), 'index.html');
}, 120_000);
afterAll(() => stage?.close());

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function findings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const violations = await page.evaluate(async () => {
    const result: { violations: Finding[] } = await Reflect.apply(
      Reflect.get(Reflect.get(window, 'axe'), 'run'),
      undefined,
      [document],
    );
    return result.violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`),
  );
}

const pc = { width: 1440, height: 900 };
const h5 = { width: 390, height: 844 };

test.each([
  ['PC, light', '/index.html?theme=light', pc],
  ['PC, dark', '/index.html?theme=dark', pc],
  ['H5, light', '/index.html?frame&theme=light', h5],
  ['H5, dark', '/index.html?frame&theme=dark', h5],
])(
  'R12.10 axe finds nothing in the gallery, its windows and its confirmations: %s',
  async (_name, path, viewport) => {
    const page = await stage.open({ path, viewport });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
    await page.waitForSelector('#types .ck-row');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await findings(page)).toEqual([]);
    await page.locator('#popup-chat .g-button').first().click();
    await page.waitForSelector('.ck-popup[open] .ck-row');
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('#confirm .g-button').nth(3).click();
    await page.waitForSelector('.ck-confirm[open]');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('#types .ck-image').click();
    await page.waitForSelector('.ck-viewer[open] img');
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  },
  180_000,
);
