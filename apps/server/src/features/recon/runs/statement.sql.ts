import type { Output } from '@ronghui/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { Tables } from '#tables';

/** The name of a tenant, as statements have it. */
export const findTenantName = async (db: Db, tenantId: string): Promise<string> => {
  const row = await db.selectFrom('tenant').select('name').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.name ?? '';
};

type StatedBill = NonNullable<Output<'recon.statement'>['bills']>[number];

/** The issued bills of a run's stage and direction, by their numbers, as they stand now, and the last step of each. By the key bill_once. */
export const listStatedBills = async (
  db: Db,
  tenantId: string,
  { stageId, direction }: { readonly stageId: string; readonly direction: string },
): Promise<(StatedBill & { readonly stepNo: number })[]> => {
  const { rows } = await sql<StatedBill & { readonly stepNo: number }>`
    select b.bill_no as "billNo", b.line_count as lines, coalesce(b.lines_sha256, '') as "linesSha256", b.amount_fen as amount, b.adjusted_fen as adjusted,
        b.step_no as "stepNo"
      from bill b where b.tenant_id = ${tenantId} and b.stage_id = ${stageId} and b.direction = ${direction} and b.status <> 'draft'
      order by b.bill_no`.execute(db);
  return rows;
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
    steps,
  }: {
    readonly runId: string;
    readonly at: Date;
    readonly by: string;
    readonly statement: NonNullable<Selectable<Tables['recon_run']>['statement']>;
    /** The last step of each bill that the statement names. */
    readonly steps: NonNullable<Selectable<Tables['recon_run']>['closed_steps']>;
  },
): Promise<void> => {
  await tx
    .updateTable('recon_run')
    .set({
      closed_at: at,
      closed_by: by,
      statement: JSON.stringify(statement),
      statement_sha256: statement.sha256,
      closed_steps: JSON.stringify(steps),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .execute();
};
