import type { Locator, Page } from '@playwright/test';
import { expect } from './visitor.ts';

/** One look at a page on a phone: what a person does to see it, after which the screen is checked. */
export interface Look {
  readonly name: string;
  /** The address to open; without one the look goes on where the last one ended. */
  readonly at?: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const main = (page: Page): Locator => page.getByRole('main');
const press = (page: Page, name: string | RegExp): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).first().click();
const drawer = async (page: Page, name: string | RegExp): Promise<Locator> => {
  const opened = page.getByRole('dialog', { name });
  await expect(opened).toBeVisible();
  await expect(opened.locator('[aria-busy="true"]')).toHaveCount(0);
  return opened;
};
/** Opens the first row of a list, and waits for its drawer. */
const openFirst = async (page: Page, name: string): Promise<Locator> => {
  await main(page).locator('a[href*="open="]').first().click();
  return drawer(page, name);
};
/** On a phone a drawer reaches to the lower edge of the window. */
const reachesTheEdge = async (page: Page, opened: Locator): Promise<void> => {
  const box = await opened.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(page.viewportSize()?.height);
};
/** What is printed is a document of its own: no button and no heading of the page. A phone can also keep it. */
const expectPaper = async (page: Page, part: Locator | Page): Promise<void> => {
  await expect(part.getByRole('button', { name: '打印或存为 PDF', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(part.locator('button:visible')).toHaveCount(0);
  await expect(page.locator('h1:visible')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
};

const ledger = '业务编号,日期,金额,对方\r\nA-1,2026-10-01,12.00,某机构\r\nA-2,2026-10-02,13.50,某机构';
/** Sides that say nothing by themselves, a row that cannot be read, and rows that do not count. */
const openLedger = [
  '业务编号,日期,金额（万元）,借贷标志,备注',
  'A-1,2026-10-01,1.2,记入,',
  'A-2,2026-10-02,见附件,记入,一个很长很长的备注，写明了这一笔为什么没有金额',
  'A-3,2026-10-03,0.5,记入,小计',
  '合计,,1.7,,',
  '制表人：陈静,,,,',
].join('\r\n');
const openRun = async (page: Page, place: 'first' | 'last'): Promise<void> => {
  await page.goto('/#/merchant/userCenter/reconManagement');
  await main(page).locator('a[href*="/run/"]')[place]().click();
  await expect(page.getByRole('region', { name: '对账结果' })).toBeVisible();
};

/** The public pages, by the name of their route: as a list, as details, and each form, empty and refused. */
export const publicPages: Readonly<Record<string, readonly Look[]>> = {
  home: [{ name: 'the page', at: '/portal/home' }],
  products: [{ name: 'the list', at: '/portal/products' }],
  product: [
    { name: 'a product', at: '/portal/productsDetail/flex-benefits' },
    { name: 'a loan', at: '/portal/productsDetail/factoring' },
    { name: 'none', at: '/portal/productsDetail/nothing' },
  ],
  skuConfig: [
    { name: 'the configuration', at: '/portal/skuConfig/flex-benefits/purchase' },
    { name: 'the trial', at: '/portal/skuConfig/flex-benefits/trial' },
    {
      name: 'the contact of a trial, refused',
      act: async (page) => {
        await press(page, '下一步：填写联系方式');
        await expect(page.getByAltText('图形验证码')).toBeVisible();
        await press(page, '提交试用申请');
        await expect(page.getByLabel('联系人')).toBeFocused();
      },
    },
  ],
  login: [
    { name: 'the password', at: '/portal/login' },
    {
      name: 'the code, refused',
      at: '/portal/login?way=sms',
      act: async (page) => {
        await expect(page.getByAltText('图形验证码')).toBeVisible();
        await press(page, '登录');
        await expect(page.getByLabel('手机号')).toBeFocused();
      },
    },
  ],
  register: [
    {
      name: 'the form, refused',
      at: '/portal/register',
      act: async (page) => {
        await expect(page.getByAltText('图形验证码')).toBeVisible();
        await press(page, '注册并登录');
        await expect(page.getByLabel('手机号')).toBeFocused();
      },
    },
    {
      name: 'an agreement over the form',
      act: async (page) => {
        await page.getByRole('button', { name: '《隐私政策》' }).click();
        await expect(page.getByRole('dialog', { name: '隐私政策' }).getByText(/起生效/)).toBeVisible();
      },
    },
  ],
  findPassword: [
    {
      name: 'the form, refused',
      at: '/portal/findPassword',
      act: async (page) => {
        await expect(page.getByAltText('图形验证码')).toBeVisible();
        await press(page, '重置密码');
        await expect(page.getByLabel('手机号')).toBeFocused();
      },
    },
  ],
  changePassword: [
    {
      name: 'the form, refused',
      at: '/portal/changePassword',
      act: async (page) => {
        await press(page, '修改密码');
        await expect(page.getByLabel('手机号')).toBeFocused();
      },
    },
  ],
  partners: [{ name: 'the page', at: '/portal/partners' }],
  about: [{ name: 'the page', at: '/portal/about' }],
  leadForm: [
    {
      name: 'the form, refused',
      at: '/portal/feedBack?topic=complaint&pid=factoring',
      act: async (page) => {
        await expect(page.getByAltText('图形验证码')).toBeVisible();
        await press(page, '提交');
        await expect(page.getByLabel('留言内容')).toBeFocused();
      },
    },
  ],
  chat: [
    {
      name: 'a first question',
      at: '/portal/chat',
      act: async (page) => {
        await main(page).getByRole('textbox', { name: '消息' }).fill('如何对账');
        await page.keyboard.press('Enter');
        await expect(main(page).getByText('已送达')).toBeVisible();
      },
    },
  ],
  agreement: [
    { name: 'a former version', at: '/portal/agreement/privacy/2026-06' },
    {
      name: 'the present version, and its paper',
      at: '/portal/agreement/privacy',
      act: async (page) => {
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('button', { name: '打印' })).toBeHidden();
        await page.emulateMedia({ media: 'screen' });
      },
    },
  ],
  docs: [
    { name: 'the centre', at: '/portal/docs' },
    { name: 'what a search finds', at: '/portal/docs?keyword=%E9%AA%8C%E8%AF%81%E7%A0%81' },
    { name: 'a search in vain', at: '/portal/docs?keyword=%E9%BE%98%E9%BE%98%E9%BE%98' },
    {
      name: 'a document, its outline open',
      at: '/portal/docs/register-an-account',
      act: (page) => page.getByRole('button', { name: '本页内容' }).click(),
    },
  ],
};

const area = (path: string): string => `/merchant/userCenter/${path}`;
const account = (path: string): string => `/merchant/accountCenter/${path}`;

/** The pages of the merchant area, by the name of their route, as the demonstration's merchant sees them: a list, a drawer and a form of each noun that has them. */
export const merchantPages: Readonly<Record<string, readonly Look[]>> = {
  merchantHome: [
    {
      name: 'the page, with the merchant’s logo',
      at: area('home'),
      act: (page) => expect(main(page).locator('img[src^="blob:"]')).toBeVisible(),
    },
  ],
  order: [
    { name: 'the list', at: area('order') },
    { name: 'an order, and its paper', act: async (page) => expectPaper(page, await openFirst(page, '订单详情')) },
    {
      name: 'the voucher of a payment',
      at: area('order?payment=returned'),
      act: async (page) => {
        const opened = await openFirst(page, '订单详情');
        await opened.getByRole('button', { name: '重新上传凭证' }).click();
        await expect(opened.getByRole('form', { name: '上传付款凭证' })).toBeVisible();
      },
    },
    {
      name: 'what a list is exported with',
      at: area('order'),
      act: async (page) => {
        await press(page, '导出');
        await drawer(page, '导出订单');
      },
    },
  ],
  bill: [
    {
      name: 'the list, which goes on as one scrolls down',
      at: area('bill'),
      act: async (page) => {
        const rows = page.getByRole('list', { name: '账单' }).getByRole('listitem');
        await expect(rows.first()).toBeVisible();
        const before = await rows.count();
        await expect(async () => {
          await rows.last().scrollIntoViewIfNeeded();
          expect(await rows.count()).toBeGreaterThan(before);
        }).toPass();
      },
    },
    {
      name: 'chosen bills, with the bar of what is done with them',
      at: area('bill?status=pending'),
      act: async (page) => {
        await main(page).getByRole('checkbox', { name: /ZD/ }).first().check();
        await expect(page.getByRole('region', { name: '批量操作' })).toContainText('已选 1 张账单');
      },
    },
    {
      name: 'what is confirmed',
      act: async (page) => {
        await page
          .getByRole('region', { name: '批量操作' })
          .getByRole('button', { name: /核对并确认/ })
          .click();
        await expect(page.getByRole('alertdialog', { name: '确认 1 张账单？' })).toBeVisible();
      },
    },
    { name: 'a bill', at: area('bill'), act: (page) => openFirst(page, '账单详情') },
  ],
  authorizationRecord: [
    { name: 'the list', at: area('authorizationRecord') },
    { name: 'a record, and its paper', act: async (page) => expectPaper(page, await openFirst(page, '授权详情')) },
    {
      name: 'what a withdrawal means',
      act: async (page) => {
        await page.getByRole('button', { name: '撤回授权' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
  ],
  reconManagement: [
    { name: 'the list', at: area('reconManagement') },
    { name: 'the settings', at: area('reconManagement?settings=open'), act: (page) => drawer(page, '对账设置') },
  ],
  reconNew: [
    {
      name: 'the columns of a ledger, each chosen by its meaning',
      at: area('reconManagement/new'),
      act: async (page) => {
        const file = { name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from(ledger) };
        await page.locator('input[type=file]').setInputFiles(file);
        await expect(page.getByLabel('商户账的前几行')).toBeVisible();
        await expect(page.getByRole('combobox', { name: '金额', exact: true })).toBeVisible();
      },
    },
    {
      name: 'what a ledger leaves open, and its rows that do not count',
      act: async (page) => {
        const file = { name: '万元.csv', mimeType: 'text/csv', buffer: Buffer.from(openLedger) };
        await page.locator('input[type=file]').setInputFiles(file);
        await expect(page.getByRole('group', { name: '读不出的行' })).toBeVisible();
        await page.locator('summary', { hasText: '未读入' }).click();
        await expect(page.getByText('制表人：陈静')).toBeVisible();
      },
    },
  ],
  reconYear: [{ name: 'the year', at: area('reconManagement/year') }],
  reconRun: [
    { name: 'a result', act: (page) => openRun(page, 'first') },
    {
      name: 'an item',
      act: async (page) => {
        const link = page.getByRole('region', { name: '对账结果' }).getByRole('link', { name: /^查看 / });
        const name = ((await link.first().getAttribute('aria-label')) ?? '').replace('查看 ', '');
        await link.first().click();
        await drawer(page, name);
      },
    },
  ],
  reconStatement: [
    {
      name: 'a statement, and its paper',
      act: async (page) => {
        // The demonstration's older run ties out; another test of the same worker may have closed it.
        await openRun(page, 'last');
        const statement = main(page).getByRole('link', { name: '对账结果单' });
        const close = page.getByRole('button', { name: '结束对账…' });
        await expect(statement.or(close).first()).toBeVisible();
        if (await statement.isVisible()) await statement.click();
        else {
          await close.click();
          await page.getByRole('alertdialog').getByRole('button', { name: '结束对账' }).click();
        }
        await expect(page.getByRole('heading', { name: '校验码' })).toBeVisible();
        await expectPaper(page, page);
      },
    },
  ],
  feedback: [
    { name: 'the list', at: area('feedback') },
    { name: 'a thread', act: (page) => openFirst(page, '差异反馈详情') },
    {
      name: 'a claim, with the camera',
      at: area('bill?status=pending'),
      act: async (page) => {
        await (await openFirst(page, '账单详情')).getByRole('link', { name: '提出差异' }).click();
        const claim = await drawer(page, '提出差异');
        await expect(claim.getByLabel('现场拍照')).toHaveAttribute('capture', 'environment');
        await claim.getByRole('radio', { name: '部分明细' }).check();
        await expect(claim.getByRole('list', { name: '可选的明细' }).getByRole('checkbox').first()).toBeVisible();
      },
    },
  ],
  accountStatement: [{ name: 'the statement', at: area('accountStatement?from=2026-10-01') }],
  loanConsult: [{ name: 'the list', at: area('loanConsult?to=2026-10-31') }],
  notice: [
    { name: 'the list', at: area('notice') },
    {
      name: 'the settings',
      act: async (page) => {
        await press(page, '通知设置');
        await drawer(page, '通知设置');
      },
    },
  ],
  exports: [{ name: 'the list', at: area('exports') }],
  invoice: [
    { name: 'the list', at: area('invoice') },
    { name: 'an invoice', act: (page) => openFirst(page, '发票详情') },
    { name: 'an application', at: area('invoice?apply=new'), act: (page) => drawer(page, '申请开票') },
  ],
  basicInfo: [{ name: 'the form', at: account('basicInfo') }],
  safety: [
    { name: 'the page', at: account('safety') },
    {
      name: 'the closing of the account, down to the edge',
      act: async (page) => {
        await page.getByRole('list', { name: '个人信息与注销' }).getByRole('button', { name: '注销' }).click();
        await reachesTheEdge(page, await drawer(page, '注销账号'));
      },
    },
  ],
  verify: [{ name: 'the certification in force', at: account('verify') }],
  members: [
    { name: 'the list', at: account('members') },
    {
      name: 'an invitation',
      at: account('members?open=invite'),
      act: (page) => drawer(page, '邀请成员'),
    },
  ],
};
