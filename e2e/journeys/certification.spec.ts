import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type StartedServer, startServer } from '../server.ts';
import { expect, expectNoFindings, firstPassword, newMobile, register, test } from '../visitor.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the provider's staff do at their desk, on a running server's database. */
const desk = async (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> => {
  const command = join(root, 'apps/server/src/desk-command.ts');
  const run = promisify(execFile)(process.execPath, [command, 'certification', ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
};

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** A code of a company of its own, with its check character. */
const newCode = (): string => {
  const body = `91440300${Array.from({ length: 9 }, () => letters[Math.floor(Math.random() * 31)]).join('')}`;
  const sum = weights.reduce((total, weight, place) => total + weight * letters.indexOf(body[place] ?? ''), 0);
  return `${body}${letters[(31 - (sum % 31)) % 31]}`;
};

/** A photograph, drawn by the browser. */
const photograph = async (page: Page, words: string): Promise<Buffer> => {
  const url = await page.evaluate((text) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.fillStyle = '#eef2fb';
      pen.fillRect(0, 0, 640, 400);
      pen.fillStyle = '#23408e';
      pen.font = '48px sans-serif';
      pen.fillText(text, 60, 210);
    }
    return canvas.toDataURL('image/jpeg');
  }, words);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

/** A PDF of one page, which says something. */
const pdfOf = (words: string): Buffer => {
  const text = `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`;
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = parts.map((part, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${part}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
};

const attach = async (page: Page, label: string): Promise<void> => {
  const buffer = await photograph(page, label);
  await page.getByLabel(label, { exact: true }).setInputFiles({ name: `${label}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: `已上传的${label}` })).toBeVisible();
};

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

const fillCompany = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('企业名称').fill('云栖商贸有限公司');
  await page.getByLabel('统一社会信用代码').fill(code);
  await attach(page, '营业执照');
  await page.getByRole('checkbox', { name: '长期有效' }).check();
  await page.getByLabel('注册省份').selectOption({ label: '广东省' });
  await page.getByLabel('注册城市').selectOption({ label: '深圳市' });
  await page.getByLabel('注册地址').fill('南山区某路 1 号');
};

const fillPerson = async (page: Page): Promise<void> => {
  await page.getByLabel('法定代表人姓名').fill('张三');
  await page.getByLabel('法定代表人身份证号').fill('11010519491231002X');
  await attach(page, '身份证人像面');
  await attach(page, '身份证国徽面');
  await page.getByLabel('身份证有效期').fill('2099-01-01');
};

const fillBank = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: '法定代表人本人' }).check({ force: true });
  await page.getByLabel('开户银行').fill('示例银行');
  await page.getByLabel('开户支行').fill('南山支行');
  await page.getByLabel('对公账号').fill('6222 0202 0011 2233');
};

/** Gives the password once more, where a dangerous step asks for it. */
const prove = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '验证身份' });
  await dialog.getByLabel('登录密码').fill(firstPassword);
  await dialog.getByRole('button', { name: '确认' }).click();
  await expect(dialog).toBeHidden();
};

/** Reads the consent to its end, ticks it and sends the form in. */
const submit = async (page: Page, { isChange = false } = {}): Promise<void> => {
  const box = page.getByRole('main').getByRole('checkbox', { name: /敏感个人信息/ });
  await box.click();
  if (!(await box.isChecked())) {
    const agree = page.getByRole('button', { name: '我已阅读并同意' });
    // The text may still be on its way.
    await expect(async () => {
      await page.getByRole('dialog').getByRole('region').press('End');
      await expect(agree).toBeEnabled({ timeout: 500 });
    }).toPass();
    await agree.click();
    await expect(box).toBeChecked();
  }
  await page.getByRole('button', { name: '提交认证' }).click();
  if (isChange) await prove(page);
  await expect(page.getByText(/正在审核，结果会通知您/)).toBeVisible();
};

/** The number of the submission of a code, as the staff read it in their list. */
const numberOf = async (env: Readonly<Record<string, string>>, code: string): Promise<string> =>
  new RegExp(`^(RZ\\S+) .*${code}$`, 'm').exec(await desk(env, 'list'))?.[1] ?? 'none';

test('R10.8 a company is certified step by step, sent back with a reason at its field, corrected and passed', async ({
  page,
}) => {
  test.slow();
  const env = { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' };
  const code = newCode();
  await register(page, newMobile());
  await page.goto('/#/merchant/accountCenter/verify/passed');
  await expect(page).toHaveTitle(/^企业认证 - /);
  await expect(page).toHaveURL(/verify\/none$/);
  await next(page);
  await expect(page.getByText('请上传营业执照')).toBeVisible();
  await expect(page.getByLabel('企业名称')).toBeFocused();
  await expectNoFindings(page);
  await fillCompany(page, code);
  await expectNoFindings(page);
  await next(page);
  await fillPerson(page);
  await expectNoFindings(page);
  await next(page);
  await fillBank(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存，可以随时回来继续')).toBeVisible();
  // Another browser's tab: what is there comes from the server.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByLabel('开户支行')).toHaveValue('南山支行');
  await expect(page.getByText(/已保存 \*+2233/)).toBeVisible();
  await next(page);
  await expect(page.getByText('**************002X')).toBeVisible();
  await expectNoFindings(page);
  await submit(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: '显示法定代表人身份证号' }).click();
  await expectNoFindings(page);
  await prove(page);
  await expect(page.getByText('11010519491231002X')).toBeVisible();

  const first = await numberOf(env, code);
  expect(await desk(env, 'show', first)).toContain('11010519491231002X');
  expect(await desk(env, 'reject', first)).toContain('写明每一项');
  expect(await desk(env, 'reject', first, '--legalName', '与身份证不一致')).toContain('认证未通过');
  await page.goto('/#/merchant/accountCenter/verify/pending');
  await page.reload();
  await expect(page).toHaveURL(/verify\/rejected/);
  await expect(page.getByText('审核意见：与身份证不一致')).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel('法定代表人姓名').fill('张三丰');
  await expect(page.getByText('审核意见：与身份证不一致')).toBeHidden();
  await next(page);
  await next(page);
  await submit(page);
  expect(await desk(env, 'approve', await numberOf(env, code))).toContain('已认证');
  await page.reload();
  await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
  await expectNoFindings(page);
  await page.goto('/#/merchant/accountCenter/basicInfo');
  await expect(page.getByText(code)).toBeVisible();
});

test('R4.11 a change of a passed certification takes a fresh proof, leaves what is in force in sight, and can be given up', async ({
  page,
}) => {
  test.slow();
  const env = { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' };
  const code = newCode();
  await register(page, newMobile());
  await page.goto('/#/merchant/accountCenter/verify');
  await fillCompany(page, code);
  await next(page);
  await fillPerson(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await submit(page);
  expect(await desk(env, 'approve', await numberOf(env, code))).toContain('已认证');
  await page.reload();
  await page.getByRole('button', { name: '提交变更' }).click();
  await expect(page.getByText('贵司的企业认证继续有效，变更通过之前不受影响。')).toBeVisible();
  await page.getByLabel('企业名称').fill('云栖新商贸有限公司');
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存，可以随时回来继续')).toBeVisible();
  await expectNoFindings(page);
  // What is in force stays what is shown.
  await page.goto('/#/merchant/accountCenter/verify/passed');
  await expect(page.getByText('您有一份尚未提交的变更')).toBeVisible();
  await expect(page.getByRole('main').getByText('云栖商贸有限公司', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('云栖新商贸有限公司')).toBeHidden();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '继续变更' }).click();
  for (let step = 0; step < 3; step += 1) await next(page);
  await submit(page, { isChange: true });
  expect(await desk(env, 'reject', await numberOf(env, code), '--companyName', '与执照不一致')).toContain('认证未通过');
  await page.reload();
  await expect(page.getByText('变更未通过，以下 1 项需要更正，改好后重新提交：')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '放弃变更' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('为变更填写的资料会删除，不能恢复；现在有效的认证不变。')).toBeVisible();
  await expectNoFindings(page);
  await question.getByRole('button', { name: '放弃变更' }).click();
  await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
  await expect(page).toHaveURL(/verify\/passed$/);
  await expect(page.getByRole('main').getByText('云栖商贸有限公司', { exact: true })).toBeVisible();
});

test('R5.7 an upload tells how far it is and can be left; a PDF is opened in a tab of its own', async ({
  page,
  context,
}) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/accountCenter/verify');
  const chooser = page.getByLabel('营业执照', { exact: true });
  await chooser.waitFor();
  const line = await context.newCDPSession(page);
  const speed = async (bytesPerSecond: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await line.send('Network.enable');
  await speed(200_000);
  const slow = { name: '营业执照.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_000_000, 7) };
  await chooser.setInputFiles(slow);
  const bar = page.getByRole('progressbar', { name: '正在上传营业执照' });
  await expect(bar).toHaveAttribute('value', /^[1-9]\d?$/);
  await expectNoFindings(page);
  await page.getByRole('button', { name: '取消上传营业执照' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByText(/上传失败|网络/)).toBeHidden();
  await speed(-1);
  await chooser.setInputFiles({ name: '营业执照.pdf', mimeType: 'application/pdf', buffer: pdfOf('Licence 2026') });
  const link = page.getByRole('link', { name: '打开查看营业执照' });
  await expect(link).toBeVisible();
  await expect(page.getByText(/营业执照\.pdf，1 KB/)).toBeVisible();
  await expectNoFindings(page);
  const opened = context.waitForEvent('page');
  await link.click();
  expect((await opened).url()).toMatch(/^blob:/);
});

test.describe('where transfers are switched on', () => {
  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer({ CERTIFICATION_TRANSFER: 'on' });
  });
  test.afterAll(() => server.stop());

  test('R4.11 the amount that arrived is typed back; a wrong one says how many tries are left', async ({ page }) => {
    test.slow();
    const { dataDir, url } = server;
    const env = { DATA_DIR: dataDir, CERTIFICATION_TRANSFER: 'on' };
    const code = newCode();
    await register(page, newMobile(), { at: `${url}/`, dataDir });
    await page.goto(`${url}/#/merchant/accountCenter/verify`);
    await fillCompany(page, code);
    await next(page);
    await fillPerson(page);
    await next(page);
    await fillBank(page);
    await next(page);
    await submit(page);
    const number = await numberOf(env, code);
    expect(await desk(env, 'approve', number)).toContain('待打款验证');
    await page.reload();
    await expect(page.getByText(/还可以试 3 次/)).toBeVisible();
    await expectNoFindings(page);
    const lines = readFileSync(join(dataDir, 'outbox/bank.jsonl'), 'utf8').trim().split('\n');
    const paid = lines.map((line) => JSON.parse(line)).find(({ reference }) => reference === number);
    const amount = page.getByLabel('到账金额（元）');
    await amount.fill(String(paid.amount));
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByText('请填写 0.01 至 0.99 元之间的到账金额，例如 0.37')).toBeVisible();
    await amount.fill(paid.amount === 1 ? '0.02' : '0.01');
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByText('金额与到账不符，还可以再试 2 次')).toBeVisible();
    await amount.fill((paid.amount / 100).toFixed(2));
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
    await expectNoFindings(page);
  });
});
