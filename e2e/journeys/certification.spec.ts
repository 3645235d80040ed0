import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillBank, fillCompany, fillPerson, newCode, next, numberOf, submit } from '../company.ts';
import { desk } from '../desk.ts';
import { type StartedServer, startServer } from '../server.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

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
  expect(await desk(env, 'certification', 'show', first)).toContain('11010519491231002X');
  expect(await desk(env, 'certification', 'reject', first)).toContain('写明每一项');
  expect(await desk(env, 'certification', 'reject', first, '--legalName', '与身份证不一致')).toContain('认证未通过');
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
  expect(await desk(env, 'certification', 'approve', await numberOf(env, code))).toContain('已认证');
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
    expect(await desk(env, 'certification', 'approve', number)).toContain('待打款验证');
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
