import type { Page, Request } from '@playwright/test';
import { everyConsolePage } from '../console/console-pages.ts';
import { enterConsole } from '../console/entry.ts';
import type { PooledServer } from '../server-pool.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';
import { brokenValues } from './broken-values.ts';

/** For any page of the console, with the headers of the responses; an editor's own chunk may weigh as much again. @source stack, first load */
const most = { requests: 25, bytes: 200_000, editor: 200_000 } as const;

/** Where one edits a page, or a text with Markdown. */
const isEditing = (address: string): boolean => /^\/content\/(?:agreements|docs|pages)\/./.test(address);

interface Piece {
  readonly address: string;
  readonly url: string;
  readonly isScript: boolean;
  readonly bytes: number;
}

const isOnWire = (request: Request): boolean => /^https?:/.test(request.url());
/** What people uploaded is as large as they made it. */
const isUploaded = (request: Request): boolean => /operationId=ops\.[\w.]+\.download$/.test(request.url());

/** Loads a page anew, as the first visit of a day. What comes from memory, as pictures do that are shown twice, is not on the wire. */
const weigh = async (page: Page, url: string, address: string): Promise<readonly Piece[]> => {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const done: Request[] = [];
  const note = (request: Request) => void (isOnWire(request) && done.push(request));
  page.on('requestfinished', note);
  await page.goto(`${url}/console/#${address}`, { waitUntil: 'networkidle' });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  page.off('requestfinished', note);
  const pieces = await Promise.all(
    done.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return {
        address,
        url: request.url(),
        isScript: request.resourceType() === 'script',
        bytes: isUploaded(request) ? responseHeadersSize : responseBodySize + responseHeadersSize,
      };
    }),
  );
  return pieces.filter(({ bytes }) => bytes > 0);
};

const sumOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { bytes }) => sum + bytes, 0);

/** How far a page scrolls sideways; its wide tables scroll within themselves. @unit px */
const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll('main, dialog[open]')];
    return Math.max(...all.map((each) => each.scrollWidth - each.clientWidth));
  });

/** From the page's start on, how far parts of it moved without anybody's doing. Only this script writes `moved`. */
const watchMoves = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moved: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { moved });
  });

const movesOf = async (page: Page): Promise<number> => {
  const moved = await page.evaluate(() => Reflect.get(globalThis, 'moved') as readonly number[]);
  return moved.reduce((sum, each) => sum + each, 0);
};

/** How much later than its script a page gets its replies. @unit ms */
const replyMs = 300;

/** Logs in at the console, and answers the addresses of its pages. */
const enterAtEveryPage = async (page: Page, server: PooledServer): Promise<readonly string[]> => {
  await enterConsole(page, server);
  return everyConsolePage(page, server.url);
};

test('stack first load: every page of the console arrives in few pieces, and an editor is fetched only where one edits', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const { url } = server;
  const addresses = await enterAtEveryPage(page, server);
  const weighed: Piece[] = [];
  for (const address of addresses) weighed.push(...(await weigh(page, url, address)));
  const read = new Set(weighed.filter(({ address }) => !isEditing(address)).map((piece) => piece.url));
  for (const address of addresses) {
    const all = weighed.filter((piece) => piece.address === address);
    const editor = all.filter(({ isScript, url: script }) => isEditing(address) && isScript && !read.has(script));
    expect(editor.length > 0, address).toBe(isEditing(address));
    expect(sumOf(editor), `${address}: the editor`).toBeLessThanOrEqual(most.editor);
    const own = all.filter((piece) => !editor.includes(piece));
    expect(own.length, address).toBeLessThanOrEqual(most.requests);
    expect(sumOf(own), address).toBeLessThanOrEqual(most.bytes);
  }
});

/** What rounding leaves of nothing. @unit layout shift */
const mostMoved = 0.0005;

test('stack first load: on no page of the console anything moves when the replies to its calls arrive late', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const { url } = server;
  const addresses = await enterAtEveryPage(page, server);
  await watchMoves(page);
  let delayed = 0;
  await page.route(/\/(?:ops\?|sys\/)/, async (route) => {
    delayed += 1;
    await new Promise((resolve) => setTimeout(resolve, replyMs));
    await route.continue();
  });
  const movedOn = async (address: string): Promise<number> => {
    await page.goto('about:blank');
    delayed = 0;
    await page.goto(`${url}/console/#${address}`);
    // On a machine that has much to do the scripts begin so late that the network seems idle before the first call.
    await expect.poll(() => delayed, { message: address }).toBeGreaterThan(0);
    for (let before = 0; before < delayed; ) {
      before = delayed;
      await page.waitForTimeout(2 * replyMs);
    }
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    return movesOf(page);
  };
  const moving: string[] = [];
  for (const address of addresses) {
    const moved = await movedOn(address);
    if (moved >= mostMoved) moving.push(`${address}: ${Math.round(moved * 10_000)} ten-thousandths`);
  }
  expect(moving).toEqual([]);
  await page.setViewportSize({ width: 412, height: 823 });
  expect(await movedOn('/'), 'in the header of a narrow window').toBeLessThan(0.0002);
});

const setWidth = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: 900 });

/** The cells of tables whose content stands over their edge. */
const overfullCells = (page: Page): Promise<string[]> =>
  page
    .locator('td')
    .evaluateAll((cells) => cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])));

/** Nothing on the page failed to load, it does not scroll sideways, values stay on one line at a desk and at a laptop, and axe finds nothing at a desk and at a tablet. */
const lookAt = async (page: Page, address: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText('追踪号'), address).toHaveCount(0);
  for (const width of [1920, 1440, 820, 1280]) {
    await setWidth(page, width);
    expect(await sidewaysOf(page), `${address} at ${width}`).toBeLessThanOrEqual(0);
    expect(await overfullCells(page), `${address} at ${width}`).toEqual([]);
    if (width === 1440 || width === 1280) expect(await brokenValues(page), `${address} at ${width}`).toEqual([]);
    if (width < 1440) await expectNoFindings(page, 'every');
  }
};

for (const half of [0, 1]) {
  test(`ux console: no page scrolls sideways or offends axe in either theme, at a desk or at a tablet, half ${half + 1}`, async ({
    page,
    server,
  }) => {
    test.setTimeout(400_000);
    const { url } = server;
    const addresses = await enterAtEveryPage(page, server);
    for (const address of addresses.filter((_, at) => at % 2 === half)) {
      await page.goto(`${url}/console/#${address}`, { waitUntil: 'networkidle' });
      await test.step(address, () => lookAt(page, address));
    }
  });
}
