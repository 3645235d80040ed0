import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startServer } from '../../driver/server-process.ts';
import { type Figure, fixed, judged, type Part, unmeasured } from '../figures.ts';
import { freePort, look, perfect, type Seen } from '../pages/lighthouse.ts';
import { plainPageOf, servePlainPages } from '../pages/plain-pages.ts';
import { type PublicRoute, publicRoutes } from '../pages/public-routes.ts';
import { median } from '../statistics.ts';

const part = 'lighthouse';
const runs = 5;
const measured = ['home', 'product', 'login', 'docs'];
const goals = { paint: 1.3, performance: 98 };

const middle = (all: readonly Seen[], pick: (seen: Seen) => number): number => median(all.map(pick));

const figuresOf = (name: string, ours: readonly Seen[], floor: readonly Seen[]): Figure[] => {
  const [paintMs, floorMs] = [middle(ours, (seen) => seen.paintMs), middle(floor, (seen) => seen.paintMs)];
  const shift = Math.max(...ours.map((seen) => seen.shift));
  const performance = middle(ours, (seen) => seen.scores['performance'] ?? 0);
  const worst = perfect.map((category) => Math.min(...ours.map((seen) => seen.scores[category] ?? 0)));
  const faults = [...new Set(ours.flatMap((seen) => seen.faults))];
  return [
    judged(part, `${name}: largest paint against the HTML-only page`, {
      value: `${fixed(paintMs, 0)} ms against ${fixed(floorMs, 0)} ms, ${fixed(paintMs / floorMs)}×`,
      goal: `≤ ${goals.paint}×`,
      isMet: paintMs <= goals.paint * floorMs,
    }),
    judged(part, `${name}: layout shift`, { value: fixed(shift, 3), goal: '0', isMet: shift === 0 }),
    judged(part, `${name}: performance`, {
      value: fixed(performance, 0),
      goal: `≥ ${goals.performance}`,
      isMet: performance >= goals.performance,
    }),
    judged(part, `${name}: accessibility, best practices, SEO`, {
      value: [worst.join(', '), ...faults].join(' — '),
      goal: '100, 100, 100',
      isMet: worst.every((score) => score === 100),
    }),
  ];
};

/** Writes the HTML-only page of every route, from the route's content. */
const floorOf = async (browser: Browser, url: string, routes: readonly PublicRoute[]): Promise<Map<string, string>> => {
  const pages = new Map<string, string>();
  for (const { name, address } of routes) {
    const page = await browser.newPage();
    await page.goto(`${url}/${address}`, { waitUntil: 'networkidle' });
    pages.set(name, await plainPageOf(page));
    await page.close();
  }
  return pages;
};

const measure = async (
  browser: Browser,
  url: string,
  { port, say }: { readonly port: number; readonly say: (text: string) => void },
): Promise<Figure[]> => {
  const routes = (await publicRoutes(url)).filter(({ name }) => measured.includes(name));
  const plain = await servePlainPages(await floorOf(browser, url, routes));
  const figures: Figure[] = [];
  try {
    for (const { name, address } of routes) {
      const [ours, floor]: [Seen[], Seen[]] = [[], []];
      for (let run = 1; run <= runs; run += 1) {
        say(`${name}, run ${run} of ${runs}`);
        floor.push(await look(`${plain.url}/${name}`, port, { onlyCategories: ['performance'], isSignedIn: false }));
        ours.push(
          await look(`${url}/${address}`, port, { onlyCategories: ['performance', ...perfect], isSignedIn: false }),
        );
      }
      figures.push(...figuresOf(name, ours, floor));
    }
  } finally {
    plain.close();
  }
  return figures;
};

/** Lighthouse as a phone, median of five, against a page of the same text without style, script or picture. */
export const lighthousePart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }) {
    if (executablePath === undefined) return [unmeasured(part, 'Lighthouse', 'no Chromium')];
    const server = await startServer({ dataDir: join(folder, part) });
    const port = await freePort();
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ];
    const browser = await chromium.launch({ executablePath, args });
    try {
      return await measure(browser, server.url, { port, say });
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
