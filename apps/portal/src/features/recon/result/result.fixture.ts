import type { CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import type { ReconKind } from '@ronghui/domain/recon';
import type { Item, KindTotal, Run } from './result-queries.ts';

const row = (rowNo: number, reference: string | null, occurredOn: string, amount: number): Item['ledger'][number] => ({
  rowNo,
  reference,
  counterparty: null,
  occurredOn,
  amount: fen(amount),
});
const line = (lineId: string, reference: string, occurredOn: string, amount: number): Item['lines'][number] => ({
  lineId,
  reference,
  occurredOn,
  amount: fen(amount),
  billNo: 'ZD20261118-00000042',
});
const sumOf = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);
const item = (facts: Pick<Item, 'itemNo' | 'kind' | 'rule' | 'ledger' | 'lines'>, more: Partial<Item> = {}): Item => ({
  ledgerAmount: fen(sumOf(facts.ledger)),
  lineAmount: fen(sumOf(facts.lines)),
  difference: fen(sumOf(facts.lines) - sumOf(facts.ledger)),
  note: '',
  isAccepted: false,
  ...facts,
  ...more,
});

/** An amount that differs. */
export const mismatch = item({
  itemNo: 3,
  kind: 'amountMismatch',
  rule: 'reference',
  ledger: [row(3, 'LN-20932', '2026-10-08', 8800)],
  lines: [line('l-3', 'LN-20932', '2026-10-08', 9600)],
});
/** A line that the merchant left out. */
export const unbooked = item({
  itemNo: 1284,
  kind: 'onlyInBill',
  rule: 'none',
  ledger: [],
  lines: [line('l-9', 'LN-20977', '2026-10-19', 7220)],
});
/** A row that the merchant alone has. */
export const ownRow = item({
  itemNo: 7,
  kind: 'onlyInLedger',
  rule: 'none',
  ledger: [{ ...row(7, null, '2026-10-20', 7220), counterparty: '李某某' }],
  lines: [],
});
/** Booked twice. */
export const twice = item({
  itemNo: 9,
  kind: 'duplicate',
  rule: 'none',
  ledger: [row(9, 'LN-19877', '2026-10-02', 1600)],
  lines: [],
});
/** Three rows against one line. */
export const group = item({
  itemNo: 12,
  kind: 'matched',
  rule: 'referenceGroup',
  ledger: [
    row(12, 'LN-20940', '2026-10-11', 9620),
    row(13, 'LN-20940', '2026-10-11', 9620),
    row(14, 'LN-20940', '2026-10-12', 9620),
  ],
  lines: [line('l-12', 'LN-20940', '2026-10-11', 28_860)],
});
/** Agrees. */
export const same = item({
  itemNo: 1,
  kind: 'matched',
  rule: 'reference',
  ledger: [row(1, 'LN-20931', '2026-10-08', 9620)],
  lines: [line('l-1', 'LN-20931', '2026-10-08', 9620)],
});
/** Accepted as it is, with a note. */
export const accepted = { ...mismatch, itemNo: 5, isAccepted: true, note: '手续费四舍五入' };
/** A difference of a counterparty that was accepted: it can become a rule. */
export const ruled = {
  ...mismatch,
  itemNo: 6,
  isAccepted: true,
  ledger: mismatch.ledger.map((each) => ({ ...each, counterparty: '某机构' })),
};
/** The rules that it can become. */
export const proposal: CallReply<'recon.proposeRule'> = {
  counterparty: '某机构',
  lineAmount: fen(9600),
  difference: fen(800),
  proposals: [
    { kind: 'rate', value: 83_300 },
    { kind: 'amount', value: 800 },
  ],
};
/** What the first of them would change. */
export const effect: CallReply<'recon.tryRule'> = {
  kinds: [
    {
      kind: 'matchedWithinTolerance',
      before: { items: 1, ledgerCount: 1, ledgerAmount: fen(10_000), lineCount: 1, lineAmount: fen(10_020) },
      after: { items: 2, ledgerCount: 2, ledgerAmount: fen(18_800), lineCount: 2, lineAmount: fen(19_620) },
    },
    {
      kind: 'amountMismatch',
      before: { items: 1, ledgerCount: 1, ledgerAmount: fen(8800), lineCount: 1, lineAmount: fen(9600) },
      after: { items: 0, ledgerCount: 0, ledgerAmount: noFen, lineCount: 0, lineAmount: noFen },
    },
  ],
  changed: 1,
  sent: 0,
  accepted: 1,
  items: [ruled],
};
/** A rule that is in force. */
export const rule: CallReply<'recon.keepRule'> = {
  ruleId: 'rule-1',
  side: 'fee',
  direction: 'payable',
  counterparty: '某机构',
  kind: 'rate',
  value: 3800,
  runId: 'run-2',
  itemNo: 6,
  stageName: '2026 年 10 月',
  name: '10月台账.xlsx',
  madeBy: '陈静',
  createdAt: '2026-11-22T02:00:00.000Z',
};
/** A pair that this rule explains. */
export const explained = {
  ...mismatch,
  itemNo: 8,
  kind: 'matchedWithinTolerance' as const,
  rule: 'differenceRule' as const,
  differenceRule: { ruleId: 'rule-1', counterparty: '某机构', kind: 'rate' as const, value: 3800 },
};
/** In feedback already. */
export const sent = { ...unbooked, itemNo: 1285, feedbackNo: 'FK20261122-00000007' };

