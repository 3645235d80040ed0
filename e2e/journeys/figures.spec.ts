import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { demoMerchant, enterMerchant } from '../merchant.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

/** How many clicks may lie between an amount and what made it. @source figures.md */
const clicksAtMost = 3;

/** The amounts in a text, in fen; -¥1.20 is -120. */
const fensIn = (text: string): number[] =>
  [...text.matchAll(/([-+]?)¥(-?)([\d,]+)\.(\d\d)/g)].map(
    ([, sign, inner, yuan = '', cents]) =>
      (sign === '-' || inner === '-' ? -1 : 1) * Number(`${yuan.replaceAll(',', '')}${cents}`),
  );
const sumOf = (fens: readonly number[]): number => fens.reduce((sum, each) => sum + each, 0);

/** A reader of the demonstration who counts the clicks. */
class Walk {
  readonly page: Page;
  #clicks = 0;

  constructor(page: Page) {
    this.page = page;
  }

  open = (path: string): Promise<unknown> => this.page.goto(`/#/merchant/userCenter/${path}`);

  async click(what: Locator): Promise<void> {
    this.#clicks += 1;
    await what.first().click();
  }

  /** The amounts that stand in a part of the page, once there is one. */
  async fens(what: Locator): Promise<number[]> {
    await expect(what.first()).toContainText('¥');
    return fensIn((await what.first().textContent()) ?? '');
  }

  /** The first amount in a part of the page. */
  async fen(what: Locator): Promise<number> {
    const [first = Number.NaN] = await this.fens(what);
    return first;
  }

  get clicks(): number {
    return this.#clicks;
  }

  /** The sum that a list shows over its filter. */
  listSum = (label: string): Locator => this.page.locator('dl > div').filter({ hasText: label }).locator('dd');

  rows = (): Locator => this.page.getByRole('main').locator('a[href*="open=ZD"]');

  drawer = (name: string): Locator => this.page.getByRole('dialog', { name });

  part = (title: string): Locator =>
    this.drawer('账单详情')
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: title }) });
}

/** The parts of a bill's amount add up to it, and the rules' shares to the fees of its lines; answers who issued it. */
const expectBillExplained = async (walk: Walk): Promise<void> => {
  const origin = walk.part('金额是怎么来的');
  await expect(origin).toContainText('账单金额');
  const parts = await Promise.all((await origin.locator('summary').all()).map((each) => walk.fen(each)));
  const total = await walk.fen(origin.locator('p').filter({ hasText: '账单金额' }));
  expect(sumOf(parts)).toBe(total);
  const shares = await origin.getByRole('list', { name: '计费规则' }).getByRole('listitem').all();
  const ofRules = await Promise.all(shares.map(async (each) => (await walk.fens(each)).at(-1) ?? Number.NaN));
  expect(sumOf(ofRules)).toBe(parts[0]);
  await expect(walk.part('账单经过')).toContainText('平台运营');
};

/** The rule behind a bill: its version, its numbers, who made it and when; its shares are the bill's. */
const expectRule = async (walk: Walk): Promise<void> => {
  const dialog = walk.drawer('计费规则');
  await expect(dialog).toContainText(/规则第 \d+ 版，自 \d{4}-\d\d-\d\d 起/);
  await expect(dialog).toContainText(/平台运营 · \d{4}-\d\d-\d\d \d\d:\d\d 制定/);
  await expect(dialog).toContainText('用于本账单');
};

/** The lines of the open bill, all of them, sum up to the fees of its lines. */
const expectLinesSum = async (walk: Walk): Promise<void> => {
  const drawer = walk.drawer('账单详情');
  const more = drawer.getByRole('button', { name: '加载更多' });
  const counter = drawer.getByText(/已显示 [\d,]+ \/ [\d,]+/);
  await expect(counter).toBeVisible();
  while (!/已显示 ([\d,]+) \/ \1/.test((await counter.textContent()) ?? '')) {
    const before = await counter.textContent();
    await more.click();
    await expect(counter).not.toHaveText(before ?? '');
  }
  const fees = await drawer
    .getByRole('list', { name: '明细', exact: true })
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('div > span:last-child')?.textContent ?? ''));
  const [whole = Number.NaN] = await walk.fens(walk.part('金额是怎么来的').locator('summary'));
  expect(sumOf(fees.flatMap((fee) => fensIn(fee).slice(0, 1)))).toBe(whole);
};

