import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../visitor.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The present code of an authenticator that has this secret (RFC 6238). @unit offsetMs: by which the server's clock is ahead */
export const codeOf = (secret: string, offsetMs = 0): string => {
  const bits = [...secret].map((each) => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() + offsetMs) / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
};

/** Fills in the login of the console. */
export const logInStaff = async (page: Page, account: string, password: string): Promise<void> => {
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=pwd]').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

/** Replaces the one-time password. */
export const setOwnPassword = async (page: Page, oneTime: string, password: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: '设置您自己的密码' })).toBeVisible();
  await page.locator('input[name=oldPwd]').fill(oneTime);
  await page.locator('input[name=newPwd]').fill(password);
  await page.locator('input[name=again]').fill(password);
  await page.getByRole('button', { name: '修改密码' }).click();
};

/** Enrols the second factor and returns its secret. */
export const enrolTotp = async (page: Page, offsetMs = 0): Promise<string> => {
  const shown = await page.getByRole('form', { name: '绑定动态口令' }).locator('code').innerText();
  const secret = shown.replaceAll(' ', '');
  await page.getByLabel(/输入身份验证器显示的/).fill(codeOf(secret, offsetMs));
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: '我已保存好' }).click();
  return secret;
};
