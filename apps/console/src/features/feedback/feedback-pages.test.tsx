import { fen } from '@ronghui/domain/money';
import { useHashLocation } from '@ronghui/web/navigation/hash-location';
import { invalidate } from '@ronghui/web/queries/query-client';
import type { JSX } from 'react';
import { describe, expect, it } from 'vitest';
import { type Answers, act, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { FeedbackListPage } from './feedback-list-page.tsx';
import { FeedbackPage } from './feedback-page.tsx';
import type { Feedback, FeedbackCase, Preview, Proposal } from './feedback-queries.ts';
import { FourEyesDialog } from './four-eyes-dialog.tsx';

const row: Feedback = {
  feedbackNo: 'FK20261123-1',
  billNo: 'ZD20261120-1',
  direction: 'payable',
  stageName: '2026年10月',
  productName: '员工弹性福利',
  orgName: '示例机构',
  status: 'open',
  withdrawn: false,
  claimedAmount: fen(100_000),
  standingAmount: fen(120_000),
  lineCount: 0,
  answerBy: '2026-11-26T16:00:00.000Z',
  late: false,
  createdAt: '2026-11-23T01:00:00.000Z',
  version: 1,
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  awaitsRelease: false,
};
const found: FeedbackCase = {
  ...row,
  reason: '少计了一笔退费',
  lineIds: [],
  lines: [],
  messages: [
    {
      kind: 'claim',
      from: 'merchant',
      by: '王小明',
      content: '少计了一笔退费',
      files: [{ fileId: 'f1', name: '退费流水.png' }],
      at: '2026-11-23T01:00:00.000Z',
    },
  ],
  billAmount: fen(120_000),
  billStatus: 'disputed',
  reopened: false,
  canReopen: false,
  revision: 1,
  billTaxAmount: fen(6792),
  billPaidAmount: fen(0),
  billDueOn: '2026-12-06',
  confirmBy: '2026-11-26T16:00:00.000Z',
  standsAmount: fen(120_000),
  explainedLines: [],
  proposal: null,
  formerProposals: [],
};
const preview: Preview = {
  fromAmount: fen(120_000),
  toAmount: fen(100_000),
  differenceAmount: fen(-20_000),
  fromTaxAmount: fen(6792),
  toTaxAmount: fen(5660),
  confirmBy: '2026-11-26T16:00:00.000Z',
  fromDueOn: '2026-12-06',
  toDueOn: '2026-12-08',
  lines: [],
  needsRelease: false,
};
const proposal: Proposal = {
  proposalNo: 1,
  action: 'accept',
  reason: '退费已核实',
  fromAmount: fen(120_000),
  toAmount: fen(100_000),
  by: '赵敏',
  at: '2026-11-23T02:00:00.000Z',
  isOwn: false,
};
const auth = { 'ops.feedback.read': true, 'ops.feedback.write': true, 'ops.billing.write': true } as never;
const answers: Answers = {
  'ops.feedback.page': () => ({
    items: [row],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.feedback.detail': () => found,
  'ops.feedback.watch': () => ({ revision: 1, others: [] }),
  'ops.feedback.phrases': () => ({ phrases: ['计费规则如此'] }),
  'ops.feedback.fourEyes': () => ({ aboveAmount: fen(1_000_000), revision: 1, setBy: '赵敏', releasers: 2 }),
  'ops.feedback.setFourEyes': () => ({ aboveAmount: fen(0), revision: 2, releasers: 2 }),
  'ops.feedback.preview': () => preview,
  'ops.bill.lines': () => ({ items: [], total: 0, page: 1, pageSize: 20, nextCursor: null }),
  'ops.feedback.add': () => ({ status: 'inProgress' }),
  'ops.feedback.release': () => ({ status: 'resolved' }),
  'ops.feedback.sendBack': () => ({ status: 'inProgress' }),
  'ops.feedback.takeBack': () => ({ status: 'inProgress' }),
  'ops.feedback.decideFourEyes': () => ({ aboveAmount: fen(1_000_000), revision: 3, releasers: 2 }),
  'feedback.handle': () => ({ status: 'resolved' }),
  'ops.bill.names': () => ({ items: [{ id: 't1', name: '云栖商贸有限公司' }] }),
};
const list = (at = '/feedback', held: object = auth) =>
  showPage(<FeedbackListPage />, { at, answers, state: { auth: held } });
const casePage = (more: Answers = {}, held: object = auth) =>
  showPage(<FeedbackPage params={{ feedbackNo: 'FK20261123-1' }} />, {
    at: '/feedback/FK20261123-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });

describe('R11.6 the feedback desk of the console', () => {
  it('R11.6 shows first what waits for an answer, and says from which difference a second is needed', async () => {
    const shown = list();
    expect(await screen.findByText('云栖商贸有限公司', { selector: 'td *, td' })).toBeDefined();
    expect(screen.getByText('-¥200.00')).toBeDefined();
    expect(await screen.findByText(/自出账以来相差超过 ¥10,000.00 的答复/)).toBeDefined();
    expect(shown.of('ops.feedback.page')[0]?.input).toMatchObject({ queue: 'answer' });
  });

  it('R11.6 asks for a status, for what waits for a release, or for all', async () => {
    for (const [chip, asked] of [
      ['release', { queue: 'release' }],
      ['resolved', { status: 'resolved' }],
      ['all&billNo=ZD2026&late=true', { billNo: 'ZD2026', late: true }],
    ] as const) {
      const shown = list(`/feedback?queue=${chip}`);
      await expect.poll(() => shown.of('ops.feedback.page')[0]?.input).toMatchObject(asked);
      shown.unmount();
    }
  });

  it('R11.6 sets the difference from which answers need a second, and 0 for none', async () => {
    list().unmount();
    const setting = { aboveAmount: fen(1_000_000), revision: 1, setBy: '赵敏', releasers: 2 };
    const shown = showPage(<FourEyesDialog setting={setting} onClose={() => undefined} />, {
      at: '/feedback',
      answers,
      state: { auth },
    });
    const dialog = screen.getByRole('dialog', { name: '复核设置' });
    await shown.keyboard.clear(within(dialog).getByLabelText(/须复核的差额/));
    await shown.keyboard.type(within(dialog).getByLabelText(/须复核的差额/), '5,000.5');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '保存' }));
    await expect
      .poll(() => shown.of('ops.feedback.setFourEyes')[0]?.input)
      .toMatchObject({
        aboveAmount: 500_050,
        revision: 1,
      });
  });

  it('R11.6 a looser limit waits for a colleague, its author takes it back, and who is alone reads that nobody can release', async () => {
    const setting = { aboveAmount: fen(1_000_000), revision: 2, releasers: 1 };
    const proposed = { aboveAmount: fen(2_000_000), by: '赵敏', at: '2026-11-23T02:00:00Z', isOwn: true };
    const shown = showPage(<FourEyesDialog setting={{ ...setting, proposed }} onClose={() => undefined} />, {
      at: '/feedback',
      answers,
      state: { auth },
    });
    const dialog = screen.getByRole('dialog', { name: '复核设置' });
    expect(within(dialog).getByText(/放宽到 ¥20,000.00/)).toBeDefined();
    expect(within(dialog).getByText(/没有人能复核/)).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: '同意放宽' })).toBeNull();
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '收回' }));
    await expect
      .poll(() => shown.of('ops.feedback.decideFourEyes')[0]?.input)
      .toMatchObject({ decision: 'takenBack', revision: 2 });
  });

  it('R6.3 has no settings and no amounts for who only answers merchants', async () => {
    const support = { 'ops.feedback.read': true, 'ops.feedback.write': true };
    list('/feedback', support).unmount();
    casePage({}, support);
    expect((await screen.findByRole('radio', { name: /同意/ })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('radio', { name: /驳回/ }).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByRole('button', { name: '复核设置' })).toBeNull();
  });

  it('R4.9 R11.2 shows what an answer does before it is given, against the version that was read; the queues are read again', async () => {
    const queues = cached('desk', 'queues');
    const shown = casePage();
    await shown.keyboard.click(await screen.findByRole('radio', { name: /同意/ }));
    await shown.keyboard.type(screen.getByLabelText(/^答复说明/), '退费已核实');
    await shown.keyboard.click(screen.getByRole('button', { name: '预览影响' }));
    expect(await screen.findByText('¥1,200.00 → ¥1,000.00')).toBeDefined();
    expect(screen.getByText('2026-12-06 → 2026-12-08')).toBeDefined();
    expect(shown.of('feedback.handle')).toEqual([]);
    await shown.keyboard.click(screen.getByRole('button', { name: '确认答复' }));
    await expect
      .poll(() => shown.of('feedback.handle')[0]?.input)
      .toMatchObject({
        action: 'accept',
        reason: '退费已核实',
        version: 1,
      });
    expect(toasts()).toEqual(['已答复，商户会收到通知']);
    await expect.poll(queues).toBe(true);
  });

  it('R11.6 who is alone reads before an answer is proposed that nobody can release it, and what else can be done', async () => {
    const alone = { aboveAmount: fen(1_000_000), revision: 1, releasers: 1 };
    const shown = casePage({
      'ops.feedback.preview': () => ({ ...preview, needsRelease: true }),
      'ops.feedback.fourEyes': () => alone,
    });
    await shown.keyboard.click(await screen.findByRole('radio', { name: /同意/ }));
    await shown.keyboard.type(screen.getByLabelText(/^答复说明/), '退费已核实');
    await shown.keyboard.click(screen.getByRole('button', { name: '预览影响' }));
    expect(
      await screen.findByText(
        /没有人能复核。请先由管理员为另一位同事开通财务角色，由您开通或重置的账号七天后才能复核您的答复/,
      ),
    ).toBeDefined();
    expect(screen.getByText(/差额在下一期导入更正明细/)).toBeDefined();
  });

  it('R4.9 previews again when the amount changes, and gives nothing that cannot be given', async () => {
    const shown = casePage({ 'ops.feedback.preview': () => ({ ...preview, obstacle: '金额没有变化，请改用驳回' }) });
    await shown.keyboard.click(await screen.findByRole('radio', { name: /调整/ }));
    await shown.keyboard.type(screen.getByLabelText(/^调整后的账单金额/), '1200');
    await shown.keyboard.type(screen.getByLabelText(/^答复说明/), '核对');
    await shown.keyboard.click(screen.getByRole('button', { name: '预览影响' }));
    expect(await screen.findByText('金额没有变化，请改用驳回。')).toBeDefined();
    expect(screen.getByRole('button', { name: '确认答复' }).hasAttribute('disabled')).toBe(true);
    await shown.keyboard.type(screen.getByLabelText(/^调整后的账单金额/), '0');
    expect(screen.getByRole('button', { name: '预览影响' })).toBeDefined();
  });

  it('R4.9 adjusts chosen lines one by one, and sums them', async () => {
    const lines = ['L1', 'L2'].map((lineId) => ({
      lineId,
      loanNo: `DK-${lineId}`,
      occurredOn: '2026-10-08',
      amount: fen(60_000),
      computation: '¥50,000.00 × 1.20 % = ¥600.00',
      standingAmount: fen(60_000),
    }));
    const shown = casePage({
      'ops.feedback.detail': () => ({ ...found, lineCount: 2, lineIds: ['L1', 'L2'], explainedLines: lines }),
    });
    await shown.keyboard.click(await screen.findByRole('radio', { name: /调整/ }));
    await shown.keyboard.type(screen.getByLabelText(/DK-L1/), '500');
    await shown.keyboard.click(screen.getByRole('button', { name: '预览影响' }));
    // The line that lacks an amount says so, and has the focus.
    expect(screen.getByLabelText(/DK-L2/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/DK-L1/).getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText(/DK-L2/));
    await shown.keyboard.type(screen.getByLabelText(/DK-L2/), '-1.5');
    expect(screen.getByText('¥498.50')).toBeDefined();
    await shown.keyboard.type(screen.getByLabelText(/^答复说明/), '核对');
    await shown.keyboard.click(screen.getByRole('button', { name: '预览影响' }));
    await expect
      .poll(() => shown.of('ops.feedback.preview')[0]?.input)
      .toMatchObject({
        newAmount: 49_850,
        lineAmounts: [
          { lineId: 'L1', amount: 50_000 },
          { lineId: 'L2', amount: -150 },
        ],
      });
  });

  it('R11.6 offers kept phrases for a rejection', async () => {
    const shown = casePage();
    await shown.keyboard.click(await screen.findByRole('radio', { name: /驳回/ }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '计费规则如此' }));
    expect(screen.getByLabelText(/^答复说明/)).toHaveProperty('value', '计费规则如此');
  });

  it('R11.6 says that an answer waits for a colleague, and takes no other', async () => {
    casePage({ 'ops.feedback.detail': () => ({ ...found, proposal: { ...proposal, isOwn: true } }) });
    expect(await screen.findByText(/这是您提出的答复，须由另一位同事复核/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '复核放行' })).toBeNull();
    expect(screen.queryByRole('button', { name: '预览影响' })).toBeNull();
  });

  it('R11.6 a colleague releases it as it was read, or sends it back with a reason', async () => {
    const shown = casePage({ 'ops.feedback.detail': () => ({ ...found, version: 3, proposal }) });
    await shown.keyboard.click(await screen.findByRole('button', { name: '退回' }));
    const back = screen.getByRole('dialog', { name: '退回这个答复' });
    await shown.keyboard.click(within(back).getByRole('button', { name: '退回' }));
    expect(await within(back).findByText('请输入退回的原因')).toBeDefined();
    await shown.keyboard.click(within(back).getByRole('button', { name: '取消' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '复核放行' }));
    const question = screen.getByRole('dialog', { name: '放行这个答复？' });
    expect(within(question).getByText(/¥1,200.00 调整为 ¥1,000.00（-¥200.00）/)).toBeDefined();
    await shown.keyboard.click(within(question).getByRole('button', { name: '放行' }));
    await expect.poll(() => shown.of('ops.feedback.release')[0]?.input).toMatchObject({ proposalNo: 1, version: 3 });
  });

  it('R4.12 shows what came meanwhile, keeps what was typed, and answers only what was seen', async () => {
    let now = found;
    const last = { by: '商户', at: '2026-11-23T03:30:00.000Z' };
    const shown = casePage({
      'ops.feedback.detail': () => now,
      'ops.feedback.watch': () => ({ revision: 2, others: ['李娜'], last }),
    });
    await shown.keyboard.type(await screen.findByLabelText(/^答复说明/), '写到一半');
    expect(await screen.findByText(/^这条反馈已由 商户 于 2026-11-23 11:30 更新。/)).toBeDefined();
    expect(await screen.findByText('李娜 也打开着这条反馈。')).toBeDefined();
    const message = { ...found.messages[0], kind: 'message' as const, content: '补充一笔流水', files: [], at: last.at };
    now = {
      ...found,
      version: 2,
      revision: 2,
      last,
      messages: [...found.messages, message as (typeof found.messages)[number]],
    };
    await shown.keyboard.click(screen.getByRole('button', { name: '刷新' }));
    expect(await screen.findByText('新的留言')).toBeDefined();
    expect(screen.getByText('王小明 于 2026-11-23 11:30：补充一笔流水')).toBeDefined();
    expect(screen.getByText('填写期间这条反馈已由 商户 于 2026-11-23 11:30 更新，您填写的还在。')).toBeDefined();
    expect(screen.getByLabelText(/^答复说明/)).toHaveProperty('value', '写到一半');
    expect(screen.getByRole('button', { name: '预览影响' }).hasAttribute('disabled')).toBe(true);
    await shown.keyboard.click(screen.getByRole('button', { name: '已看过，继续答复' }));
    expect(screen.getByRole('button', { name: '预览影响' }).hasAttribute('disabled')).toBe(false);
  });

  it('R2.9 says that a feedback is not there', async () => {
    casePage({
      'ops.feedback.detail': () => {
        throw refusal('ops.feedback.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这条反馈')).toBeDefined();
  });

  it('R11.6 of a claim about the whole bill all of its lines are shown, to who may read bills', async () => {
    const shown = casePage({}, { ...Object(auth), 'ops.billing.read': true });
    expect(await screen.findByRole('region', { name: '明细' })).toBeDefined();
    await expect.poll(() => shown.of('ops.bill.lines')[0]?.input).toMatchObject({ billNo: found.billNo });
    shown.unmount();
    const without = casePage();
    expect(await screen.findByRole('region', { name: '主张与账单' })).toBeDefined();
    expect(without.of('ops.bill.lines')).toEqual([]);
  });
});

