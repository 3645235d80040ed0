import { describe, expect, it } from 'vitest';
import config from '../../playwright.config.ts';
import { files, read } from './repository.ts';

/** The routes of the portal, by name. */
const routesIn = (source: string): readonly string[] =>
  [...source.matchAll(/^ {2}(\w+): '\/[^']*',$/gm)].map(([, name = '']) => name);

/** The pages that are looked at on a phone, by the name of their route. */
const lookedAtIn = (source: string): readonly string[] =>
  [...source.matchAll(/^ {2}(\w+): \[/gm)].map(([, name = '']) => name);

/** Each test of a journey: its first line, and those that stand deeper or close what it opened. */
const testsIn = (source: string): readonly string[] =>
  [...source.matchAll(/^( *)(?:test|base)\(.*(?:\n(?:\1(?: |[)}\]]).*|(?=\n)))*/gm)].map(([part]) => part.trim());

/** How a test learns which layout it sees; the height of the window tells none. */
const asksForLayout = /\bisMobile\b|\bisPhone\(|\bviewportSize\(\)(?!\??\.height\b)|\bproject\.name\b/;

/** Tests that ask for the layout of a phone, without the tag that runs them on one: what they ask then never holds. */
const untagged = (source: string): readonly string[] =>
  testsIn(source)
    .filter((part) => asksForLayout.test(part) && !part.includes("tag: '@h5'"))
    .map((part) => part.split('\n', 1)[0] ?? '');

/** The journeys of the portal. */
const journeys = files.filter((file) => /^e2e\/(?:journeys|every-page)\/(?!console-).*\.spec\.ts$/.test(file));

describe('ux every page on a phone', () => {
  it('ux every route of the portal is looked at on a phone, with a look at each', () => {
    const source = read('apps/portal/src/kernel/paths.ts');
    const routes = routesIn(source.slice(source.indexOf('export const patterns'), source.indexOf('as const')));
    expect(routes.length).toBeGreaterThan(30);
    expect(lookedAtIn(read('e2e/phone-pages.ts')).toSorted()).toEqual(routes.toSorted());
    expect(read('e2e/phone-pages.ts')).not.toMatch(/^ {2}\w+: \[\]/m);
  });

  it('ux a route that is not looked at is found', () => {
    const routes = routesIn("  home: '/portal/home',\n  planted: '/portal/planted/:id?',\n");
    const lookedAt = lookedAtIn("  home: [{ name: 'the page' }],\n");
    expect(routes.filter((name) => !lookedAt.includes(name))).toEqual(['planted']);
  });

  it('ux a journey that asks for the layout of a phone has the tag that runs it on one', () => {
    expect(journeys.flatMap((file) => untagged(read(file)).map((title) => `${file}: ${title}`))).toEqual([]);
  });

  it.each([
    "test('R1.1 a', async ({ page, isMobile }) => {\n  if (isMobile) return;\n\n  await look(page);\n});\n",
    "test('R1.1 a', ({ page, isMobile }) => expectTabs(page, isMobile));\n",
    "test('R1.1 a', async ({ page, isMobile }) =>\n  expectTabs(page, isMobile));\n",
    "test('R1.1 a', async ({ page }) =>\n  expectTabs(page, isPhone(page)),\n);\n",
    "test('R1.1 a', async ({ page }) => {\n  await look(page);\n  const width = page.viewportSize()?.width ?? 0;\n});\n",
    "test('R1.1 a', async ({ page }, { project }) => {\n  if (project.name === 'h5') return;\n});\n",
    "test('R1.1 a', async ({\n  page,\n  isMobile,\n}) => {\n  if (isMobile) return;\n});\n",
  ])('ux a journey that asks without the tag is found, beside one that has it: %j', (asks) => {
    const tagged = asks.replace("'R1.1 a', ", "'R1.1 b', { tag: '@h5' }, ");
    const inside = asks.replaceAll(/^(?=.)/gm, '  ');
    for (const source of [`${asks}\n${tagged}`, `${tagged}${asks}`, `test.describe('x', () => {\n${inside}});\n`]) {
      expect(untagged(source), source).toEqual([asks.split('\n', 1)[0]]);
    }
  });

  it('ux a journey that asks for the lower edge, and a line between journeys, are not', () => {
    const edge = "test('R1.1 a', async ({ page }) => {\n  expect(low).toBe(page.viewportSize()?.height);\n});\n";
    expect(untagged(`${edge}const isPhone = (page) => page.viewportSize()?.width < 600;\n`)).toEqual([]);
  });

  it('ux the tag is what the project of phones runs', () => {
    const ofPhones = (config.projects ?? []).filter(({ use }) => use?.isMobile === true);
    expect(ofPhones.map(({ testDir, grep }) => [testDir, String(grep)])).toEqual([
      ['e2e/journeys', '/@h5/'],
      ['e2e/every-page', '/@h5/'],
    ]);
  });
});
