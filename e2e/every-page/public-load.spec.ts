import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Request } from '@playwright/test';
import { startSession } from '../signed-calls.ts';
import { expect, test } from '../visitor.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../apps/portal/src/kernel/paths.ts');
/** Bodies on the wire, for any public page, with what it fetches by itself while it is idle for five seconds. @source stack, first load */
const most = { script: 95_000, stylesheet: 8_000, document: 10_000 } as const;
type Kind = keyof typeof most;
/** The chat page is the conversation itself, which other pages fetch only when it is opened (decision 0137). */
const ofChat = { script: 109_000, stylesheet: 11_000, document: 10_000 } as const;
const isWeighed = (kind: string): kind is Kind => Object.hasOwn(most, kind);
const idleMs = 5_000;
const atOnce = 3;

interface ProductMap {
  readonly categories: readonly {
    readonly products: readonly { readonly pid: string; readonly hasTrial: boolean }[];
  }[];
}
interface Node {
  readonly slug: string;
  readonly children: readonly Node[];
}
const leafOf = ([node]: readonly Node[]): string =>
  node === undefined ? '' : node.children.length === 0 ? node.slug : leafOf(node.children);

/** Every public pattern of the route table, with a product that can be tried and a document. */
const publicPaths = async (url: string): Promise<readonly string[]> => {
  const { call } = await startSession(url, '/ftc/api/sys/commonConfig');
  // The operations reply with these.
  const map = (await call('portal.queryProductMap')) as unknown as ProductMap;
  const tree = (await call('doc.queryDocTree')) as unknown as { readonly nodes: readonly Node[] };
  const product = map.categories.flatMap(({ products }) => products).find(({ hasTrial }) => hasTrial);
  const patterns = [...readFileSync(source, 'utf8').matchAll(/^ {2}\w+: '(\/portal\/[^']*)',$/gm)].map(
    ([, pattern = '']) => pattern.replace(':pid', product?.pid ?? '').replace('/:id/:version?', '/terms'),
  );
  return patterns.flatMap((pattern) => {
    if (pattern.includes(':type')) return ['trial', 'purchase'].map((type) => pattern.replace(':type', type));
    if (pattern.endsWith('*?')) return ['', leafOf(tree.nodes)].map((slug) => pattern.replace('*?', slug));
    return [pattern];
  });
};

/** What a visitor who was never here receives. */
const weigh = async (browser: Browser, address: string): Promise<Record<Kind, number>> => {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    const done: Request[] = [];
    tab.on('requestfinished', (request) => void done.push(request));
    await tab.goto(address, { waitUntil: 'networkidle' });
    await tab.waitForTimeout(idleMs);
    const weights: Record<Kind, number> = { script: 0, stylesheet: 0, document: 0 };
    for (const request of done) {
      const kind = request.resourceType();
      if (isWeighed(kind)) weights[kind] += (await request.sizes()).responseBodySize;
    }
    return weights;
  } finally {
    await context.close();
  }
};

test('stack first load: no public page takes more than 95 kB of script, 8 of style and 10 of document, the chat page 109 and 11, prefetched chunks included', {
  tag: '@h5',
}, async ({ browser, baseURL }) => {
  test.slow();
  const url = baseURL ?? '';
  const paths = await publicPaths(url);
  expect(paths.length).toBeGreaterThan(13);
  for (let from = 0; from < paths.length; from += atOnce) {
    const part = paths.slice(from, from + atOnce);
    // The address of the home page has no hash.
    const addresses = part.map((path) => (path === '/portal/home' ? `${url}/` : `${url}/#${path}`));
    const weighed = await Promise.all(addresses.map((address) => weigh(browser, address)));
    for (const [place, weights] of weighed.entries()) {
      const limits: Readonly<Record<Kind, number>> = part[place] === '/portal/chat' ? ofChat : most;
      for (const [kind, bytes] of Object.entries(weights))
        expect(bytes, `${part[place]}: ${kind}`).toBeLessThanOrEqual(limits[kind as Kind]);
      expect(weights.script, part[place]).toBeGreaterThan(50_000);
    }
  }
});
