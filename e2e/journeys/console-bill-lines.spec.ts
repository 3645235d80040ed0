import { readFileSync } from 'node:fs';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { textIn } from '../signed-calls.ts';
import { enterAdmin, newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

const head = '公司,项目名称,机构名称,借据号,放款日期,放款金额（元）,借款人';

test('R11.6 staff import a file of lines: columns checked, bad rows reported, the corrected file stored', async ({
  page,
}) => {
  test.setTimeout(360_000);
  const server = await startServer();
  try {
    const staff = await enterAdmin(server);
    const stage = { name: '导入账期 2026-12', opensOn: '2026-12-01', issuesOn: '2027-01-04', idempotencyKey: newKey() };
    await staff('ops.stage.save', stage);
    const bills = await staff('ops.bill.page', { pageSize: 10 });
    const bill = Array.isArray(bills['items']) ? bills['items'][0] : undefined;
    const party = ['tenantId', 'projectName', 'orgName'].map((name) => textIn(bill, name)).join(',');
    const product = textIn(bill, 'productId');
    const row = (no: string, amount: string) => `${party},${no},2026/12/5,"${amount}",张三`;
    const fileOf = (...rows: readonly string[]) => ({
      name: '十二月明细.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['资金明细', head, ...rows, '合计,,,,,9'].join('\n')),
    });

    await enterConsole(page, server);
    await page.goto(`${server.url}/console/#/lines`);
    await expect(page.getByRole('heading', { name: '明细导入' })).toBeVisible();
    // The demonstration's own files.
    await expect(page.getByRole('table').getByText('2 行，合计一致')).toBeVisible();
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载模板' }).click(),
    ]);
    expect(template.suggestedFilename()).toBe('明细导入模板.csv');
    expect(readFileSync(await template.path(), 'utf8')).toMatch(/^\u{feff}商户,项目,产品,机构,业务编号,业务日期,金额/u);
    await expectNoFindings(page);

    const bring = async (file: ReturnType<typeof fileOf>): Promise<void> => {
      await page.getByRole('button', { name: '导入明细' }).first().click();
      const upload = page.getByRole('dialog', { name: '导入明细' });
      await upload.getByLabel(/^账期/).selectOption({ label: stage.name });
      await upload.locator('input[type=file]').setInputFiles(file);
      await expect(page).toHaveURL(/#\/lines\?open=/);
    };
    await bring(fileOf(row('J-1', '1,234.50'), row('J-2', '1.234')));
    const stateOf = (state: string) => page.getByRole('row').filter({ hasText: '十二月明细' }).getByText(state);
    const drawer = page.getByRole('dialog', { name: '明细导入' });
    const start = drawer.getByRole('button', { name: '开始导入' });
    await expect(start).toBeDisabled();
    await expect(drawer.getByText('请选择“商户”所在的列').first()).toBeVisible();
    await drawer.getByLabel(/^商户/).first().selectOption({ label: '公司' });
    await drawer.getByLabel(/^产品/).first().selectOption({ label: '固定为…' });
    await drawer.getByLabel('产品固定为').fill(product);
    await drawer.getByLabel('产品固定为').blur();
    await expect(drawer.getByRole('region', { name: '前几行' }).getByText('1,234.50')).toBeVisible();
    await expect(drawer.getByText('张*').first()).toBeVisible();
    await expectNoFindingsAtWidths(page, 1100);
    await page.setViewportSize({ width: 1280, height: 900 });

    await drawer.getByLabel(/^存为/).fill('公司月报');
    await drawer.getByRole('button', { name: '存下列设置' }).click();
    await expect(page.getByText('已存为“公司月报”')).toBeVisible();
    await expect(drawer.getByLabel(/^已存的列设置/)).toHaveValue('公司月报');
    await expectNoFindings(page);
    await start.click();
    // A run that takes long or ends otherwise says so in the drawer, which a failure prints.
    await expect(drawer).toContainText(/2 行，1 行有误，没有导入任何一行/, { timeout: 120_000 });
    await expectNoFindings(page);
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: '下载错误行' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe('十二月明细-不能导入的行.csv');
    const bad = readFileSync(await report.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1);
    expect(bad).toEqual([expect.stringMatching(/^4,金额,放款金额（元）,1\.234,/)]);
    await page.keyboard.press('Escape');

    await bring(fileOf(row('J-1', '1,234.50'), row('J-2', '1.23')));
    // What was kept under a name is taken again for the next file.
    await drawer.getByLabel(/^已存的列设置/).selectOption({ label: '公司月报' });
    await expect(drawer.getByLabel('产品固定为')).toHaveValue(product);
    await expect(start).toBeEnabled();
    await start.click();
    await expect(drawer).toContainText(/已导入 2 行/, { timeout: 120_000 });
    await expectNoFindings(page);
    await page.keyboard.press('Escape');
    await expect(stateOf('已导入')).toBeVisible();
    await expectNoFindings(page);
    await page.setViewportSize({ width: 820, height: 1180 });
    await expectNoFindings(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    // Taken back, its lines are gone, and the same file comes again without a question.
    await stateOf('已导入').click();
    await drawer.getByRole('button', { name: '撤回导入' }).click();
    const dialog = page.getByRole('dialog', { name: '撤回导入 十二月明细.csv' });
    await expect(dialog).toContainText('2 行');
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: '撤回导入' }).click();
    await expect(dialog.getByText('请输入撤回的原因')).toBeVisible();
    await dialog.getByLabel(/^撤回的原因/).fill('选错了账期');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: '撤回导入' }).click();
    await expect(drawer).toContainText(/撤回，2 行明细已从账期移除，原因：选错了账期/, { timeout: 60_000 });
    await expectNoFindings(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await expect(stateOf('已撤回')).toBeVisible();
    await bring(fileOf(row('J-1', '1,234.50'), row('J-2', '1.23')));
    // The columns of an import that was taken back are not followed.
    await expect(start).toBeDisabled();
    await drawer.getByLabel(/^已存的列设置/).selectOption({ label: '公司月报' });
    await expect(start).toBeEnabled();
    await start.click();
    await expect(drawer).toContainText(/已导入 2 行/, { timeout: 120_000 });
    await page.keyboard.press('Escape');

    // A file with a unit, a sum of its own, rows outside of it, and some that cannot be read.
    await bring({
      ...fileOf(),
      buffer: Buffer.from(
        [
          head.replace('（元）', '（万元）').concat(',网点'),
          `${row('K-1', '1.5')},东`,
          `${party},K-1,2026/12/6,0.5,李四,东`,
          `${party},K-2,2027/3/1,2,王五,西`,
          `${party},,2026/12/7,3,赵六,西`,
          `${party},Total,2026/12/8,0.25,钱七,西`,
          '合计,,,,,7.25,,',
        ].join('\n'),
      ),
    });
    await drawer.getByLabel(/^商户/).first().selectOption({ label: '公司' });
    await drawer.getByLabel(/^产品/).first().selectOption({ label: '固定为…' });
    await drawer.getByLabel('产品固定为').fill(product);
    await expect(drawer.getByLabel('金额的单位')).toHaveValue('tenThousandYuan');
    await expect(drawer.getByText('没有使用的列：“网点”')).toBeVisible();
    const rows = drawer.getByRole('region', { name: '将导入的行' });
    await expect(rows.getByRole('status')).toHaveText(/将读入 3\s行，合计 ¥40,000\.00/);
    await expect(rows.getByText(/文件第\s7\s行写明 ¥72,500\.00，读入 ¥40,000\.00，相差 ¥32,500\.00/)).toBeVisible();
    await expect(rows.getByRole('group', { name: '读不出的行' })).toContainText('业务编号：缺少业务编号');
    await expect(start).toBeDisabled();
    await rows.getByText(/未读入 2\s行/).click();
    await expectNoFindingsAtWidths(page, 1100);
    await page.setViewportSize({ width: 1280, height: 900 });
    await rows.getByRole('button', { name: '计入第 6 行' }).click();
    await expect(rows.getByRole('status')).toHaveText(/将读入 4\s行，合计 ¥42,500\.00/);
    await expect(rows.getByRole('button', { name: '撤回第 6 行' })).toBeFocused();
    await rows.getByRole('button', { name: /跳过这 1/ }).press('Enter');
    await expect(rows).toContainText(/已选择跳过 1\s行读不出的行/);
    const doubts = drawer.getByRole('group', { name: '导入前请核对' });
    await expect(doubts).toContainText(/1\s行日期不在账期内（第\s4\s行），仍然导入/);
    await expect(doubts).toContainText(/1\s行的业务编号前面出现过，日期不同（第\s3\s行），仍然导入/);
    for (const box of await doubts.getByRole('checkbox').all()) {
      await expect(start).toBeDisabled();
      await box.press('Space');
    }
    await expectNoFindings(page);
    await start.click();
    await expect(drawer).toContainText(/已导入 4 行/, { timeout: 120_000 });
    await expect(drawer).toContainText('读不出而跳过的行 1 行（金额合计 ¥30,000.00）');
    await drawer.getByText(/未读入 2\s行/).click();
    await expectNoFindings(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table').getByText('2 行，合计不一致')).toBeVisible();
    await expectNoFindingsAtWidths(page);
  } finally {
    await server.stop();
  }
});
