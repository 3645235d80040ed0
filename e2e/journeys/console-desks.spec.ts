import type { BrowserContext, Locator, Page } from '@playwright/test';
import { plainYuan, yuan } from '../billed-company.ts';
import { issueBills } from '../commands.ts';
import { drawPicture } from '../company.ts';
import { enterConsoleOnce, expectNoFindingsAtWidths } from '../console/entry.ts';
import { demoFinance, demoMerchant, enterMerchant, type SignedMerchant } from '../merchant.ts';
import { type StartedServer, startServer } from '../server.ts';
import { textIn } from '../signed-calls.ts';
import { enterAdminWithColleague, enterColleague, newKey, type StaffCall } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

// On one server: what is answered is confirmed, settled and invoiced afterwards.
test.describe.configure({ mode: 'serial' });

interface Bill {
  readonly billNo: string;
  readonly amount: number;
}

let server: StartedServer;
let merchant: SignedMerchant;
/** The demonstration asks for a second person of the merchant. */
let approver: SignedMerchant;
/** A first member of staff without a browser; the second works at the console. Neither has made the account of the other. */
let staff: StaffCall;
let context: BrowserContext;
let page: Page;
let bills: readonly Bill[];
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  server = await startServer();
  merchant = await enterMerchant(server.url, demoMerchant);
  approver = await enterMerchant(server.url, demoFinance);
  await issueBills({ DATA_DIR: server.dataDir }, { tenantId: merchant.tenantId, bills: 20, lines: 80 });
  const { items } = await merchant.call('bill.page', { pageSize: 100, status: 'pending', direction: 'payable' });
  bills = (Array.isArray(items) ? items : []).map((item) => ({
    billNo: textIn(item, 'billNo'),
    amount: Number(textIn(item, 'amount')),
  }));
  const given = { account: 'zhao.min', name: '赵敏', roles: ['finance'] };
  staff = await enterColleague(server, { account: 'wang.lei', name: '王蕾', roles: ['finance'] });
  const { staff: _admin, ...colleague } = await enterAdminWithColleague(server, given);
  context = await browser.newContext();
  page = await context.newPage();
  await enterConsoleOnce(page, server.url, colleague);
});
test.afterAll(async () => {
  await context.close();
  await server.stop();
});
test.beforeEach(() => test.setTimeout(180_000));

const open = async (path: string): Promise<void> => {
  await page.goto(`${server.url}/console/#/${path}`);
  await page.reload();
};
const billAt = (place: number): Bill => {
  const bill = bills[place];
  if (bill === undefined) throw new Error('pending bills');
  return bill;
};
const dispute = async ({ billNo, amount }: Bill): Promise<string> =>
  textIn(
    await merchant.call('bill.varianceFeedback', {
      billNo,
      claimedAmount: amount + 100_000,
      reason: '少计了一笔',
      idempotencyKey: newKey(),
    }),
    'feedbackNo',
  );
const seenBy = async (feedbackNo: string): Promise<string> =>
  JSON.stringify([await merchant.call('feedback.detail', { feedbackNo }), await merchant.call('notice.page', {})]);

