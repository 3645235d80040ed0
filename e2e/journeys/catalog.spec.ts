import { expect, expectNoFindings, test } from '../visitor.ts';

test('R1.1 the first response contains the home page with its data, and the page shows all its sections', async ({
  page,
  request,
}) => {
  const document = await (await request.get('/')).text();
  expect(document).toContain('为经营者准备的产品');
  expect(document).toContain('应收账款保理');
  expect(document).not.toMatch(/\sstyle=/);
  await page.goto('/');
  await expect(page).toHaveURL(/#\/portal\/home$/);
  await expect(page).toHaveTitle('首页 - 融惠');
  await expect(page.getByRole('heading', { name: '为经营者准备的产品' })).toBeVisible();
  for (const name of ['三步开通', '合作伙伴', '新手先读']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expectNoFindings(page);
});

test('R2.8 a product shows blocks, specifications, agreements and related products, and leads to purchase and trial', async ({
  page,
}) => {
  await page.goto('/#/portal/products');
  await expect(page).toHaveTitle('产品 - 融惠');
  await expectNoFindings(page);
  await page
    .getByRole('link', { name: /聚合收款/ })
    .first()
    .click();
  await expect(page).toHaveTitle('聚合收款 - 融惠');
  await expect(page.getByRole('heading', { level: 1, name: '聚合收款' })).toBeVisible();
  await expect(page.getByText('门店收款').first()).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: '选择 门店收款' }).click();
  await expect(page).toHaveURL(/skuConfig\/aggregated-pay\/purchase\?sku=store/);
});

test('R1.1 a visitor compares the prices of three products without configuring them', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('order.quote')) asked.push(request.url());
  });
  const products = [
    {
      name: '员工弹性福利',
      card: '¥12.00 / 人 / 月起',
      terms: [
        '¥12.00 / 人 / 月起，满 500 人 ¥10.00',
        '满 100 人',
        '12 个月 9 折',
        '（+\u2060¥1.00 / 人 / 月）',
        '联系我们报价',
      ],
    },
    { name: '节日礼包', card: '¥128.00 / 套起', terms: ['满 1,000 套 ¥115.00', '印企业标识'] },
    { name: '权益卡券平台', card: '按用量后付', terms: ['每核销 1 张 ¥0.30', '过期未用', '面议'] },
  ];
  for (const { name, card, terms } of products) {
    await page.goto('/#/portal/products');
    const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first();
    await expect(listed).toContainText(card);
    await listed.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    for (const text of terms) await expect(page.getByRole('main')).toContainText(text);
    await expectNoFindings(page);
  }
  expect(asked).toEqual([]);
});

test('R10.13 a loan product shows its rate and the warning, and no price', async ({ page }) => {
  await page.goto('/#/portal/productsDetail/factoring');
  await expect(page.getByRole('heading', { level: 1, name: '应收账款保理' })).toBeVisible();
  await expect(page.getByText(/年化利率/).first()).toBeVisible();
  await expect(page.getByText('贷款有风险，借款需谨慎').first()).toBeVisible();
});

for (const [path, words] of [
  ['productsDetail/nothing', '没有找到这个产品'],
  ['docs/nothing', '没有找到这篇文档'],
] as const) {
  test(`R2.4 ${path} does not exist, says so and links home`, async ({ page }) => {
    await page.goto(`/#/portal/${path}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page).toHaveTitle('页面不存在 - 融惠');
    await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0);
    await expectNoFindings(page);
    await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
    await expect(page).toHaveURL(/#\/portal\/home$/);
  });
}

for (const [path, title, heading] of [
  ['partners', '合作伙伴', /合作/],
  ['about', '关于我们', '联系与投诉'],
] as const) {
  test(`R1.1 the page ${title} shows its blocks`, async ({ page }) => {
    await page.goto(`/#/portal/${path}`);
    await expect(page).toHaveTitle(`${title} - 融惠`);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('img').or(page.getByRole('main').locator('img')).first(),
    ).toBeAttached();
    await expectNoFindings(page);
  });
}

test('R2.10 the chosen category survives reload and back', async ({ page }) => {
  await page.goto('/#/portal/products');
  await page.getByRole('button', { name: '员工福利' }).click();
  await expect(page).toHaveURL(/category=benefits/);
  await page.reload();
  await expect(page.getByRole('button', { name: '员工福利' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/#/portal/about');
  await page.goBack();
  await expect(page.getByRole('button', { name: '员工福利' })).toHaveAttribute('aria-pressed', 'true');
});
