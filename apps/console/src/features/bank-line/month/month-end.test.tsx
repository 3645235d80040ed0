import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { loadExplainDialog, MonthEndPage } from './month-end-page.tsx';
import type { Line, Month } from './month-queries.ts';

// Chunks have their own tests; here it is loaded already.
beforeAll(async () => {
  await loadChunk(loadExplainDialog);
}, 60_000);

const month: Month = {
  ownAccount: '6222',
  month: '2026-10',
  openingAmount: fen(100_000),
  inCount: 3,
  inAmount: fen(31_284),
  outCount: 1,
  outAmount: fen(350),
  closingAmount: fen(130_934),
  parts: [
    { direction: 'in', part: 'applied', count: 1, amount: fen(10_000) },
    { direction: 'in', part: 'explained', kind: 'interest', count: 1, amount: fen(1_284) },
    { direction: 'in', part: 'open', count: 1, amount: fen(20_000) },
    { direction: 'out', part: 'open', count: 1, amount: fen(350) },
  ],
  openLines: 2,
  gaps: [],
  uncoveredLines: 0,
  isOver: true,
  isOwn: false,
};
const incoming: Line = {
  lineNo: 3,
  bookedOn: '2026-10-15',
  amount: fen(20_000),
  serial: 'A3',
  receiptNo: 'SK3',
  unappliedAmount: fen(20_000),
  isOpen: true,
};
const outgoing: Line = { lineNo: 2, bookedOn: '2026-10-10', amount: fen(-350), isOpen: true };
const page = { total: 2, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const ready: Month = { ...month, parts: month.parts.slice(0, 2), openLines: 0 };

const show = (more: Answers = {}, search = '', held: object = { 'ops.receipt.write': true }) =>
  showPage(<MonthEndPage />, {
    at: `/receipts/month${search}`,
    answers: {
      'ops.bankLine.accounts': () => ({ items: [{ ownAccount: '6222', isPayee: true }] }),
      'ops.bankLine.months': () => ({
        items: [
          { month: '2026-11', isClosed: false },
          { month: '2026-10', isClosed: false },
          { month: '2026-09', isClosed: true },
        ],
      }),
      'ops.bankLine.month': () => month,
      'ops.bankLine.list': () => ({ items: [incoming, outgoing], ...page }),
      'ops.bankLine.colleagues': () => ({ items: [{ staffId: 's2', name: '王芳' }] }),
      ...more,
    },
    state: { auth: { 'ops.receipt.read': true, ...held } as never },
  });

describe('receipts 2.6 the end of a month at the console', () => {
  it('receipts 2.6 shows the earliest open month: the bank’s equation, where each line went, and what is missing', async () => {
    const shown = show();
    expect((await screen.findByText('期初')).closest('dl')?.textContent).toContain('¥1,000.00');
    expect(screen.getByText('¥1,309.34')).toBeDefined();
    expect(screen.getByText('已说明 · 利息')).toBeDefined();
    expect(screen.getByRole('list', { name: '还不能月结' }).textContent).toContain('还差 2\u00a0行没有去处');
    expect(shown.of('ops.bankLine.month')[0]?.input).toEqual({ ownAccount: '6222', month: '2026-10' });
    expect(shown.of('ops.bankLine.list')[0]?.input).toMatchObject({
      ownAccount: '6222',
      from: '2026-10-01',
      to: '2026-10-31',
      isOpen: true,
    });
    expect((await screen.findByRole('link', { name: '去认款' })).getAttribute('href')).toBe('#/receipts?open=SK3');
    expect(screen.queryByRole('button', { name: '月结' })).toBeNull();
  });

  it('receipts 2.6 names files between which lines are missing, and an earlier month that is open', async () => {
    const gap = {
      statementNo: 'LS2',
      name: '下半月.csv',
      lastOn: '2026-10-31',
      closingAmount: fen(10_500),
      reckonedAmount: fen(10_000),
    };
    show({ 'ops.bankLine.month': () => ({ ...ready, gaps: [gap], earlierMonth: '2026-09' }) });
    const missing = (await screen.findByRole('list', { name: '还不能月结' })).textContent;
    expect(missing).toContain('文件“下半月.csv”到 2026-10-31 的期末是 ¥105.00，按流水应为 ¥100.00');
    expect(missing).toContain('2026-09 还没有月结');
  });

  it('receipts 2.6 says what a line is: nobody known is carried forward with a reason and who looks into it', async () => {
    const shown = show({ 'ops.bankLine.explain': () => ({}) });
    const [first] = await screen.findAllByRole('button', { name: '说明' });
    await shown.keyboard.click(first ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: '说明这一行流水' });
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '保存说明' }));
    expect(within(dialog).getByText('请选择这一行是什么')).toBeDefined();
    await shown.keyboard.selectOptions(within(dialog).getByRole('combobox', { name: /这一行是/ }), 'carried');
    await shown.keyboard.selectOptions(within(dialog).getByRole('combobox', { name: /由谁查/ }), 's2');
    await shown.keyboard.type(within(dialog).getByRole('textbox', { name: /待查的原因/ }), '等商户来认');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '保存说明' }));
    await expect
      .poll(() => shown.of('ops.bankLine.explain')[0]?.input)
      .toMatchObject({ lineNo: 3, kind: 'carried', note: '等商户来认', ownerId: 's2' });
  });

  it('receipts 2.6 is closed with the balance that the bank states, and says at the field where it differs', async () => {
    const shown = show({
      'ops.bankLine.month': () => ready,
      'ops.bankLine.list': () => ({ items: [], ...page, total: 0 }),
      'ops.bankLine.closeMonth': () => ({ closedAt: '2026-11-02T01:00:00.000Z', sha256: 'a'.repeat(64) }),
    });
    await shown.keyboard.type(await screen.findByRole('textbox', { name: /银行月末余额/ }), '1309.34');
    await shown.keyboard.click(screen.getByRole('button', { name: '月结' }));
    await expect
      .poll(() => shown.of('ops.bankLine.closeMonth')[0]?.input)
      .toMatchObject({ ownAccount: '6222', month: '2026-10', closingAmount: 130_934 });
    await expect.poll(() => toasts()).toEqual(['2026-10 已月结，期末 ¥1,309.34']);
    expect(await screen.findByText('每一行都有去处')).toBeDefined();
  });

  it('receipts 2.6 who imported, applied or explained is asked to leave it to a colleague', async () => {
    show({ 'ops.bankLine.month': () => ({ ...ready, isOwn: true }) });
    expect(await screen.findByText(/请由另一位同事月结/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '月结' })).toBeNull();
  });

  it('receipts 2.6 a closed month shows its proof, and nothing is changed in it', async () => {
    const closed = { by: '王芳', at: '2026-11-02T01:00:00.000Z', sha256: 'a'.repeat(64) };
    const shown = show(
      {
        'ops.bankLine.month': () => ({ ...ready, closed }),
        'ops.bankLine.list': () => ({
          items: [{ ...outgoing, isOpen: false, note: { kind: 'fee', by: '李娜', at: closed.at } }],
          ...page,
        }),
      },
      '?ownAccount=6222&month=2026-09&lines=all',
    );
    expect(await screen.findByText('a'.repeat(64))).toBeDefined();
    expect(await screen.findByText('手续费')).toBeDefined();
    expect(screen.queryByRole('button', { name: '撤回说明' })).toBeNull();
    expect(shown.of('ops.bankLine.list')[0]?.input).not.toHaveProperty('isOpen');
  });

  it('receipts 2.6 the note of a line is taken back while its month is open', async () => {
    const shown = show({
      'ops.bankLine.list': () => ({
        items: [{ ...outgoing, isOpen: false, note: { kind: 'fee', by: '李娜', at: '2026-11-02T01:00:00.000Z' } }],
        ...page,
      }),
      'ops.bankLine.dropExplanation': () => {
        throw refusal('ops.bankLine.dropExplanation', 'RHSY404');
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '撤回说明' }));
    await expect.poll(() => toasts()).toHaveLength(1);
  });

  it('ux a list that fails can be asked for again', async () => {
    show({
      'ops.bankLine.list': () => {
        throw refusal('ops.bankLine.list', 'OPSB0001');
      },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});
