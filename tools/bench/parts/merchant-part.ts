import { join } from 'node:path';
import { type BrowserContext, chromium, type Request } from '@playwright/test';
import { pagePath, paths } from '../../../apps/portal/src/kernel/paths.ts';
import { startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { type Figure, fixed, judged, type Part, unmeasured } from '../figures.ts';
import { freePort, look } from '../pages/lighthouse.ts';
import { plainPageOf, servePlainPages } from '../pages/plain-pages.ts';
import { median } from '../statistics.ts';

const part = 'merchant';
const idleMs = 5000;
const runs = 5;
/** For any page of the merchant area, with the headers of the responses; the paint against the HTML-only page. @source stack, first load */
const goals = { requests: 25, bytes: 160_000, paint: 2 } as const;
const demoMerchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };
/** The pages that Lighthouse looks at. */
const painted = ['home', 'orders', 'an order'];

/** The pages of the area, and a drawer; by their addresses after `/`. */
const pagesOf = async (merchant: Visitor): Promise<Readonly<Record<string, string>>> => {
  const { body } = await merchant.call('order.page', { status: 'active' });
  const [order] = (body.data?.['items'] ?? []) as readonly { readonly orderNo: string }[];
  if (order === undefined) throw new Error('the demonstration has no order');
  const all = {
    home: paths.merchantHome(),
    orders: paths.orders(),
    'an order': paths.order(order.orderNo),
    bills: paths.bills(),
    feedback: paths.feedback(),
    invoices: paths.invoices(),
    exports: paths.exports(),
    authorizations: paths.authorizations(),
    'loan-consult lines': pagePath('loanConsult'),
    notices: pagePath('notice'),
    'basic info': paths.basicInfo(),
    safety: paths.safety(),
    members: paths.members(),
    verify: paths.verify(),
  };
  return Object.fromEntries(Object.entries(all).map(([name, path]) => [name, `#${path}`]));
};

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

const weighed = async (context: BrowserContext, name: string, url: string): Promise<Figure> => {
  const { requests, bytes } = await weigh(context, url);
  return judged(part, `${name}, PC: requests and bytes with headers`, {
    value: `${requests}, ${fixed(bytes / 1000, 1)} kB`,
    goal: `≤ ${goals.requests}, ≤ ${goals.bytes / 1000} kB`,
    isMet: requests <= goals.requests && bytes <= goals.bytes,
  });
};

/** The largest paint of a page as a phone, against its text alone; medians. */
const paintOf = async (
  name: string,
  [url, floorUrl]: readonly [string, string],
  { port, say }: { readonly port: number; readonly say: (text: string) => void },
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

const measure = async (
  context: BrowserContext,
  url: string,
  options: { readonly port: number; readonly say: (text: string) => void; readonly merchant: Visitor },
): Promise<Figure[]> => {
  const pages = Object.entries(await pagesOf(options.merchant));
  const figures: Figure[] = [];
  const texts = new Map<string, string>();
  for (const [name, address] of pages) {
    options.say(name);
    figures.push(await weighed(context, name, `${url}/${address}`));
    const tab = await context.newPage();
    await tab.goto(`${url}/${address}`, { waitUntil: 'networkidle' });
    texts.set(encodeURIComponent(name), await plainPageOf(tab));
    await tab.close();
  }
  const plain = await servePlainPages(texts);
  try {
    for (const [name, address] of pages.filter(([each]) => painted.includes(each))) {
      const addresses = [`${url}/${address}`, `${plain.url}/${encodeURIComponent(name)}`] as const;
      figures.push(await paintOf(name, addresses, options));
    }
  } finally {
    plain.close();
  }
  return figures;
};

/** The merchant area behind the login of the demonstration's merchant: what its pages fetch, and when the largest part is painted. */
export const merchantPart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }) {
    if (executablePath === undefined) return [unmeasured(part, 'merchant area', 'no Chromium')];
    const server = await startServer({ dataDir: join(folder, part) });
    const merchant = await new Visitor(server.url).start();
    const port = await freePort();
    // Lighthouse works in the browser's own context, which therefore has the session's cookie.
    const context = await chromium.launchPersistentContext(join(folder, `${part}-browser`), {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
      viewport: { width: 1440, height: 900 },
    });
    try {
      const login = await merchant.call('portal.login', demoMerchant);
      if (login.status !== 200) throw new Error(`no login: ${login.status} ${login.body.errCode ?? ''}`);
      const cookies = merchant.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        return { name, value, url: server.url };
      });
      await context.addCookies(cookies);
      return await measure(context, server.url, { port, say, merchant });
    } finally {
      merchant.close();
      await context.close();
      await server.stop();
    }
  },
};
