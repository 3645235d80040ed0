import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type StartedServer, startServer } from '../server.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the provider's staff do at their desk, on a running server's database. */
const desk = async (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> => {
  const command = join(root, 'apps/server/src/desk-command.ts');
  const run = promisify(execFile)(process.execPath, [command, 'certification', ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
};

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** A code of a company of its own, with its check character. */
const newCode = (): string => {
  const body = `91440300${Array.from({ length: 9 }, () => letters[Math.floor(Math.random() * 31)]).join('')}`;
  const sum = weights.reduce((total, weight, place) => total + weight * letters.indexOf(body[place] ?? ''), 0);
  return `${body}${letters[(31 - (sum % 31)) % 31]}`;
};

/** A photograph, drawn by the browser. */
const photograph = async (page: Page, words: string): Promise<Buffer> => {
  const url = await page.evaluate((text) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.fillStyle = '#eef2fb';
      pen.fillRect(0, 0, 640, 400);
      pen.fillStyle = '#23408e';
      pen.font = '48px sans-serif';
      pen.fillText(text, 60, 210);
    }
    return canvas.toDataURL('image/jpeg');
  }, words);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

const attach = async (page: Page, label: string): Promise<void> => {
  const buffer = await photograph(page, label);
  await page.getByLabel(label, { exact: true }).setInputFiles({ name: `${label}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: `已上传的${label}` })).toBeVisible();
};

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

const fillCompany = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('企业名称').fill('云栖商贸有限公司');
  await page.getByLabel('统一社会信用代码').fill(code);
  await attach(page, '营业执照');
  await page.getByRole('checkbox', { name: '长期有效' }).check();
  await page.getByLabel('注册省份').selectOption({ label: '广东省' });
  await page.getByLabel('注册城市').selectOption({ label: '深圳市' });
  await page.getByLabel('注册地址').fill('南山区某路 1 号');
};

const fillPerson = async (page: Page): Promise<void> => {
  await page.getByLabel('法定代表人姓名').fill('张三');
  await page.getByLabel('法定代表人身份证号').fill('11010519491231002X');
  await attach(page, '身份证人像面');
  await attach(page, '身份证国徽面');
  await page.getByLabel('身份证有效期').fill('2099-01-01');
};

const fillBank = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: '法定代表人本人' }).check({ force: true });
  await page.getByLabel('开户银行').fill('示例银行');
  await page.getByLabel('开户支行').fill('南山支行');
  await page.getByLabel('对公账号').fill('6222 0202 0011 2233');
};

/** Reads the consent to its end, ticks it and sends the form in. */
const submit = async (page: Page): Promise<void> => {
  const box = page.getByRole('main').getByRole('checkbox', { name: /敏感个人信息/ });
  await box.click();
  if (!(await box.isChecked())) {
    const agree = page.getByRole('button', { name: '我已阅读并同意' });
    // The text may still be on its way.
    await expect(async () => {
      await page.getByRole('dialog').getByRole('region').press('End');
      await expect(agree).toBeEnabled({ timeout: 500 });
    }).toPass();
    await agree.click();
    await expect(box).toBeChecked();
  }
  await page.getByRole('button', { name: '提交认证' }).click();
  await expect(page.getByText(/正在审核，结果会通知您/)).toBeVisible();
};

/** The number of the submission of a code, as the staff read it in their list. */
const numberOf = async (env: Readonly<Record<string, string>>, code: string): Promise<string> =>
  new RegExp(`^(RZ\\S+) .*${code}$`, 'm').exec(await desk(env, 'list'))?.[1] ?? 'none';

test('R10.8 a company is certified step by step, sent back with a reason at its field, corrected and passed', async ({
  page,
}) => {
  test.slow();
  const env = { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' };
  const code = newCode();
  await register(page, newMobile());
  await page.goto('/#/merchant/accountCenter/verify/passed');
  await expect(page).toHaveTitle(/^企业认证 - /);
  await expect(page).toHaveURL(/verify\/none$/);
  await next(page);
  await expect(page.getByText('请上传营业执照')).toBeVisible();
  await expect(page.getByLabel('企业名称')).toBeFocused();
  await expectNoFindings(page);
  await fillCompany(page, code);
  await expectNoFindings(page);
  await next(page);
  await fillPerson(page);
  await expectNoFindings(page);
  await next(page);
  await fillBank(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存，可以随时回来继续')).toBeVisible();
  // Another browser's tab: what is there comes from the server.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByLabel('开户支行')).toHaveValue('南山支行');
  await expect(page.getByText(/已保存 \*+2233/)).toBeVisible();
  await next(page);
  await expect(page.getByText('**************002X')).toBeVisible();
  await expectNoFindings(page);
  await submit(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: '显示法定代表人身份证号' }).click();
  await expect(page.getByText('11010519491231002X')).toBeVisible();

  const first = await numberOf(env, code);
  expect(await desk(env, 'show', first)).toContain('11010519491231002X');
  expect(await desk(env, 'reject', first)).toContain('写明每一项');
  expect(await desk(env, 'reject', first, '--legalName', '与身份证不一致')).toContain('认证未通过');
  await page.goto('/#/merchant/accountCenter/verify/pending');
  await page.reload();
  await expect(page).toHaveURL(/verify\/rejected/);
  await expect(page.getByText('审核意见：与身份证不一致')).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel('法定代表人姓名').fill('张三丰');
  await expect(page.getByText('审核意见：与身份证不一致')).toBeHidden();
  await next(page);
  await next(page);
  await submit(page);
  expect(await desk(env, 'approve', await numberOf(env, code))).toContain('已认证');
  await page.reload();
  await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
  await expectNoFindings(page);
  await page.goto('/#/merchant/accountCenter/basicInfo');
  await expect(page.getByText(code)).toBeVisible();
});

test.describe('where transfers are switched on', () => {
  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer({ CERTIFICATION_TRANSFER: 'on' });
  });
  test.afterAll(() => server.stop());

  test('R4.11 the amount that arrived is typed back; a wrong one says how many tries are left', async ({ page }) => {
    test.slow();
    const { dataDir, url } = server;
    const env = { DATA_DIR: dataDir, CERTIFICATION_TRANSFER: 'on' };
    const code = newCode();
    await register(page, newMobile(), { at: `${url}/`, dataDir });
    await page.goto(`${url}/#/merchant/accountCenter/verify`);
    await fillCompany(page, code);
    await next(page);
    await fillPerson(page);
    await next(page);
    await fillBank(page);
    await next(page);
    await submit(page);
    const number = await numberOf(env, code);
    expect(await desk(env, 'approve', number)).toContain('待打款验证');
    await page.reload();
    await expect(page.getByText(/还可以试 3 次/)).toBeVisible();
    await expectNoFindings(page);
    const lines = readFileSync(join(dataDir, 'outbox/bank.jsonl'), 'utf8').trim().split('\n');
    const paid = lines.map((line) => JSON.parse(line)).find(({ reference }) => reference === number);
    const amount = page.getByLabel('到账金额（元）');
    await amount.fill('9.99');
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByText('金额与到账不符，还可以再试 2 次')).toBeVisible();
    await amount.fill((paid.amount / 100).toFixed(2));
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
    await expectNoFindings(page);
  });
});
