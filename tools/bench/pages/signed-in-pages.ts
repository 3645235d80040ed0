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

/** The largest paint of a page as a phone, against its text alone; medians. */
const paintOf = async (
  { part, goals, name }: Area & { readonly name: string },
  [url, floorUrl]: readonly [string, string],
  { port, say }: Browsing,
): Promise<Figure> => {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let run = 1; run <= runs; run += 1) {
    say(`${name}, run ${run} of ${runs}`);
    const asked = { onlyCategories: ['performance'], isSignedIn: true };
    floor.push((await look(floorUrl, port, asked)).paintMs);
    ours.push((await look(url, port, asked)).paintMs);
  }
  const [paintMs, floorMs] = [median(ours), median(floor)];
  return judged(part, `${name}: largest paint against the HTML-only page`, {
    value: `${fixed(paintMs, 0)} ms against ${fixed(floorMs, 0)} ms, ${fixed(paintMs / floorMs)}×`,
    goal: `≤ ${goals.paint}×`,
    isMet: paintMs <= goals.paint * floorMs,
  });
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
      figures.push(await paintOf({ ...area, name }, addresses, options));
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
