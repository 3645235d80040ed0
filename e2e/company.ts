import type { Page } from '@playwright/test';
import { certifyBySignedCalls } from './applicant.ts';
import { addressOf, approveCertification, type ReviewedServer } from './review.ts';
import { startSession } from './signed-calls.ts';
import { agree, expect, expectNoFindings, firstPassword } from './visitor.ts';

/** A PNG or JPEG that contains text, drawn by the browser. */
export const drawPicture = async (
  page: Page,
  words: string,
  { type = 'image/jpeg', width = 640, height = 400 } = {},
): Promise<Buffer> => {
  const url = await page.evaluate(
    (asked) => {
      const canvas = document.createElement('canvas');
      canvas.width = asked.width;
      canvas.height = asked.height;
      const pen = canvas.getContext('2d');
      if (pen !== null) {
        pen.fillStyle = '#eef2fb';
        pen.fillRect(0, 0, asked.width, asked.height);
        pen.fillStyle = '#23408e';
        pen.font = `${asked.height / 4}px sans-serif`;
        pen.fillText(asked.words, asked.width / 8, asked.height * 0.6);
      }
      return canvas.toDataURL(asked.type);
    },
    { words, type, width, height },
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

const attach = async (page: Page, label: string): Promise<void> => {
  const buffer = await drawPicture(page, label);
  await page.getByLabel(label, { exact: true }).setInputFiles({ name: `${label}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: `已上传的${label}` })).toBeVisible();
};

/** Goes to the next step of the form. */
export const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

/** Fills in the company's fields. */
export const fillCompany = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('企业名称').fill('云栖商贸有限公司');
  await page.getByLabel('统一社会信用代码').fill(code);
  await attach(page, '营业执照');
  await page.getByRole('checkbox', { name: '长期有效' }).check();
  await page.getByLabel('注册省份').selectOption({ label: '广东省' });
  await page.getByLabel('注册城市').selectOption({ label: '深圳市' });
  await page.getByLabel('注册地址').fill('南山区某路 1 号');
};

/** Fills in the legal person's fields. */
export const fillPerson = async (page: Page): Promise<void> => {
  await page.getByLabel('法定代表人姓名').fill('张三');
  await page.getByLabel('法定代表人身份证号').fill('11010519491231002X');
  await attach(page, '身份证人像面');
  await attach(page, '身份证国徽面');
  await page.getByLabel('身份证有效期').fill('2099-01-01');
};

/** Fills in the applicant and the account. */
export const fillBank = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: '法定代表人本人' }).check();
  await page.getByLabel('开户银行').fill('示例银行');
  await page.getByLabel('开户支行').fill('南山支行');
  await page.getByLabel('对公账号').fill('6222 0202 0011 2233');
};

/** Enters the password again, where a dangerous step asks for it. */
export const prove = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '验证身份' });
  await dialog.getByLabel('登录密码').fill(firstPassword);
  await dialog.getByRole('button', { name: '确认' }).click();
  await expect(dialog).toBeHidden();
};

/** Reads the consent to its end, accepts it and submits the form. */
export const submit = async (page: Page, { isChange = false } = {}): Promise<void> => {
  await agree(page);
  await page.getByRole('button', { name: '提交认证' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/不能修改，也不能撤回/)).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '提交' }).click();
  if (isChange) await prove(page);
  // The page stands at its outcome, wherever the button of the long form was.
  await expect(page.getByText(/正在审核，结果会通知您/)).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: '企业认证' })).toBeFocused();
};

/** Fills in the open form step by step and submits it. */
export const apply = async (page: Page, code: string): Promise<void> => {
  await fillCompany(page, code);
  await next(page);
  await fillPerson(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await submit(page);
};

/** Certifies the company of the user who is signed in in a browser, without its form; `url` selects a test's own server. */
export const certify = async (page: Page, server: ReviewedServer): Promise<void> => {
  const url = addressOf(server);
  const [cookie] = await page.context().cookies(url);
  if (cookie === undefined) throw new Error('signed in');
  const session = await startSession(url, '/ftc/api/sys/commonConfig', `${cookie.name}=${cookie.value}`);
  const picture = await drawPicture(page, '营业执照');
  const submissionNo = await certifyBySignedCalls(url, session, { companyName: '云栖商贸有限公司', picture });
  expect(await approveCertification(server, submissionNo)).toBe('passed');
};

/** Buys on the configuration page of a product, on a test's own server or the run's; returns the order's number. */
export const buy = async (page: Page, address: string, url = ''): Promise<string> => {
  await page.goto(`${url}/#/portal/skuConfig/${address}`);
  await expect(page.getByRole('button', { name: '提交订单' })).toBeEnabled({ timeout: 20_000 });
  await agree(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('heading', { name: '订单已提交' })).toBeFocused();
  return (await page.getByText(/^DD\d{8}-\d{8}$/).textContent()) ?? '';
};
