import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type BilledCompany, makeBilledCompany, plainYuan, yuan } from '../billed-company.ts';
import { windowOf } from '../clicks.ts';
import { verifyRuns } from '../commands.ts';
import { enterConsole } from '../console/entry.ts';
import type { PooledServer } from '../server-pool.ts';
import { textIn } from '../signed-calls.ts';
import { expect, expectNoFindings, newMobile, register, test } from '../visitor.ts';

test('R4.13 a new merchant is led from reconciliation to the certification', async ({ page }) => {
  await register(page, newMobile());
  await page.goto('/#/merchant/userCenter/reconManagement');
  await expect(page).toHaveTitle(/^对账管理 - /);
  await expect(page.getByText('请先完成企业认证')).toBeVisible();
  await expectNoFindings(page);
});

interface Line {
  readonly lineId: string;
  readonly reference: string;
  readonly day: string;
  readonly amount: number;
}

/** A statement as WeChat Pay's merchants download it: values behind a back-quote, a summary below; the fee has a column of its own. */
const weChatStatement = (rows: readonly Omit<Line, 'lineId'>[]): string => {
  const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',');
  const total = plainYuan(rows.reduce((sum, { amount }) => sum + amount, 0));
  return [
    '交易时间,微信订单号,商户订单号,交易状态,应结订单金额,手续费,费率',
    ...rows.map(({ reference, day, amount }, at) =>
      quoted([`${day} 10:00:00`, `42000${at}`, reference, 'SUCCESS', '100.00', plainYuan(amount), '1.20%']),
    ),
    '总交易单数,应结订单总金额,退款总金额,手续费总金额',
    quoted([String(rows.length), '0.00', '0.00', total]),
  ].join('\r\n');
};

/** 0.001234 万元 of 1,234 fen. */
const tenThousands = (fen: number): string =>
  String(fen)
    .padStart(7, '0')
    .replace(/(\d{6})$/, '.$1');

/** Staff answer a dispute at the console: each of its lines gets another amount. */
const adjustAtConsole = async (
  staff: Page,
  { url, feedbackNo, lines }: { readonly url: string; readonly feedbackNo: string; readonly lines: readonly Line[] },
): Promise<void> => {
  await staff.goto(`${url}/console/#/feedback`);
  await staff.getByRole('link', { name: feedbackNo }).click();
  await staff.getByRole('radio', { name: /^调整/ }).check();
  for (const { reference, amount } of lines) {
    await staff.getByLabel(new RegExp(`^${reference}，现为`)).fill(plainYuan(amount + 100));
  }
  await staff.getByLabel(/^答复说明/).fill('核对无误，予以调整');
  await staff.getByRole('button', { name: '预览影响' }).click();
  for (const { amount } of lines) {
    await expect(staff.getByText(`${yuan(amount)} → ${yuan(amount + 100)}`).first()).toBeVisible();
  }
  await expectNoFindings(staff);
  await staff.getByRole('button', { name: '确认答复' }).click();
  // The form goes once the answer is stored; its words stand in the preview before.
  await expect(staff.getByRole('button', { name: '确认答复' })).toBeHidden();
  await expect(staff.getByText(/调整为/).first()).toBeVisible();
};

