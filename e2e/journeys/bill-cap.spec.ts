import { plainYuan, yuan } from '../billed-company.ts';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { startServer } from '../server.ts';
import { textIn } from '../signed-calls.ts';
import { enterAdmin, newKey, type StaffCall } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

type Row = Readonly<Record<string, unknown>>;

const itemsOf = (data: unknown): readonly Row[] => {
  const items: unknown = Object(data)['items'];
  return Array.isArray(items) ? items : [];
};

const productId = 'biz-loan-advisory';
/** What the lines of the bill come to above its cap. @unit fen */
const above = 20_000;

/** The merchant's draft of a stage that is not issued yet, drawn up by the rules as they are. */
const draftOf = async (staff: StaffCall, tenantId: string): Promise<Row> => {
  for (const { stageId } of itemsOf(await staff('ops.stage.page', { status: 'open', pageSize: 100 }))) {
    await staff('ops.bill.generate', { stageId, idempotencyKey: newKey() });
    await expect
      .poll(async () => textIn(await staff('ops.bill.generation', { stageId }), 'generation', 'status'), {
        timeout: 60_000,
      })
      .toBe('done');
    const drafts = itemsOf(await staff('ops.bill.page', { status: 'draft', tenantId, stageId, productId }));
    const [draft] = drafts.filter(({ amount }) => Number(amount) > 2 * above);
    if (draft !== undefined) return draft;
  }
  throw new Error('a draft of the demonstration');
};

/** Whether a bill is that of a draft: others of the product may come to the same cap. */
const isOf = (draft: Row, bill: Row): boolean =>
  ['productId', 'orgId', 'projectId'].every((name) => bill[name] === draft[name]);

/** Gives every rule of the product a cap of the bill, and draws the stage up again and issues it. */
const issueCapped = async (staff: StaffCall, draft: Row, cap: number): Promise<void> => {
  const { stageId } = draft;
  for (const rule of itemsOf(await staff('ops.feeRule.page', { productId }))) {
    const { ruleId, version, orgId, tenantId, latest } = rule;
    const { terms: former, holdsFrom } = Object(latest);
    const terms = { ...former, billCapAmount: cap };
    const scope = { productId, orgId, tenantId };
    const key = newKey();
    await staff('ops.feeRule.save', { ruleId, version, ...scope, holdsFrom, terms, idempotencyKey: key });
  }
  await staff('ops.bill.generate', { stageId, idempotencyKey: newKey() });
  await expect
    .poll(
      async () => {
        const drafts = await staff('ops.bill.page', {
          status: 'draft',
          stageId,
          tenantId: draft['tenantId'],
          productId,
        });
        return itemsOf(drafts).some((each) => isOf(draft, each) && each['amount'] === cap);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  const { drafts } = await staff('ops.bill.check', { stageId });
  const { count, payableAmount, receivableAmount } = Object(drafts);
  await staff('ops.bill.issue', { stageId, count, payableAmount, receivableAmount, idempotencyKey: newKey() });
};

test('R10.4 of a bill with a cap, the claim on lines says what the bill would come to, and an acceptance comes to the same', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const server = await startServer();
  try {
    const [staff, merchant] = await Promise.all([enterAdmin(server), enterMerchant(server.url, demoMerchant)]);
    const draft = await draftOf(staff, merchant.tenantId);
    const lines = Number(draft['amount']);
    const cap = lines - above;
    await issueCapped(staff, draft, cap);
    const capped = async (): Promise<Row | undefined> =>
      itemsOf(await merchant.call('bill.page', { status: 'pending', stageId: draft['stageId'] })).find(
        (bill) => isOf(draft, bill) && bill['amount'] === cap,
      );
    await expect.poll(async () => (await capped()) !== undefined, { timeout: 60_000 }).toBe(true);
    const billNo = String((await capped())?.['billNo']);

    await merchant.openIn(page.context());
    await page.goto(`${server.url}/#/merchant/userCenter/feedback?billNo=${billNo}&claim=new`);
    const claim = page.getByRole('dialog', { name: '提出差异' });
    await claim.getByRole('radio', { name: '部分明细' }).check();
    const choices = claim.getByRole('list', { name: '可选的明细' }).getByRole('checkbox');
    await choices.first().check();
    const chosen = claim.getByRole('list', { name: '已选择的明细' });
    await expect(chosen.getByRole('listitem')).toHaveCount(1);
    const effect = claim.getByRole('status').filter({ hasText: '相差' });
    await expect(effect).toContainText(`按计费规则，每张账单最高 ${yuan(cap)}`);
    const standing = Number(
      (/¥([\d,]+\.\d\d)/.exec(await chosen.getByRole('listitem').innerText())?.[1] ?? '').replaceAll(/[,.]/g, ''),
    );
    expect(standing).toBeGreaterThan(0);

    // Higher lines: the bill stays at its cap.
    const amount = claim.getByLabel('所选明细合计应为');
    await amount.fill(plainYuan(standing + 1000));
    await expect(effect).toContainText(`账单由 ${yuan(cap)} 变为 ${yuan(cap)}（不变）`);
    await expect(effect).toContainText('账单的变化因此与所选明细的相差不同');
    await expectNoFindings(page);
    // Lines below the cap: the bill falls by less than they do.
    await amount.fill('0');
    const after = Math.min(cap, lines - standing);
    await expect(effect).toContainText(`相差 ${yuan(-standing)}`);
    await expect(effect).toContainText(`账单由 ${yuan(cap)} 变为 ${yuan(after)}`);
    await expectNoFindings(page);
    await claim.getByLabel('原因').fill('这一笔不属于我方');
    await claim.getByRole('button', { name: '提交差异' }).click();
    await expect(page.getByRole('dialog', { name: '差异反馈详情' }).getByText(/平台将在 .* 前答复/)).toBeVisible();

    // The provider accepts the claim: the bill then has the amount that the form showed.
    const [opened] = itemsOf(await staff('ops.feedback.page', { billNo }));
    const feedbackNo = String(opened?.['feedbackNo']);
    const { version } = await staff('ops.feedback.detail', { feedbackNo });
    const answer = { feedbackNo, action: 'accept', reason: '属实', version, idempotencyKey: newKey() };
    await staff('feedback.handle', answer);
    await expect
      .poll(async () => (await merchant.call('bill.detail', { billNo }))['amount'], { timeout: 15_000 })
      .toBe(after);
  } finally {
    // The page reads what has changed, and nobody answers once the server has ended.
    await page.close();
    await server.stop();
  }
});
