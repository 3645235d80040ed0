import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply, fillBank, fillCompany, fillPerson, next, prove, submit } from '../company.ts';
import { newCode } from '../company-code.ts';
import { approveCertification, numberOf, rejectCertification, sharedServer } from '../review.ts';
import { type StartedServer, startServer } from '../server.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

/** A PDF of one page with text. */
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

/** The transfer of a submission, which a job sends within a minute. */
const transferFor = async (dataDir: string, number: string): Promise<{ readonly amount: number }> => {
  let sent: { readonly amount: number } | undefined;
  const look = (): boolean => {
    const path = join(dataDir, 'outbox/bank.jsonl');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    sent = lines.map((line) => JSON.parse(line)).find(({ reference }) => reference === number);
    return sent !== undefined;
  };
  await expect.poll(look, { timeout: 90_000 }).toBe(true);
  return sent ?? { amount: 0 };
};

test('R10.8 a company is certified step by step, sent back with a reason at its field, corrected and passed', {
  tag: '@h5',
}, async ({ page }) => {
  test.slow();
  const own = sharedServer();
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
  // A tab of another browser, so that its data comes from the server.
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

  const first = await numberOf(own, code);
  expect(await rejectCertification(own, first, { legalName: '与身份证不一致' })).toBe('rejected');
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
  expect(await approveCertification(own, await numberOf(own, code))).toBe('passed');
  await page.reload();
  await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
  await expectNoFindings(page);
  await page.goto('/#/merchant/accountCenter/basicInfo');
  await expect(page.getByText(code)).toBeVisible();
});

test('R4.11 a change of a passed certification needs a fresh proof, keeps the form in force visible, and can be abandoned', async ({
  page,
}) => {
  test.slow();
  const own = sharedServer();
  const code = newCode();
  await register(page, newMobile());
  await page.goto('/#/merchant/accountCenter/verify');
  await apply(page, code);
  expect(await approveCertification(own, await numberOf(own, code))).toBe('passed');
  await page.reload();
  await page.getByRole('button', { name: '提交变更' }).click();
  await expect(page.getByText('贵司的企业认证继续有效，变更通过之前不受影响。')).toBeVisible();
  await page.getByLabel('企业名称').fill('云栖新商贸有限公司');
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存，可以随时回来继续')).toBeVisible();
  await expectNoFindings(page);
  // The form in force stays visible.
  await page.goto('/#/merchant/accountCenter/verify/passed');
  await expect(page.getByText('您有一份尚未提交的变更')).toBeVisible();
  await expect(page.getByRole('main').getByText('云栖商贸有限公司', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('云栖新商贸有限公司')).toBeHidden();
  await expectNoFindings(page);
  await page.getByRole('button', { name: '继续变更' }).click();
  for (let step = 0; step < 3; step += 1) await next(page);
  await submit(page, { isChange: true });
  const reasons = { companyName: '与执照不一致' };
  expect(await rejectCertification(own, await numberOf(own, code), reasons)).toBe('rejected');
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

test('R5.7 an upload shows its progress and can be cancelled; a PDF is opened in a new tab', async ({
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
  await expect(page.getByText(/营业执照\.pdf，1\sKB/)).toBeVisible();
  await expectNoFindings(page);
  await expect(link).toHaveAttribute('href', /^blob:/);
  const opened = context.waitForEvent('page');
  await link.click();
  // A browser that cannot show a PDF closes the tab at once, and its address with it.
  await opened;
});

test.describe('where transfers are switched on', () => {
  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer({ CERTIFICATION_TRANSFER: 'on' });
  });
  test.afterAll(() => server.stop());

  test('R4.11 the received amount is typed in; a wrong one says how many tries are left', async ({ page }) => {
    test.setTimeout(240_000);
    const { dataDir, url } = server;
    const code = newCode();
    await register(page, newMobile(), { at: `${url}/`, dataDir });
    await page.goto(`${url}/#/merchant/accountCenter/verify`);
    await apply(page, code);
    const number = await numberOf(server, code);
    expect(await approveCertification(server, number)).toBe('pendingTransfer');
    const paid = await transferFor(dataDir, number);
    await page.reload();
    await expect(page.getByText(/还可以试 3\s次/)).toBeVisible();
    await expectNoFindings(page);
    const amount = page.getByLabel('到账金额（元）');
    await amount.fill(String(paid.amount));
    await page.getByRole('button', { name: '提交验证' }).click();
    await expect(page.getByText('请填写 0.01 至 0.99 元之间的到账金额，例如 0.37')).toBeVisible();
    await amount.fill(paid.amount === 1 ? '0.02' : '0.01');
    await page.getByRole('button', { name: '提交验证' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(/^还可以试 3\s次，金额不符会用掉一次/)).toBeVisible();
    await expectNoFindings(page);
    await question.getByRole('button', { name: '验证' }).click();
    await expect(page.getByText('金额与到账不符，还可以再试 2 次')).toBeVisible();
    await amount.fill(`0.${String(paid.amount).padStart(2, '0')}`);
    await page.getByRole('button', { name: '提交验证' }).click();
    await question.getByRole('button', { name: '验证' }).click();
    await expect(page.getByRole('heading', { name: '企业已认证' })).toBeVisible();
    await expectNoFindings(page);
  });
});
