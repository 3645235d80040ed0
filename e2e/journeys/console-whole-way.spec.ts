import type { Page } from '@playwright/test';
import { Clicks, documentedClicks, windowOf } from '../clicks.ts';
import { drawPicture, fillBank, fillCompany, fillPerson, newCode, next, submit } from '../company.ts';
import { demoContent, publish, resetAdmin } from '../desk.ts';
import { startServer } from '../server.ts';
import { enrolTotp, logInStaff, setOwnPassword } from '../staff-entry.ts';
import { agree, expect, firstPassword, newMobile, passSmsCode, test } from '../visitor.ts';

const adminPassword = 'Harbour-Green-42';
const memberPassword = 'Lantern-Grey-77';
const month = new Date().toISOString().slice(0, 7);
const day = (number: number): string => `${month}-${String(number).padStart(2, '0')}`;
const monthAfter = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 3)).toISOString().slice(0, 10);

test.use({ actionTimeout: 20_000 });

/** The console's menu. */
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '运营台' }).getByRole('link', { name, exact: true }).click();
/** The menu of the merchant's area. */
const area = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('R11 from an empty database to an answered difference: staff at the console, a merchant in the portal, and nothing by hand in between', async ({
  page: staff,
}) => {
  test.setTimeout(400_000);
  const server = await startServer({ DEMO: 'off' });
  const merchant = await windowOf(staff);
  const clicks = new Clicks();
  const step = (name: string, work: () => Promise<void>) => clicks.step(name, work);
  await clicks.watch(staff.context());
  await clicks.watch(merchant.context());
  const mobile = newMobile();
  const code = newCode();
  let orderNo = '';
  let oneTime = '';
  try {
    const { oneTimePassword } = await resetAdmin({ DATA_DIR: server.dataDir });

    await step('the first admin sets password and second factor', async () => {
      await staff.goto(`${server.url}/console/`);
      await logInStaff(staff, 'admin', oneTimePassword);
      await setOwnPassword(staff, oneTimePassword, adminPassword);
      await enrolTotp(staff);
      await expect(staff.getByRole('heading', { name: /您好/ })).toBeVisible();
    });

    await step('the admin makes a member of staff', async () => {
      await menu(staff, '运营人员');
      await staff.getByRole('button', { name: '新建运营人员' }).click();
      await staff.locator('input[name=account]').fill('li.na');
      await staff.locator('input[name=name]').fill('李娜');
      for (const role of ['内容运营', '审核员', '财务']) await staff.getByRole('checkbox', { name: role }).check();
      await staff.getByRole('button', { name: '新建', exact: true }).click();
      const question = staff.getByRole('dialog', { name: '验证身份' });
      await question.getByLabel('登录密码').fill(adminPassword);
      await question.getByRole('button', { name: '确认' }).click();
      oneTime = await staff.getByLabel('一次性密码', { exact: true }).innerText();
      await staff.getByRole('button', { name: '我已交给本人' }).click();
      await staff.getByRole('banner').locator('summary').click();
      await staff.getByRole('button', { name: '退出登录' }).click();
    });

    await step('the member enters', async () => {
      await logInStaff(staff, 'li.na', oneTime);
      await setOwnPassword(staff, oneTime, memberPassword);
      await enrolTotp(staff);
      await expect(staff.getByRole('heading', { name: /您好，李娜/ })).toBeVisible();
    });

    // Products, agreements and documents come as files: `npm run content`.
    expect(await publish({ DATA_DIR: server.dataDir }, demoContent)).not.toMatch(/不能|错误/);

    await step('the brand is named and published', async () => {
      await menu(staff, '站点设置');
      await staff.getByLabel(/^品牌名称/).fill('云栖惠通');
      await staff.getByRole('button', { name: '发布', exact: true }).click();
      const dialog = drawerOf(staff, '发布');
      await dialog.getByRole('button', { name: '立即发布' }).click();
      await expect(dialog).toBeHidden();
    });

    await step('a merchant registers', async () => {
      await merchant.goto(`${server.url}/`);
      await merchant.getByRole('banner').getByRole('link', { name: '免费注册' }).click();
      await merchant.getByLabel('手机号').fill(mobile);
      await passSmsCode(merchant, mobile, server.dataDir);
      await merchant.getByLabel('设置密码').fill(firstPassword);
      await merchant.getByRole('checkbox', { name: /用户服务协议/ }).check();
      await merchant.getByRole('checkbox', { name: /隐私政策/ }).check();
      await merchant.getByRole('button', { name: '注册并登录' }).click();
      await expect(merchant.getByRole('heading', { name: '注册成功' })).toBeVisible();
    });

    await step('it sends its certification', async () => {
      await merchant.getByRole('link', { name: '进入商户中心' }).click();
      await area(merchant, '企业认证');
      await fillCompany(merchant, code);
      await next(merchant);
      await fillPerson(merchant);
      await next(merchant);
      await fillBank(merchant);
      await next(merchant);
      await submit(merchant);
    });

    await step('the certification is passed', async () => {
      await menu(staff, '首页');
      await staff.getByRole('link', { name: /^企业认证待审核 \d/ }).click();
      await staff.getByRole('table').getByRole('link').first().click();
      await staff.getByRole('button', { name: '通过 A' }).click();
      await staff.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
      await expect(staff.getByText('没有等待审核的认证')).toBeVisible();
    });

    await step('the merchant orders', async () => {
      await merchant
        .getByRole('banner')
        .getByRole('link', { name: /回到首页/ })
        .click();
      await merchant
        .getByRole('link', { name: /员工弹性福利/ })
        .first()
        .click();
      await merchant.getByRole('link', { name: '选择 标准版' }).click();
      await merchant.getByRole('button', { name: '下一步：确认' }).click();
      await agree(merchant);
      await merchant.getByRole('button', { name: '提交订单' }).click();
      await expect(merchant.getByRole('heading', { name: '订单已提交' })).toBeVisible();
      orderNo = (await merchant.getByText(/^DD\d{8}-\d{8}$/).textContent()) ?? '';
    });
    const order = drawerOf(staff, '订单');
    const takeStep = async (name: string): Promise<void> => {
      await order.getByRole('button', { name, exact: true }).click();
      const question = staff.getByRole('dialog', { name: `${name} ${orderNo}` });
      await question.getByRole('button', { name, exact: true }).click();
      await expect(question).toBeHidden();
    };

    await step('the order is approved', async () => {
      await menu(staff, '订单');
      await staff.getByRole('link', { name: orderNo }).click();
      await takeStep('审核通过');
      await staff.keyboard.press('Escape');
    });

    await step('the merchant pays and sends the voucher', async () => {
      await merchant.getByRole('link', { name: '查看订单' }).click();
      // A change by the staff appears after the page is loaded again.
      await merchant.reload();
      const drawer = drawerOf(merchant, '订单详情');
      await drawer.getByRole('button', { name: /^上传凭证$/ }).click();
      const buffer = await drawPicture(merchant, '银行回单');
      await drawer.locator('input[type=file]').setInputFiles({ name: '回单.jpg', mimeType: 'image/jpeg', buffer });
      await drawer.getByRole('button', { name: '提交凭证' }).click();
      await expect(drawer.getByText('凭证已提交，我们核对到账之后进入待开通。')).toBeVisible();
      await merchant.keyboard.press('Escape');
    });

    await step('the payment is checked and the order opened', async () => {
      await menu(staff, '首页');
      await staff.getByRole('link', { name: /^付款凭证待核对 \d/ }).click();
      await staff.getByRole('link', { name: orderNo }).click();
      await takeStep('款项核对无误');
      await takeStep('开通');
      await expect(order.getByText(/自动转为已到期，无需办理/)).toBeVisible();
      await staff.keyboard.press('Escape');
    });

    await step('a project and two organisations are made', async () => {
      for (const name of ['岚汀小贷', '远山银行']) {
        await menu(staff, '机构');
        await staff.getByRole('button', { name: '新建机构' }).first().click();
        const drawer = drawerOf(staff, '新建机构');
        await drawer.getByLabel('机构名称').fill(name);
        await drawer.getByRole('button', { name: '新建', exact: true }).click();
        await expect(staff.getByRole('link', { name })).toBeVisible();
      }
      await menu(staff, '项目');
      await staff.getByRole('button', { name: '新建项目' }).first().click();
      const drawer = drawerOf(staff, '新建项目');
      await drawer.getByLabel(/^商户/).selectOption({ label: '云栖商贸有限公司' });
      await drawer.getByLabel('项目名称').fill('员工福利');
      await drawer.getByRole('button', { name: '新建', exact: true }).click();
      await expect(staff.getByRole('link', { name: '员工福利' })).toBeVisible();
    });

    await step('a stage is made', async () => {
      await menu(staff, '账期');
      await staff.getByRole('button', { name: '新建账期' }).first().click();
      const drawer = drawerOf(staff, '新建账期');
      await drawer.getByLabel('账期名称').fill(month);
      await drawer.locator('input[name=opensOn]').fill(day(1));
      await drawer.locator('input[name=issuesOn]').fill(monthAfter);
      await drawer.getByRole('button', { name: '新建', exact: true }).click();
      await expect(staff.getByRole('link', { name: month, exact: true })).toBeVisible();
    });

    await step('a fee rule is tried and kept', async () => {
      await menu(staff, '计费规则');
      await staff.getByRole('button', { name: '新建规则' }).first().click();
      const editor = drawerOf(staff, '新建计费规则');
      await editor.getByLabel(/^产品/).selectOption({ label: '员工弹性福利' });
      await editor.locator('input[name=holdsFrom]').fill(day(1));
      await editor.locator('input[name=rate]').fill('1.5');
      await editor.getByRole('button', { name: '试算', exact: true }).click();
      await editor.getByRole('button', { name: '保存规则' }).click();
      await expect(staff.getByText(/1\.5/).first()).toBeVisible();
    });

    await step('the lines of the month are imported', async () => {
      const head = '商户,项目,产品,机构,业务编号,业务日期,金额';
      const rows = [
        ['岚汀小贷', 'J-1', '10000.00'],
        ['岚汀小贷', 'J-2', '20000.00'],
        ['远山银行', 'J-3', '30000.00'],
      ].map(([org, no, amount]) => `${code},员工福利,员工弹性福利,${org},${no},${day(2)},${amount}`);
      const buffer = Buffer.from([head, ...rows].join('\n'));
      await menu(staff, '明细导入');
      await staff.getByRole('button', { name: '导入明细' }).first().click();
      const upload = drawerOf(staff, '导入明细');
      await upload.getByLabel(/^账期/).selectOption({ label: month });
      await upload.locator('input[type=file]').setInputFiles({ name: '本月明细.csv', mimeType: 'text/csv', buffer });
      const drawer = drawerOf(staff, '明细导入');
      await drawer.getByRole('button', { name: '开始导入' }).click();
      await expect(drawer.getByText(/已导入 3 行/)).toBeVisible({ timeout: 60_000 });
      await staff.keyboard.press('Escape');
    });

    await step('the bills are drawn up, checked and issued', async () => {
      await menu(staff, '出账');
      await staff.getByRole('button', { name: /生成草稿/ }).click();
      await expect(staff.getByText(/^上次生成完成/)).toBeVisible({ timeout: 60_000 });
      await staff.getByRole('button', { name: '全部出账' }).click();
      await staff
        .getByRole('dialog', { name: /^出账：/ })
        .getByRole('button', { name: /^出账 2/ })
        .click();
      await expect(staff.getByText(/^上次出账完成/)).toBeVisible({ timeout: 60_000 });
    });
    const bill = drawerOf(merchant, '账单详情');

    await step('the merchant confirms a bill', async () => {
      await area(merchant, '我的账单');
      await merchant.getByRole('main').getByRole('link', { name: /^ZD/ }).filter({ visible: true }).first().click();
      await bill.getByRole('button', { name: '确认账单' }).click();
      const question = merchant.getByRole('alertdialog', { name: '确认账单？' });
      await question.getByRole('button', { name: '确认账单' }).click();
      await expect(bill.getByRole('region', { name: '下一步' })).toContainText('请付款并上传凭证');
      await merchant.keyboard.press('Escape');
    });

    await step('it disputes a line of the other', async () => {
      await merchant.getByRole('row').filter({ hasText: '待确认' }).getByRole('link', { name: /^ZD/ }).click();
      await bill.getByRole('link', { name: '提出差异' }).click();
      const form = drawerOf(merchant, '提出差异');
      await form.getByRole('radio', { name: '部分明细' }).check({ force: true });
      await form.getByRole('list', { name: '可选的明细' }).getByRole('checkbox').first().check();
      await form.getByLabel('所选明细合计应为').fill('100.00');
      await form.getByLabel('原因').fill('与我方台账不符');
      await form.getByRole('button', { name: '提交差异' }).click();
      await expect(drawerOf(merchant, '差异反馈详情').getByText(/平台将在 .* 前答复/)).toBeVisible();
    });

    await step('the difference is answered', async () => {
      await menu(staff, '首页');
      await staff.getByRole('link', { name: /^差异反馈待答复 \d/ }).click();
      await staff.getByRole('table').getByRole('link', { name: /^FK/ }).first().click();
      await staff.getByRole('radio', { name: /同意/ }).check({ force: true });
      await staff.getByLabel(/^答复说明/).fill('核对属实');
      await staff.getByRole('button', { name: '预览影响' }).click();
      await staff.getByRole('button', { name: '确认答复' }).click();
      await expect(staff.getByText(/调整为/).first()).toBeVisible();
    });

    await step('the merchant reads the answer', async () => {
      await merchant.reload();
      const thread = drawerOf(merchant, '差异反馈详情');
      await expect(thread.getByText('核对属实').first()).toBeVisible();
    });

    // What `docs/operations.md` says of each step, at most.
    expect([...clicks.counted.keys()]).toEqual([...documentedClicks().keys()]);
    for (const [name, most] of documentedClicks()) expect(clicks.counted.get(name), name).toBeLessThanOrEqual(most);
  } finally {
    await staff.goto('about:blank');
    await merchant.context().close();
    await server.stop();
  }
});
