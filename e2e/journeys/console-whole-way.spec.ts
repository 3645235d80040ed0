import type { Page } from '@playwright/test';
import { Clicks, documentedClicks, windowOf } from '../clicks.ts';
import { resetAdmin } from '../commands.ts';
import { drawPicture, fillBank, fillCompany, fillPerson, next, submit } from '../company.ts';
import { newCode } from '../company-code.ts';
import { codeOf, enrolTotp, logInStaff, setOwnPassword } from '../console/staff-entry.ts';
import { startServer } from '../server.ts';
import { agree, expect, firstPassword, newMobile, passSmsCode, test } from '../visitor.ts';

const adminPassword = 'Harbour-Green-42';
const memberPassword = 'Lantern-Grey-77';
const month = new Date().toISOString().slice(0, 7);
const day = (number: number): string => `${month}-${String(number).padStart(2, '0')}`;
const monthAfter = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 3)).toISOString().slice(0, 10);

/** What a merchant is asked to agree to on its way: name, key and scene. */
const agreements = [
  ['用户服务协议', 'terms', 'register'],
  ['隐私政策', 'privacy', 'register'],
  ['企业认证敏感个人信息处理同意书', 'certification-data', 'certification'],
  ['产品采购协议', 'purchase', 'purchase'],
] as const;

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
  test.setTimeout(600_000);
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
  let secret = '';
  try {
    const { oneTimePassword } = await resetAdmin({ DATA_DIR: server.dataDir });

    await step('the first admin sets password and second factor', async () => {
      await staff.goto(`${server.url}/console/`);
      await logInStaff(staff, 'admin', oneTimePassword);
      await setOwnPassword(staff, oneTimePassword, adminPassword);
      secret = await enrolTotp(staff);
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
      // A code serves once, and the present one has enrolled.
      await question.getByLabel('动态口令或恢复码').fill(codeOf(secret, 30_000));
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

    const publish = async (): Promise<void> => {
      await staff.getByRole('button', { name: '发布', exact: true }).click();
      const dialog = drawerOf(staff, '发布');
      await dialog.getByRole('button', { name: '立即发布' }).click();
      await expect(dialog).toBeHidden();
      await expect(staff.getByText('已发布，门户随即更新').first()).toBeVisible();
    };
    const create = async (noun: string, name: string, key: string): Promise<void> => {
      await menu(staff, noun);
      await staff
        .getByRole('button', { name: `新建${noun}` })
        .first()
        .click();
      const dialog = drawerOf(staff, `新建${noun}`);
      await dialog.getByLabel(/^名称/).fill(name);
      await dialog.getByLabel(/^标识/).fill(key);
      await dialog.getByRole('button', { name: '新建草稿' }).click();
      await expect(dialog).toBeHidden();
    };

    await step('the brand is named and published', async () => {
      await menu(staff, '站点设置');
      await staff.getByLabel(/^品牌名称/).fill('云栖惠通');
      const buffer = await drawPicture(staff, '云栖惠通');
      await staff
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: '标志.jpg', mimeType: 'image/jpeg', buffer });
      await staff.getByLabel(/^客服电话/).fill('400-000-0000');
      await staff.getByLabel(/^客服邮箱/).fill('service@ronghui.example');
      await staff.getByLabel(/^服务时间/).fill('工作日 9:00–18:00');
      await staff.getByLabel(/^联系地址/).fill('示例路 1 号');
      await expect(staff.getByRole('img', { name: '品牌标志' })).toHaveAttribute('src', /\.jpg$/);
      await publish();
    });

    await step('four agreements are written and published', async () => {
      for (const [name, key, scene] of agreements) {
        await create('协议', name, key);
        await staff.getByLabel(/^版本号/).fill(month);
        await staff.getByLabel(/^生效日期/).fill(day(1));
        await staff.getByLabel(/^场景/).selectOption(scene);
        await staff.getByRole('textbox', { name: '正文' }).fill(`这是${name}的正文。`);
        await publish();
      }
    });

    await step('a category is made', async () => {
      await menu(staff, '产品类目');
      await staff.getByRole('button', { name: '添加类目' }).click();
      await staff.getByLabel(/^名称/).fill('员工福利');
      await publish();
    });

    await step('a product with its price is published', async () => {
      await create('产品', '员工弹性福利', 'flex-benefits');
      await staff.getByLabel(/^一句话介绍/).fill('预算由企业定，选什么由员工定');
      await staff.getByLabel(/^类目/).selectOption({ label: '员工福利' });
      await staff.getByLabel(/^首页推荐次序/).fill('1');
      const buffer = await drawPicture(staff, '员工弹性福利');
      await staff.locator('input[type=file]').setInputFiles({ name: '封面.jpg', mimeType: 'image/jpeg', buffer });
      await expect(staff.getByRole('img', { name: '封面' })).toHaveAttribute('src', /\.jpg$/);
      await staff.getByLabel(/^封面说明/).fill('一张福利账单');
      const names = staff.getByRole('region', { name: '协议、文档与相关产品' });
      await names.getByLabel(/^查找协议/).fill('采购');
      await names
        .getByRole('button', { name: /产品采购协议/ })
        .first()
        .click();
      await staff.getByRole('button', { name: '添加规格' }).click();
      const sku = staff.getByRole('list', { name: '规格，按显示的顺序' });
      await sku.getByLabel(/^规格名称/).fill('标准版');
      await sku.getByLabel(/^单价/).first().fill('12');
      await sku.getByLabel(/^计价单位/).fill('人');
      await sku.getByRole('textbox', { name: '期限', exact: true }).fill('12');
      await publish();
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
      const question = staff.getByRole('dialog', { name: /^出账：/ });
      // The stage is this month's, whose day of issue is next month's first.
      await question.getByRole('checkbox', { name: '确认提前出账' }).check();
      await question.getByRole('button', { name: /^出账 2/ }).click();
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
      await form.getByRole('radio', { name: '部分明细' }).check();
      await form.getByRole('list', { name: '可选的明细' }).getByRole('checkbox').first().check();
      await form.getByLabel('所选明细合计应为').fill('240.00');
      await form.getByLabel('原因').fill('与我方台账不符');
      await form.getByRole('button', { name: '提交差异' }).click();
      await expect(drawerOf(merchant, '差异反馈详情').getByText(/平台将在 .* 前答复/)).toBeVisible();
    });

    await step('the difference is answered', async () => {
      await menu(staff, '首页');
      await staff.getByRole('link', { name: /^差异反馈待答复 \d/ }).click();
      await staff.getByRole('table').getByRole('link', { name: /^FK/ }).first().click();
      await staff.getByRole('radio', { name: /同意/ }).check();
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