const total = (
  kind: ReconKind,
  items: number,
  [ledger, ledgerFen]: number[],
  [lines, lineFen]: number[],
): KindTotal => ({
  kind,
  items,
  ledgerCount: ledger ?? 0,
  ledgerAmount: fen(ledgerFen ?? 0),
  lineCount: lines ?? 0,
  lineAmount: fen(lineFen ?? 0),
  accepted: 0,
  sent: 0,
});

/** A run that is done, with four differences. */
export const run: Run = {
  runId: 'run-2',
  stageId: 'stage-10',
  side: 'fee',
  direction: 'payable',
  stageName: '2026 年 10 月',
  ledgerId: 'ledger-1',
  name: '10月台账.xlsx',
  size: 182_340,
  sha256: '9f2c4a1b'.padEnd(64, '0'),
  isFileKept: true,
  status: 'done',
  progress: { done: 100, total: 100, text: '' },
  isEnding: false,
  failure: '',
  hasReport: false,
  settings: { amountTolerance: fen(100), amountRate: 0, dayTolerance: 3 },
  isDryRun: false,
  startedBy: '陈静',
  createdAt: '2026-11-22T01:42:00.000Z',
  endedAt: '2026-11-22T01:42:01.200Z',
  rows: 1280,
  badRows: 0,
  skipped: [{ reason: '合计行', rows: 1 }],
  totals: [
    total('matched', 1274, [1276, 12_814_190], [1274, 12_814_190]),
    total('matchedWithinTolerance', 1, [1, 10_000], [1, 10_020]),
    total('amountMismatch', 1, [1, 8800], [1, 9600]),
    total('onlyInLedger', 1, [1, 7220], [0, 0]),
    total('onlyInBill', 1, [0, 0], [1, 7220]),
    total('duplicate', 1, [1, 1600], [0, 0]),
    total('crossStage', 0, [0, 0], [0, 0]),
    total('dateMismatch', 0, [0, 0], [0, 0]),
  ],
  differencesLeft: 4,
  madeOf: {
    bills: 3,
    amount: fen(12_841_030),
    adjusted: noFen,
    digest: 'd'.repeat(64),
    asOf: '2026-11-22T01:42:00.000Z',
  },
  isOutdated: false,
  comparedRunId: 'run-1',
  canUndo: false,
  version: 4,
};

const { totals: _, differencesLeft: __, endedAt: ___, madeOf: ____, ...begun } = run;
/** A run in the middle of its work. */
export const runningRun: Run = {
  ...begun,
  status: 'running',
  progress: { done: 40, total: 100, text: '正在匹配' },
};

/** A run whose file could not be read. */
export const failedRun: Run = {
  ...begun,
  status: 'failed',
  failure: '商户账里有读不出的行，没有进行匹配',
  hasReport: true,
  badRows: 12,
};

/** A run that was closed. */
export const closedRun: Run = {
  ...run,
  closedAt: '2026-11-23T03:00:00.000Z',
  closedBy: '陈静',
  version: 5,
};

/** A list of items. */
export const listedItems = (
  items: readonly Item[],
  more: Partial<CallReply<'recon.rows'>> = {},
): CallReply<'recon.rows'> => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
  ...more,
});

/** What the differences become as feedback. */
export const claims: CallReply<'recon.claims'> = {
  claims: [
    {
      billNo: 'ZD20261118-00000042',
      billAmount: fen(12_840_650),
      claimedAmount: fen(8800),
      coversBill: false,
      itemNos: [3],
    },
  ],
  leftOut: [{ itemNos: [7], reason: '仅商户账有的行没有指明账单' }],
};

/** What changed since the run before. */
export const changes: CallReply<'recon.changes'> = {
  comparedRunId: 'run-1',
  changes: [
    {
      from: 'amountMismatch',
      to: 'matched',
      ledgerCount: 2,
      ledgerAmount: fen(19_240),
      lineCount: 2,
      lineAmount: fen(19_240),
    },
    { to: 'onlyInBill', ledgerCount: 0, ledgerAmount: noFen, lineCount: 1, lineAmount: fen(7220) },
  ],
};
