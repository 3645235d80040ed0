import type { Page, Request } from '@playwright/test';
import { demoMerchant } from '../merchant.ts';
import { expect, logIn, newMobile, register, test } from '../visitor.ts';

/** For any page of the area, with the headers of the responses. @source stack, first load */
const most = { requests: 25, bytes: 160_000 };
/** What the frame of the area asks once the page stands; the page has not arrived before. */
const ofFrame = ['notice.unreadCount', 'agreement.changed', 'behavior.report'];
/** No request for so long: nothing more comes. @unit ms */
const quietMs = 800;
/** The charts of the first page, of those who have bills, and the paper of a statement come after the page's words, with a sheet of their own. */
const mostSheets = (hash: string): number => (/\/(?:home|accountStatement)$/.test(hash) ? 2 : 1);
/** The same with the drawer that an address opens beside its list, but for the statement of a bill and the thread of a feedback. */
const mostWithDrawer = {
  order: most,
  feedback: { requests: 27, bytes: 166_000 },
  invoice: most,
  authorizationRecord: most,
  bill: { requests: 28, bytes: 174_000 },
};

/** Every page that the frame leads to: those of the route table that have a component. */
const pagesOf = async (page: Page): Promise<readonly string[]> => {
  await page.goto('/#/merchant/userCenter/home', { waitUntil: 'networkidle' });
  const links = page.locator('a[href^="#/merchant/"]:not([href*="?"])');
  // The menu may come after the first page's own links.
  await expect.poll(() => links.count()).toBeGreaterThan(10);
  return [...new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))];
};

/** When the parts behind a page's buttons are fetched ahead (`usePartPress`). @unit ms */
const aheadMs = 3_000;

/** Fetches nothing ahead: on a machine that has much to do a first load takes longer than that. */
const fetchNothingAhead = (page: Page): Promise<unknown> =>
  page.addInitScript((ahead) => {
    const later = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number, ...more: unknown[]) => (ms === ahead ? 0 : later(work, ms, ...more)),
    });
  }, aheadMs);

/**
 * Every page finds a visit that is to be reported, as one that was closed leaves it; it would not note one of less than a second. It is left as the
 * page begins: what is written into the storage before, the page that is left may write over as it ends.
 */
const leaveVisits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return;
    const visit = { beaconEventId: 'visit', beaconPageId: '/merchant/userCenter/home', beaconOccurTime: Date.now() };
    localStorage.setItem('ronghui.behavior', JSON.stringify([visit]));
  });

/** Loads a page anew, as the first visit of a day. */
const weigh = async (page: Page, hash: string) => {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const done: Request[] = [];
  // A picture of bytes that are there already is not on the wire.
  const note = (request: Request) => void (request.url().startsWith('blob:') || done.push(request));
  page.on('requestfinished', note);
  await page.goto(`/${hash}`, { waitUntil: 'networkidle' });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const operationsOf = () => done.flatMap((request) => new URL(request.url()).searchParams.get('operationId') ?? []);
  await expect.poll(operationsOf, { message: hash }).toEqual(expect.arrayContaining(ofFrame));
  // The picture that the tenant's record names comes last.
  for (let before = -1; before < done.length; ) {
    before = done.length;
    await page.waitForTimeout(quietMs);
  }
  page.off('requestfinished', note);
  const sizes = await Promise.all(done.map((request) => request.sizes()));
  return {
    requests: done.length,
    bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0),
    sheets: done
      .filter((request) => request.resourceType() === 'stylesheet')
      .map((request) => new URL(request.url()).pathname),
    startUps: done.filter((request) => request.url().endsWith('/sys/commonConfig')).length,
    operations: operationsOf(),
  };
};

const enterDemoMerchant = async (page: Page): Promise<void> => {
  await page.goto('/#/portal/login');
  await logIn(page, demoMerchant.mobile, demoMerchant.password);
  await expect(page).not.toHaveURL(/portal\/login/);
};