test('R11.6 an answer above the difference is proposed, released by a second person, and only then seen by the merchant', async () => {
  const [one, other] = [billAt(0), billAt(1)];
  await open('feedback');
  await page.getByRole('button', { name: '复核设置' }).click();
  const setting = page.getByRole('dialog', { name: '复核设置' });
  await setting.getByLabel(/须复核的差额/).fill('500');
  await expectNoFindings(page);
  await setting.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(/相差超过 ¥500.00 的答复/)).toBeVisible();

  // What the colleague proposes, this one releases.
  const theirs = await dispute(one);
  await merchant.call('feedback.add', { feedbackNo: theirs, content: '流水稍后补上', idempotencyKey: newKey() });
  await staff('ops.feedback.add', { feedbackNo: theirs, content: '正在核对', idempotencyKey: newKey() });
  const before = await seenBy(theirs);
  const { version } = await staff('ops.feedback.detail', { feedbackNo: theirs });
  const answer = { feedbackNo: theirs, action: 'accept', reason: '退费已核实', version, idempotencyKey: newKey() };
  expect(await staff('feedback.handle', answer)).toEqual({ status: 'inProgress' });
  expect(await seenBy(theirs)).toBe(before);
  await open('feedback?queue=release');
  await expect(page.getByRole('link', { name: theirs })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  await page.getByRole('link', { name: theirs }).click();
  const waiting = page.getByRole('region', { name: '待复核的答复' });
  await expect(waiting).toContainText(`${yuan(one.amount)} 调整为 ${yuan(one.amount + 100_000)}`);
  await expectNoFindingsAtWidths(page);
  await waiting.getByRole('button', { name: '复核放行' }).click();
  const question = page.getByRole('dialog', { name: '放行这个答复？' });
  await expectNoFindings(page);
  await question.getByRole('button', { name: '放行' }).click();
  await expect(page.getByRole('region', { name: '复核记录' })).toContainText('放行');
  expect(await merchant.call('feedback.detail', { feedbackNo: theirs })).toMatchObject({
    status: 'resolved',
    billAmount: one.amount + 100_000,
  });
  expect(await seenBy(theirs)).toContain('退费已核实');

  // What this one proposes, the colleague sends back; then it is rejected with a reason.
  const own = await dispute(other);
  await open(`feedback/${own}`);
  await page.getByRole('radio', { name: /调整/ }).check();
  await page.getByLabel(/^调整后的账单金额/).fill(plainYuan(other.amount + 60_000));
  await page.getByLabel(/^答复说明/).fill('按半数计收');
  await page.getByRole('button', { name: '预览影响' }).click();
  await expect(page.getByText(`${yuan(other.amount)} → ${yuan(other.amount + 60_000)}`)).toBeVisible();
  await expectNoFindingsAtWidths(page);
  await page.getByRole('button', { name: '提交复核' }).click();
  await expect(page.getByText('这是您提出的答复，须由另一位同事复核。商户还看不到它。')).toBeVisible();
  await expect(page.getByRole('button', { name: '复核放行' })).toHaveCount(0);
  const back = { feedbackNo: own, proposalNo: 1, reason: '请附流水', idempotencyKey: newKey() };
  await staff('ops.feedback.sendBack', back);
  await page.reload();
  await expect(page.getByRole('region', { name: '复核记录' })).toContainText('请附流水');
  await page.getByRole('textbox', { name: '给商户留言' }).fill('请补充流水');
  await page.getByRole('button', { name: '发送留言' }).click();
  await expect(page.getByRole('region', { name: '往来记录' })).toContainText('请补充流水');
  await page.getByRole('button', { name: '已看过，继续答复' }).click();
  await page.getByRole('radio', { name: /驳回/ }).check();
  await page.getByLabel(/^答复说明/).fill('计费规则如此');
  await page.getByRole('button', { name: '预览影响' }).click();
  await page.getByRole('button', { name: '确认答复' }).click();
  await expect(page.getByText(/账单金额不变/).first()).toBeVisible();
  expect(await merchant.call('feedback.detail', { feedbackNo: own })).toMatchObject({ status: 'rejected' });
});

const confirm = async (bill: Bill): Promise<void> => {
  await merchant.call('bill.batchConfirm', { bills: [bill], idempotencyKey: newKey() });
  await approver.call('bill.approve', { bills: [bill], idempotencyKey: newKey() });
};
const region = (drawer: Locator, name: string): Locator => drawer.getByRole('region', { name });

