import { join } from 'node:path';
import { type Browser, chromium, type Request } from '@playwright/test';
import { startServer } from '../../driver/server-process.ts';
import { type Figure, fixed, judged, type Part, unmeasured } from '../figures.ts';
import { type PublicRoute, publicRoutes } from '../pages/public-routes.ts';

const part = 'bytes';
const idleMs = 5000;
/** @unit bytes of brotli, for any public page */
const budget = { script: 95_000, stylesheet: 8_000, document: 10_000 } as const;
type Kind = keyof typeof budget;
type Weights = Record<Kind, number>;

const isCounted = (kind: string): kind is Kind => Object.hasOwn(budget, kind);
const pages = {
  PC: { viewport: { width: 1440, height: 900 } },
  H5: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile',
  },
} as const;

/** The bytes that a route transfers until it is idle for five seconds, including prefetched chunks. */
const weigh = async (browser: Browser, url: string, page: keyof typeof pages): Promise<Weights> => {
  const context = await browser.newContext(pages[page]);
  const tab = await context.newPage();
  const finished: Request[] = [];
  const faults: string[] = [];
  tab.on('requestfinished', (request) => finished.push(request));
  tab.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`));
  tab.on('pageerror', (error) => faults.push(error.message));
  await tab.goto(url, { waitUntil: 'networkidle' });
  await tab.waitForTimeout(idleMs);
  const weights: Weights = { script: 0, stylesheet: 0, document: 0 };
  for (const request of finished) {
    const kind = request.resourceType();
    const response = await request.response();
    if (response !== null && response.status() >= 400) faults.push(`${request.url()}: ${response.status()}`);
    if (isCounted(kind)) weights[kind] += (await request.sizes()).responseBodySize;
  }
  await context.close();
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`${url}: ${fault}`);
  return weights;
};

/** One more try after a fault, which is printed: a whole run must not end because the machine paused. */
const weighTwice = async (
  browser: Browser,
  url: string,
  { page, say }: { readonly page: keyof typeof pages; readonly say: (text: string) => void },
): Promise<Weights> => {
  try {
    return await weigh(browser, url, page);
  } catch (error) {
    say(`  again after ${String(error)}`);
    return weigh(browser, url, page);
  }
};

const kilobytes = (bytes: number): string => fixed(bytes / 1000, 2);

const figureOf = (name: string, { script, stylesheet, document }: Weights): Figure =>
  judged(part, name, {
    value: `${kilobytes(script)} + ${kilobytes(stylesheet)} + ${kilobytes(document)} kB`,
    goal: `≤ ${budget.script / 1000} + ${budget.stylesheet / 1000} + ${budget.document / 1000} kB`,
    isMet: script <= budget.script && stylesheet <= budget.stylesheet && document <= budget.document,
  });

const weighRoutes = async (
  browser: Browser,
  url: string,
  { routes, say }: { readonly routes: readonly PublicRoute[]; readonly say: (text: string) => void },
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const { name, address } of routes) {
    say(name);
    const [pc, h5] = await Promise.all([
      weighTwice(browser, `${url}/${address}`, { page: 'PC', say }),
      weighTwice(browser, `${url}/${address}`, { page: 'H5', say }),
    ]);
    figures.push(figureOf(`${name}, PC: script + style + document`, pc));
    figures.push(figureOf(`${name}, H5: script + style + document`, h5));
  }
  return figures;
};

/** The first load of every public route in Chromium, in brotli, with everything that the page fetches. */
export const bytesPart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }) {
    if (executablePath === undefined) return [unmeasured(part, 'first load', 'no Chromium')];
    const server = await startServer({ dataDir: join(folder, part) });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      return await weighRoutes(browser, server.url, { routes: await publicRoutes(server.url), say });
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
