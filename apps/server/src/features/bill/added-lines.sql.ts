import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** A line of a stage that is not issued yet. */
export interface AddedLine {
  readonly loanNo: string;
  readonly projectId: string;
  readonly productId: string;
  readonly orgId: string;
  readonly borrowerMasked: string | null;
  /** The basis: an amount in fen, or null where `quantity` counts it. */
  readonly loanFen: number | null;
  readonly quantity: number | null;
  readonly unit: string;
  readonly occurredOn: string;
}

/** Adds lines to a stage in one statement. The moment is asked for once: the column's default asks for it once a line. */
export const insertLines = async (
  tx: Tx,
  tenantId: string,
  { stageId, lines }: { readonly stageId: string; readonly lines: readonly AddedLine[] },
): Promise<void> => {
  const all = <Name extends keyof AddedLine>(name: Name) => lines.map((line) => line[name]);
  await sql`
    insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, borrower_masked, loan_fen, quantity, unit, occurred_on,
        created_at)
    select ${tenantId}, ${stageId}, l.*, (select app_now()) from unnest(${all('loanNo')}::text[], ${all('projectId')}::text[], ${all('productId')}::text[],
        ${all('orgId')}::text[], ${all('borrowerMasked')}::text[], ${all('loanFen')}::bigint[], ${all('quantity')}::bigint[],
        ${all('unit')}::text[], ${all('occurredOn')}::date[]) l`.execute(tx);
};
