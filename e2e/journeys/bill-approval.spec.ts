import type { Page } from '@playwright/test';
import { type OwnBill, yuan } from '../billed-company.ts';
import { issueBills } from '../commands.ts';
import { demoFinance, demoMerchant, enterMerchant, type SignedMerchant } from '../merchant.ts';
import { type StartedServer, startServer } from '../server.ts';
import { textIn } from '../signed-calls.ts';
import { enterAdmin, newKey, type StaffCall } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

// The demonstration's merchant, which asks for a second approver, on a server of its own: what one person decides the other finds.
test.describe.configure({ mode: 'serial' });

const issued = 480;
let server: StartedServer;
let owner: SignedMerchant;
let finance: SignedMerchant;
let staff: StaffCall;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer();
  [owner, finance, staff] = await Promise.all([
    enterMerchant(server.url, demoMerchant),
    enterMerchant(server.url, demoFinance),
    enterAdmin(server),
  ]);
  await issueBills({ DATA_DIR: server.dataDir }, { tenantId: owner.tenantId, bills: issued, lines: issued * 2 });
});
test.afterAll(() => server.stop());
test.beforeEach(() => test.slow());
test.use({ actionTimeout: 30_000 });

const area = (path: string) => `${server.url}/#/merchant/userCenter/${path}`;
/** A page of the area as a person sees it who has just come. */
const openAs = async (page: Page, who: SignedMerchant, path: string): Promise<void> => {
  await who.openIn(page.context());
  await page.goto(area(path));
  await page.reload();
};
const bar = (page: Page) => page.getByRole('region', { name: '批量操作' });
const report = (page: Page, verb: string) => page.getByRole('dialog', { name: `批量${verb}` });
/** How many bills a filter finds, and what each direction comes to. */
const sumOf = async (filter: Readonly<Record<string, string>>) => {
  const sum = await owner.call('bill.sum', filter);
  const of = (direction: string) => ({
    count: Number(textIn(sum, 'byDirection', direction, 'count')),
    amount: Number(textIn(sum, 'byDirection', direction, 'amount')),
  });
  return { count: Number(textIn(sum, 'count')), payable: of('payable'), receivable: of('receivable') };
};
const wordsOf = ({ payable, receivable }: Awaited<ReturnType<typeof sumOf>>): string =>
  `应付 ${payable.count.toLocaleString('en-US')} 张 ${yuan(payable.amount)}，应收 ${receivable.count} 张 ${yuan(receivable.amount)}`;
const firstOf = async (filter: Readonly<Record<string, unknown>>): Promise<OwnBill> => {
  const { items } = await owner.call('bill.page', { pageSize: 10, direction: 'payable', ...filter });
  const [item] = Array.isArray(items) ? items : [];
  return {
    billNo: textIn(item, 'billNo'),
    amount: Number(textIn(item, 'amount')),
    stageName: textIn(item, 'stageName'),
  };
};
/** Meanwhile the provider gives a bill another amount, after a claim of a colleague. */
const adjust = async ({ billNo }: OwnBill, newAmount: number): Promise<void> => {
  const claim = { billNo, claimedAmount: newAmount, reason: '与我方台账不符', idempotencyKey: newKey() };
  const feedbackNo = textIn(await owner.call('bill.varianceFeedback', claim), 'feedbackNo');
  const { version } = await staff('ops.feedback.detail', { feedbackNo });
  const answer = { feedbackNo, version, action: 'adjust', newAmount, reason: '核对属实', idempotencyKey: newKey() };
  await staff('feedback.handle', answer);
};

/** Chooses a bill in sight and then everything that the filter finds. */
const chooseAll = async (page: Page, count: number, name: string): Promise<void> => {
  await page.getByRole('main').getByRole('checkbox', { name: /ZD/ }).first().check();
  await bar(page)
    .getByRole('button', { name: `选中本筛选全部 ${count} 张${name}` })
    .click();
  await expect(bar(page)).toContainText(`已选 ${count} 张账单`);
};

