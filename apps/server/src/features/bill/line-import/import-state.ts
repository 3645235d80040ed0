import type { Output } from '@ronghui/contract';
import { isUnderWay } from '@ronghui/domain/job';
import { takeBackFault } from '@ronghui/domain/line-import';
import type { ImportRow, SameFile } from './line-import.sql.ts';

type ImportState = Output<'ops.lineImport.get'>;

/** Imports of the same bytes, as those who are about to import them once more read it. @source R11.6 */
export const earlierOf = (same: readonly SameFile[]): Output<'ops.lineImport.upload'>['earlier'] =>
  same.map(({ import_id, stage_name, imported_at, uploaded_by }) => ({
    importId: import_id,
    stageName: stage_name,
    importedAt: imported_at.toISOString(),
    by: uploaded_by,
  }));

/** Why the lines of an import cannot be taken back; null where they can. */
export const takeBackFaultOf = ({ imported_at, import_no, stage_status }: ImportRow) =>
  takeBackFault({
    isImported: imported_at !== null,
    isMarked: import_no !== null,
    isStageIssued: stage_status === 'issued',
  });

/** An import in the contract's shape. */
export const stateOf = (row: ImportRow): ImportState => ({
  importId: row.import_id,
  stageId: row.stage_id,
  stageName: row.stage_name,
  name: row.name,
  kind: row.kind,
  size: row.size_bytes,
  sha256: row.sha256,
  status: row.status,
  progress: { done: row.done_count ?? 0, total: row.total_count ?? 0, text: row.progress_text ?? '' },
  isEnding: isUnderWay(row) && row.cancel_asked_at !== null,
  failure: row.status === 'failed' ? (row.failure ?? '') : '',
  ...(row.mapping !== null && { mapping: [...row.mapping] }),
  ...(row.row_count !== null && { rows: row.row_count }),
  ...(row.bad_count !== null && { badRows: row.bad_count }),
  ...(row.skipped !== null && { skipped: [...row.skipped] }),
  ...(row.sums !== null && { sums: [...row.sums] }),
  ...(row.choices !== null && { choices: row.choices }),
  ...(row.accepted !== null && { accepted: row.accepted }),
  hasReport: row.result_key !== null,
  uploadedBy: row.uploaded_by,
  createdAt: row.created_at.toISOString(),
  ...(row.started_at !== null && { startedAt: row.started_at.toISOString() }),
  ...(row.ended_at !== null && { endedAt: row.ended_at.toISOString() }),
  ...(row.imported_at !== null && { importedAt: row.imported_at.toISOString() }),
  canTakeBack: row.status === 'done' && takeBackFaultOf(row) === null,
  ...(row.take_back_failure !== null && { takeBackFailure: row.take_back_failure }),
  ...(row.taken_back_at !== null && {
    takenBack: {
      at: row.taken_back_at.toISOString(),
      by: row.taken_back_by ?? '',
      reason: row.taken_back_reason ?? '',
    },
  }),
  version: row.version,
});