/** A way from an amount to what made it; what it found is written down in `docs/figures.md`. */
interface Path {
  readonly name: string;
  /** On a phone its lists are cards; one path of each list is walked there too. */
  readonly onPhone?: true;
  readonly walk: (walk: Walk) => Promise<string>;
}

const answer = (walk: Walk, title: string): Locator =>
  walk.page
    .getByRole('list', { name: '账单', exact: true })
    .locator(':scope > li')
    .filter({ has: walk.page.getByRole('heading', { name: title }) });

/** ¥1,234.56 of fen. */
const yuan = (fens: number): string => {
  const digits = String(fens).padStart(3, '0');
  return `¥${Number(digits.slice(0, -2)).toLocaleString('en-US')}.${digits.slice(-2)}`;
};

const paths: readonly Path[] = [
  {
    name: 'home: what is to be confirmed → its bills → a bill → its rule',
    walk: async (walk) => {
      await walk.open('home');
      const link = answer(walk, '待确认账单').getByRole('link').filter({ hasText: '应付' });
      const amount = await walk.fen(link);
      await walk.click(link);
      await expect(walk.listSum('应付合计')).toContainText(yuan(amount));
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      await walk.click(walk.drawer('账单详情').getByRole('button', { name: /^规则第 \d+ 版$/ }));
      await expectRule(walk);
      return `${yuan(amount)} is the sum of the list; the bill's parts add up to it, the rule says its numbers`;
    },
  },
  {
    name: 'home: what is due → its bills, with what is paid of them',
    walk: async (walk) => {
      await walk.open('home');
      const link = answer(walk, '待付款与应收').getByRole('link').filter({ hasText: '应付' });
      const due = await walk.fen(link);
      await walk.click(link);
      const [amount = 0, paid = 0, open = 0] = await walk.fens(walk.listSum('应付合计'));
      expect(open).toBe(due);
      expect(amount - paid).toBe(open);
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      return `${yuan(due)} is what is open of ${yuan(amount)}, of which ${yuan(paid)} is paid`;
    },
  },
  {
    name: 'home: what is overdue of it → the overdue bills',
    walk: async (walk) => {
      await walk.open('home');
      const link = walk.page.getByRole('link', { name: /^其中逾期/ });
      const overdue = await walk.fen(link);
      await walk.click(link);
      const [amount, , open = amount] = await walk.fens(walk.listSum('应付合计'));
      expect(open).toBe(overdue);
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      await expect(walk.drawer('账单详情')).toContainText('逾期');
      return `${yuan(overdue)} is what is open of the overdue bills`;
    },
  },
  {
    name: 'home: a month of the chart → the bills of that month → a bill and its lines',
    onPhone: true,
    walk: async (walk) => {
      await walk.open('home');
      const bar = walk.page.getByRole('group', { name: /近 12\s*个月账单/ }).getByRole('link', { name: /应收/ });
      await expect(bar.first()).toBeVisible();
      const [amount = Number.NaN] = fensIn((await bar.first().getAttribute('aria-label')) ?? '');
      await bar.first().focus();
      await walk.click(bar);
      await expect(walk.listSum('应收合计')).toContainText(yuan(amount));
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      await expectLinesSum(walk);
      return `${yuan(amount)} is the sum of the month's bills; the lines of one sum up to its fees`;
    },
  },
  {
    name: 'home: what is settled, of all by status → the settled bills',
    walk: async (walk) => {
      await walk.open('home');
      const chart = walk.page.getByRole('region', { name: '账单按状态：应付' });
      const whole = await walk.fen(chart.locator('p'));
      const parts = await Promise.all((await chart.getByRole('listitem').all()).map((each) => walk.fen(each)));
      expect(sumOf(parts)).toBe(whole);
      const settled = chart.getByRole('listitem').filter({ hasText: '已结清' }).getByRole('link');
      const amount = await walk.fen(settled);
      await walk.click(settled);
      await expect(walk.listSum('应付合计')).toContainText(yuan(amount));
      await walk.click(walk.rows());
      await expect(walk.part('结算记录')).toContainText(/银行流水号 .*平台运营/);
      return `${yuan(amount)} of ${yuan(whole)}; the payments name their serial and who entered them`;
    },
  },
  {
    name: 'home: an age of what is due → its bills',
    walk: async (walk) => {
      await walk.open('home');
      const table = walk.page.getByRole('table', { name: '账龄', exact: true });
      const link = table.getByRole('row', { name: /^未到期/ }).getByRole('link');
      const amount = await walk.fen(link);
      await walk.click(link);
      const [all, , open = all] = await walk.fens(walk.listSum('应付合计'));
      expect(open).toBe(amount);
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      return `${yuan(amount)} is what is open of the bills of that age`;
    },
  },
  {
    name: 'home: the feedback that waits → one of it → its lines in the bill',
    onPhone: true,
    walk: async (walk) => {
      await walk.open('home');
      const link = answer(walk, '差异处理中').getByRole('link', { name: /反馈/ });
      await expect(link).toBeVisible();
      const count = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
      await walk.click(link);
      const rows = walk.page
        .getByRole('main')
        .locator('a[href*="open=FK"]')
        .filter({ hasText: /条明细/ });
      const all = walk.page.getByRole('main').locator('a[href*="open=FK"]');
      await expect(rows.or(all).first()).toBeVisible();
      expect(new Set(await all.evaluateAll((links) => links.map((each) => each.getAttribute('href')))).size).toBe(
        count,
      );
      const chosen = walk.page
        .getByRole('main')
        .locator('tr, li')
        .filter({ hasText: /\d+\s条明细/ })
        .locator('a[href*="open=FK"]');
      await walk.click(chosen);
      const drawer = walk.drawer('差异反馈详情');
      const [standing] = await walk.fens(drawer.getByText(/^账单所示/));
      const lines = drawer.getByRole('list', { name: '主张涉及的明细' }).getByRole('listitem');
      const fees = await Promise.all((await lines.all()).map((line) => walk.fen(line)));
      expect(sumOf(fees)).toBe(standing);
      const [fee] = fees;
      const loanNo = (await lines.first().getByRole('link').textContent()) ?? '';
      await walk.click(lines.first().getByRole('link'));
      const found = walk.drawer('账单详情').getByRole('list', { name: '明细', exact: true }).getByRole('listitem');
      await expect(found).toHaveCount(1);
      await expect(found).toContainText(loanNo);
      expect((await walk.fens(found))[0]).toBe(fee);
      return `${count} wait; the chosen lines sum up to what stood, and each is shown with its computation`;
    },
  },
  {
    name: 'bill list: the sum of a status → its bills → why one differs from the stage before',
    walk: async (walk) => {
      await walk.open('bill?direction=receivable');
      const link = walk.listSum('应收合计').getByRole('link').filter({ hasText: '已结清' });
      const amount = await walk.fen(link);
      await walk.click(link);
      await expect(walk.listSum('应收合计')).toContainText(yuan(amount));
      await walk.click(walk.rows());
      const comparison = walk.part('与上期比较');
      await expect(comparison).toContainText('本期');
      const lines = await Promise.all((await comparison.locator('div > p').all()).map((each) => each.textContent()));
      const fens = lines.map((line) => fensIn(line?.replace(/^.*（.*→.*）/, '') ?? ''));
      // The verdict, the former bill, its parts, the present one.
      const [[verdict = 0] = [], [former = 0] = [], ...rest] = fens;
      const present = rest.pop()?.at(-1) ?? Number.NaN;
      expect(former + sumOf(rest.map((part) => part.at(-1) ?? Number.NaN))).toBe(present);
      expect(Math.abs(present - former)).toBe(Math.abs(verdict));
      await walk.click(comparison.getByRole('link'));
      await expect(walk.part('金额是怎么来的').locator('p').filter({ hasText: '账单金额' })).toContainText(
        yuan(former),
      );
      return `${yuan(former)} and the parts add up to ${yuan(present)}; the bill of the stage before is one click away`;
    },
  },
  {
    name: 'exports: the totals of a file → its list → a bill',
    onPhone: true,
    walk: async (walk) => {
      await walk.open('exports');
      const file = walk.page.getByRole('main').locator('tr, li').filter({ hasText: '应付合计' }).first();
      const payable = await walk.fen(file.getByText(/^应付合计/));
      await walk.click(file.getByRole('link', { name: '全部' }));
      await expect(walk.listSum('应付合计')).toContainText(yuan(payable));
      await walk.click(walk.rows());
      await expectBillExplained(walk);
      return `${yuan(payable)} in the file is the sum of the list`;
    },
  },
  {
    name: 'invoices: the sum of what is issued → an invoice → a bill that it covers',
    onPhone: true,
    walk: async (walk) => {
      await walk.open('invoice');
      const link = walk.listSum('已开票').first().getByRole('link');
      const all = await walk.fen(link);
      await walk.click(link);
      const rows = walk.page
        .getByRole('main')
        .locator('tr, li')
        .filter({ has: walk.page.locator('a[href*="open=FP"]') });
      const amounts = async () => (await rows.allTextContents()).map((text) => fensIn(text).at(-1) ?? 0);
      // The list stands with all its rows until those of the filter arrive.
      await expect.poll(async () => sumOf(await amounts())).toBe(all);
      await walk.click(rows.filter({ hasText: '数电专票' }).locator('a[href*="open=FP"]'));
      const drawer = walk.drawer('发票详情');
      await expect(drawer).toContainText(/平台运营/);
      const items = drawer.getByRole('list', { name: '所含项目' }).getByRole('listitem');
      const parts = await Promise.all((await items.all()).map((item) => walk.fen(item)));
      const [whole] = await walk.fens(drawer.locator('dl').first());
      expect(sumOf(parts)).toBe(whole);
      await walk.click(items.getByRole('link', { name: /^账单/ }));
      await expectBillExplained(walk);
      return `${yuan(all)} is the sum of the invoices; the bills of one sum up to its ${yuan(whole ?? Number.NaN)}`;
    },
  },
  {
    name: 'lines: a fee → the bill that it is in → its rule',
    onPhone: true,
    walk: async (walk) => {
      await walk.open('loanConsult?to=2026-10-31');
      const fee = walk.page.getByRole('main').locator('a[href*="/bill?open="]');
      await expect(fee.first()).toContainText('¥');
      await walk.click(fee);
      await expectBillExplained(walk);
      await walk.click(walk.drawer('账单详情').getByRole('button', { name: /^规则第 \d+ 版$/ }));
      await expectRule(walk);
      return 'its line in the bill that it is in, and the rule of its version';
    },
  },
  {
    name: "timeline: an adjustment's amounts → its feedback → a chosen line in the bill",
    walk: async (walk) => {
      await walk.open('feedback?status=resolved');
      const answered = walk.page
        .getByRole('main')
        .locator('tr, li')
        .filter({ hasText: /\d+\s条明细/ })
        .locator('a[href*="open=FK"]');
      await answered.first().click();
      const ofBill = walk.drawer('差异反馈详情').locator('a[href*="/bill?open=ZD"]').first();
      await walk.open(`bill?open=${/open=(ZD\w+)/.exec((await ofBill.getAttribute('href')) ?? '')?.[1]}`);
      const step = walk.part('账单经过').getByRole('listitem').filter({ hasText: '调整金额' });
      const [before = 0, after = 0] = await walk.fens(step);
      expect(after).not.toBe(before);
      await expect(step.first()).toContainText('平台运营');
      const adjustment = walk.part('金额是怎么来的').locator('summary').filter({ hasText: '调整' });
      expect(await walk.fen(adjustment)).toBe(after - before);
      await walk.click(step.getByRole('link', { name: /^差异反馈/ }));
      const drawer = walk.drawer('差异反馈详情');
      await expect(drawer.getByRole('heading', { name: '往来记录' })).toBeVisible();
      await expect(drawer).toContainText(yuan(after));
      const line = drawer.getByRole('list', { name: '主张涉及的明细' }).getByRole('listitem').getByRole('link');
      const loanNo = (await line.first().textContent()) ?? '';
      await walk.click(line);
      const found = walk.drawer('账单详情').getByRole('list', { name: '明细', exact: true }).getByRole('listitem');
      await expect(found).toHaveCount(1);
      await expect(found).toContainText(loanNo);
      return `${yuan(before)} → ${yuan(after)} is the adjustment in the bill; its feedback has the answer, its line the computation`;
    },
  },
];

const rowsOfDocument = (): string[] =>
  readFileSync(new URL('../../docs/figures.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split(' | ')[1] ?? '');

test('R10.1 docs/figures.md has a row for every path that is walked here, in this order', () => {
  expect(rowsOfDocument()).toEqual(paths.map(({ name }) => name));
});

for (const { name, onPhone, walk } of paths) {
  test(`R10.1 ${name}`, { tag: onPhone ? '@h5' : [] }, async ({ page, baseURL }) => {
    test.slow();
    await (await enterMerchant(baseURL ?? '', demoMerchant)).openIn(page.context());
    const reader = new Walk(page);
    const shown = await walk(reader);
    await expectNoFindings(page);
    expect(reader.clicks).toBeGreaterThan(0);
    expect(reader.clicks).toBeLessThanOrEqual(clicksAtMost);
    test
      .info()
      .annotations.push({ type: 'clicks', description: `${reader.clicks}` }, { type: 'shown', description: shown });
  });
}
