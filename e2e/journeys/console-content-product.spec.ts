import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { hostileTexts } from '../console/hostile-text.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, expectPublished, test } from '../visitor.ts';

test('R11.3 a product’s price is changed with its quote in sight, published, seen by a visitor, and a new one is made and removed', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  try {
    await enterConsole(page, server);
    const sider = page.getByRole('navigation', { name: '运营台' });
    const publish = async (): Promise<void> => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: '发布' });
      await expect(dialog.getByText('门户上会有这些变化')).toBeVisible();
      await expectNoFindings(page);
      await dialog.getByRole('button', { name: '立即发布' }).click();
      await expect(dialog).toBeHidden();
    };

    await sider.getByRole('link', { name: '产品', exact: true }).click();
    await expect(page.getByRole('link', { name: '聚合收款' })).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('link', { name: '聚合收款' }).click();
    const trial = page.getByRole('group', { name: '试算价格' });
    await expect(trial.getByText('¥39.00', { exact: true }).last()).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const store = page.getByRole('listitem', { name: '门店收款' });
    await store.getByLabel(/^单价/).first().fill('45.5');
    await trial.getByLabel('试算的数量').fill('2');
    await trial.getByLabel('试算的期限').selectOption('12');
    // 2 × 12 × 45.50, ten per cent off.
    await expect(trial.getByText('¥982.80')).toBeVisible();
    await store.getByText('阶梯价、期限折扣、选项与收费说明').click();
    await store.getByLabel('第 1 档的单价').fill('60');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText('第 1 个规格的第 1 档阶梯价的单价：应低于规格的单价').first()).toBeVisible();
    await expectNoFindings(page);
    await store.getByLabel('第 1 档的单价').fill('35');
    // Agreements and documents are chosen by their titles.
    const names = page.getByRole('region', { name: '协议、文档与相关产品' });
    await names.getByLabel(/^查找文档/).fill('密码');
    const offered = names.getByRole('group', { name: '可选的文档' }).getByRole('button', { name: /密码/ }).first();
    const title = (await offered.innerText()).replace(/^＋\s*/, '');
    await offered.click();
    await expect(names.getByRole('list', { name: '已选的文档' }).getByText(title)).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '编辑图文内容' }).click();
    await expect(page.getByRole('list', { name: '内容模块，按显示的顺序' })).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '收起' }).click();
    await publish();
    await expectPublished(
      visitor,
      `${server.url}/#/portal/productsDetail/aggregated-pay`,
      visitor.getByText('¥45.50').first(),
    );

    await page.getByRole('link', { name: '产品', exact: true }).first().click();
    await page.getByRole('button', { name: '新建产品' }).click();
    const creating = page.getByRole('dialog', { name: '新建产品' });
    await creating.getByLabel(/^名称/).fill('对账助手');
    await creating.getByLabel(/^标识/).fill('Bad Key');
    await creating.getByRole('button', { name: '新建草稿' }).click();
    await expect(creating.getByText('只能用小写字母、数字和连字符，如 e-invoice')).toBeVisible();
    await expectNoFindings(page);
    await creating.getByLabel(/^标识/).fill('recon-helper');
    await creating.getByRole('button', { name: '新建草稿' }).click();
    await expect(page.getByText('一句话介绍：不能为空').first()).toBeVisible();
    await page.getByLabel(/^一句话介绍/).fill('每天自动对好账');
    await page.getByLabel(/^类目/).selectOption({ index: 1 });
    await page.getByLabel(/^封面说明/).fill('一张对好的账单');
    await page.locator('input[type=file]').setInputFiles({
      name: '封面.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawPicture(page, '对账助手'),
    });
    await expect(page.getByRole('img', { name: '封面' })).toHaveAttribute('src', /\.jpg$/);
    await publish();
    await expect(page.getByText('已发布，门户随即更新')).toBeVisible();
    await expectPublished(
      visitor,
      `${server.url}/#/portal/productsDetail/recon-helper`,
      visitor.getByRole('heading', { name: '对账助手' }),
    );

    await page.getByRole('button', { name: '移除', exact: true }).click();
    await page.getByRole('dialog', { name: '移除对账助手' }).getByRole('button', { name: '准备移除' }).click();
    await expect(page.getByText('待移除')).toBeVisible();
    await publish();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('link', { name: '产品', exact: true }).first().click();
    await page.getByRole('button', { name: '已移除' }).click();
    await expect(page.getByRole('link', { name: '对账助手' })).toBeVisible();
    await expectNoFindings(page);
  } finally {
    // The page goes on asking who else has it open.
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});

test('R11.3 what tries to run in the fields of a product stays text, at the console and in the portal', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  const ran: string[] = [];
  for (const each of [page, visitor]) {
    each.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    each.on('pageerror', (error) => ran.push(String(error)));
  }
  try {
    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/content/products/card-coupon`);
    const facts = page.getByRole('region', { name: '基本信息' });
    await facts.getByLabel(/^名称/).fill(hostileTexts[1]);
    await facts.getByLabel(/^一句话介绍/).fill(hostileTexts.join(' '));
    await facts.getByLabel(/^封面说明/).fill(hostileTexts[2]);
    await facts.getByLabel(/^标签/).fill(hostileTexts[3]);
    const skus = page.getByRole('list', { name: '规格，按显示的顺序' });
    await skus
      .getByLabel(/^规格名称/)
      .first()
      .fill(hostileTexts[0]);
    await skus
      .getByLabel(/^计价单位/)
      .first()
      .fill(hostileTexts[3]);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '立即发布' }).click();
    await expect(page.getByText('已发布，门户随即更新')).toBeVisible();
    await page.getByRole('button', { name: '历史版本' }).click();
    await page.getByRole('button', { name: '查看' }).first().click();
    await expect(page.getByText('与上一版相比')).toBeVisible();
    await expectPublished(
      visitor,
      `${server.url}/#/portal/productsDetail/card-coupon`,
      visitor.getByRole('heading', { name: hostileTexts[1] }),
    );
    await expect(visitor.getByText(hostileTexts[0]).first()).toBeVisible();
    for (const each of [page, visitor]) {
      expect(await each.title()).not.toBe('ran');
      expect(
        await each.locator('main script, main [onerror], main [onload], main a[href^="javascript:"]').count(),
      ).toBe(0);
    }
    expect(ran).toEqual([]);
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
