import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startServer } from '../../driver/server-process.ts';
import { type Figure, fixed, judged, type Part, unmeasured } from '../figures.ts';
import { plainPageOf, servePlainPages } from '../plain-pages.ts';
import { type PublicRoute, publicRoutes } from '../public-routes.ts';
import { median } from '../statistics.ts';

const part = 'lighthouse';
const runs = 5;
const attempts = 4;
const measured = ['home', 'product', 'login', 'docs'];
const goals = { paint: 1.3, performance: 98 };
const perfect = ['accessibility', 'best-practices', 'seo'] as const;

/** The result of one run. @unit ms for the paint, 0 to 100 for scores */
interface Seen {
  readonly paintMs: number;
  readonly shift: number;
  readonly scores: Readonly<Record<string, number>>;
  /** Audits that lowered a score, so that they can be fixed. */
  readonly faults: readonly string[];
}

/** The used part of Lighthouse, which only the benchmark installs. */
type Lighthouse = (
  url: string,
  flags: { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[] },
) => Promise<{ readonly lhr: Report } | undefined>;
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>;
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
}
const packageName: string = 'lighthouse';
// Its types are not installed for other work, so the used ones are declared above.
const loadLighthouse = async (): Promise<Lighthouse> => (await import(packageName)).default;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** Runs Lighthouse; a trace that is lost on a busy machine is made again, a bounded number of times. */
const report = async (url: string, port: number, onlyCategories: string[]): Promise<Report> => {
  const lighthouse = await loadLighthouse();
  for (let attempt = 1; ; attempt += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories });
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr;
    if (attempt === attempts)
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse returned nothing'}`);
  }
};

const look = async (url: string, port: number, onlyCategories: string[]): Promise<Seen> => {
  const { audits, categories } = await report(url, port, onlyCategories);
  const faults = perfect.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}`),
  );
  return {
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    faults,
  };
};

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
        floor.push(await look(`${plain.url}/${name}`, port, ['performance']));
        ours.push(await look(`${url}/${address}`, port, ['performance', ...perfect]));
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
