import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { PooledServer } from '../server-pool.ts';
import {
  agree,
  expect,
  expectNoFindings,
  firstPassword,
  logIn,
  newMobile,
  register,
  registerByHand,
  test,
} from '../visitor.ts';

// A journey visits many screens, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const area = (path: string) => `/#/merchant/${path}`;
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;
const save = (page: Page) => page.getByRole('button', { name: '保存' });

test('R2.10 a visitor is asked to log in and comes back to the page that asked for it', async ({ page }) => {
  const mobile = newMobile();
  await register(page, mobile);
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(area('accountCenter/members?open=invite'));
  await expect(page).toHaveTitle(/^登录 - /);
  await logIn(page, mobile, firstPassword);
  await expect(page).toHaveURL(/#\/merchant\/accountCenter\/members\?open=invite$/);
  await expect(page.getByRole('dialog', { name: '邀请成员' })).toBeVisible();
  await expectNoFindings(page);
});

test('R10.7 when two members edit the record, the second sees both values and decides', async ({
  page,
  browser,
  contextOptions,
}) => {
  const mobile = newMobile();
  await register(page, mobile);
  await page.goto(area('accountCenter/basicInfo'));
  await expect(page).toHaveTitle(/^基本信息 - /);
  await page.getByLabel('所属行业').selectOption('批发和零售业');
  await page.getByLabel('省份').selectOption('广东省');
  await page.getByLabel('城市').selectOption('深圳市');
  await page.getByLabel('联系人').fill('王芳');
  await page.getByLabel('联系邮箱').fill('not-an-address');
  await save(page).click();
  await expect(page.getByText('请输入正确的邮箱地址')).toBeVisible();
  await expect(page.getByLabel('联系邮箱')).toBeFocused();
  await expectNoFindings(page);
  await page.getByLabel('联系邮箱').fill('wang.fang@example.com');
  await save(page).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('城市')).toHaveValue('440300');

  const other = await (await browser.newContext(contextOptions)).newPage();
  await other.goto(`${process.env['E2E_URL'] ?? ''}/#/portal/login?back=%2Fmerchant%2FaccountCenter%2FbasicInfo`);
  await logIn(other, mobile, firstPassword);
  await other.getByLabel('联系人').fill('李雷');
  await other.getByLabel('详细地址').fill('科技路 1 号');
  await page.getByLabel('联系人').fill('韩梅');
  await save(page).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await save(other).click();
  const choice = other.getByRole('group', { name: '联系人' });
  await expect(choice.getByRole('button', { name: '用对方的：韩梅' })).toBeVisible();
  await expectNoFindings(other);
  await choice.getByRole('button', { name: '用我的：李雷' }).click();
  await save(other).click();
  await expect(other.getByText('已保存')).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(page.getByLabel('联系人')).toHaveValue('李雷');
  await expect(page.getByLabel('详细地址')).toHaveValue('科技路 1 号');
});

