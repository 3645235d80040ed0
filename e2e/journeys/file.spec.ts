import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buy, certify, drawPicture } from '../company.ts';
import { sharedServer, stepOrder } from '../review.ts';
import { limits, type StartedServer, startServer } from '../server.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

// A journey visits many screens, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** Scripts in place of the scanner: one reports every file as infected, one fails. */
const scanner = (dir: string): string => `#!/bin/sh
test -e ${dir}/away && exit 2
test -e ${dir}/finds && exit 1
exit 0
`;

test.describe('R5.7 files', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ronghui-scan-'));
  const [away, finds] = [join(dir, 'away'), join(dir, 'finds')];
  let server: StartedServer;
  test.beforeAll(async () => {
    writeFileSync(join(dir, 'scan.sh'), scanner(dir));
    server = await startServer({
      SCAN_COMMAND: `/bin/sh ${join(dir, 'scan.sh')}`,
      LIMITS: JSON.stringify({ ...limits, tenantFilesMegabytes: 1 }),
    });
  });
  test.afterAll(async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('R5.7 a file that cannot be stored says why at its field; a file that is being scanned is not shown; a stored logo is shown beside the name', async ({
    page,
  }) => {
    await register(page, newMobile(), { at: server.url, dataDir: server.dataDir });
    await page.goto(`${server.url}/#/merchant/accountCenter/basicInfo`);
    const chooser = page.getByLabel('企业标志', { exact: true });
    const picture = await drawPicture(page, '融', { type: 'image/png', width: 200, height: 200 });
    const choose = (name: string, buffer: Buffer) => chooser.setInputFiles({ name, mimeType: 'image/png', buffer });
    const save = page.getByRole('button', { name: '保存' });

    await choose('标志.gif', picture);
    await expect(page.getByText('请选择 PNG、JPEG 格式的文件')).toBeVisible();
    await expectNoFindings(page);
    await choose('标志.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(page.getByText(/^无法识别此文件/)).toBeVisible();
    await choose('标志.png', Buffer.alloc(1_200_000, 1));
    await expect(page.getByText('文件空间已用完，请联系我们扩容')).toBeVisible();
    writeFileSync(finds, '');
    await choose('标志.png', picture);
    await expect(page.getByText('文件未通过安全检查，不能上传')).toBeVisible();
    rmSync(finds);
    await expect(save).toBeDisabled();

    writeFileSync(away, '');
    await choose('标志.png', picture);
    await expect(page.getByText('图片没有取到。')).toBeVisible();
    await expectNoFindings(page);
    await save.click();
    await expect(page.getByText('图片还在安全检查中，请稍后再试')).toBeVisible();
    rmSync(away);

    await choose('标志.png', picture);
    await expect(page.getByRole('img', { name: '企业标志' })).toBeVisible();
    await expectNoFindings(page);
    await save.click();
    await expect(page.getByText('已保存')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').locator('img[src^="blob:"]')).toBeVisible();
    await expectNoFindings(page);
    await page.goto(`${server.url}/#/merchant/accountCenter/basicInfo`);
    await page.getByRole('button', { name: '移除企业标志' }).click();
    await save.click();
    await expect(page.getByText('已保存')).toBeVisible();
    await expect(page.locator('img[src^="blob:"]')).toHaveCount(0);
  });
});

test('R10.2 the voucher of a payment is sent, shown and downloaded unchanged', async ({ page }) => {
  test.slow();
  await register(page, newMobile());
  await certify(page, sharedServer());
  const orderNo = await buy(page, 'flex-benefits/purchase?step=confirm');
  expect(await stepOrder(sharedServer(), 'approve', { orderNo })).toBe('pendingPayment');
  await page.goto(`/#/merchant/userCenter/order?open=${orderNo}`);
  // A change by the staff appears after the page is loaded again.
  await page.reload();
  const drawer = page.getByRole('dialog', { name: '订单详情' });
  const slip = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  await drawer.getByRole('button', { name: '上传凭证' }).click();
  await drawer
    .getByRole('form', { name: '上传付款凭证' })
    .getByLabel('付款凭证', { exact: true })
    .setInputFiles([
      { name: '说明.docx', mimeType: 'application/octet-stream', buffer: slip },
      { name: '电子回单.pdf', mimeType: 'application/pdf', buffer: slip },
    ]);
  await expect(drawer.getByText('说明.docx：请选择 PDF、PNG、JPEG 格式的文件')).toBeVisible();
  await drawer.getByLabel('付款方户名').fill('云栖商贸有限公司');
  await drawer.getByRole('button', { name: '提交凭证' }).click();
  const link = drawer.getByRole('button', { name: '下载 电子回单.pdf' });
  await expect(link).toBeVisible();
  await expectNoFindings(page);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('电子回单.pdf');
  expect(await readFile(await download.path())).toEqual(slip);
});
