import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoAccounts } from '../../apps/server/src/features/register/demo-accounts.ts';
import { resetAdmin } from '../../e2e/commands.ts';
import { findBrowser } from '../browser/find-browser.mjs';
import { type ServerProcess, startServer } from '../driver/server-process.ts';
import { root } from '../launch/paths.mjs';
import { mostBytes, type Picture, pictures } from './picture-list.ts';

/** The pictures of the README, taken of the demonstration: a fresh server, the first merchant or the first member of staff signed in. */
const folder = join(root, 'docs/pictures');
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const screens: Readonly<Record<Picture['screen'], BrowserContextOptions>> = {
  PC: { viewport: { width: 1440, height: 900 } },
  H5: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
  },
};

// A picture library of the server's, which the tools' own manifest does not have.
const sharp: (bytes: Buffer) => {
  png(options: { palette: boolean; colours: number; effort: number }): { toBuffer(): Promise<Buffer> };
} = createRequire(join(root, 'apps/server/package.json'))('sharp');

const logIn = async (page: Page, url: string): Promise<void> => {
  const [{ mobile, password }] = demoAccounts;
  await page.goto(`${url}/#/portal/login`);
  await page.getByLabel('手机号').fill(mobile);
  await page.locator('input[name=pwd]').fill(password);
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await page.waitForURL(({ hash }) => !hash.includes('/portal/login'));
};

const staffPassword = 'Harbour-Green-42';

/** The first admin, by a one-time password and the change that it asks for. */
const enterConsole = async (page: Page, { url, dataDir: folderOfData }: ServerProcess): Promise<void> => {
  const { account, oneTimePassword } = await resetAdmin({ DATA_DIR: folderOfData });
  await page.goto(`${url}/console/`);
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=pwd]').fill(oneTimePassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('input[name=oldPwd]').fill(oneTimePassword);
  await page.locator('input[name=newPwd]').fill(staffPassword);
  await page.locator('input[name=again]').fill(staffPassword);
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByRole('heading', { name: /您好/ }).waitFor();
};

const take = async (page: Page, url: string, { name, path, ready, open, opened = '' }: Picture): Promise<void> => {
  // The address alone would be a move inside the page.
  await page.goto('about:blank');
  await page.goto(`${url}${path}`);
  await page.getByText(ready).first().waitFor();
  if (open !== undefined) {
    await page.getByRole('main').getByRole('link', { name: open }).first().click();
    await page.getByText(opened).first().waitFor();
  }
  await page.evaluate('document.fonts.ready');
  await page.waitForLoadState('networkidle');
  const shot = await page.screenshot({ animations: 'disabled' });
  const bytes = await sharp(shot).png({ palette: true, colours: 160, effort: 9 }).toBuffer();
  const file = join(folder, `${name}.png`);
  writeFileSync(file, bytes);
  process.stdout.write(`${name}.png ${Math.round(statSync(file).size / 1000)} kB\n`);
  if (bytes.length > mostBytes) throw new Error(`${name}.png is larger than ${mostBytes / 1000} kB`);
};

const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-pictures-'));
const executablePath = findBrowser(process.env);
const server = await startServer({ dataDir });
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures) {
    const context = await browser.newContext({
      ...screens[picture.screen],
      colorScheme: picture.theme,
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    const page = await context.newPage();
    if (picture.as === 'merchant') await logIn(page, server.url);
    if (picture.as === 'staff') await enterConsole(page, server);
    await take(page, server.url, picture);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