test('R10.3 R4.12 hundreds of bills are confirmed over all pages; a run whose answer was lost goes on after a reload, and none is confirmed twice', async ({
  page,
}) => {
  await openAs(page, finance, 'bill?status=pending');
  const before = await sumOf({ status: 'pending' });
  expect(before.count).toBeGreaterThan(issued);
  await chooseAll(page, before.count, '待确认');
  await expect(bar(page)).toContainText(wordsOf(before));
  await expectNoFindings(page);
  const changing = await firstOf({ status: 'pending' });
  await adjust(changing, changing.amount + 100);

  const sent: string[] = [];
  await page.route(/operationId=bill\.batchConfirm/, async (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('data') ?? '');
    // The second call takes effect, and its answer is lost on its way, as is that of its repeat.
    if (sent.length !== 2 && sent.length !== 3) return route.continue();
    await route.fetch();
    await route.fulfill({ status: 502, body: 'bad gateway' });
  });
  await bar(page)
    .getByRole('button', { name: `核对并确认 ${before.count} 张` })
    .click();
  const question = page.getByRole('alertdialog', { name: `确认 ${before.count} 张账单？` });
  await expect(question).toContainText(wordsOf(before));
  await question.getByText('逐张核对金额').click();
  const asked = question.getByRole('list', { name: '要办理的账单' });
  await expect(asked.getByRole('listitem')).toHaveCount(before.count);
  await expect(asked.getByRole('listitem').filter({ hasText: changing.billNo })).toContainText(yuan(changing.amount));
  await expectNoFindings(page);
  await question.getByRole('button', { name: '确认账单' }).click();
  await expect(report(page, '确认')).toContainText(`还有 ${before.count - 200} 张没有结果`);
  await expectNoFindings(page);

  await page.reload();
  const note = page.getByRole('status').filter({ hasText: '批量确认停下了' });
  await expect(note).toContainText(`已完成 200 / ${before.count} 张`);
  await expectNoFindings(page);
  await note.getByRole('button', { name: '继续', exact: true }).click();
  await expect(report(page, '确认')).toContainText('已提交，待复核：');
  await expect(report(page, '确认').getByRole('button', { name: '知道了' })).toBeVisible();
  const row = report(page, '确认').getByRole('listitem').filter({ hasText: changing.billNo });
  await expect(row).toContainText(`${yuan(changing.amount)} → ${yuan(changing.amount + 100)}`);
  await expectNoFindings(page);
  // Three parts, of which the second was sent three times with its key: the same bytes have the same effect.
  expect(sent).toHaveLength(5);
  expect(sent[2]).toBe(sent[1]);
  expect(sent[3]).toBe(sent[1]);
  await report(page, '确认').getByRole('button', { name: '按新金额核对…' }).click();
  const again = page.getByRole('alertdialog', { name: '确认 1 张账单？' });
  await expect(again).toContainText(`应付 1 张 ${yuan(changing.amount + 100)}`);
  await again.getByRole('button', { name: '确认账单' }).click();
  await expect(report(page, '确认')).toContainText(`已提交，待复核：应付 1 张 ${yuan(changing.amount + 100)}`);
  await report(page, '确认').getByRole('button', { name: '知道了' }).click();
  expect((await sumOf({ status: 'pending' })).count).toBe(0);
  // Each has one confirmation in its history.
  for (const { billNo } of [changing, await firstOf({ approval: 'waiting' })]) {
    const { timeline } = await owner.call('bill.detail', { billNo });
    const kinds = (Array.isArray(timeline) ? timeline : []).map((event) => textIn(event, 'kind'));
    expect(kinds.filter((kind) => kind === 'confirmed')).toHaveLength(1);
  }
});

test('R4.9 R10.3 who confirmed cannot approve; another sends one back with a reason and approves the rest over all pages', async ({
  page,
}) => {
  const waiting = await firstOf({ approval: 'waiting' });
  await openAs(page, finance, `bill?approval=waiting&open=${waiting.billNo}`);
  const drawer = page.getByRole('dialog', { name: '账单详情' });
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('等待另一人复核');
  await expect(drawer.getByRole('button', { name: '复核通过' })).toHaveCount(0);
  await expectNoFindings(page);

  await openAs(page, owner, 'home');
  const todo = page.getByRole('list', { name: '待办' }).getByRole('listitem').filter({ hasText: '复核' }).first();
  await todo.getByRole('link', { name: '去复核' }).click();
  await expect(page).toHaveURL(/bill\?.*approval=waiting/);
  await page.goto(area(`bill?approval=waiting&open=${waiting.billNo}`));
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('请复核');
  await drawer.getByRole('button', { name: '退回' }).click();
  const question = page.getByRole('alertdialog', { name: '退回账单？' });
  await expect(question.getByRole('button', { name: '退回' })).toBeDisabled();
  await question.getByLabel('退回原因').fill('与台账差 100 元，请核对');
  await expectNoFindings(page);
  await question.getByRole('button', { name: '退回' }).click();
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('请核对并确认');
  await expect(drawer.getByRole('list', { name: /账单经过/ })).toContainText('与台账差 100 元，请核对');
  await expectNoFindings(page);

  await page.goto(area('bill?approval=waiting'));
  await expect(drawer).toBeHidden();
  const rest = await sumOf({ approval: 'waiting' });
  await chooseAll(page, rest.count, '待复核');
  await bar(page)
    .getByRole('button', { name: `复核 ${rest.count} 张` })
    .click();
  await page
    .getByRole('alertdialog', { name: `复核 ${rest.count} 张账单？` })
    .getByRole('button', { name: '复核通过' })
    .click();
  await expect(report(page, '复核')).toContainText(`复核通过：${wordsOf(rest)}`);
  await expectNoFindings(page);
  expect((await sumOf({ approval: 'waiting' })).count).toBe(0);

  await openAs(page, finance, `bill?open=${waiting.billNo}`);
  await expect(drawer.getByRole('list', { name: /账单经过/ })).toContainText('复核退回');
  await drawer.getByRole('button', { name: '确认账单' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '确认账单' }).click();
  await expect(drawer.getByRole('region', { name: '下一步' })).toContainText('等待另一人复核');
});
