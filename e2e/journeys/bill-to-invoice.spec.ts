import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { type BilledCompany, makeBilledCompany, type OwnBill, plainYuan, yuan } from '../billed-company.ts';
import { verifyBills } from '../commands.ts';
import { drawPicture } from '../company.ts';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import type { PooledServer } from '../server-pool.ts';
import { newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';
import { partsOf } from '../workbook.ts';

// The way of one merchant: what is done in one part is seen in the next.
test.describe.configure({ mode: 'serial' });

const size = { bills: 60, lines: 240 };
let server: PooledServer;
let company: BilledCompany;
/** The bill that is disputed, adjusted, paid and invoiced. */
let disputed: OwnBill;
let feedbackNo = '';
let invoiceNo = '';
test.beforeAll(({ server: lent }) => {
  server = lent;
});
test.beforeEach(() => test.slow());
test.use({ actionTimeout: 30_000 });

const area = (path: string) => `${server.url}/#/merchant/userCenter/${path}`;
const openBill = async (page: Page, { billNo }: OwnBill): Promise<Locator> => {
  await page.goto(area(`bill?open=${billNo}`));
  await page.reload();
  return page.getByRole('dialog', { name: '账单详情' });
};
/** The box of a bill. */
const boxOf = (page: Page, { billNo }: OwnBill) => page.getByRole('checkbox', { name: new RegExp(billNo) });

test('R10.1 R10.3 what is due is found from the home page, and a batch across pages says of each bill what became of it', async ({
  page,
}) => {
  company = await makeBilledCompany(page, server, size);
  const bills = await company.bills({ status: 'pending' });
  const total = bills.reduce((sum, { amount }) => sum + amount, 0);
  await page.goto(area('home'));
  await page.reload();
  const due = page.getByRole('list', { name: '账单' }).getByRole('listitem').filter({ hasText: '待确认账单' });
  await expect(due).toContainText('60 张');
  await expect(due).toContainText(yuan(total));
  await expect(due).toContainText('结束时自动确认');
  await expectNoFindings(page);
  await due.getByRole('link', { name: /应付/ }).click();
  await expect(page).toHaveURL(/bill\?.*status=pending/);
  await expect(page.getByText(yuan(total)).first()).toBeVisible();
  await expectNoFindings(page);

  const [plain, changing, elsewhere] = bills;
  const later = bills[25];
  if (plain === undefined || changing === undefined || elsewhere === undefined || later === undefined)
    throw new Error('60 bills');
  for (const bill of [plain, changing, elsewhere]) await boxOf(page, bill).check();
  await page.getByRole('button', { name: '第 2 页' }).click();
  await boxOf(page, later).check();
  const chosen = [plain, changing, elsewhere, later];
  const seen = chosen.reduce((sum, { amount }) => sum + amount, 0);
  const bar = page.getByRole('region', { name: '批量操作' });
  await expect(bar).toContainText('已选 4 张账单');
  await expect(bar).toContainText(`应付 4 张 ${yuan(seen)}`);
  await expectNoFindings(page);

  // Meanwhile one gets another amount, and a colleague disputes one.
  await company.adjust(await company.dispute(changing, 100), 500, '少收一笔');
  await company.dispute(elsewhere, 200);
  await bar.getByRole('button', { name: /核对并确认/ }).click();
  const question = page.getByRole('alertdialog', { name: '确认 4 张账单？' });
  await expect(question).toContainText(`应付 4 张 ${yuan(seen)}`);
  await expectNoFindings(page);
  await question.getByRole('button', { name: '确认账单' }).click();
  const report = page.getByRole('dialog', { name: '批量确认' });
  await expect(report).toContainText(`已确认：应付 2 张 ${yuan(plain.amount + later.amount)}`);
  const row = (bill: OwnBill) => report.getByRole('listitem').filter({ hasText: bill.billNo });
  await expect(row(changing)).toContainText(`${yuan(changing.amount)} → ¥5.00`);
  await expect(row(elsewhere)).toContainText('当前状态不能办理');
  await expectNoFindings(page);

  await report.getByRole('button', { name: '按新金额核对…' }).click();
  const again = page.getByRole('alertdialog', { name: '确认 1 张账单？' });
  await expect(again).toContainText('应付 1 张 ¥5.00');
  await again.getByRole('button', { name: '确认账单' }).click();
  await expect(report).toContainText('已确认：应付 1 张 ¥5.00');
  await report.getByRole('button', { name: '知道了' }).click();
  await expect(report).toBeHidden();
  const confirmed = await company.bills({ status: 'confirmed' });
  expect(confirmed.map(({ billNo }) => billNo).toSorted()).toEqual(
    [plain, changing, later].map(({ billNo }) => billNo).toSorted(),
  );
});

/** The amounts of the lines in sight, added up. @unit fen */
const sumOfLines = async (lines: Locator): Promise<number> => {
  const texts = await lines.getByRole('listitem').allInnerTexts();
  const amounts = texts.map((text) => /¥([\d,]+\.\d\d)/.exec(text)?.[1] ?? 'none');
  return amounts.reduce((sum, amount) => sum + Number(amount.replaceAll(/[,.]/g, '')), 0);
};

test('R10.3 R10.4 R4.10 a bill is understood down to its lines, two of them are disputed with a photo, and the adjusted bill is confirmed', async ({
  page,
}) => {
  await company.openIn(page.context());
  const [bill] = await company.bills({ status: 'pending' });
  if (bill === undefined) throw new Error('pending bills');
  disputed = bill;
  await page.goto(area('bill?status=pending'));
  await page
    .getByRole('link', { name: new RegExp(bill.billNo) })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: '账单详情' });
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('逾期自动确认');
  const lines = drawer.getByRole('list', { name: '明细' });
  await expect(lines.getByRole('listitem')).toHaveCount(4);
  await expect(lines).toContainText('× 1.20% =');
  expect(await sumOfLines(lines)).toBe(bill.amount);
  const rules = drawer.getByRole('list', { name: '计费规则' });
  await expect(rules).toContainText('按计费金额的 1.20% 收取');
  await expect(rules).toContainText('适用 4 笔');
  await expect(rules).toContainText(`费用 ${yuan(bill.amount)}`);
  await expect(drawer.getByText('账单金额', { exact: true }).locator('..')).toContainText(yuan(bill.amount));
  await expectNoFindings(page);

  await drawer.getByRole('link', { name: '提出差异' }).click();
  const claim = page.getByRole('dialog', { name: '提出差异' });
  await claim.getByRole('radio', { name: '部分明细' }).check();
  const choices = claim.getByRole('list', { name: '可选的明细' });
  await expect(choices.getByRole('checkbox')).toHaveCount(4);
  const [first, second] = await choices.getByRole('checkbox').all();
  await first?.check();
  await second?.check();
  await expect(claim.getByRole('list', { name: '已选择的明细' }).getByRole('listitem')).toHaveCount(2);
  const standing = await sumOfLines(claim.getByRole('list', { name: '已选择的明细' }));
  await claim.getByLabel('所选明细合计应为').fill('10.00');
  await expect(claim.getByRole('status').filter({ hasText: '相差' })).toContainText(`相差 ${yuan(1000 - standing)}`);
  await claim.getByLabel('原因').fill('两笔为续贷，按约定减收');
  const buffer = await drawPicture(page, '放款凭证');
  await claim.getByLabel('附件（选填）').setInputFiles({ name: '放款凭证.jpg', mimeType: 'image/jpeg', buffer });
  await expect(claim.getByRole('list', { name: '已选择的附件' })).toContainText('放款凭证.jpg');
  await expectNoFindings(page);
  await claim.getByRole('button', { name: '提交差异' }).click();
  const thread = page.getByRole('dialog', { name: '差异反馈详情' });
  await expect(thread.getByText(/平台将在 .* 前答复/)).toBeVisible();
  feedbackNo = new URL(page.url().replace('#', '')).searchParams.get('open') ?? '';
  const [photo] = await Promise.all([
    page.waitForEvent('download'),
    thread.getByRole('button', { name: '下载 放款凭证.jpg' }).click(),
  ]);
  expect((await readFile(await photo.path())).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  await expectNoFindings(page);

  const detail = await company.staff('ops.feedback.detail', { feedbackNo });
  const claimed = Array.isArray(detail['lines']) ? detail['lines'] : [];
  expect(claimed).toHaveLength(2);
  await company.staff('ops.feedback.add', { feedbackNo, content: '已向机构核对', idempotencyKey: newKey() });
  await company.staff('feedback.handle', {
    feedbackNo,
    action: 'adjust',
    newAmount: 1200,
    lineAmounts: claimed.map(({ lineId }: { lineId: string }) => ({ lineId, amount: 600 })),
    reason: '续贷属实，每笔按六元计收',
    version: (await company.staff('ops.feedback.detail', { feedbackNo }))['version'],
    idempotencyKey: newKey(),
  });
  const adjusted = bill.amount - standing + 1200;
  await page.reload();
  await expect(thread.getByRole('list', { name: /往来记录/ })).toContainText('已向机构核对');
  await expect(thread.getByText(`账单金额由 ${yuan(bill.amount)} 调整为 ${yuan(adjusted)}`).first()).toBeVisible();
  await expectNoFindings(page);
  await thread.getByRole('link', { name: bill.billNo }).click();
  const part = drawer.getByRole('group').filter({ hasText: '调整' }).first();
  await part.locator('summary').click();
  await expect(part.getByRole('list', { name: '调整的明细' }).getByRole('listitem')).toHaveCount(2);
  await expect(part).toContainText('续贷属实，每笔按六元计收');
  const timeline = drawer.getByRole('list', { name: /账单经过/ });
  await expect(timeline).toContainText(`${yuan(bill.amount)} → ${yuan(adjusted)}`);
  await expect(timeline.getByRole('listitem').last()).toContainText('出账');
  await expectNoFindings(page);
  await drawer.getByRole('button', { name: '确认账单' }).click();
  const question = page.getByRole('alertdialog', { name: '确认账单？' });
  await expect(question).toContainText(yuan(adjusted));
  await question.getByRole('button', { name: '确认账单' }).click();
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('请付款并上传凭证');
  await expectNoFindings(page);
  disputed = { ...bill, amount: adjusted };
});

