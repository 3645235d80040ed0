import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R11.6 finance makes a stage, tries and keeps a version of a rule, draws up the drafts, checks and issues them', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const server = await startServer();
  try {
    await enterConsole(page, server);

    await page.goto(`${server.url}/console/#/stages`);
    await page.getByRole('button', { name: '新建账期' }).click();
    const stage = page.getByRole('dialog', { name: '新建账期' });
    await stage.getByLabel('账期名称').fill('2031-01');
    await stage.locator('input[name=opensOn]').fill('2031-01-01');
    await stage.locator('input[name=issuesOn]').fill('2030-12-31');
    await expectNoFindings(page);
    await stage.getByRole('button', { name: '新建', exact: true }).click();
    await expect(stage.getByText('出账日须晚于开始日')).toBeVisible();
    await stage.locator('input[name=issuesOn]').fill('2031-02-03');
    await stage.getByRole('button', { name: '新建', exact: true }).click();
    await page.getByRole('link', { name: '2031-01', exact: true }).click();
    const known = page.getByRole('dialog', { name: '账期 2031-01' });
    await known.locator('input[name=confirmDays]').fill('7');
    // By the keyboard alone: Enter in a field saves.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('cell', { name: /^7.*工作日确认/ })).toBeVisible();
    await expectNoFindings(page);

    for (const [path, heading] of [
      ['orgs', '机构'],
      ['projects', '项目'],
    ] as const) {
      await page.goto(`${server.url}/console/#/${path}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await page.getByRole('row').nth(1).getByRole('link').click();
      await page.getByRole('dialog').getByLabel(`${heading}名称`).fill(`改名的${heading}`);
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
      await expect(page.getByRole('link', { name: `改名的${heading}` }).first()).toBeVisible();
      await expectNoFindings(page);
    }

    await page.goto(`${server.url}/console/#/feeRules`);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('list', { name: '规则的各个版本，最新的在前' })).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '添加新版本' }).click();
    const editor = page.getByRole('dialog', { name: '计费规则的新版本' });
    await editor
      .getByRole('radio', { name: '按费率' })
      .or(editor.getByRole('radio', { name: '按单价' }))
      .check();
    await editor.locator('input[name=rate]').fill('1.75');
    await editor.locator('input[name=holdsFrom]').fill('2020-01-01');
    await expect(editor.getByText(/商户看到的说明：规则第/)).toBeVisible();
    await expectNoFindings(page);
    await editor.getByRole('button', { name: '试算', exact: true }).click();
    await expect(editor.getByRole('table', { name: '试算结果' })).toBeVisible();
    await expectNoFindingsAtWidths(page, 1080);
    await editor.getByRole('button', { name: '保存新版本' }).click();
    await expect(page.getByText(/1\.75/).first()).toBeVisible();

    await page.goto(`${server.url}/console/#/billing`);
    const choice = page.getByRole('combobox', { name: '账期' });
    // The latest of the demonstration's stages that is not issued has lines.
    const open = choice.locator('option:not(:has-text("已出账")):not(:has-text("2031-01"))').first();
    await expect(open).toBeAttached();
    await choice.selectOption(await open.getAttribute('value'));
    await page.getByRole('button', { name: /生成草稿/ }).click();
    await expect(page.getByText(/^上次生成完成/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('table', { name: '与上期比较' })).toBeVisible();
    await expectNoFindingsAtWidths(page, 1080);
    await page.getByRole('button', { name: '全部出账' }).click();
    const question = page.getByRole('dialog', { name: /^出账：/ });
    await expect(question.getByText(/出账不能撤回/)).toBeVisible();
    await expectNoFindings(page);
    // The demonstration's open stage may be before its day of issue.
    const early = question.getByRole('checkbox', { name: '确认提前出账' });
    if (await early.isVisible()) await early.check();
    await question.getByRole('button', { name: /^出账/ }).click();
    await expect(page.getByText(/^上次出账完成/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('没有待出账的草稿。')).toBeVisible();
  } finally {
    await server.stop();
  }
});
