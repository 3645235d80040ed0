import type { Locator, Page } from '@playwright/test';
import { leaveMessage } from '../applicant.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { startServer } from '../server.ts';
import { adminPassword } from '../staff.ts';
import { expect, expectNoFindings, newMobile, test } from '../visitor.ts';

const prove = async (page: Page): Promise<void> => {
  const question = page.getByRole('dialog', { name: '验证身份' });
  await question.getByLabel('登录密码').fill(adminPassword);
  await question.getByRole('button', { name: '确认' }).click();
  await expect(question).toBeHidden();
};

/** Looks at a screen at the widths of the console, in both themes. */
const look = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoFindingsAtWidths(page, 900);
};

test('R11.4 a merchant is found and read, its user locked, whose session ends, and unlocked, and a lead goes from new to won', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    const merchant = await enterMerchant(server.url, demoMerchant);
    const lead = { mobile: newMobile(), name: '王小明', company: '云栖商贸', content: '想了解聚合收款的费率。' };
    const ticketNo = await leaveMessage(server.url, lead);
    await enterConsole(page, server);
    const menu = page.getByRole('navigation', { name: '运营台' });

    await menu.getByRole('link', { name: '商户' }).click();
    await page.getByLabel('名称或信用代码').fill('云栖');
    const found = page.getByRole('table').getByRole('link', { name: /云栖商贸/ });
    await expect(page.getByRole('table').getByRole('link')).toHaveText([/云栖商贸/]);
    await expectNoFindings(page);
    await found.click();
    await expect(page.getByRole('heading', { level: 1, name: /云栖商贸/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: '向商户收' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '付给商户' })).toBeVisible();
    await expect(page.getByRole('list', { name: '成员' }).getByText('主账号')).toBeVisible();
    await look(page);

    await menu.getByRole('link', { name: '用户' }).click();
    await expect(page.getByRole('table').getByText('138****0001')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '按手机号查找' }).click();
    const search = page.getByRole('dialog', { name: '按手机号查找用户' });
    await search.getByLabel(/^手机号/).fill(demoMerchant.mobile);
    await search.getByRole('button', { name: '查找' }).click();
    const drawer = page.getByRole('dialog', { name: '用户', exact: true });
    await expect(drawer.getByText('138****0001')).toBeVisible();
    expect(page.url()).not.toContain(demoMerchant.mobile);
    await look(page);
    const take = async (name: string, reason: string): Promise<void> => {
      await drawer.getByRole('button', { name, exact: true }).click();
      const question = page.getByRole('dialog', { name: `${name} 138****0001` });
      await question.getByLabel(/^原因/).fill(reason);
      await question.getByRole('button', { name, exact: true }).click();
      await prove(page);
      await expect(question).toBeHidden();
    };
    await merchant.call('user.safety');
    await take('锁定', '疑似盗用');
    await expect(drawer.getByText('已锁定', { exact: true })).toBeVisible();
    await expect(merchant.call('user.safety')).rejects.toThrow();
    await expect(enterMerchant(server.url, demoMerchant)).rejects.toThrow('OPS100021');
    await take('解除锁定', '本人来电核实');
    await expect(drawer.getByText('正常', { exact: true })).toBeVisible();
    await enterMerchant(server.url, demoMerchant);
    await page.keyboard.press('Escape');

    await menu.getByRole('link', { name: '线索' }).click();
    const listed = page.getByRole('table').getByRole('link', { name: ticketNo });
    await expect(listed).toBeVisible();
    await look(page);
    await listed.click();
    await followLead(page, page.getByRole('dialog', { name: '线索', exact: true }), lead.mobile);
  } finally {
    await server.stop();
  }
});

/** Takes a lead, reads who asked, notes, reminds, and wins it as a merchant. */
const followLead = async (page: Page, drawer: Locator, mobile: string): Promise<void> => {
  await drawer.getByRole('button', { name: '领取' }).click();
  await expect(drawer.getByText('跟进中', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: '显示手机号' }).click();
  await expect(drawer.getByText(mobile)).toBeVisible();
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '添加记录' }).click();
  const note = page.getByRole('dialog', { name: '添加跟进记录' });
  await note.getByLabel(/^跟进记录/).fill('约了周四演示');
  await note.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('约了周四演示')).toBeVisible();
  await drawer.getByRole('button', { name: '成交', exact: true }).click();
  const question = page.getByRole('dialog', { name: '线索成交' });
  await expectNoFindings(page);
  await question.getByLabel(/^商户/).selectOption({ index: 1 });
  await question.getByRole('button', { name: '成交', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('已成交', { exact: true })).toBeVisible();
  await drawer.getByRole('link', { name: /云栖商贸/ }).click();
  await expect(page.getByRole('list', { name: '来自线索' })).toBeVisible();
};
