import type { CallInput } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, act, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { BillingPage } from './billing/billing-page.tsx';
import { StageDrawer } from './dimension/stage-drawer.tsx';
import { StageListPage } from './dimension/stage-list-page.tsx';
import { FeeRuleEditor } from './fee-rule/fee-rule-editor.tsx';
import { fieldsOf, readTerms, wireTermsOf } from './fee-rule/fee-rule-fields.ts';
import type { FeeRule } from './fee-rule/fee-rule-queries.ts';
import { IssuedListPage } from './issued/issued-list-page.tsx';

const reads = { 'ops.billing.read': true } as never;
const writes = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const stage = {
  stageId: 's10',
  name: '2026-10',
  opensOn: '2026-10-01',
  issuesOn: '2026-11-02',
  confirmDays: 5,
  payDays: 10,
  status: 'open' as const,
  version: 3,
};
const paged = <Item,>(items: readonly Item[]) => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
});

describe('R11.6 stages at the console', () => {
  it('R11.6 are listed, and only whom may write makes one', async () => {
    const answers: Answers = { 'ops.stage.page': () => paged([stage]) };
    const shown = showPage(<StageListPage />, { at: '/stages', answers, state: { auth: reads } });
    expect(await screen.findByText('2026-10')).toBeDefined();
    expect(screen.queryByRole('button', { name: '新建账期' })).toBeNull();
    shown.unmount();
    showPage(<StageListPage />, { at: '/stages', answers, state: { auth: writes } });
    expect(screen.getByRole('button', { name: '新建账期' })).toBeDefined();
  });

  it('R2.9 an empty list says what comes next', async () => {
    showPage(<StageListPage />, {
      at: '/stages',
      answers: { 'ops.stage.page': () => paged([]) },
      state: { auth: reads },
    });
    expect(await screen.findByText('还没有账期')).toBeDefined();
  });

  it('R2.9 a list that failed offers a retry', async () => {
    const failing = () => {
      throw refusal('ops.stage.page', 'RHSY403');
    };
    showPage(<StageListPage />, { at: '/stages', answers: { 'ops.stage.page': failing }, state: { auth: reads } });
    expect(await screen.findByText(/没有.*权限|重试/)).toBeDefined();
  });

  it('R11.6 what a colleague saved is shown beside what is typed, and replaced only when one says so', async () => {
    let stored = stage;
    const answers: Answers = {
      'ops.stage.page': () => paged([stored]),
      'ops.stage.save': ({ version }: CallInput<'ops.stage.save'>) => {
        if (version !== stored.version) throw refusal('ops.stage.save', 'RHSY409');
        return { stageId: 's10', version: stored.version + 1 };
      },
    };
    let isClosed = false;
    const shown = showPage(
      <StageDrawer
        stageId="s10"
        onClose={() => {
          isClosed = true;
        }}
      />,
      { at: '/stages?open=s10', answers, state: { auth: writes } },
    );
    const name = await screen.findByLabelText(/^账期名称/);
    await shown.keyboard.clear(name);
    await shown.keyboard.type(name, '十月（改）');
    stored = { ...stage, name: '同事改的', version: 4 };
    await shown.keyboard.click(screen.getByRole('button', { name: '保存' }));
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('现为 同事改的，您填写 十月（改）')).toBeDefined();
    expect(isClosed).toBe(false);
    await shown.keyboard.click(notice.getByRole('button', { name: '保留我填写的' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存' }));
    await expect.poll(() => isClosed).toBe(true);
    expect(shown.of('ops.stage.save').at(-1)?.input).toMatchObject({ version: 4, name: '十月（改）' });
  });
});

const rule: FeeRule = {
  ruleId: 'r1',
  productId: 'loan',
  orgId: null,
  tenantId: null,
  productName: '贷款撮合',
  orgName: null,
  tenantName: null,
  version: 2,
  latest: {
    version: 2,
    holdsFrom: '2026-01-01',
    terms: {
      unit: '张',
      direction: 'payable',
      scheme: {
        kind: 'tiered',
        method: 'marginal',
        tiers: [
          { from: 0, rate: 350_000 },
          { from: 500, rate: 200_000_000 },
        ],
      },
      lineMinimumAmount: null,
      lineCapAmount: fen(50_000),
      billMinimumAmount: fen(1),
      billCapAmount: null,
      taxRate: 60_000,
    },
    text: '规则第 2 版',
    by: '财务',
    at: '2026-01-01T00:00:00.000Z',
  },
};

describe('R11.6 the editor of fee rules', () => {
  it('R11.6 shows a version as it is stored and reads it back the same', () => {
    const schemes = [
      rule.latest.terms,
      { ...rule.latest.terms, unit: null, scheme: { kind: 'rate' as const, rate: 12_345 } },
      { ...rule.latest.terms, scheme: { kind: 'fixed' as const, fee: fen(120), per: 'unit' as const } },
      {
        ...rule.latest.terms,
        unit: null,
        scheme: {
          kind: 'tiered' as const,
          method: 'whole' as const,
          tiers: [
            { from: 0, rate: 1 },
            { from: 100_050, rate: 0 },
          ],
        },
      },
    ];
    for (const terms of schemes) {
      const read = readTerms(fieldsOf({ ...rule, latest: { ...rule.latest, terms } }));
      expect(read.terms && wireTermsOf(read.terms)).toEqual(terms);
    }
  });

  it('R5.1 names the field that is wrong, a tier by its place', () => {
    const fields = fieldsOf(rule);
    const tiers = (...each: readonly (readonly [string, string])[]) =>
      JSON.stringify(each.map(([from, rate]) => ({ from, rate })));
    expect(readTerms({ ...fields, tiers: tiers(['0', '1'], ['0', '2']) }).wrong).toEqual({
      tiers: '第 2 档：起点应大于上一档',
    });
    expect(readTerms({ ...fields, tiers: tiers(['0', '1'], ['500', 'x']) }).wrong).toMatchObject({
      tiers: expect.stringContaining('第 2 档'),
    });
    expect(readTerms({ ...fields, unit: ' ' }).wrong).toEqual({ unit: '请填写单位' });
    expect(readTerms({ ...fields, billMinimum: '2', billCap: '1' }).wrong).toEqual({
      billCap: '最高收费不能低于最低收费',
    });
    expect(readTerms({ ...fields, kind: 'rate', rate: '' }).wrong).toMatchObject({ rate: expect.any(String) });
    expect(readTerms({ ...fields, taxRate: '101' }).wrong).toEqual({ taxRate: '税率过大' });
  });

  it('ux Always each control has an id of its own, with tiers and with more names than a list holds', async () => {
    const items = Array.from({ length: 50 }, (_, at) => ({ id: `n${at}`, name: `名称 ${at}` }));
    const shown = showPage(<FeeRuleEditor rule={{ ...rule, tenantId: null }} onClose={() => undefined} />, {
      at: '/feeRules',
      state: { auth: writes },
      answers: { 'ops.bill.names': () => ({ items }) },
    });
    await shown.keyboard.click(screen.getByRole('button', { name: '添加一档' }));
    expect(screen.getByLabelText('第 3 档的单价')).toBeDefined();
    await expect.poll(() => screen.queryAllByLabelText('名称的一部分').length).toBe(2);
    const ids = [...document.querySelectorAll('[id]')].map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    await shown.keyboard.click(screen.getByRole('button', { name: '删除第 3 档' }));
    expect(screen.queryByLabelText('第 3 档的单价')).toBeNull();
  });

  it('R11.6 a version is kept only after it was tried as it is: a change asks for another trial', async () => {
    const none = { bills: 0, payableAmount: fen(0), receivableAmount: fen(0), leftOutLines: 0 };
    const shown = showPage(<FeeRuleEditor rule={rule} onClose={() => undefined} />, {
      at: '/feeRules',
      state: { auth: writes },
      answers: {
        'ops.bill.names': () => ({ items: [] }),
        'ops.feeRule.trial': () => ({
          text: '规则第 3 版',
          stage: { stageId: 's10', name: '2026-10' },
          lines: 4,
          now: { ...none, bills: 1, payableAmount: fen(120_000) },
          changed: { ...none, bills: 1, payableAmount: fen(150_000) },
          parts: [],
          partCount: 0,
        }),
        'ops.feeRule.save': () => ({ ruleId: 'r1', version: 3, text: '规则第 3 版' }),
      },
    });
    expect(screen.queryByRole('button', { name: '保存新版本' })).toBeNull();
    await shown.keyboard.click(screen.getByRole('button', { name: '试算' }));
    expect(await screen.findByText('请填写生效日')).toBeDefined();
    expect(shown.of('ops.feeRule.trial')).toHaveLength(0);
    await shown.keyboard.type(screen.getByLabelText(/^生效日/), '2026-12-01');
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    await shown.keyboard.click(screen.getByRole('button', { name: '试算' }));
    expect(await screen.findByText('+¥300.00')).toBeDefined();
    // The result comes into sight, and to keep the rule is another button than to try it.
    expect(seen.mock.contexts).toContain(screen.getByRole('heading', { name: '试算结果' }).parentElement);
    await shown.keyboard.click(screen.getByRole('button', { name: '再次试算' }));
    await expect.poll(() => shown.of('ops.feeRule.trial').length).toBe(2);
    expect(shown.of('ops.feeRule.save')).toHaveLength(0);
    await shown.keyboard.type(screen.getByLabelText(/^每笔最低/), '1');
    expect(screen.queryByRole('button', { name: '保存新版本' })).toBeNull();
    await shown.keyboard.click(screen.getByRole('button', { name: '试算' }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '保存新版本' }));
    await expect.poll(() => shown.of('ops.feeRule.save').length).toBe(1);
    expect(shown.of('ops.feeRule.save')[0]?.input).toMatchObject({
      ruleId: 'r1',
      version: 2,
      holdsFrom: '2026-12-01',
      terms: { lineMinimumAmount: 100 },
    });
  });
});

describe('R11.6 billing a stage', () => {
  const sum = { bills: 0, lines: 0, amount: fen(0) };
  const generation = {
    confirmation: { on: '2026-11-09', note: null },
    generation: {
      jobId: 'j',
      status: 'done' as const,
      done: 9,
      total: 9,
      words: '',
      endedAt: '2026-11-02T01:00:00.000Z',
    },
    issue: null,
    drafts: { payable: { bills: 2, lines: 4, amount: fen(240_000) }, receivable: sum },
    issued: { payable: sum, receivable: sum },
    leftOut: [
      {
        reason: 'noRule' as const,
        text: '当日没有适用的计费规则',
        lines: 3,
        examples: [{ tenantId: 't', lineId: 'l', loanNo: 'LN-7' }],
      },
    ],
  };
  const answers: Answers = {
    'ops.stage.page': () => paged([stage]),
    'ops.bill.generation': () => generation,
    'ops.bill.names': () => ({ items: [] }),
    'ops.bill.check': () => ({
      former: { stageId: 's9', name: '2026-09' },
      drafts: { count: 2, payableAmount: fen(240_000), receivableAmount: fen(0) },
      rows: [
        {
          tenantId: 't',
          tenantName: '远山商贸',
          productId: 'loan',
          productName: '贷款撮合',
          direction: 'payable',
          drafts: 2,
          formerAmount: fen(200_000),
          amount: fen(240_000),
          differenceAmount: fen(40_000),
        },
      ],
      rowCount: 1,
    }),
  };

  it('R11.6 R11.2 says what was left out and why, what differs from the stage before, and issues what was seen; the queues are read again', async () => {
    const queues = cached('desk', 'queues');
    const shown = showPage(<BillingPage />, {
      at: '/billing',
      state: { auth: writes },
      answers: { ...answers, 'ops.bill.issue': () => ({ jobId: 'j2' }) },
    });
    expect(await screen.findByText(/当日没有适用的计费规则/)).toBeDefined();
    expect(await screen.findByText('+20.0%')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '3\u00a0笔' }));
    const lines = screen.getByRole('list', { name: '未计入的明细：当日没有适用的计费规则' });
    expect(lines.textContent).toContain('LN-7');
    expect(document.activeElement).toBe(lines);
    await shown.keyboard.click(await screen.findByRole('button', { name: '全部出账' }));
    const question = within(await screen.findByRole('dialog', { name: '出账：2026-10' }));
    expect(question.getByText('¥2,400.00')).toBeDefined();
    expect(question.getByText('2026-11-09 24:00')).toBeDefined();
    await shown.keyboard.click(question.getByRole('button', { name: /^出账/ }));
    await expect.poll(() => shown.of('ops.bill.issue').length).toBe(1);
    expect(shown.of('ops.bill.issue')[0]?.input).toMatchObject({
      stageId: 's10',
      count: 2,
      payableAmount: 240_000,
      receivableAmount: 0,
    });
    expect(toasts()).toEqual(['已开始出账，完成后商户会收到通知']);
    await expect.poll(queues).toBe(true);
  });

  it.each([
    ['the day of issue', { opensOn: '2020-01-01', issuesOn: '2999-11-02' }, /还没有到出账日 2999-11-02/],
    ['its first day', { opensOn: '2999-10-01', issuesOn: '2999-11-02' }, /账期尚未开始，开始日是 2999-10-01/],
  ])('R11.6 an issue before %s is agreed to by itself', async (_when, days, words) => {
    const shown = showPage(<BillingPage />, {
      at: '/billing',
      state: { auth: writes },
      answers: {
        ...answers,
        'ops.stage.page': () => paged([{ ...stage, ...days }]),
        'ops.bill.issue': () => ({ jobId: 'j2' }),
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '全部出账' }));
    const question = within(await screen.findByRole('dialog', { name: '出账：2026-10' }));
    expect(question.getByText(words)).toBeDefined();
    const issue = question.getByRole<HTMLButtonElement>('button', { name: /^出账/ });
    expect(issue.disabled).toBe(true);
    await shown.keyboard.click(question.getByRole('checkbox', { name: '确认提前出账' }));
    await shown.keyboard.click(issue);
    await expect.poll(() => shown.of('ops.bill.issue').length).toBe(1);
  });

  it('R11.6 drafts from before an import say so, and are not issued', async () => {
    const importedSince = '2026-11-02T02:00:00.000Z';
    showPage(<BillingPage />, {
      at: '/billing',
      state: { auth: writes },
      answers: { ...answers, 'ops.bill.generation': () => ({ ...generation, importedSince }) },
    });
    expect(await screen.findByText(/草稿已过时/)).toBeDefined();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '全部出账' })).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '重新生成草稿' }).disabled).toBe(false);
  });

  it('R11.6 names the part that is issued in the question', async () => {
    const shown = showPage(<BillingPage />, {
      at: '/billing',
      state: { auth: writes },
      answers: {
        ...answers,
        'ops.bill.names': ({ kind }) => ({
          items: kind === 'tenant' ? [{ id: 't', name: '远山商贸' }] : [{ id: 'loan', name: '贷款撮合' }],
        }),
      },
    });
    await screen.findByText('+20.0%');
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '商户' }), '远山商贸');
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '产品' }), '贷款撮合');
    await shown.keyboard.click(await screen.findByRole('button', { name: '出账所选范围' }));
    const question = within(await screen.findByRole('dialog', { name: '出账：2026-10' }));
    expect(await question.findByText('远山商贸')).toBeDefined();
    expect(await question.findByText('贷款撮合')).toBeDefined();
    expect(question.queryByText('机构')).toBeNull();
  });

  it('R11.2 without a choice the stage of the oldest drafts is shown, and a row of the check leads to its bills with the drafts', async () => {
    const named = (stageId: string, draftsSince?: string) => ({
      ...stage,
      stageId,
      name: stageId,
      ...(draftsSince && { draftsSince }),
    });
    const stages = [named('s12', '2026-11-20T01:00:00.000Z'), named('s11', '2026-11-02T01:00:00.000Z'), named('s10')];
    const shown = showPage(<BillingPage />, {
      at: '/billing',
      state: { auth: reads },
      answers: { ...answers, 'ops.stage.page': () => paged(stages) },
    });
    const link = await screen.findByRole('link', { name: '远山商贸，贷款撮合' });
    expect(shown.of('ops.bill.generation')[0]?.input).toEqual({ stageId: 's11' });
    expect(link.getAttribute('href')).toBe(
      '#/bills?stageId=s11&tenantId=t&productId=loan&direction=payable&drafts=with',
    );
  });

  const bill = {
    billId: 'b1',
    billNo: null,
    tenantId: 't',
    tenantName: '远山商贸',
    direction: 'payable' as const,
    stageId: 's11',
    stageName: '2026-11',
    projectId: 'p',
    projectName: '采购',
    productId: 'loan',
    productName: '贷款撮合',
    orgId: 'o',
    orgName: '远山银行',
    lineCount: 4,
    amount: fen(240_000),
    taxAmount: fen(0),
    paidAmount: fen(0),
    approval: 'none' as const,
    status: 'draft' as const,
    issuedAt: null,
    confirmBy: null,
    dueOn: null,
    version: 1,
  };

  it('R11.6 drafts are in the list of bills when they are asked for, and open without a number', async () => {
    const list = {
      'ops.bill.page': () => ({ ...paged([bill]), nextCursor: null }),
      'ops.bill.lines': () => ({ ...paged([]), nextCursor: null }),
    } satisfies Answers;
    const at = (search: string) =>
      showPage(<IssuedListPage />, { at: `/bills${search}`, state: { auth: reads }, answers: { ...answers, ...list } });
    const shown = at('?stageId=s11&drafts=with&open=b1');
    const drawer = within(await screen.findByRole('dialog', { name: '账单草稿' }));
    expect(drawer.getByText('¥2,400.00')).toBeDefined();
    expect(drawer.getByRole('link', { name: '到出账核对并出账' }).getAttribute('href')).toBe('#/billing?stageId=s11');
    expect(shown.of('ops.bill.lines')[0]?.input).toMatchObject({ tenantId: bill.tenantId, billId: 'b1' });
    expect(shown.of('ops.bill.page')[0]?.input).not.toHaveProperty('from');
    expect(shown.of('ops.bill.page')[0]?.input).not.toHaveProperty('drafts');
    shown.unmount();
    // Without them only what has a day of issue is asked for.
    expect(at('?stageId=s12').of('ops.bill.page')[0]?.input).toMatchObject({ from: '2000-01-01' });
  });

  it('R4.9 R11.6 a bill reads as its merchant has it: what waits for a second person, what is only expected to be due, until when', async () => {
    const issued = {
      ...bill,
      billNo: 'ZD1',
      issuedAt: '2026-11-20T01:00:00.000Z',
      confirmBy: '2026-11-27T16:00:00.000Z',
      dueOn: '2026-12-07',
    };
    const rows = [
      { ...issued, status: 'pending' as const },
      { ...issued, billId: 'b2', billNo: 'ZD2', status: 'confirmed' as const, approval: 'waiting' as const },
    ];
    const shown = showPage(<IssuedListPage />, {
      at: '/bills',
      state: { auth: reads },
      answers: { ...answers, 'ops.bill.page': () => ({ ...paged(rows), nextCursor: null }) },
    });
    const textOf = async (billNo: string) => (await screen.findByText(billNo)).closest('tr')?.textContent ?? '';
    expect(await textOf('ZD1')).toMatch(/2026-12-07（预计）待确认/);
    expect(await textOf('ZD2')).toMatch(/2026-12-07已确认待复核/);
    await shown.keyboard.click(screen.getByText('列设置'));
    await shown.keyboard.click(screen.getByRole('checkbox', { name: '确认截止' }));
    // The end of the 27th, and not the first moment of the 28th.
    expect(await textOf('ZD1')).toContain('2026-11-27\u00a024:00');
  });

  it('ux Console an open draft stays while the page beneath it is turned, and when that page cannot be loaded', async () => {
    const drafts = Array.from({ length: 11 }, (_, at) => ({ ...bill, billId: `b${at + 1}` }));
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const turns = held.map(({ promise }) => promise);
    const shown = showPage(<IssuedListPage />, {
      at: '/bills?drafts=with&pageSize=10&open=b10',
      state: { auth: reads },
      answers: {
        ...answers,
        'ops.bill.page': async ({ page = 1 }) => {
          if (page === 2) await turns.shift();
          return { ...paged(drafts.slice((page - 1) * 10, page * 10)), total: 11, page, nextCursor: null };
        },
        'ops.bill.lines': () => ({ ...paged([]), nextCursor: null }),
      },
    });
    const opened = (): string | null => new URLSearchParams(location.hash.split('?')[1]).get('open');
    const drawer = await screen.findByRole('dialog', { name: '账单草稿' });
    await shown.keyboard.click(await screen.findByRole('button', { name: '下一张 J' }));
    await expect.poll(() => shown.of('ops.bill.page').length).toBe(2);
    await act(async () => held[0].reject(refusal('ops.bill.page', 'RHSY403')));
    await expect.poll(toasts).toEqual(['下一页没有打开，请重试。']);
    // Another drawer, even for a moment, would lose the focus and what was scrolled to.
    expect([opened(), screen.getByRole('dialog')]).toEqual(['b10', drawer]);
    await shown.keyboard.keyboard('j');
    await act(async () => held[1].resolve());
    await expect.poll(opened).toBe('b11');
    expect(screen.getByRole('dialog')).toBe(drawer);
  });

  it('R11.6 who only reads sees the check and no button', async () => {
    showPage(<BillingPage />, { at: '/billing', state: { auth: reads }, answers });
    expect(await screen.findByText('+20.0%')).toBeDefined();
    expect(screen.queryByRole('button', { name: /出账|生成/ })).toBeNull();
  });

  it('R2.9 without a stage the page says what is missing', async () => {
    const noStages = { ...answers, 'ops.stage.page': () => paged([]) };
    showPage(<BillingPage />, { at: '/billing', state: { auth: reads }, answers: noStages });
    expect(await screen.findByText('还没有账期')).toBeDefined();
  });
});
