import { reconKindNames, reconKinds } from '@ronghui/domain/recon';
import type { Db } from '#kernel/database/db';
import { digestItems } from '../runs/item-digest.sql.ts';
import { differingKinds } from '../runs/run-state.ts';
import { statementDigest } from '../runs/statement.ts';
import {
  type ClosedRun,
  listBillsAsStated,
  listClosedRuns,
  listStoredTotals,
  type SummedKind,
  sumItems,
} from './verification.sql.ts';

/** A closed run as it was found, and each point in which it is not what its statement says. */
export interface VerifiedRun {
  readonly runId: string;
  readonly digest: string;
  readonly differences: readonly string[];
}

const atOnce = 50;

type Total = NonNullable<ClosedRun['statement']['run']['totals']>[number];

const totalText = (total: Omit<Total, 'kind'>): string =>
  `${total.items} 项，商户账 ${total.ledgerCount} 行 ${total.ledgerAmount} 分，平台账 ${total.lineCount} 笔 ${total.lineAmount} 分，认可 ${total.accepted}，提出 ${total.sent}`;

const summedText = (row: SummedKind | undefined): string =>
  totalText({
    items: row?.items ?? 0,
    ledgerCount: row?.ledger_count ?? 0,
    ledgerAmount: (row?.ledger_fen ?? 0) as Total['ledgerAmount'],
    lineCount: row?.line_count ?? 0,
    lineAmount: (row?.line_fen ?? 0) as Total['lineAmount'],
    accepted: row?.accepted ?? 0,
    sent: row?.sent ?? 0,
  });

/** The open differences that the totals of a statement come to; its digest has the totals. */
const openOf = (totals: readonly Total[]): number =>
  totals
    .filter(({ kind }) => differingKinds.includes(kind))
    .reduce((sum, { items, accepted, sent }) => sum + items - accepted - sent, 0);

type Statement = ClosedRun['statement'];
type StatedBill = NonNullable<Statement['bills']>[number];

/** Which parts of the items are not what a statement says; one of before says nothing of single items. */
const itemDifferences = ({ items }: Statement, found: NonNullable<Statement['items']> | null): readonly string[] => {
  if (items === undefined || found === null) return [];
  const parts = [
    ['rowsSha256', '各项两边的行（编号、日期、金额等）'],
    ['conclusionsSha256', '各项的分类、依据或手工步骤'],
    ['decisionsSha256', '各项的备注、认可或差异反馈'],
  ] as const;
  if (items.count !== found.count) return [`对账结果单有 ${items.count} 项，现有 ${found.count} 项`];
  return parts.flatMap(([part, name]) => (items[part] === found[part] ? [] : [`${name}与对账结果单不符`]));
};

const billText = ({ billNo, lines, linesSha256, amount, adjusted }: StatedBill): string =>
  [billNo, lines, linesSha256, amount, adjusted].join(' ');

/** Which bills are not what a statement says, by their numbers. */
const billDifferences = ({ bills }: Statement, found: readonly StatedBill[]): readonly string[] => {
  if (bills === undefined) return [];
  const present = new Map(found.map((bill) => [bill.billNo, bill]));
  const stated = new Set(bills.map(({ billNo }) => billNo));
  return [
    ...bills.flatMap((bill) => {
      const now = present.get(bill.billNo);
      if (now === undefined) return [`账单 ${bill.billNo} 已不在这个账期`];
      return billText(now) === billText(bill) ? [] : [`账单 ${bill.billNo} 的明细或金额与对账结果单不符`];
    }),
    ...found.flatMap(({ billNo }) => (stated.has(billNo) ? [] : [`账单 ${billNo} 不在对账结果单里`])),
  ];
};

/** What was found again of a closed run. */
interface Found {
  readonly sums: readonly SummedKind[];
  readonly stored: readonly SummedKind[];
  readonly items: NonNullable<Statement['items']> | null;
  readonly bills: readonly StatedBill[];
}

const isOfFile = ({ statement: { run, version }, ...row }: ClosedRun): boolean =>
  run.sha256 === row.ledger_sha256 &&
  run.size === row.ledger_size &&
  (version === undefined || run.name === row.ledger_name);

const differencesOf = (row: ClosedRun, { sums, stored, items, bills }: Found): readonly string[] => {
  const { run } = row.statement;
  const digest = statementDigest(row.statement);
  const isOf =
    (total: Pick<Total, 'kind'>) =>
    ({ kind }: SummedKind) =>
      reconKinds[kind] === total.kind;
  const areStored = (run.totals ?? []).every((total) => summedText(stored.find(isOf(total))) === totalText(total));
  const kinds = (run.totals ?? []).flatMap((total) => {
    const found = summedText(sums.find(isOf(total)));
    const stated = totalText(total);
    return found === stated ? [] : [`${reconKindNames[total.kind]}：对账结果单为 ${stated}；现为 ${found}`];
  });
  return [
    ...(digest === row.statement_sha256 && digest === row.statement.sha256 ? [] : ['对账结果单的摘要与内容不符']),
    ...(run.differencesLeft === openOf(run.totals ?? []) ? [] : ['对账结果单的未处理差异数与各项合计不符']),
    ...(row.audited_sha256 === null || row.audited_sha256 === row.statement_sha256
      ? []
      : ['对账结果单的摘要与审计记录里结束时的不符']),
    ...(isOfFile(row) ? [] : ['商户账文件的名称、摘要或大小与登记的不符']),
    ...billDifferences(row.statement, bills),
    ...(areStored ? [] : ['登记的各类合计与对账结果单不符']),
    ...kinds,
    // Totals that differ say more than that items do.
    ...(kinds.length > 0 ? [] : itemDifferences(row.statement, items)),
  ];
};

const findAgain = async (db: Db, row: ClosedRun): Promise<Found> => ({
  sums: await sumItems(db, row),
  stored: await listStoredTotals(db, row),
  items:
    row.statement.items === undefined ? null : await digestItems(db, { tenantId: row.tenant_id, runNo: row.run_no }),
  bills: row.statement.bills === undefined ? [] : await listBillsAsStated(db, row),
});

/** Adds the items of closed runs up again, digests them, and compares items, bills and the trail with the statements; of all, or of some ids. @source R13.4 */
export const verifyRuns = async function* (db: Db, runIds: readonly string[]): AsyncGenerator<VerifiedRun> {
  let after = 0;
  for (;;) {
    const rows = await listClosedRuns(db, { after, runIds, limit: atOnce });
    for (const row of rows) {
      const differences = differencesOf(row, await findAgain(db, row));
      yield { runId: row.run_id, digest: statementDigest(row.statement), differences };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = last.run_no;
  }
};
