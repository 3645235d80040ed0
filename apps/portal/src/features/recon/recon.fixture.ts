import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import type { Run } from './recon-queries.ts';

const total = {
  items: 0,
  ledgerCount: 0,
  ledgerAmount: fen(0),
  lineCount: 0,
  lineAmount: fen(0),
  accepted: 0,
  sent: 0,
};

/** A run that is done, with three differences left. */
export const doneRun: Run = {
  runId: 'r1',
  stageId: 's10',
  stageName: '2026 年 10 月',
  side: 'fee',
  direction: 'payable',
  ledgerId: 'l1',
  name: '10月台账.xlsx',
  size: 90_000,
  sha256: '9f2c'.padEnd(64, '0'),
  isFileKept: true,
  status: 'done',
  progress: { done: 100, total: 100, text: '' },
  isEnding: false,
  failure: '',
  hasReport: false,
  settings: { amountTolerance: fen(0), amountRate: 0, dayTolerance: 3 },
  isDryRun: false,
  startedBy: '陈静',
  createdAt: '2026-11-22T01:42:00.000Z',
  endedAt: '2026-11-22T01:42:02.000Z',
  rows: 1280,
  badRows: 0,
  skipped: [],
  totals: [
    {
      ...total,
      kind: 'matched',
      items: 1274,
      ledgerCount: 1274,
      ledgerAmount: fen(12_800_000),
      lineCount: 1274,
      lineAmount: fen(12_800_000),
    },
    {
      ...total,
      kind: 'amountMismatch',
      items: 1,
      ledgerCount: 1,
      ledgerAmount: fen(8800),
      lineCount: 1,
      lineAmount: fen(9600),
    },
    { ...total, kind: 'onlyInBill', items: 2, lineCount: 2, lineAmount: fen(8820) },
  ],
  differencesLeft: 3,
  madeOf: {
    bills: 1,
    amount: fen(12_840_650),
    adjusted: fen(0),
    digest: 'd'.repeat(64),
    asOf: '2026-11-22T01:42:00.000Z',
  },
  isOutdated: false,
  canUndo: false,
  version: 1,
};

const {
  endedAt: _,
  rows: __,
  badRows: ___,
  skipped: ____,
  totals: _____,
  differencesLeft: ______,
  madeOf: _______,
  ...begun
} = doneRun;

/** A run that works. */
export const workingRun: Run = {
  ...begun,
  runId: 'r2',
  status: 'running',
  progress: { done: 62, total: 100, text: '正在匹配' },
};

/** A run without a difference that somebody closed. */
export const closedRun: Run = {
  ...doneRun,
  runId: 'r3',
  stageId: 's9',
  stageName: '2026 年 9 月',
  name: '9月台账.csv',
  totals: doneRun.totals?.slice(0, 1) ?? [],
  differencesLeft: 0,
  closedAt: '2026-11-01T02:00:00.000Z',
  closedBy: '王小明',
};

/** The list of runs. */
export const listedRuns = (items: Run[]): CallReply<'recon.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
});

/** The stages. */
export const stages: CallReply<'stage.all'> = {
  items: [
    { id: 's10', name: '2026 年 10 月' },
    { id: 's9', name: '2026 年 9 月' },
  ],
};

/** The first rows of a ledger as it is recognised. */
export const preview: CallReply<'recon.preview'> = {
  name: '10月台账.csv',
  shape: 'plain',
  headRow: 3,
  columns: [
    { column: 0, name: '借据号', samples: ['LN-1', 'LN-2'] },
    { column: 1, name: '记账日', samples: ['2026-10-08', '2026-10-09'] },
    { column: 2, name: '服务费', samples: ['96.20', 'x'] },
    { column: 3, name: '备注', samples: ['首期', ''] },
  ],
  mapping: {
    columns: [
      { field: 'reference', column: 0, name: '借据号' },
      { field: 'occurredOn', column: 1, name: '记账日' },
      { field: 'amount', column: 2, name: '服务费' },
    ],
    sign: 'asIs',
    dayOrder: 'ymd',
    unit: 'yuan',
  },
  rows: [
    {
      row: 4,
      values: [
        { field: 'reference', text: 'LN-1' },
        { field: 'occurredOn', text: '2026-10-08' },
        { field: 'amount', text: '¥96.20' },
      ],
    },
    {
      row: 5,
      values: [
        { field: 'reference', text: 'LN-2' },
        { field: 'occurredOn', text: '2026-10-09' },
        { field: 'amount', text: 'x', fault: '金额不是数字' },
      ],
    },
  ],
  skipped: [
    { row: 1, reason: '说明' },
    { row: 2, reason: '说明' },
    { row: 9, reason: '合计' },
  ],
};

/** The same once the whole file was gone through: in 万元, with rows that do not count and one that cannot be read. */
export const surveyed: CallReply<'recon.preview'> = {
  ...preview,
  mapping: {
    ...preview.mapping,
    columns: [...preview.mapping.columns, { field: 'flow', column: 3, name: '备注' }],
    unit: 'tenThousandYuan',
  },
  notes: [{ kind: 'note', text: '单位：万元，已换算为元' }],
  survey: {
    rows: 1234,
    income: fen(1_234_500),
    expense: fen(2000),
    isComplete: true,
    faultyRows: 1,
    faulty: [{ row: 5, cells: ['LN-2', 'x'], faults: [{ field: 'amount', text: 'x', reason: '金额不是数字' }] }],
    leftOutRows: 2,
    leftOut: [
      { row: 9, reason: '合计行', cells: ['合计', '12,345.00'], amount: fen(1_234_500), canTakeIn: true },
      { row: 10, reason: '表格下方的说明', cells: ['制表：陈静'], canTakeIn: false },
    ],
    sums: [{ row: 9, column: 2, stated: fen(1_234_500), read: fen(1_234_500) }],
  },
};
