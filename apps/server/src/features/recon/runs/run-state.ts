import type { Output } from '@ronghui/contract';
import { isUnderWay } from '@ronghui/domain/job';
import { fen } from '@ronghui/domain/money';
import { type ReconKind, reconKinds } from '@ronghui/domain/recon';
import { type RunRow, settingsOf, type TotalRow } from './run.sql.ts';

type State = Output<'recon.get'>;
type Total = NonNullable<State['totals']>[number];

/** The kinds in which the sides differ; an item across stages is explained, and within tolerance tolerated. */
export const differingKinds: readonly ReconKind[] = [
  'amountMismatch',
  'dateMismatch',
  'onlyInLedger',
  'onlyInBill',
  'duplicate',
];

const totalsOf = (rows: readonly TotalRow[]): Total[] =>
  reconKinds.map((kind, place) => {
    const row = rows.find((each) => each.kind === place);
    return {
      kind,
      items: row?.items ?? 0,
      ledgerCount: row?.ledger_count ?? 0,
      ledgerAmount: fen(row?.ledger_fen ?? 0),
      lineCount: row?.line_count ?? 0,
      lineAmount: fen(row?.line_fen ?? 0),
      accepted: row?.accepted ?? 0,
      sent: row?.sent ?? 0,
    };
  });

/** Whether a run has a result whose items are still there: once a newer run has taken its place, only its totals are. @source R13.4 */
export const hasItems = ({
  matched_at: matchedAt,
  items_gone_at: goneAt,
}: Pick<RunRow, 'matched_at' | 'items_gone_at'>): boolean => matchedAt !== null && goneAt === null;

/** Whether the bills are others than the run met. */
export const isOutdated = ({ made_of: madeOf, bill_digest }: RunRow): boolean =>
  madeOf !== null && madeOf.digest !== bill_digest;

/** Items that differ and wait for a decision. */
const differencesOf = (rows: readonly TotalRow[]): number =>
  rows
    .filter(({ kind }) => differingKinds.some((each) => reconKinds[kind] === each))
    .reduce((sum, { items, accepted, sent }) => sum + items - accepted - sent, 0);

/** How much of what people decided in the run before holds on. */
const carriedOf = ({ carried }: Pick<RunRow, 'carried'>): Pick<State, 'carried'> => {
  if (carried === null) return {};
  const { items: _, ...counts } = carried;
  return { carried: counts };
};

/** A run in the contract's shape. */
export const runOf = (row: RunRow): State => {
  const totals = row.matched_at === null ? null : (row.totals ?? []);
  return {
    runId: row.run_id,
    stageId: row.stage_id,
    side: row.side,
    direction: row.direction,
    stageName: row.stage_name,
    ledgerId: row.ledger_id,
    name: row.name,
    size: row.size_bytes,
    sha256: row.sha256,
    mapping: row.mapping,
    ...(row.choices !== null && { choices: row.choices }),
    isFileKept: row.is_file_kept,
    status: row.status,
    progress: { done: row.done_count ?? 0, total: row.total_count ?? 0, text: row.progress_text ?? '' },
    isEnding: isUnderWay(row) && row.cancel_asked_at !== null,
    failure: row.status === 'failed' ? (row.failure ?? '') : '',
    ...(row.status === 'failed' &&
      row.seems_stage_id !== null && {
        seemsOf: { stageId: row.seems_stage_id, stageName: row.seems_stage_name ?? '' },
      }),
    hasReport: row.has_report,
    settings: settingsOf(row),
    rules: (row.rules ?? []).map(({ ruleNo: _, ...rule }) => rule),
    isDryRun: row.is_dry,
    startedBy: row.started_by,
    createdAt: row.created_at.toISOString(),
    ...(row.ended_at !== null && { endedAt: row.ended_at.toISOString() }),
    ...(row.row_count !== null && { rows: row.row_count }),
    ...(row.bad_count !== null && { badRows: row.bad_count }),
    ...(row.skipped !== null && { skipped: [...row.skipped] }),
    ...(row.sums !== null && { sums: [...row.sums] }),
    ...(totals !== null && { totals: totalsOf(totals), differencesLeft: differencesOf(totals) }),
    ...(row.made_of !== null && { madeOf: row.made_of }),
    isOutdated: isOutdated(row),
    isDisputed: row.is_disputed,
    ...(row.compared_run_id !== null && { comparedRunId: row.compared_run_id }),
    ...carriedOf(row),
    ...(row.removed_at !== null && { removedAt: row.removed_at.toISOString(), removedBy: row.removed_by ?? '' }),
    ...(row.items_gone_at !== null && { itemsGoneAt: row.items_gone_at.toISOString() }),
    canUndo: hasItems(row) && row.closed_at === null && row.step_no > 0,
    ...(row.closed_at !== null && { closedAt: row.closed_at.toISOString() }),
    ...(row.closed_by !== null && { closedBy: row.closed_by }),
    version: row.version,
  };
};
