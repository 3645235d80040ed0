import type { Page } from '@playwright/test';
import { desk } from './server.ts';
import { agree, expect } from './visitor.ts';

/** A PNG or JPEG with words on it, drawn by the browser. */
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

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** A code of a company of its own, with its check character. */
const newCode = (): string => {
  const body = `91440300${Array.from({ length: 9 }, () => letters[Math.floor(Math.random() * 31)]).join('')}`;
  const sum = weights.reduce((total, weight, place) => total + weight * letters.indexOf(body[place] ?? ''), 0);
  return `${body}${letters[(31 - (sum % 31)) % 31]}`;
};

const attach = async (page: Page, label: string): Promise<void> => {
  const buffer = await drawPicture(page, label);
  await page.getByLabel(label, { exact: true }).setInputFiles({ name: `${label}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: `已上传的${label}` })).toBeVisible();
};

/** Certifies the company of the one who is signed in, from the first step to the staff's word. */
export const certify = async (page: Page, dataDir: string): Promise<void> => {
  const code = newCode();
  const next = () => page.getByRole('button', { name: '下一步' }).click();
  await page.goto('/#/merchant/accountCenter/verify/none');
  await page.getByLabel('企业名称').fill('云栖商贸有限公司');
  await page.getByLabel('统一社会信用代码').fill(code);
  await attach(page, '营业执照');
  await page.getByRole('checkbox', { name: '长期有效' }).check();
  await page.getByLabel('注册省份').selectOption({ label: '广东省' });
  await page.getByLabel('注册城市').selectOption({ label: '深圳市' });
  await page.getByLabel('注册地址').fill('南山区某路 1 号');
  await next();
  await page.getByLabel('法定代表人姓名').fill('张三');
  await page.getByLabel('法定代表人身份证号').fill('11010519491231002X');
  await attach(page, '身份证人像面');
  await attach(page, '身份证国徽面');
  await page.getByLabel('身份证有效期').fill('2099-01-01');
  await next();
  await page.getByRole('radio', { name: '法定代表人本人' }).check({ force: true });
  await page.getByLabel('开户银行').fill('示例银行');
  await page.getByLabel('开户支行').fill('南山支行');
  await page.getByLabel('对公账号').fill('6222 0202 0011 2233');
  await next();
  await expect(page.getByRole('checkbox', { name: /敏感个人信息/ })).toBeVisible();
  await agree(page);
  await page.getByRole('button', { name: '提交认证' }).click();
  await expect(page.getByText(/正在审核，结果会通知您/)).toBeVisible();
  const waiting = await desk(dataDir, 'certification', 'list');
  const submissionNo = new RegExp(`^(RZ\\S+) .*${code}$`, 'm').exec(waiting)?.[1] ?? 'none';
  expect(await desk(dataDir, 'certification', 'approve', submissionNo)).toContain('已认证');
};

/** Buys at an address below the configuration of products; answers the order's number. */
export const buy = async (page: Page, address: string): Promise<string> => {
  await page.goto(`/#/portal/skuConfig/${address}`);
  await expect(page.getByRole('button', { name: '提交订单' })).toBeEnabled({ timeout: 20_000 });
  await agree(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('heading', { name: '订单已提交' })).toBeFocused();
  return (await page.getByText(/^DD\d{8}-\d{8}$/).textContent()) ?? '';
};