test('R11.6 a voucher is checked, and its bill settled in two parts', async () => {
  const bill = billAt(2);
  await confirm(bill);
  const fileIds = [await merchant.upload('回单.jpg', await drawPicture(page, '银行回单'))];
  const paidAt = new Date(Date.now() - 60_000).toISOString();
  const voucher = { billNos: [bill.billNo], fileIds, paidAt, bankSerial: 'S-2026-1' };
  await merchant.call('bill.uploadVoucher', { ...voucher, idempotencyKey: newKey() });
  await open('settlement?queue=check');
  await expect(page.getByText('向商户收，未结清')).toBeVisible();
  await expect(page.getByRole('link', { name: bill.billNo })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  await page.getByRole('link', { name: bill.billNo }).click();
  const drawer = page.getByRole('dialog', { name: '账单结算' });
  await expect(drawer.getByRole('img', { name: '付款凭证' })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  // How its amount came about, and its lines with their computation.
  await expect(region(drawer, '计算依据')).toContainText(yuan(bill.amount));
  await expect(region(drawer, '明细与计算')).toContainText('×');
  await region(drawer, '明细与计算').scrollIntoViewIfNeeded();
  await expectNoFindingsAtWidths(page);
  await drawer.getByRole('button', { name: '按这份凭证填写' }).click();
  await drawer.getByLabel(/^金额/).fill('0.01');
  await expect(drawer.getByText(`还有 ${yuan(bill.amount - 1)} 未结清`)).toBeVisible();
  await drawer.getByRole('button', { name: '登记收款' }).click();
  await page.getByRole('button', { name: '确认登记' }).click();
  await expect(region(drawer, '已登记的收款')).toContainText('S-2026-1');
  await drawer.getByLabel(/^银行流水号/).fill('S-2026-2');
  await expect(drawer.getByText(/账单结清，金额不能再更改/)).toBeVisible();
  await drawer.getByRole('button', { name: '登记收款' }).click();
  await page.getByRole('button', { name: '确认登记' }).click();
  await expect(drawer.getByRole('button', { name: '登记收款' })).toHaveCount(0);
  await expect(drawer.getByRole('list', { name: /办理经过/ })).toContainText('结清');
  await expectNoFindings(page);
  expect(await merchant.call('bill.detail', { billNo: bill.billNo })).toMatchObject({
    status: 'settled',
    paidAmount: bill.amount,
  });
});

test('R4.9 R11.6 a payment that was registered on the wrong bill is taken back with a reason, and registered again', async () => {
  const bill = billAt(3);
  await confirm(bill);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const payments = [{ billNo: bill.billNo, amount: bill.amount, on: today, serial: 'S-2026-9' }];
  await staff('ops.bill.settle', { payments, idempotencyKey: newKey() });
  await open(`settlement?queue=settled&open=${bill.billNo}`);
  const drawer = page.getByRole('dialog', { name: '账单结算' });
  const listed = region(drawer, '已登记的收款');
  await listed.getByRole('button', { name: '撤销此笔收款' }).click();
  const question = page.getByRole('dialog', { name: '撤销此笔收款？' });
  await expect(question).toContainText(`云栖商贸有限公司账单 ${bill.billNo}`);
  await expect(question).toContainText(yuan(bill.amount));
  await expectNoFindingsAtWidths(page);
  await question.getByRole('button', { name: '撤销此笔收款' }).click();
  await expect(question.getByText('请输入撤销的原因')).toBeVisible();
  await question.getByLabel(/^撤销的原因/).fill('登记错账单');
  await question.getByRole('button', { name: '撤销此笔收款' }).click();
  await expect(listed).toContainText('撤销：登记错账单');
  await expect(drawer.getByRole('list', { name: /办理经过/ })).toContainText('撤销付款');
  await expectNoFindingsAtWidths(page);
  expect(await merchant.call('bill.detail', { billNo: bill.billNo })).toMatchObject({
    status: 'confirmed',
    paidAmount: 0,
    settlements: [],
    reversedSettlements: [{ serial: 'S-2026-9', reversed: { reason: '登记错账单' } }],
  });
  expect(JSON.stringify(await merchant.call('notice.page', {}))).toContain('付款已撤销');
  // The same serial once more, as the bank has it.
  await drawer.getByLabel(/^金额/).fill('0.01');
  await drawer.getByLabel(/^银行流水号/).fill('S-2026-9');
  await drawer.getByRole('button', { name: '登记收款' }).click();
  await page.getByRole('button', { name: '确认登记' }).click();
  await expect(listed.getByRole('button', { name: '撤销此笔收款' })).toHaveCount(1);
  expect(await merchant.call('bill.detail', { billNo: bill.billNo })).toMatchObject({ paidAmount: 1 });
});

test('R10.12 an invoice is applied for, issued at the desk, downloaded, and reversed', async () => {
  const { items } = await merchant.call('invoice.candidates', { kind: 'bill' });
  const no = textIn(Array.isArray(items) ? items[0] : undefined, 'no');
  await merchant.call('invoice.saveTitle', {
    name: '云栖商贸有限公司',
    taxNo: '91330106MA2CFRG02W',
    idempotencyKey: newKey(),
  });
  const application = { billNos: [no], type: 'normal', idempotencyKey: newKey() };
  const invoiceNo = textIn(await merchant.call('invoice.apply', application), 'invoiceNo');
  await open('invoices');
  await expect(page.getByRole('link', { name: invoiceNo })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  const word = page.getByRole('textbox', { name: '号码或抬头' });
  await word.fill('没有这个抬头');
  await word.press('Enter');
  await expect(page.getByText(/没有符合条件的/)).toBeVisible();
  await expectNoFindingsAtWidths(page);
  await word.fill(invoiceNo.slice(0, -1));
  await word.press('Enter');
  await expect(page).toHaveURL(/queue=all/);
  await page.getByRole('link', { name: invoiceNo }).click();
  const drawer = page.getByRole('dialog', { name: '开票申请' });
  await expect(region(drawer, '开票项目')).toContainText(no);
  await expectNoFindingsAtWidths(page);
  await drawer.getByRole('button', { name: '开票', exact: true }).click();
  const issue = page.getByRole('dialog', { name: `开票 ${invoiceNo}` });
  await expectNoFindings(page);
  await issue.getByRole('button', { name: '开票', exact: true }).click();
  await expect(drawer.getByText('示例，非税务凭证')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^发票 \d{20}\.pdf$/);
  await drawer.getByRole('button', { name: '红冲' }).click();
  const reverse = page.getByRole('dialog', { name: `红冲 ${invoiceNo}` });
  await reverse.getByLabel(/^原因/).fill('抬头有误');
  await expectNoFindings(page);
  await reverse.getByRole('button', { name: '红冲' }).click();
  await expect(drawer.getByText('已红冲')).toBeVisible();
  expect(await merchant.call('invoice.detail', { invoiceNo })).toMatchObject({
    status: 'reversed',
    reason: '抬头有误',
  });
});

test('R10.12 R5.7 an invoice that was issued elsewhere is registered, and its file handed over to its merchant', async () => {
  const { items } = await merchant.call('invoice.candidates', { kind: 'bill' });
  const no = textIn(Array.isArray(items) ? items[0] : undefined, 'no');
  const application = { billNos: [no], type: 'normal', idempotencyKey: newKey() };
  const invoiceNo = textIn(await merchant.call('invoice.apply', application), 'invoiceNo');
  await open(`invoices?queue=all&open=${invoiceNo}`);
  const drawer = page.getByRole('dialog', { name: '开票申请' });
  await drawer.getByRole('button', { name: '复制税号' }).waitFor();
  await drawer.getByRole('button', { name: '开票', exact: true }).click();
  const issue = page.getByRole('dialog', { name: `开票 ${invoiceNo}` });
  await issue.getByRole('radio', { name: /已在别处开具/ }).check();
  await issue.getByLabel(/^发票号码/).fill('26332000001234567890');
  await issue.getByRole('button', { name: '开票', exact: true }).click();
  const xml = '<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header/></EInvoice>';
  await expect(issue).toBeHidden();
  await drawer
    .getByLabel('发票文件', { exact: true })
    .setInputFiles({ name: '票.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await expect(drawer.getByRole('button', { name: '下载发票' })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('发票 26332000001234567890.xml');
  expect(await merchant.call('invoice.detail', { invoiceNo })).toMatchObject({ status: 'issued', hasFile: true });
});