test('R2.10 leaving unsaved changes asks first', { tag: '@h5' }, async ({ page }) => {
  await register(page, newMobile());
  await page.goto(area('accountCenter/basicInfo'));
  await page.getByLabel('联系人').fill('王芳');
  const away = isPhone(page)
    ? page.getByRole('link', { name: '返回' })
    : page.getByRole('navigation', { name: '商户中心' }).getByRole('link', { name: '首页' });
  await away.click();
  const question = page.getByRole('dialog', { name: '还有未保存的修改' });
  await expect(question).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(page.getByLabel('联系人')).toHaveValue('王芳');
  await away.click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect(page).toHaveURL(/#\/merchant\/userCenter\/home$/);
});

test.describe('R10.9 members', () => {
  let server: PooledServer;
  test.beforeAll(({ server: lent }) => {
    server = lent;
  });

  const members = area('accountCenter/members');

  test('R10.9 an invited mobile registers, joins, works with its role, and is removed at once', async ({
    page,
    browser,
    contextOptions,
  }) => {
    test.slow();
    const [owner, guest] = [newMobile(), newMobile()];
    await register(page, owner, { at: server.url, dataDir: server.dataDir });
    await page.goto(`${server.url}${members}`);
    await expect(page).toHaveTitle(/^成员管理 - /);
    await page.getByRole('button', { name: '邀请成员' }).click();
    const drawer = page.getByRole('dialog', { name: '邀请成员' });
    await drawer.getByRole('textbox', { name: '手机号' }).fill(guest);
    await drawer.getByRole('button', { name: '发送邀请' }).click();
    const proof = page.getByRole('dialog', { name: '验证身份' });
    await proof.getByLabel('登录密码').fill('Not-The-Password-1');
    await proof.getByRole('button', { name: '确认' }).click();
    await expect(proof.getByText('账号或密码错误').first()).toBeVisible();
    await expectNoFindings(page);
    await proof.getByLabel('登录密码').fill(firstPassword);
    await proof.getByRole('button', { name: '确认' }).click();
    await expect(page.getByRole('heading', { name: '待接受的邀请（1）' })).toBeVisible();
    await expectNoFindings(page);

    const other = await (await browser.newContext(contextOptions)).newPage();
    await registerByHand(other, guest, { at: server.url, dataDir: server.dataDir });
    await other.goto(`${server.url}${area('userCenter/home')}`);
    await expect(other.getByText(/邀请您加入/)).toBeVisible();
    await expectNoFindings(other);
    await other.getByRole('button', { name: '接受' }).click();
    await expect(other.getByText(/^已切换到/)).toBeVisible();
    await expect(other.getByText('财务', { exact: true })).toBeVisible();
    await other.goto(`${server.url}${members}`);
    await expect(other.getByRole('heading', { name: 'No Auth' })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: '变更角色' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('radio', { name: /^只读成员/ }).check();
    await expectNoFindings(page);
    await question.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText(/现在是只读成员/)).toBeVisible();
    await page.getByRole('button', { name: '移除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
    await expect(page.getByText(/^已移除/)).toBeVisible();
    await other.goto(`${server.url}${area('accountCenter/basicInfo')}`);
    await other.reload();
    await expect(other).toHaveTitle(/^登录 - /);
    await logIn(other, guest, firstPassword);
    await expect(other.getByLabel('联系人')).toBeVisible();
    await other.context().close();
  });

  /** A guest in another person's tenant, who acts for that tenant afterwards; their own tenant is the second. */
  const withTwoTenants = async (page: Page, browser: Browser, options: BrowserContextOptions): Promise<Page> => {
    const [owner, guest] = [newMobile(), newMobile()];
    await register(page, owner, { at: server.url, dataDir: server.dataDir, company: '云栖商贸有限公司' });
    await page.goto(`${server.url}${members}?open=invite`);
    await page.getByRole('textbox', { name: '手机号' }).fill(guest);
    await page.getByRole('button', { name: '发送邀请' }).click();
    await page.getByRole('dialog', { name: '验证身份' }).getByLabel('登录密码').fill(firstPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '待接受的邀请（1）' })).toBeVisible();
    const other = await (await browser.newContext(options)).newPage();
    await register(other, guest, { at: server.url, dataDir: server.dataDir, company: '海纳食品有限公司' });
    await other.goto(`${server.url}${area('userCenter/home')}`);
    await other.getByRole('button', { name: '接受' }).click();
    await expect(other.getByText('财务', { exact: true })).toBeVisible();
    return other;
  };

  const switchToOwn = async (page: Page): Promise<void> => {
    if (!isPhone(page)) await page.getByRole('banner').getByText('云栖商贸有限公司').first().click();
    await page.getByRole('button', { name: /主账号/ }).click();
    // A phone's page names the role of the tenant to switch to as well: once it is done, it offers the way back.
    if (isPhone(page)) await expect(page.getByRole('button', { name: /云栖商贸有限公司.*财务/ })).toBeVisible();
    await expect(page.getByRole('main').getByText('主账号', { exact: true })).toBeVisible();
  };

  test('R10.9 a user with two tenants switches between them', { tag: '@h5' }, async ({
    page,
    browser,
    contextOptions,
  }) => {
    const other = await withTwoTenants(page, browser, contextOptions);
    await expectNoFindings(other);
    if (!isPhone(other)) {
      await other.getByRole('banner').getByText('云栖商贸有限公司').first().click();
      await expectNoFindings(other);
      await other.keyboard.press('Escape');
    }
    await switchToOwn(other);
    await other.context().close();
  });

  test('R10.9 a form of one tenant is not sent for another tenant that a second tab switched to', async ({
    page,
    browser,
    contextOptions,
  }) => {
    const first = await withTwoTenants(page, browser, contextOptions);
    const second = await first.context().newPage();
    await second.goto(`${server.url}${area('userCenter/home')}`);
    await expect(second.getByText('财务', { exact: true })).toBeVisible();
    await first.goto(`${server.url}/#/portal/skuConfig/flex-benefits/purchase?step=confirm`);
    await expect(first.getByText('下单商户：云栖商贸有限公司')).toBeVisible();
    await agree(first);
    await expect(first.getByRole('button', { name: '提交订单' })).toBeEnabled();
    await switchToOwn(second);
    await first.getByRole('button', { name: '提交订单' }).click();
    // Refused, or not sent at all, where the tab learned of the switch before the click; the page goes on showing its own merchant until it is followed.
    const follow = first.getByRole('button', { name: /^以.*海纳食品有限公司.*继续$/ });
    await expect(follow).toBeVisible();
    await expect(first.getByText('下单商户：云栖商贸有限公司')).toBeVisible();
    await second.goto(`${server.url}${area('userCenter/order')}`);
    await expect(second.getByText('还没有订单')).toBeVisible();
    await follow.click();
    await expect(first.getByText('下单商户：海纳食品有限公司')).toBeVisible();
    // A consent for one merchant does not apply to the other.
    await expect(first.getByRole('main').getByRole('checkbox').first()).not.toBeChecked();
    await expect(first.getByRole('button', { name: '提交订单' })).toBeEnabled();
    await expectNoFindings(first);
    await second.goto(`${server.url}${area('userCenter/order')}`);
    await expect(second.getByText('还没有订单')).toBeVisible();
    await agree(first);
    await first.getByRole('button', { name: '提交订单' }).click();
    await expect(first.getByRole('heading', { name: '订单已提交' })).toBeVisible();
    await second.reload();
    await expect(second.getByText(/DD\d{8}-\d{8}/).first()).toBeVisible();
    await first.context().close();
  });
});
