import type { BillDirection } from '@ronghui/domain/bill';
import { type FenSum, noFen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { shanghaiClock } from '#kernel/database/fragments.sql';
import { addEventsFrom } from '#kernel/observe/audit.sql';
import { linesSha256 } from '../record/bill-digest.sql.ts';
import { digestsOfLines, sealOfBill } from '../record/issue-seal.sql.ts';
import { sealEvent } from '../record/sealed-parts.ts';

/** A part of a stage: everything without a filter. */
export interface StagePart {
  readonly stageId: string;
  readonly tenantId?: string | undefined;
  readonly orgId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly productId?: string | undefined;
}

/** The drafts `b` of a part. */
const draftsOf = ({ stageId, tenantId, orgId, projectId, productId }: StagePart) =>
  sql<boolean>`${sql.join(
    [
      sql`b.stage_id = ${stageId} and b.status = 'draft'`,
      ...(tenantId === undefined ? [] : [sql`b.tenant_id = ${tenantId}`]),
      ...(orgId === undefined ? [] : [sql`b.org_id = ${orgId}`]),
      ...(projectId === undefined ? [] : [sql`b.project_id = ${projectId}`]),
      ...(productId === undefined ? [] : [sql`b.product_id = ${productId}`]),
    ],
    sql` and `,
  )}`;

/** What the drafts of a part come to, each direction by itself. */
export interface DraftSums {
  readonly count: number;
  readonly payableAmount: FenSum;
  readonly receivableAmount: FenSum;
}

/** What the drafts of a part come to. By bill_of_stage. */
export const sumDrafts = async (db: Db, part: StagePart): Promise<DraftSums> => {
  const { rows } = await sql<DraftSums>`
    select count(*) as count, coalesce(sum(b.amount_fen) filter (where b.direction = 'payable'), 0) as "payableAmount",
      coalesce(sum(b.amount_fen) filter (where b.direction = 'receivable'), 0) as "receivableAmount"
    from bill b where ${draftsOf(part)}`.execute(db);
  return rows[0] ?? { count: 0, payableAmount: noFen, receivableAmount: noFen };
};

/** How many drafts a part has. */
export const countDrafts = async (db: Db, part: StagePart): Promise<number> => (await sumDrafts(db, part)).count;

/**
 * Whether every line of a stage, which the caller has locked, has a fee or was left out by name: false where lines were added after the drafts
 * were drawn up. By the indexes of the stage's partition.
 */
export const isDrawnUp = async (tx: Tx, stageId: string): Promise<boolean> => {
  const { rows } = await sql<{ is_whole: boolean }>`
    select (select count(*) from bill_line where stage_id = ${stageId})
      = (select count(*) from line_fee where stage_id = ${stageId})
        + coalesce((select sum(line_count) from bill_left_out where stage_id = ${stageId}), 0) as is_whole`.execute(tx);
  return rows[0]?.is_whole === true;
};

/** Whether a draft of a part is of a tenant without a certification in force, who could not see it (R4.13). By bill_of_stage and the primary key. */
export const hasUncertified = async (tx: Tx, part: StagePart): Promise<boolean> => {
  const { rows } = await sql`
    select from bill b where ${draftsOf(part)} and not exists (
      select from certification c where c.tenant_id = b.tenant_id and c.certified_no is not null) limit 1`.execute(tx);
  return rows.length > 0;
};

/** The bills of one direction that a tenant was issued. */
export interface IssuedSum {
  readonly tenant_id: string;
  readonly direction: BillDirection;
  readonly bills: number;
  readonly amount: FenSum;
  /** The first of their numbers. */
  readonly bill_no: string;
}

/** When and by whom bills are issued, and until when they can be confirmed. */
export interface IssueFacts {
  readonly at: Date;
  readonly confirmBy: Date;
  readonly staffId: string;
  readonly byName: string;
}

/**
 * Issues the drafts of a part, with their first step, and marks the stage as issued, which the caller has locked: numbers, dates, names as of now,
 * and the digest of the lines. The trail gets an event for each bill, which seals what was issued. Returns the sums by tenant and direction.
 */
export const issueDrafts = async (
  tx: Tx,
  part: StagePart,
  { at, confirmBy, staffId, byName }: IssueFacts,
): Promise<readonly IssuedSum[]> => {
  // Fees and drafts that a generation has just written have no statistics yet: loops over them would read millions of rows again and again.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
  const { rows } = await sql<IssuedSum>`
    with digest as (
      select f.tenant_id, f.bill_id, ${linesSha256} as sha256, ${digestsOfLines} as lines
        from line_fee f join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
          join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
        where f.stage_id = ${part.stageId} and l.stage_id = ${part.stageId} and ${draftsOf(part)} group by f.tenant_id, f.bill_id
    ), issued as (
      update bill b set status = 'pending', issued_at = ${at}, confirm_by = ${confirmBy}, confirm_by_set_at = ${at}, step_no = 1,
          bill_no = 'ZD' || to_char(${shanghaiClock(sql`${at}::timestamptz`)}, 'YYYYMMDD') || scattered_number(nextval('bill_number')),
          lines_sha256 = d.sha256, pay_days = s.pay_days, stage_name = s.name,
          project_name = coalesce((select j.name from project j where j.tenant_id = b.tenant_id and j.project_id = b.project_id), b.project_name),
          product_name = coalesce((select p.name from product p where p.pid = b.product_id), b.product_name),
          org_name = coalesce((select o.name from org o where o.org_id = b.org_id), b.org_name),
          version = b.version + 1, updated_at = app_now()
        from stage s, digest d where s.stage_id = b.stage_id and d.tenant_id = b.tenant_id and d.bill_id = b.bill_id and ${draftsOf(part)}
        returning b.tenant_id, b.bill_id, b.direction, b.amount_fen, b.confirm_by, b.bill_no as object, ${sealOfBill} || d.lines as after
    ), step as (
      insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, amount_fen, confirm_by)
      select tenant_id, bill_id, 1, 'issued', ${at}, 'ops', ${staffId}, ${byName}, amount_fen, confirm_by from issued
    ), seal as (
      ${addEventsFrom('issued', { event: sealEvent, actor_kind: 'staff', actor_id: staffId })}
    )
    select tenant_id, direction, count(*) as bills, sum(amount_fen) as amount, min(object) as bill_no from issued group by 1, 2 order by 1, 2`.execute(
    tx,
  );
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx);
  await tx
    .updateTable('stage')
    .set({
      status: 'issued',
      issued_at: at,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`app_now()`,
    })
    .where('stage_id', '=', part.stageId)
    .where('status', '=', 'open')
    .execute();
  return rows;
};

/** The payment codes of bills that were just issued, by their numbers. By the key of items. */
export const listPaymentCodes = async (
  tx: Tx,
  bills: readonly Pick<IssuedSum, 'tenant_id' | 'bill_no'>[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ item_no: string; code: string }>`
    select c.item_no, c.code from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) n (tenant_id text, bill_no text)
      join payment_code c on c.tenant_id = n.tenant_id and c.kind = 'bill' and c.item_no = n.bill_no`.execute(tx);
  return new Map(rows.map(({ item_no, code }) => [item_no, code]));
};
