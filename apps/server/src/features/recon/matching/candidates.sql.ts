import type { ReconSettings } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** Makes `same_fen`: the amounts that are left on both sides. */
export const drawSameFen = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table same_fen on commit drop as
    select fen from (select distinct fen from left_row) r where exists (select from left_line l where l.fen = r.fen)`.execute(
    tx,
  );
  await sql`analyze same_fen`.execute(tx);
};

export const dropSameFen = async (tx: Tx): Promise<void> => {
  await sql`drop table same_fen`.execute(tx);
};

/**
 * Makes `near_fen`: the amounts near which the other side has one, on whatever day. Twice the tolerance and a little: what is farther away
 * from all of the other side is neither within the tolerance of anything nor nearer to a row than a line that is.
 */
export const drawNearFen = async (tx: Tx, { amountTolerance, amountRate }: ReconSettings): Promise<void> => {
  await sql`
    create temp table near_fen on commit drop as
    select distinct fen from (
        select fen, case when is_own then max(fen) filter (where not is_own) over up else max(fen) filter (where is_own) over up end as below,
            case when is_own then min(fen) filter (where not is_own) over down else min(fen) filter (where is_own) over down end as above
          from (select distinct true as is_own, fen from left_row union all select distinct false, fen from left_line) u
          window up as (order by fen), down as (order by fen desc)) n
      where least(fen - below, above - fen) <= greatest(${amountTolerance}::bigint, abs(fen) / 500000 * ${amountRate}::bigint + ${amountRate}::bigint * 2) + 3`.execute(
    tx,
  );
  await sql`analyze near_fen`.execute(tx);
};

export const dropNearFen = async (tx: Tx): Promise<void> => {
  await sql`drop table near_fen`.execute(tx);
};
