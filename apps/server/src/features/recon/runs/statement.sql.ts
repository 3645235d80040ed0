import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { Tables } from '#tables';

/** What a statement names beyond its run: the tenant, and the bills with the digests of their lines. By bill_once. */
export const findStatementFacts = async (
  db: Db,
  tenantId: string,
  { stageId, direction }: { readonly stageId: string; readonly direction: string },
): Promise<{ readonly tenantName: string; readonly bills: readonly string[] }> => {
  const { rows } = await sql<{ tenant_name: string; bills: readonly string[] | null }>`
    select t.name as tenant_name, (select json_agg(concat_ws(':', b.bill_no, b.lines_sha256, b.amount_fen) order by b.bill_no)
        from bill b where b.tenant_id = t.tenant_id and b.stage_id = ${stageId} and b.direction = ${direction} and b.status <> 'draft') as bills
      from tenant t where t.tenant_id = ${tenantId}`.execute(db);
  return { tenantName: rows[0]?.tenant_name ?? '', bills: rows[0]?.bills ?? [] };
};

/** How a user is called in records. */
export const findLabel = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await sql<{ label: string }>`select left(coalesce(user_label(${userId}), ''), 80) as label`.execute(
    db,
  );
  return rows[0]?.label ?? '';
};

/** Closes a run with its statement. */
export const updateClosed = async (
  tx: Tx,
  tenantId: string,
  {
    runId,
    at,
    by,
    statement,
  }: {
    readonly runId: string;
    readonly at: Date;
    readonly by: string;
    readonly statement: NonNullable<Selectable<Tables['recon_run']>['statement']>;
  },
): Promise<void> => {
  await tx
    .updateTable('recon_run')
    .set({
      closed_at: at,
      closed_by: by,
      statement: JSON.stringify(statement),
      statement_sha256: statement.sha256,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .execute();
};
