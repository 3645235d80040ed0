import type { Page } from '@playwright/test';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { expect, test } from '../visitor.ts';

/** What happened to the reads of a page: sent by the script that sends its first reads, sent by the others, and taken over. */
interface Reads {
  readonly begun: readonly string[];
  readonly sent: readonly string[];
  readonly taken: readonly string[];
}

/** Notes in the page which script sends a read, and which replies the client takes over. */
const noteReads = (page: Page, firstReads: string): Promise<unknown> =>
  page.addInitScript((script) => {
    const reads: Record<keyof Reads, string[]> = { begun: [], sent: [], taken: [] };
    const fetchNow = globalThis.fetch;
    globalThis.fetch = (...request) => {
      const [to] = request;
      const address = typeof to === 'string' ? to : 'href' in to ? to.href : to.url;
      const operation = new URL(address, location.href).searchParams.get('operationId');
      const isBegun = new Error('where it is sent').stack?.includes(script) === true;
      if (operation !== null) reads[isBegun ? 'begun' : 'sent'].push(operation);
      return fetchNow(...request);
    };
    type Take = (read: { operationId: string }, keyId: string) => Promise<Response> | undefined;
    let take: Take | undefined;
    Object.defineProperty(document, 'takeBegun', {
      enumerable: true,
      get: () => take,
      set: (given: Take) => {
        take = (read, keyId) => {
          const reply = given(read, keyId);
          if (reply !== undefined) reads.taken.push(read.operationId);
          return reply;
        };
      },
    });
    Object.assign(globalThis, { reads });
  }, firstReads);

// Only `noteReads` writes it.
const readsOf = (page: Page): Promise<Reads> => page.evaluate(() => Reflect.get(globalThis, 'reads') as Reads);

test('stack first load: what a page asks first is sent while its scripts are still on their way, and every reply is taken over', {
  tag: '@h5',
}, async ({ page, baseURL }) => {
  test.slow();
  const url = baseURL ?? '';
  await (await enterMerchant(url, demoMerchant)).openIn(page.context());
  const sheet = await (await page.request.get('/area.css')).text();
  const pages = new Map(
    [...sheet.matchAll(/--first-(\w+):"([^"]+)"/g)].map(([, name = '', script = '']) => [name, script]),
  );
  expect(pages.size).toBeGreaterThan(5);
  await noteReads(page, [...pages.values()][0] ?? '');
  await page.goto('/');
  const main = await page.locator('#ice-container').getAttribute('data-main');
  // The script of the portal waits until the first reads are under way.
  await page.route(`**${main}`, async (route) => {
    await expect.poll(async () => (await readsOf(page)).begun.length).toBeGreaterThan(0);
    await route.continue();
  });
  for (const name of pages.keys()) {
    await page.goto('about:blank');
    await page.goto(`/#/merchant/userCenter/${name}`, { waitUntil: 'commit' });
    await page.waitForLoadState('networkidle');
    const { begun, sent, taken } = await readsOf(page);
    expect(begun.length, name).toBeGreaterThan(0);
    expect(taken.toSorted(), name).toEqual(begun.toSorted());
    expect(
      sent.filter((operation) => begun.includes(operation)),
      name,
    ).toEqual([]);
  }
});