test('R10.3 R10.12 the confirmed bill is paid with a voucher, settled by staff, invoiced, and the invoice is downloaded', async ({
  page,
}) => {
  await company.openIn(page.context());
  const { billNo, amount } = disputed;
  const drawer = await openBill(page, disputed);
  const slip = drawer.getByRole('region', { name: '下一步' });
  await expect(slip).toContainText(`未付 ${yuan(amount)}`);
  await expect(slip).toContainText(/转账附言[234679ACDEFGHJKMNPRTWXY]{8}/);
  await drawer.getByRole('button', { name: '上传付款凭证' }).click();
  const voucher = page.getByRole('dialog', { name: '上传付款凭证' });
  await expect(voucher).toContainText(`应付 1 张 ${yuan(amount)}`);
  const slips = [{ name: '银行回单.jpg', mimeType: 'image/jpeg', buffer: await drawPicture(page, '银行回单') }];
  await voucher.locator('input[type=file]').setInputFiles(slips);
  await voucher.getByLabel('银行流水号（选填）').fill('BJ20261123001');
  await expectNoFindings(page);
  await voucher.getByRole('button', { name: '提交凭证' }).click();
  await expect(voucher).toBeHidden();
  await expect(slip).toContainText('付款凭证审核中');
  await expect(drawer.getByRole('list', { name: '付款凭证' })).toContainText('BJ20261123001');
  await expectNoFindings(page);
  await page.goto(area('home'));
  const todos = page.getByRole('list', { name: '待办' });
  await expect(todos.getByRole('listitem').first()).toBeVisible();
  await expect(todos.locator(`a[href*="${billNo}"]`)).toHaveCount(0);

  const payment = { billNo, amount, on: today(), serial: 'BJ20261123001' };
  await company.staff('ops.bill.settle', { payments: [payment], idempotencyKey: newKey() });
  await openBill(page, disputed);
  await expect(drawer.getByRole('list', { name: '结算记录' })).toContainText('银行流水号 BJ20261123001');
  await drawer.getByRole('link', { name: '申请发票' }).click();
  const application = page.getByRole('dialog', { name: '申请开票' });
  await expect(application.getByRole('checkbox', { name: new RegExp(billNo) })).toBeChecked();
  await expect(application.getByRole('status').filter({ hasText: '已选 1 项' })).toContainText(yuan(amount));
  await expectNoFindings(page);
  await application.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '提交申请' }).click();
  await expect(application).toBeHidden();
  invoiceNo =
    (await page
      .getByRole('main')
      .getByText(/^FP\d{8}-\d{8}$/)
      .first()
      .textContent()) ?? '';
  await company.staff('ops.invoice.issue', { invoiceNo, version: 1, idempotencyKey: newKey() });
  await page.goto(area(`invoice?open=${invoiceNo}`));
  await page.reload();
  const invoice = page.getByRole('dialog', { name: '发票详情' });
  await expect(invoice.getByText('已开票').first()).toBeVisible();
  await expect(invoice.getByRole('list', { name: '所含项目' })).toContainText(billNo);
  await expectNoFindings(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    invoice.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

/** The day in Shanghai. */
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

test('R10.5 R10.3 the bills of a status are exported with their sums, and a statement is printed whose digest is verified', async ({
  page,
}) => {
  await company.openIn(page.context());
  await page.goto(area('bill?status=settled'));
  await page.reload();
  await page.getByRole('button', { name: '导出' }).click();
  const dialog = page.getByRole('dialog', { name: '导出账单' });
  await expect(dialog).toContainText('已结清');
  await expectNoFindings(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const parts = partsOf(await readFile(await (await saved).path()));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain(disputed.billNo);
  expect(sheet).toContain(`<v>${plainYuan(disputed.amount)}</v>`);
  const about = parts.get('xl/worksheets/sheet2.xml') ?? '';
  expect(about).toContain('已结清');
  expect(about).toContain(`${yuan(disputed.amount)}（1 行）`);
  await expectNoFindings(page);

  await page.addInitScript(() => {
    // The paper stays until its print has ended.
    window.print = () => undefined;
  });
  const drawer = await openBill(page, disputed);
  const digest = /[0-9a-f]{64}/.exec(await drawer.getByText(/^[0-9a-f]{64}/).innerText())?.[0] ?? 'none';
  const printed = await verifyBills({ DATA_DIR: server.dataDir }, disputed.billNo);
  expect(printed).toContain(`${disputed.billNo} ${digest}`);
  expect(printed).toContain('全部一致');
  await expectPaper(page, drawer, digest);
});

/** Prints the open statement, and looks at the paper. */
const expectPaper = async (page: Page, drawer: Locator, digest: string): Promise<void> => {
  await drawer.getByRole('button', { name: /^打印/ }).click();
  const head = drawer.getByText(`结算账单 ${disputed.billNo}`);
  const paper = head.locator('xpath=ancestor::*[@aria-hidden="true"][last()]');
  await paper.waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  const amounts = [`应付 ${yuan(disputed.amount)}`, /人民币.*[元角分整]/];
  for (const text of [...amounts, '计费规则', '续贷属实，每笔按六元计收', '户名', digest, '附件：明细', '共 4 条']) {
    await expect(paper).toContainText(text);
  }
  await expect(drawer.locator('button:visible')).toHaveCount(0);
  await expect(page.locator('main h1:visible')).toHaveCount(0);
  const pages = await page.pdf({ format: 'A4' });
  expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
};

test('R6.3 another merchant sees nothing of it: no bill, no feedback, no invoice, no export and no file', async ({
  page,
}) => {
  const other = await enterMerchant(server.url, demoMerchant);
  await other.openIn(page.context());
  await openBill(page, disputed);
  await expect(page.getByText('没有这张账单')).toBeVisible();
  await expectNoFindings(page);
  await page.goto(area(`feedback?open=${feedbackNo}`));
  await expect(page.getByText('没有这条反馈')).toBeVisible();
  await page.goto(area(`feedback?billNo=${disputed.billNo}&claim=new`));
  await expect(page.getByText('没有这张账单')).toBeVisible();
  await page.goto(area(`invoice?open=${invoiceNo}`));
  await expect(page.getByText('没有这张发票')).toBeVisible();
  await page.goto(area(`invoice?apply=bill.${disputed.billNo}`));
  await expect(page.getByText(/已申请过开票，或暂不能开票/)).toBeVisible();
  const { items } = await company.call('export.page', {});
  const [{ exportId }] = Array.isArray(items) ? items : [{ exportId: 'none' }];
  await expect(other.call('export.download', { exportId })).rejects.toThrow('404');
  const { messages } = await company.call('feedback.detail', { feedbackNo });
  const fileId = /"fileId":"([^"]+)"/.exec(JSON.stringify(messages))?.[1] ?? 'none';
  await expect(other.call('feedback.download', { feedbackNo, fileId })).rejects.toThrow('404');
  await expect(other.call('file.download', { fileId })).rejects.toThrow('404');
  for (const operation of ['bill.lines', 'bill.detail']) {
    await expect(other.call(operation, { billNo: disputed.billNo })).rejects.toThrow('404');
  }
});
