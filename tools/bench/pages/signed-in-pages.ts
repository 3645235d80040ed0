import { join } from 'node:path';
import { type BrowserContext, chromium, type Request } from '@playwright/test';
import { type Figure, fixed, judged } from '../figures.ts';
import { median } from '../statistics.ts';
import { freePort, look } from './lighthouse.ts';
import { plainPageOf, servePlainPages } from './plain-pages.ts';

const idleMs = 5000;
const runs = 5;

/** The pages of an area behind a login, and what is asked of them. */
export interface Area {
  readonly part: string;
  /** For any of them, with the headers of the responses; the paint against the HTML-only page. @source stack, first load */
  readonly goals: { readonly requests: number; readonly bytes: number; readonly paint: number };
  /** By name: the address after `/`. */
  readonly pages: Readonly<Record<string, string>>;
  /** The names of those that Lighthouse looks at. */
  readonly painted: readonly string[];
}

interface Browsing {
  readonly port: number;
  readonly say: (text: string) => void;
}

/**
 * What the browser has of the application before it opens a page. Lighthouse looks at a page behind a login without resetting the browser,
 * so that its cookie stays; then scripts and sheets stay as well, as for somebody who comes every day. After a release, or on another machine,
 * nothing of them is there.
 */
const caches = { warm: 'scripts and sheets cached', cold: 'nothing cached' } as const;
type Cache = keyof typeof caches;

/** Everything that a page fetches at its first load, until it is idle for five seconds. */
const weigh = async (context: BrowserContext, url: string): Promise<{ requests: number; bytes: number }> => {
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Network.clearBrowserCache');
  const finished: Request[] = [];
  // A picture of bytes that are there already is not on the wire.
  tab.on('requestfinished', (request) => void (request.url().startsWith('blob:') || finished.push(request)));
  await tab.goto(url, { waitUntil: 'networkidle' });
  await tab.waitForTimeout(idleMs);
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  await tab.close();
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
  return { requests: finished.length, bytes };
};

const weighed = async (
  context: BrowserContext,
  { part, goals, name }: Area & { readonly name: string },
  url: string,
): Promise<Figure> => {
  const { requests, bytes } = await weigh(context, url);
  return judged(part, `${name}, PC: requests and bytes with headers`, {
    value: `${requests}, ${fixed(bytes / 1000, 1)} kB`,
    goal: `≤ ${goals.requests}, ≤ ${goals.bytes / 1000} kB`,
    isMet: requests <= goals.requests && bytes <= goals.bytes,
  });
};

/** Empties the browser's cache; its cookies stay. */
const forgetFiles = async (context: BrowserContext): Promise<void> => {
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Network.clearBrowserCache');
  await tab.close();
};

/** The largest paint of a page as a phone, against its text alone, and the largest shift of its layout; medians of the paints. */
const paintOf = async (
  { part, goals, name, cache }: Area & { readonly name: string; readonly cache: Cache },
  [url, floorUrl]: readonly [string, string],
  { context, port, say }: Browsing & { readonly context: BrowserContext },
): Promise<Figure[]> => {
  const [ours, floor, shifts]: [number[], number[], number[]] = [[], [], []];
  const asked = { onlyCategories: ['performance'], isSignedIn: true };
  for (let run = 1; run <= runs; run += 1) {
    say(`${name}, ${caches[cache]}, run ${run} of ${runs}`);
    floor.push((await look(floorUrl, port, asked)).paintMs);
    if (cache === 'cold') await forgetFiles(context);
    const { paintMs, shift } = await look(url, port, asked);
    ours.push(paintMs);
    shifts.push(shift);
  }
  const [paintMs, floorMs, shift] = [median(ours), median(floor), Math.max(...shifts)];
  return [
    judged(part, `${name}, ${caches[cache]}: largest paint against the HTML-only page`, {
      value: `${fixed(paintMs, 0)} ms against ${fixed(floorMs, 0)} ms, ${fixed(paintMs / floorMs)}×`,
      goal: `≤ ${goals.paint}×`,
      isMet: paintMs <= goals.paint * floorMs,
    }),
    judged(part, `${name}, ${caches[cache]}: layout shift`, { value: fixed(shift, 3), goal: '0', isMet: shift === 0 }),
  ];
};

const measureAll = async (
  area: Area,
  context: BrowserContext,
  options: Browsing & { readonly url: string },
): Promise<Figure[]> => {
  const { url } = options;
  const pages = Object.entries(area.pages);
  const figures: Figure[] = [];
  const texts = new Map<string, string>();
  for (const [name, address] of pages) {
    options.say(name);
    figures.push(await weighed(context, { ...area, name }, `${url}/${address}`));
    const tab = await context.newPage();
    await tab.goto(`${url}/${address}`, { waitUntil: 'networkidle' });
    texts.set(encodeURIComponent(name), await plainPageOf(tab));
    await tab.close();
  }
  const plain = await servePlainPages(texts);
  try {
    for (const [name, address] of pages.filter(([each]) => area.painted.includes(each))) {
      const addresses = [`${url}/${address}`, `${plain.url}/${encodeURIComponent(name)}`] as const;
      // The runs without a cache leave the files there for those with one.
      for (const cache of ['cold', 'warm'] as const)
        figures.push(...(await paintOf({ ...area, name, cache }, addresses, { ...options, context })));
    }
  } finally {
    plain.close();
  }
  return figures;
};

/** Measures the pages of an area in a browser that has a session's cookies. */
export const measureSignedIn = async (
  area: Area,
  {
    folder,
    executablePath,
    url,
    cookie,
    say,
  }: {
    readonly folder: string;
    readonly executablePath: string;
    readonly url: string;
    readonly cookie: string;
    readonly say: (text: string) => void;
  },
): Promise<Figure[]> => {
  const port = await freePort();
  // Lighthouse works in the browser's own context, which therefore has the session's cookie.
  const context = await chromium.launchPersistentContext(join(folder, `${area.part}-browser`), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
    viewport: { width: 1440, height: 900 },
  });
  try {
    const cookies = cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url };
    });
    await context.addCookies(cookies);
    return await measureAll(area, context, { port, say, url });
  } finally {
    await context.close();
  }
};
