import { reconKindNames, reconKinds } from '@ronghui/domain/recon';
import type { Db } from '#kernel/database/db';
import { differingKinds } from '../runs/run-state.ts';
import { statementDigest } from '../runs/statement.ts';
import { type ClosedRun, listClosedRuns, type SummedKind, sumItems } from './verification.sql.ts';

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

const differencesOf = (row: ClosedRun, sums: readonly SummedKind[]): readonly string[] => {
  const { run } = row.statement;
  const digest = statementDigest(row.statement);
  const kinds = (run.totals ?? []).flatMap((total) => {
    const found = summedText(sums.find(({ kind }) => reconKinds[kind] === total.kind));
    const stated = totalText(total);
    return found === stated ? [] : [`${reconKindNames[total.kind]}：对账单为 ${stated}；现为 ${found}`];
  });
  return [
    ...(digest === row.statement_sha256 && digest === row.statement.sha256 ? [] : ['对账单的摘要与内容不符']),
    ...(run.differencesLeft === openOf(run.totals ?? []) ? [] : ['对账单的未处理差异数与各项合计不符']),
    ...(run.sha256 === row.ledger_sha256 && run.size === row.ledger_size ? [] : ['商户账文件的摘要或大小与登记的不符']),
    ...kinds,
  ];
};

/** Adds the items of closed runs up again and compares them with their statements; of all, or of some ids. @source R13.4 */
export const verifyRuns = async function* (db: Db, runIds: readonly string[]): AsyncGenerator<VerifiedRun> {
  let after = 0;
  for (;;) {
    const rows = await listClosedRuns(db, { after, runIds, limit: atOnce });
    for (const row of rows) {
      const differences = differencesOf(row, await sumItems(db, row));
      yield { runId: row.run_id, digest: statementDigest(row.statement), differences };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = last.run_no;
  }
};