/** Looks at the open statement as it is printed. */
const expectPaper = async (page: Page, texts: readonly string[]): Promise<void> => {
  await expect(page.getByRole('button', { name: '打印', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // What is hidden on paper has no inner text.
  for (const text of texts) await expect(page.getByRole('article')).toContainText(text, { useInnerText: true });
  await expect(page.locator('button:visible')).toHaveCount(0);
  await expect(page.locator('h1:visible')).toHaveCount(0);
  const pages = await page.pdf({ format: 'A4' });
  expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
};

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
  const linesOf = async (billNo: string): Promise<readonly Line[]> => {
    const { items } = await company.call('bill.lines', { billNo, pageSize: 100 });
    return (items as readonly unknown[]).map((item) => ({
      lineId: textIn(item, 'lineId'),
      reference: textIn(item, 'loanNo'),
      day: textIn(item, 'occurredOn'),
      amount: Number(textIn(item, 'amount')),
    }));
  };
  const result = (page: Page): Locator => page.getByRole('region', { name: '对账结果' });
  /** Opens an item of the result, does something with it, and closes it. */
  const inItem = async (page: Page, name: string, act: (drawer: Locator) => Promise<void>): Promise<void> => {
    const link = result(page).getByRole('link', { name: `查看 ${name}` });
    await link.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name });
    await act(drawer);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  };

  test('R13.1 R13.2 R13.3 R13.4 a statement is uploaded, its differences explained and disputed, matched again and closed', async ({
    page,
  }) => {
    company = await makeBilledCompany(page, server, { bills: 20, lines: 200 });
    const [bill] = await company.bills({ status: 'pending', direction: 'payable' });
    if (bill === undefined) throw new Error('a pending bill');
    const lines = await linesOf(bill.billNo);
    const [first, second, third] = lines;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three lines');
    const theirs = new Map([first, second].map(({ lineId, amount }) => [lineId, amount + 100]));
    const rows = lines.map((line) => ({ ...line, amount: theirs.get(line.lineId) ?? line.amount }));
    const extra = { reference: 'OWN-1', day: first.day, amount: 12_345 };
    const statement = weChatStatement([...rows, extra]);

    await page.goto(area('reconManagement'));
    await expect(page).toHaveTitle(/^对账管理 - /);
    const upload = page.getByRole('link', { name: '上传商户账' }).first();
    await expect(upload).toBeVisible();
    await expectNoFindings(page);
    await upload.click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '微信支付.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) });
    await expect(page.getByLabel('商户账的前几行')).toBeVisible();
    await page.getByRole('combobox', { name: '账期' }).selectOption({ label: bill.stageName });
    // The fee stands in a column of its own, and not in that of the order's amount.
    await page.getByLabel('“应结订单金额”列的含义').selectOption({ label: '不使用' });
    await page.getByLabel('“手续费”列的含义').selectOption({ label: '金额' });
    // Nothing begins by the figures of a former choice.
    await expect(page.getByText(/将读入/)).not.toHaveAttribute('aria-busy', 'true');
    await expectNoFindings(page);
    await page.getByRole('button', { name: '开始对账' }).click();

    await expect(page).toHaveTitle(/对账/);
    await expect(page.getByText('还差 3 项').first()).toBeVisible({ timeout: 60_000 });
    await expectNoFindings(page);
    await expect(result(page)).toContainText('平台账里没有与它相符的明细');
    await expect(result(page)).toContainText('业务编号相同，金额不符');

    // Each difference says why it is one.
    for (const [name, reason] of [
      [first.reference, '业务编号相同，金额不符'],
      [second.reference, '业务编号相同，金额不符'],
      [extra.reference, '平台账里没有与它相符的明细'],
    ] as const) {
      await inItem(page, name, (drawer) => expect(drawer).toContainText(reason));
    }

    // One is taken apart, and the step taken back.
    await page.goto(`${page.url().split('?')[0] ?? ''}?view=all`);
    await inItem(page, third.reference, async (drawer) => {
      await expectNoFindings(page);
      await drawer.getByRole('button', { name: /取消勾对/ }).click();
      await expect(page.getByText('还差 5 项').first()).toBeVisible();
    });
    await page.getByRole('button', { name: '撤销上一步' }).click();
    await expect(page.getByText('还差 3 项').first()).toBeVisible();

    await inItem(page, extra.reference, async (drawer) => {
      await drawer.getByRole('button', { name: '认可' }).click();
      await expect(page.getByText('还差 2 项').first()).toBeVisible();
    });
    for (const { reference } of [first, second]) {
      await inItem(page, reference, (drawer) => drawer.getByRole('button', { name: '加入差异反馈' }).click());
    }
    await page.getByRole('button', { name: '提出差异反馈…' }).click();
    const dispute = page.getByRole('dialog', { name: /提出差异反馈/ });
    await expect(dispute).toContainText(yuan(first.amount + second.amount + 200));
    await dispute.getByLabel('原因').fill('与我方微信支付账单不符');
    await expectNoFindings(page);
    await dispute.getByRole('button', { name: '提出反馈' }).click();
    const sent = page.getByRole('dialog', { name: '差异反馈已提出' });
    const feedbackNo = /FK\d{8}-\d{8}/.exec((await sent.textContent()) ?? '')?.[0] ?? '';
    await sent.getByRole('button', { name: '继续对账' }).click();
    await expect(page.getByText('差异已处理完').first()).toBeVisible();

    const staff = await windowOf(page);
    await enterConsole(staff, server);
    await adjustAtConsole(staff, { url: server.url, feedbackNo, lines: [first, second] });
    await staff.context().close();
    await page.reload();
    await page.getByRole('button', { name: '重新对账' }).first().click();
    await expect(page.getByText('与上一次相比').first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('差异已处理完').first()).toBeVisible();
    await page.getByRole('button', { name: '与上一次相比' }).click();
    await expect(page.getByRole('dialog', { name: /上一次/ })).toContainText('金额不符');
    await expectNoFindings(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '结束对账…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '结束对账' }).click();
    await expect(page).toHaveTitle(/^对账结果单 - /);
    await expect(page.getByRole('heading', { name: '校验码' })).toBeVisible();
    await expectNoFindings(page);

    // On paper: both files, counts and sums that tie out, and the digests; the statement's is found again by the command.
    const runId = /run\/([^/]+)\/statement/.exec(page.url())?.[1] ?? '';
    const stated = await company.call('recon.statement', { runId });
    const sum = rows.reduce((total, { amount }) => total + amount, 0);
    const digests = [['sha256'], ['linesSha256'], ['items', 'rowsSha256'], ['items', 'decisionsSha256']];
    await expectPaper(page, [
      `商户账 · ${rows.length + 1} 行`,
      yuan(sum + extra.amount),
      `＋ 差异 · -1 行`,
      yuan(-extra.amount),
      `＝ 平台账 · ${rows.length} 行`,
      yuan(sum),
      '差异中已认可 1 项，已提差异反馈 0 项，未处理 0 项',
      createHash('sha256').update(statement).digest('hex'),
      ...digests.map((path) => textIn(stated, ...path)),
    ]);
    const verified = await verifyRuns({ DATA_DIR: server.dataDir }, runId);
    expect(verified).toContain(`${runId} ${textIn(stated, 'sha256')}`);
    expect(verified).toContain('全部一致');
  });

  test('R13.2 R13.3 a difference that was accepted becomes a rule after its trial, explains the next run, and is taken back', async ({
    page,
  }) => {
    company = await makeBilledCompany(page, server, { bills: 20, lines: 200 });
    const [bill] = await company.bills({ status: 'pending', direction: 'payable' });
    if (bill === undefined) throw new Error('a pending bill');
    const lines = await linesOf(bill.billNo);
    const [first] = lines;
    if (first === undefined) throw new Error('a line');
    const rows = lines.map(
      ({ reference, day, amount }, at) => `${reference},${day},${plainYuan(at < 3 ? amount - 300 : amount)},某机构`,
    );
    await page.goto(area('reconManagement/new'));
    await page.locator('input[type=file]').setInputFiles({
      name: '台账.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['业务编号,日期,金额,对方', ...rows].join('\r\n')),
    });
    await expect(page.getByLabel('商户账的前几行')).toBeVisible();
    await page.getByRole('combobox', { name: '账期' }).selectOption({ label: bill.stageName });
    await page.getByRole('button', { name: '开始对账' }).click();
    await expect(page.getByText('还差 3 项').first()).toBeVisible({ timeout: 60_000 });
    await page.goto(`${page.url().split('?')[0] ?? ''}?view=all&sort=difference`);
    await inItem(page, first.reference, async (drawer) => {
      await drawer.getByRole('button', { name: '认可' }).click();
      await expect(page.getByText('还差 2 项').first()).toBeVisible();
    });
    await result(page)
      .getByRole('link', { name: `查看 ${first.reference}` })
      .press('Enter');
    await page.getByRole('button', { name: '设为规则…' }).click();
    const dialog = page.getByRole('dialog', { name: '设为规则' });
    await dialog.getByText('每笔固定金额').click();
    await expect(dialog).toContainText('3 项“金额不符”将成为“容差内一致”');
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: '保存规则' }).click();
    const kept = page.getByRole('dialog', { name: '规则已保存' });
    await expectNoFindings(page);
    await kept.getByRole('button', { name: '重新对账' }).click();
    await expect(page.getByText('差异已处理完').first()).toBeVisible({ timeout: 60_000 });
    await page.goto(`${page.url().split('?')[0] ?? ''}?view=matchedWithinTolerance`);
    await expect(result(page)).toContainText('差额符合规则：对方“某机构”，平台每笔多');

    await page.goto(area('reconManagement?settings=open'));
    const rules = page.getByRole('region', { name: '差异规则' });
    await expect(rules).toContainText('对方“某机构”，平台每笔多');
    await expectNoFindings(page);
    await rules.getByRole('button', { name: /^收回规则/ }).click();
    const question = page.getByRole('alertdialog', { name: '收回这条规则？' });
    await expectNoFindings(page);
    await question.getByRole('button', { name: '收回规则' }).click();
    await expect(rules).toContainText('收回');
    await expect(rules.getByRole('button')).toHaveCount(0);
  });

  test('R13.1 a ledger in 万元 with sums, a footer, sides of its own and a row that cannot be read is decided on before the run, which says what it left out', {
    tag: '@h5',
  }, async ({ page }) => {
    company = await makeBilledCompany(page, server, { bills: 20, lines: 200 });
    const [bill] = await company.bills({ status: 'pending', direction: 'payable' });
    if (bill === undefined) throw new Error('a pending bill');
    const [first, second, ...others] = await linesOf(bill.billNo);
    if (first === undefined || second === undefined) throw new Error('two lines');
    const back = { reference: 'OWN-1', day: first.day, amount: 500 };
    const read = [second, ...others, back];
    const rowOf = ({ reference, day, amount }: Omit<Line, 'lineId'>, side: string, note = '') =>
      [reference, day, tenThousands(amount), side, note].join(',');
    const rows = [
      '业务编号,日期,金额（万元）,借贷标志,备注',
      `${first.reference},${first.day},见附件,记入,`,
      // A word for a sum alone in a cell: the row is left out by its rule.
      rowOf(second, '记入', '小计'),
      ...others.map((line) => rowOf(line, '记入')),
      rowOf(back, '冲回'),
      `合计,,${tenThousands(read.reduce((sum, { amount }) => sum + amount, 0))},,`,
      '制表人：陈静,,,,',
    ];
    const totalRow = rows.length - 1;

    await page.goto(area('reconManagement/new'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '万元.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
    await page.getByRole('combobox', { name: '账期' }).selectOption({ label: bill.stageName });
    await expect(page.getByText('单位：万元，已换算为元')).toBeVisible();
    const sides = page.getByRole('group', { name: /哪些值是收入，哪些是支出/ });
    await expect(sides).toBeVisible();
    await expectNoFindings(page);

    // Nothing is begun before the sides are chosen.
    await page.getByRole('button', { name: '开始对账' }).click();
    await expect(sides).toBeFocused();
    await sides.getByRole('radiogroup', { name: '“记入”' }).getByText('收入', { exact: true }).click();
    await sides.getByRole('radiogroup', { name: '“冲回”' }).getByText('支出', { exact: true }).click();
    const faulty = page.getByRole('group', { name: '读不出的行' });
    await expect(faulty).toContainText('金额“见附件”：不是以万元为单位的金额');
    await expect(page.getByText(`文件第 ${totalRow} 行写明`)).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '开始对账' }).click();
    await expect(faulty).toBeFocused();
    await faulty.getByRole('button', { name: '跳过这 1 行' }).click();
    await expect(faulty).toContainText('已选择跳过 1 行读不出的行');

    // What a rule left out is taken in by the keyboard.
    const leftOut = page.locator('details', { hasText: '未读入' });
    await leftOut.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(leftOut).toContainText('制表人：陈静');
    await leftOut.getByRole('button', { name: '计入第 3 行' }).press('Enter');
    await expect(leftOut.getByRole('button', { name: '撤回第 3 行' })).toBeFocused();
    await expect(page.getByText(`与文件合计行一致（第 ${totalRow} 行）`)).toBeVisible();
    const income = read.reduce((sum, { amount }) => sum + amount, 0) - back.amount;
    await expect(
      page.getByText(`将读入 ${read.length} 行，收入 ${yuan(income)}，支出 ${yuan(back.amount)}`),
    ).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '开始对账' }).click();

    // The row that could not be read stands in the bill alone, the one that is its own in the ledger alone.
    await expect(page.getByText('还差 2 项').first()).toBeVisible({ timeout: 60_000 });
    const left = page.locator('details', { hasText: '未读入' });
    await left.locator('summary').click();
    await expect(left).toContainText('见附件');
    await expect(left).toContainText('制表人：陈静');
    await expect(page.getByText(`与文件合计行一致（第 ${totalRow} 行）`)).toBeVisible();
    await expect(page.getByText('人工计入')).toBeVisible();
    await expectNoFindings(page);
  });
});
