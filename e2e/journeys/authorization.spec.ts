import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoContent, publish } from '../commands.ts';
import { buy } from '../company.ts';
import { type StartedServer, startServer } from '../server.ts';
import { agree, expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R10.6 a consent is found with its original text, withdrawn as easily as given, and exported', async ({
  page,
}) => {
  test.slow();
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/authorizationRecord');
  await expect(page).toHaveTitle(/^授权记录 - /);
  const rows = page.getByRole('main');
  await expect(rows.getByText('《隐私政策》')).toBeVisible();
  await expectNoFindings(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^授权记录-\d{4}-\d\d-\d\d\.csv$/);
  await rows.getByText('《用户服务协议》').click();
  const drawer = page.getByRole('dialog', { name: '授权详情' });
  await drawer.getByRole('button', { name: '查看同意时的原文' }).click();
  await expect(drawer.getByRole('heading', { name: /本平台做什么/ })).toBeVisible();
  await expectNoFindings(page);
  await expect(drawer.getByRole('button', { name: '打印', exact: true })).toBeVisible();
  // On paper the record is a document of its own, without the page behind it and without buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(drawer.getByText('《用户服务协议》').first()).toBeVisible();
  await expect(drawer.locator('button:visible')).toHaveCount(0);
  await expect(page.locator('main h1:visible')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await drawer.getByRole('button', { name: '撤回授权' }).click();
  const question = page.getByRole('alertdialog', { name: '撤回《用户服务协议》？' });
  await expect(question).toContainText('这是使用本平台所必需的同意');
  await expectNoFindings(page);
  await question.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('已撤回', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: '撤回授权' })).toBeHidden();
  await page.reload();
  await expect(drawer.getByText('已撤回', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '已撤回' }).click();
  await expect(page).toHaveURL(/status=withdrawn/);
  await expect(rows.getByText('《用户服务协议》')).toBeVisible();
  await expect(rows.getByText('《隐私政策》')).toBeHidden();
  await expectNoFindings(page);
});

test('R10.6 an order without its consent says so, and continues when the consent is given again', async ({ page }) => {
  test.slow();
  await register(page, newMobile());
  const orderNo = await buy(page, 'biz-loan-advisory/purchase?step=confirm&sku=self');
  await page.goto('/#/merchant/userCenter/authorizationRecord');
  await page
    .getByRole('main')
    .getByText(/单独同意书/)
    .click();
  const record = page.getByRole('dialog', { name: '授权详情' });
  await record.getByRole('button', { name: '撤回授权' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回', exact: true }).click();
  await expect(record.getByText('的办理需要这项授权')).toBeVisible();
  await record.getByRole('link', { name: orderNo }).first().click();
  const order = page.getByRole('dialog', { name: '订单详情' });
  await expect(order.getByText('订单不能继续办理')).toBeVisible();
  await expectNoFindings(page);
  await order
    .getByRole('region', { name: '下一步' })
    .getByRole('link', { name: /单独同意书》（已撤回）/ })
    .click();
  await record.getByRole('button', { name: '重新授权' }).click();
  const again = page.getByRole('dialog', { name: '重新授权' });
  await expect(again.getByRole('checkbox')).not.toBeChecked();
  await agree(page, again);
  await expectNoFindings(page);
  await again.getByRole('button', { name: '重新授权' }).click();
  await expect(again).toBeHidden();
  await expect(record.getByText('生效中')).toBeVisible();
  await expect(record.getByRole('button', { name: '撤回授权' })).toBeVisible();
  await record.getByRole('link', { name: orderNo }).first().click();
  await expect(order.getByText('办理经过')).toBeVisible();
  await expect(order.getByText('订单不能继续办理')).toBeHidden();
});

test.describe('when an agreement of registration changes', () => {
  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server.stop());

  test('R10.6 it is asked for again in an unticked box, and can be declined', async ({ page }) => {
    test.slow();
    const { url, dataDir } = server;
    await register(page, newMobile(), { at: `${url}/`, dataDir });
    const folder = await mkdtemp(join(tmpdir(), 'ronghui-content-'));
    try {
      await cp(demoContent, folder, { recursive: true });
      const former = await readFile(join(folder, 'agreements/terms/2026-11.md'), 'utf8');
      const changed = former.replace('effectiveOn: 2026-11-01', 'effectiveOn: 2026-11-02');
      await writeFile(join(folder, 'agreements/terms/2026-12.md'), `${changed}\n本版新增一条。\n`);
      expect(await publish({ DATA_DIR: dataDir }, folder)).toContain('已导入');
    } finally {
      await rm(folder, { recursive: true });
    }
    await page.goto(`${url}/#/merchant/userCenter/order`);
    const sheet = page.getByRole('dialog', { name: '协议已更新，请重新阅读' });
    const box = sheet.getByRole('checkbox', { name: /用户服务协议/ });
    await expect(sheet.getByRole('checkbox')).toHaveCount(1);
    await expect(box).not.toBeChecked();
    await expectNoFindings(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeVisible();
    await sheet.getByRole('link', { name: '安全设置' }).click();
    await expect(page.getByRole('list', { name: '账号', exact: true })).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.goto(`${url}/#/merchant/userCenter/home`);
    await sheet.getByRole('button', { name: '同意并继续' }).click();
    await expect(sheet.getByText('请阅读并同意《用户服务协议》')).toBeVisible();
    await sheet.getByRole('button', { name: '《用户服务协议》' }).click();
    const text = page.getByRole('dialog', { name: '用户服务协议', exact: true });
    await expect(text.getByText('本版新增一条。')).toBeVisible();
    await expectNoFindings(page);
    await text.getByRole('button', { name: '我已阅读并同意' }).click();
    await expect(box).toBeChecked();
    await sheet.getByRole('button', { name: '同意并继续' }).click();
    await expect(sheet).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: '三步开通' })).toBeVisible();
    await expect(sheet).toBeHidden();
  });
});
