import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startServer } from '../driver/server-process.ts';
import { type Figure, fixed, judged, type Part } from './figures.ts';
import { serveFloor } from './floor-server.ts';
import { median } from './statistics.ts';

const part = 'lighthouse';
const rounds = 5;
const debuggingPort = 30_990;
const goals = { paint: 1.3, performance: 98 } as const;
const pages: Readonly<Record<string, string>> = {
  home: '/portal/home',
  product: '/portal/productsDetail/aggregated-pay',
  login: '/portal/login',
  docs: '/portal/docs/register-an-account',
};

/** What one run says. @unit paintMs; scores of 100 */
interface Run {
  readonly paintMs: number;
  readonly shift: number;
  readonly performance: number;
  readonly others: readonly number[];
}

const score = (category: { score: number | null } | undefined): number => Math.round((category?.score ?? 0) * 100);

const runOnce = async (url: string): Promise<Run> => {
  const result = await lighthouse(url, { port: debuggingPort, output: 'json', logLevel: 'error' });
  if (result === undefined) throw new Error(`no report for ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  return {
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    performance: score(categories['performance']),
    others: ['accessibility', 'best-practices', 'seo'].map((name) => score(categories[name])),
  };
};

const textOf = async (browser: Browser, url: string): Promise<string> => {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const text = await page.locator('main').innerText();
  await page.close();
  return text;
};

const judgePage = (name: string, runs: readonly Run[], floors: readonly Run[]): Figure[] => {
  const paint = median(runs.map((run) => run.paintMs));
  const floor = median(floors.map((run) => run.paintMs));
  const performance = median(runs.map((run) => run.performance));
  const shift = Math.max(...runs.map((run) => run.shift));
  const others = runs.at(-1)?.others ?? [];
  return [
    judged(part, `${name}: largest paint against the HTML-only page, median of ${rounds}`, {
      value: `${fixed(paint / floor)}× (${fixed(paint, 0)} ms : ${fixed(floor, 0)} ms)`,
      goal: `≤ ${goals.paint}×`,
      isMet: paint <= goals.paint * floor,
    }),
    judged(part, `${name}: performance · accessibility · best practices · SEO · layout shift`, {
      value: `${performance} · ${others.join(' · ')} · ${fixed(shift, 3)}`,
      goal: `≥ ${goals.performance} · 100 · 100 · 100 · 0`,
      isMet: performance >= goals.performance && others.every((each) => each === 100) && shift < 0.001,
    }),
  ];
};

/** Lighthouse's mobile simulation of four public pages, each against a page of its own text alone, in turn. */
export const lighthousePart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }): Promise<Figure[]> {
    if (executablePath === undefined) throw new Error('no browser was found: set CHROME_PATH');
    const server = await startServer({ dataDir: join(folder, 'lighthouse') });
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${debuggingPort}`,
    ];
    const browser = await chromium.launch({ executablePath, args });
    const figures: Figure[] = [];
    try {
      for (const [name, path] of Object.entries(pages)) {
        say(name);
        const url = `${server.url}/#${path}`;
        const floor = await serveFloor(name, await textOf(browser, url));
        const runs: Run[] = [];
        const floors: Run[] = [];
        for (let round = 0; round < rounds; round += 1) {
          floors.push(await runOnce(floor.url));
          runs.push(await runOnce(url));
        }
        await floor.stop();
        figures.push(...judgePage(name, runs, floors));
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    return figures;
  },
};
