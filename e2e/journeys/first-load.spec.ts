import type { Request } from '@playwright/test';
import { expect, newMobile, register, test } from '../visitor.ts';

const pages = [
  'userCenter/home',
  'userCenter/order',
  'userCenter/authorizationRecord',
  'userCenter/notice',
  'accountCenter/basicInfo',
  'accountCenter/safety',
  'accountCenter/members',
  'accountCenter/verify',
];
/** For any page of the area, with the headers of the responses (stack, first load). */
const most = { requests: 27, bytes: 168_000 };

test('stack first load: every page of the merchant area arrives in few pieces and one style sheet, in its own frame at once', async ({
  page,
}) => {
  await register(page, newMobile(), { company: '少件商贸' });
  for (const path of pages) {
    await page.goto('about:blank');
    // A new load of everything, as the first visit of a day.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    const done: Request[] = [];
    const note = (request: Request) => void done.push(request);
    page.on('requestfinished', note);
    await page.goto(`/#/merchant/${path}`, { waitUntil: 'networkidle' });
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    page.off('requestfinished', note);
    const sizes = await Promise.all(done.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
    const sheets = done.filter((request) => request.resourceType() === 'stylesheet').map((request) => request.url());
    expect(
      sheets.map((url) => new URL(url).pathname),
      path,
    ).toEqual(['/area.css']);
    expect(done.length, path).toBeLessThanOrEqual(most.requests);
    expect(bytes, path).toBeLessThanOrEqual(most.bytes);
  }
});

test('R2.9 before the scripts the document of a merchant page shows the frame of the merchant area', async ({
  page,
}) => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/#/merchant/userCenter/order', { waitUntil: 'commit' });
  await expect(page.getByText('loading')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '免费注册' })).toHaveCount(0);
  await expect(page).toHaveTitle(/^商户中心 - /);
});