const people: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a new tenant': (page) => register(page, newMobile(), { company: '少件商贸' }),
  'a merchant with bills, orders and a logo': enterDemoMerchant,
};
for (const [who, enter] of Object.entries(people)) {
  test(`stack first load: for ${who} every page of the merchant area arrives in few pieces and one style sheet`, {
    tag: '@h5',
  }, async ({ page }) => {
    test.slow();
    await fetchNothingAhead(page);
    await enter(page);
    await leaveVisits(page);
    for (const hash of await pagesOf(page)) {
      const { requests, bytes, sheets, startUps, operations } = await weigh(page, hash);
      expect(sheets[0], hash).toBe('/area.css');
      expect(sheets.length, hash).toBeLessThanOrEqual(mostSheets(hash));
      expect(startUps, hash).toBe(1);
      // What was asked before the scripts were there is not asked again.
      expect(operations.toSorted(), hash).toEqual([...new Set(operations)].toSorted());
      expect(requests, hash).toBeLessThanOrEqual(most.requests);
      expect(bytes, hash).toBeLessThanOrEqual(most.bytes);
    }
  });
}

test('stack first load: an address that opens a drawer brings list and drawer together', { tag: '@h5' }, async ({
  page,
}) => {
  test.slow();
  await fetchNothingAhead(page);
  await enterDemoMerchant(page);
  await leaveVisits(page);
  for (const [list, bound] of Object.entries(mostWithDrawer)) {
    await page.goto(`/#/merchant/userCenter/${list}`, { waitUntil: 'networkidle' });
    const hash = (await page.locator('main a[href*="?open="]').first().getAttribute('href')) ?? '';
    expect(hash).toContain('?open=');
    const { requests, bytes, operations } = await weigh(page, hash);
    expect(operations.toSorted(), hash).toEqual([...new Set(operations)].toSorted());
    expect(requests, hash).toBeLessThanOrEqual(bound.requests);
    expect(bytes, hash).toBeLessThanOrEqual(bound.bytes);
  }
});

test('R2.9 before the scripts the document of a merchant page shows the frame of the merchant area', {
  tag: '@h5',
}, async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/#/merchant/userCenter/order', { waitUntil: 'commit' });
  await expect(page.getByText('loading')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '免费注册' })).toHaveCount(0);
  await expect(page).toHaveTitle(/^商户中心 - /);
});

/** What of a page arrives after its other content, with the page's path. */
const late = [
  ['home', 'file.download'],
  ['order', 'order.sum'],
  ['bill', 'bill.sum'],
  ['bill', 'bill.page'],
] as const;

test('stack first load: nothing moves when a list, its sums or the logo of the merchant arrive late', {
  tag: '@h5',
}, async ({ page, isMobile }) => {
  await enterDemoMerchant(page);
  const delayed: string[] = [];
  const urlOf = (operation: string) => `**/ops?operationId=${operation}`;
  let delayedOne = '';
  for (const [, operation] of late) {
    await page.route(urlOf(operation), async (route) => {
      if (operation === delayedOne) {
        delayed.push(operation);
        await new Promise((resolve) => setTimeout(resolve, 800));
      }
      await route.continue();
    });
  }
  await page.addInitScript(() => {
    const moved: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { moved });
  });
  for (const width of isMobile ? [390, 360] : [1440]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [name, operation] of late) {
      const place = `${name} at ${width} px, ${operation} late`;
      await page.goto('about:blank');
      delayed.length = 0;
      delayedOne = operation;
      const arrived = page.waitForResponse(urlOf(operation));
      await page.goto(`/#/merchant/userCenter/${name}`);
      await (await arrived).finished();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(
        delayed.filter((each) => each === operation),
        place,
      ).toEqual([operation]);
      // Only the script above writes it.
      const moved = await page.evaluate(() => Reflect.get(globalThis, 'moved') as readonly number[]);
      // What three digits show as nothing is nothing.
      expect(
        moved.reduce((sum, each) => sum + each, 0),
        place,
      ).toBeLessThan(0.0005);
    }
  }
});
