import type { FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** What of the lines of an import has one unit. */
export interface TakenLines {
  readonly rows: number;
  /** Of lines whose basis is an amount; of the others null. */
  readonly amount: FenSum | null;
  readonly unit: string;
  /** Of lines whose basis is counted in their unit. */
  readonly quantity: number | string | null;
}

/** Removes the lines of an import from their stage, which the caller has locked; what they came to. Reads the stage's partition once. */
export const deleteImportLines = async (
  tx: Tx,
  { stageId, importNo }: { readonly stageId: string; readonly importNo: number },
): Promise<readonly TakenLines[]> => {
  const { rows } = await sql<TakenLines>`
    with gone as (
      delete from bill_line where stage_id = ${stageId} and import_no = ${importNo} returning loan_fen, quantity, unit
    )
    select unit, count(*) as rows, sum(loan_fen) as amount, sum(quantity) as quantity
      from gone group by unit, loan_fen is null order by unit, loan_fen is null`.execute(tx);
  await sql`select analyze_lines(${stageId})`.execute(tx);
  return rows;
};

/** Notes the run that is to take an import back. */
export const updateTakingBack = async (
  tx: Tx,
  importId: string,
  { jobId }: { readonly jobId: string },
): Promise<void> => {
  await tx
    .updateTable('line_import')
    .set({ take_back_job_id: jobId, version: sql<number>`version + 1` })
    .where('import_id', '=', importId)
    .execute();
};

/** Notes that an import was taken back, with the name of its member of staff, or the provider's where nobody of the staff did. */
export const updateTakenBack = async (
  tx: Tx,
  importId: string,
  {
    staffId,
    providerName,
    reason,
  }: { readonly staffId: string; readonly providerName: string; readonly reason: string },
): Promise<void> => {
  await sql`
    update line_import i set taken_back_at = app_now(), taken_back_staff_id = s.staff_id,
        taken_back_by = left(coalesce(nullif(s.name, ''), s.account, ${providerName}), 80), taken_back_reason = ${reason}, version = i.version + 1
      from (values (${staffId}::text)) as given (staff_id) left join staff s using (staff_id) where i.import_id = ${importId}`.execute(
    tx,
  );
};
