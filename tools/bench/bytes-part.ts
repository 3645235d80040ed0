import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startServer } from '../driver/server-process.ts';
import { type Figure, fixed, judged, type Part } from './figures.ts';

const part = 'bytes';
const idleMs = 5000;
/** @unit kB of brotli, as they come over the wire @source stack, first load */
const budget = { script: 85, stylesheet: 8, document: 10 } as const;
const routes: Readonly<Record<string, string>> = {
  home: '/portal/home',
  products: '/portal/products',
  product: '/portal/productsDetail/factoring',
  skuConfig: '/portal/skuConfig/aggregated-pay/purchase',
  login: '/portal/login',
  register: '/portal/register',
  findPassword: '/portal/findPassword',
  changePassword: '/portal/changePassword',
  partners: '/portal/partners',
  about: '/portal/about',
  feedBack: '/portal/feedBack',
  agreement: '/portal/agreement/privacy',
  docs: '/portal/docs/register-an-account',
};

type Kind = keyof typeof budget;
type Weights = Record<Kind, number>;

/** Everything that a first visit of a route fetches, chunks that come within five seconds of idle included. */
const weigh = async (browser: Browser, address: string): Promise<Weights> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const weights: Weights = { script: 0, stylesheet: 0, document: 0 };
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = request.resourceType();
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        weights[kind] += responseBodySize / 1000;
      }),
    );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(idleMs);
  await Promise.all(sizes);
  await context.close();
  return weights;
};

/** What each public route weighs in a real browser. */
export const bytesPart: Part = {
  name: part,
  async run({ folder, browser: executablePath }): Promise<Figure[]> {
    if (executablePath === undefined) throw new Error('no browser was found: set CHROME_PATH');
    const server = await startServer({ dataDir: join(folder, 'bytes') });
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const figures: Figure[] = [];
    try {
      for (const [name, path] of Object.entries(routes)) {
        const weights = await weigh(browser, `${server.url}/#${path}`);
        const kinds = Object.keys(budget) as Kind[];
        figures.push(
          judged(part, `${name}: JavaScript · CSS · HTML, kB of brotli`, {
            value: kinds.map((kind) => fixed(weights[kind], 1)).join(' · '),
            goal: `≤ ${kinds.map((kind) => budget[kind]).join(' · ')}`,
            isMet: kinds.every((kind) => weights[kind] <= budget[kind]),
          }),
        );
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    return figures;
  },
};