describe('ux Console the queue of feedback by the keyboard, from one page of it to the next', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `FK20261123-${at + 1}`);

  /** The list and the case that is opened from it, each on its own page. */
  const Desk = (): JSX.Element => {
    const { path } = useHashLocation();
    const feedbackNo = path.split('/')[2];
    return feedbackNo === undefined ? <FeedbackListPage /> : <FeedbackPage params={{ feedbackNo }} />;
  };
  /** A queue of cases, ten on a page; what is taken out of `waiting` has left it. */
  const show = async (
    at: string,
    waiting: { numbers: readonly string[] },
    answered: Promise<void> = Promise.resolve(),
  ) => {
    const shown = showPage(<Desk />, {
      at,
      answers: {
        ...answers,
        'ops.feedback.page': async ({ page = 1, pageSize = 20, withTotal }) => {
          if (page === 2) await answered;
          const all = waiting.numbers;
          const items = all.slice((page - 1) * pageSize, page * pageSize).map((feedbackNo) => ({ ...row, feedbackNo }));
          const counted = (page === 1 || withTotal === true) && { total: all.length, totalIsExact: true };
          return { items, ...counted, page, pageSize, nextCursor: page * pageSize < all.length ? `${page}` : null };
        },
        'ops.feedback.detail': ({ feedbackNo }) => ({ ...found, feedbackNo }),
      },
      state: { auth },
    });
    const open = async (feedbackNo: string) => {
      await shown.keyboard.click(await screen.findByRole('link', { name: feedbackNo }));
      await isOpen(feedbackNo);
    };
    return { ...shown, open };
  };
  const isOpen = async (feedbackNo: string) => {
    await expect.poll(() => location.hash).toBe(`#/feedback/${feedbackNo}`);
    expect(await screen.findByText(new RegExp(`${feedbackNo}$`))).toBeDefined();
  };

  it('ux Console j at the last case of a page opens the first one of the next, k the last one of the page before, by the filter of the list', async () => {
    const shown = await show('/feedback?pageSize=10&late=true', { numbers: numbers(22) });
    await shown.open('FK20261123-10');
    await shown.keyboard.keyboard('j');
    await isOpen('FK20261123-11');
    await shown.keyboard.click(screen.getByRole('button', { name: '上一条 K' }));
    await isOpen('FK20261123-10');
    await shown.keyboard.keyboard('j');
    await isOpen('FK20261123-11');
    for (const at of [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]) {
      await shown.keyboard.keyboard('j');
      await isOpen(`FK20261123-${at}`);
    }
    expect(screen.getByRole('button', { name: '下一条 J' })).toHaveProperty('disabled', true);
    expect(shown.of('ops.feedback.page').every(({ input }) => input['late'] === true)).toBe(true);
  });

  it('ux Console j goes on with the cases that have come up to the page since, where those before them were answered', async () => {
    const waiting = { numbers: numbers(22) };
    const shown = await show('/feedback?pageSize=10', waiting);
    await shown.open('FK20261123-10');
    waiting.numbers = waiting.numbers.slice(3, 9).concat(waiting.numbers.slice(10));
    await act(() => invalidate(['feedback']));
    for (const at of [11, 12, 13, 14, 15]) {
      await shown.keyboard.keyboard('j');
      await isOpen(`FK20261123-${at}`);
    }
  });

  it('ux Console a case that came in meanwhile is no way back to the top: j goes on below the one that is open, k above it', async () => {
    const waiting = { numbers: numbers(22) };
    const shown = await show('/feedback?pageSize=10', waiting);
    await shown.open('FK20261123-10');
    waiting.numbers = ['FK20261123-new', ...waiting.numbers];
    await act(() => invalidate(['feedback']));
    await shown.keyboard.keyboard('j');
    await isOpen('FK20261123-11');
    // Two of the page before were answered.
    waiting.numbers = waiting.numbers.slice(3);
    await act(() => invalidate(['feedback']));
    await shown.keyboard.keyboard('k');
    await isOpen('FK20261123-10');
  });

  it('ux Console another key calls the turn off, a page that cannot be loaded says so, and both can be tried again', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const shown = await show('/feedback?pageSize=10', { numbers: numbers(12) }, promise);
    await shown.open('FK20261123-10');
    await shown.keyboard.keyboard('j{Escape}');
    await shown.keyboard.keyboard('j');
    await act(async () => reject(refusal('ops.feedback.page', 'RHSY403')));
    await expect.poll(toasts).toEqual(['下一页没有打开，请重试。']);
    expect(location.hash).toBe('#/feedback/FK20261123-10');
    expect(screen.getByRole('button', { name: '下一条 J' })).toHaveProperty('disabled', false);
    await shown.keyboard.keyboard('k');
    await isOpen('FK20261123-9');
  });
});
