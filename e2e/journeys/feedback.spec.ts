import type { Locator, Page } from '@playwright/test';
import { type BilledCompany, makeBilledCompany, type OwnBill, plainYuan, yuan } from '../billed-company.ts';
import type { PooledServer } from '../server-pool.ts';
import { newKey } from '../staff.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R4.13 a new merchant is led from the feedback to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/feedback');
  await expect(page).toHaveTitle(/^差异反馈 - /);
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(/accountCenter\/verify/);
});

test('R4.3 a visitor who opens a feedback is led to the login', async ({ page }) => {
  await page.goto('/#/merchant/userCenter/feedback?open=FK20261118-00000042');
  await expect(page).toHaveURL(/#\/portal\/login/);
});

test.describe('of a company with bills', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ actionTimeout: 30_000 });
  let server: PooledServer;
  let company: BilledCompany;
  test.beforeAll(({ server: lent }) => {
    server = lent;
  });
  test.beforeEach(() => test.slow());

  const area = (path: string) => `${server.url}/#/merchant/userCenter/${path}`;
  /** A pending bill for each test: of what was answered twice there is no third claim. */
  const pendingBill = async (place: number): Promise<OwnBill> => {
    const bill = (await company.bills({ status: 'pending' })).at(-place);
    if (bill === undefined) throw new Error('pending bills');
    return bill;
  };
  const threadOf = (page: Page): Locator => page.getByRole('dialog', { name: '差异反馈详情' });
  /** Claims another amount for the whole bill in the form; the feedback is open afterwards. */
  const claim = async (page: Page, { billNo }: OwnBill, amount: string): Promise<string> => {
    await page.goto(area(`feedback?billNo=${billNo}&claim=new`));
    const form = page.getByRole('dialog', { name: '提出差异' });
    await form.getByLabel('账单金额应为').fill(amount);
    await form.getByLabel('原因').fill('与我方台账不符');
    await form.getByRole('button', { name: '提交差异' }).click();
    await expect(threadOf(page).getByText(/平台将在 .* 前答复/)).toBeVisible();
    return new URL(page.url().replace('#', '')).searchParams.get('open') ?? '';
  };

  test('R4.10 R10.4 an answer is rated, reopened once with its reason, and the second answer is the last word', async ({
    page,
  }) => {
    company = await makeBilledCompany(page, server, { bills: 20, lines: 40 });
    const bill = await pendingBill(1);
    const feedbackNo = await claim(page, bill, '1.00');
    const thread = threadOf(page);
    await thread.getByRole('textbox', { name: '补充说明' }).fill('台账截图稍后补上');
    await thread.getByRole('button', { name: '发送' }).click();
    const entries = thread.getByRole('list', { name: /往来记录/ });
    await expect(entries.getByRole('listitem')).toHaveCount(2);
    await expectNoFindings(page);

    await company.reject(feedbackNo, '费率与合同一致');
    await page.reload();
    await expect(thread.getByText(`账单金额不变，为 ${yuan(bill.amount)}`).first()).toBeVisible();
    await expect(entries).toContainText('费率与合同一致');
    const rating = thread.getByRole('region', { name: '评价答复' });
    await rating.getByRole('button', { name: '没有解决' }).click();
    await rating.getByLabel('哪里没有解决？（选填）').fill('请附合同条款');
    await expectNoFindings(page);
    await rating.getByRole('button', { name: '提交评价' }).click();
    await expect(thread.getByText('您表示问题没有解决。')).toBeVisible();
    await expect(thread.getByText('请附合同条款')).toBeVisible();

    await thread.getByRole('button', { name: '仍有异议' }).click();
    const again = thread.getByRole('form', { name: '再次提出' });
    await expect(again).toContainText('每条反馈只能再次提出一次');
    await again.getByLabel('仍有异议的原因').fill('合同第三条约定为一元');
    await expectNoFindings(page);
    await again.getByRole('button', { name: '再次提出' }).click();
    await expect(entries).toContainText('合同第三条约定为一元');
    await expect(thread.getByRole('button', { name: '仍有异议' })).toBeHidden();

    await company.adjust(feedbackNo, 100, '合同属实，按一元计收');
    await page.reload();
    await expect(thread.getByText(`账单金额由 ${yuan(bill.amount)} 调整为 ¥1.00`).first()).toBeVisible();
    await expect(thread.getByRole('button', { name: '仍有异议' })).toBeHidden();
    await rating.getByRole('button', { name: '已解决' }).click();
    await expect(thread.getByText('您表示问题已解决，谢谢。')).toBeVisible();
    await expectNoFindings(page);
    const reopened = { feedbackNo, content: '再来一次', reopen: true, idempotencyKey: newKey() };
    await expect(company.call('feedback.add', reopened)).rejects.toThrow('RHFE004');
    await thread.getByRole('link', { name: bill.billNo }).click();
    const timeline = page.getByRole('dialog', { name: '账单详情' }).getByRole('list', { name: /账单经过/ });
    await expect(timeline).toContainText('再次提出差异');
    await expect(timeline).toContainText(`${yuan(bill.amount)} → ¥1.00`);
  });

  test('R4.10 what is claimed can be withdrawn while its answer is due: the bill is pending again, and can be claimed once more', async ({
    page,
  }) => {
    await company.openIn(page.context());
    const bill = await pendingBill(2);
    await claim(page, bill, '2.00');
    const thread = threadOf(page);
    await thread.getByRole('button', { name: '撤回反馈' }).click();
    const question = page.getByRole('alertdialog', { name: '撤回这条反馈？' });
    await expect(question).toContainText(`账单 ${bill.billNo} 按 ${yuan(bill.amount)} 回到待确认`);
    await expectNoFindings(page);
    await question.getByRole('button', { name: '撤回反馈' }).click();
    await expect(thread.getByText('这条反馈已撤回，账单回到待确认。')).toBeVisible();
    await expect(thread.getByRole('button', { name: '撤回反馈' })).toBeHidden();
    await expectNoFindings(page);
    const pending = await company.bills({ status: 'pending', billNo: bill.billNo });
    expect(pending.map(({ amount }) => amount)).toEqual([bill.amount]);

    await claim(page, bill, '3.00');
    await thread.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(thread).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`feedback\\?billNo=${bill.billNo}$`));
    await expect(page.getByText('已撤回').first()).toBeVisible();
    await expectNoFindings(page);
  });

  test('R10.4 a claim of what stands already is refused at its field, and nothing that was typed is lost', async ({
    page,
  }) => {
    await company.openIn(page.context());
    const bill = await pendingBill(3);
    await page.goto(area(`feedback?billNo=${bill.billNo}&claim=new`));
    const form = page.getByRole('dialog', { name: '提出差异' });
    await form.getByLabel('账单金额应为').fill(plainYuan(bill.amount));
    await form.getByLabel('原因').fill('与我方台账不符');
    await form.getByRole('button', { name: '提交差异' }).click();
    await expect(form.getByLabel('账单金额应为')).toHaveAttribute('aria-invalid', 'true');
    await expectNoFindings(page);
    await page.reload();
    await expect(form.getByLabel('原因')).toHaveValue('与我方台账不符');
    expect(await company.bills({ status: 'pending', billNo: bill.billNo })).toHaveLength(1);
  });
});
