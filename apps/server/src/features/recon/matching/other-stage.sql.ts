import { otherStageOf } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { RunToMatch } from './match-job.sql.ts';

/** How many rows of a ledger are looked at, spread over it. */
const lookedRows = 1000;
/** The most stages of one reference. */
const stagesOfOne = 20;

type Subject = Pick<RunToMatch, 'tenant_id' | 'stage_id' | 'direction'>;

const hitsOf = async (tx: Tx, { tenant_id, stage_id, direction }: Subject, found: RawBuilder<unknown>) => {
  const { rows } = await sql<{ stage_id: string; hits: number; is_own: boolean }>`
    select f.stage_id, count(*)::int as hits, f.stage_id = ${stage_id} as is_own from (${found}) f
      where exists (select from bill b where b.tenant_id = ${tenant_id} and b.stage_id = f.stage_id and b.direction = ${direction} and b.status <> 'draft')
      group by f.stage_id`.execute(tx);
  return {
    own: rows.find(({ is_own }) => is_own)?.hits ?? 0,
    others: rows.filter(({ is_own }) => !is_own).map(({ stage_id: stageId, hits }) => ({ stageId, hits })),
  };
};

/** A stage that a ledger seems to be of, and how the rows that were looked at say so. */
export interface OtherStage {
  readonly stageId: string;
  readonly stageName: string;
  readonly by: 'reference' | 'day';
}

/**
 * The stage that the rows of `ledger_row` seem to be of, when it is another one than the run's: by their references where most of them are known, by
 * their days otherwise. Looks at a bounded number of rows, each by an index: bill_line_once, or bill_line_newest.
 *
 * @source R13.1
 */
export const findOtherStage = async (tx: Tx, run: Subject): Promise<OtherStage | null> => {
  const { tenant_id: tenantId, stage_id: own } = run;
  await sql`
    create temp table looked_row on commit drop as
    select row_no, reference, occurred_on from ledger_row
      where row_no % greatest((select count(*) from ledger_row) / ${sql.lit(lookedRows)}, 1) = 0 limit ${sql.lit(lookedRows)}`.execute(
    tx,
  );
  const { rows: counted } = await sql<{ rows: number; referenced: number }>`
    select count(*)::int as rows, count(reference)::int as referenced from looked_row`.execute(tx);
  const { rows = 0, referenced = 0 } = counted[0] ?? {};
  const byReference = await hitsOf(
    tx,
    run,
    sql`select distinct r.row_no, l.stage_id from looked_row r cross join lateral (
      select b.stage_id from bill_line b where b.tenant_id = ${tenantId} and b.loan_no = r.reference limit ${sql.lit(stagesOfOne)}) l
      where r.reference is not null`,
  );
  const most = byReference.others.reduce((sum, { hits }) => Math.max(sum, hits), byReference.own);
  const isKnown = referenced * 2 > rows && most * 2 > referenced;
  const hits = isKnown
    ? byReference
    : await hitsOf(
        tx,
        run,
        sql`select r.row_no, d.stage_id from looked_row r join (
          select days.occurred_on, case when exists (select from bill_line b where b.tenant_id = ${tenantId} and b.occurred_on = days.occurred_on
                and b.stage_id = ${own}) then ${own} else (select b.stage_id from bill_line b where b.tenant_id = ${tenantId}
                and b.occurred_on = days.occurred_on order by b.occurred_on desc, b.line_id desc limit 1) end as stage_id
            from (select distinct occurred_on from looked_row) days) d using (occurred_on)
          where d.stage_id is not null`,
      );
  await sql`drop table looked_row`.execute(tx);
  const stageId = otherStageOf({ rows: isKnown ? referenced : rows, ...hits });
  if (stageId === null) return null;
  const stage = await tx.selectFrom('stage').select('name').where('stage_id', '=', stageId).executeTakeFirstOrThrow();
  return { stageId, stageName: stage.name, by: isKnown ? 'reference' : 'day' };
};
