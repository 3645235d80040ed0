import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Statements that wait for one another are decided in another order than they began. @unit ms */
const orderMs = 5000;

/** Counts a use of a key, unless `limit` uses stand within the window. One step: those that come at once wait for the row. */
export const takeUse = async (
  db: Db,
  { key, limit, windowMs }: { readonly key: string; readonly limit: number; readonly windowMs: number },
): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number }> => {
  const most = Math.ceil(limit);
  const { rows } = await sql<{ allowed: boolean; wait_ms: number }>`
    with present as (select (extract(epoch from app_now()) * 1000)::bigint as now_ms)
    insert into shared_use as counted (key, uses, allowed, ends_at)
    select ${key}, array[now_ms], true, app_now() + ${windowMs}::bigint * interval '1 millisecond' from present
    on conflict (key) do update set (uses, allowed, ends_at) = (
      select case when kept.n < ${most}::bigint then kept.uses || excluded.uses else kept.uses end, kept.n < ${most}::bigint,
        case when kept.n < ${most}::bigint then excluded.ends_at else greatest(counted.ends_at, excluded.ends_at - ${windowMs}::bigint * interval '1 millisecond') end
      from (
        select coalesce(array_agg(used order by used), '{}') as uses, count(*) as n from unnest(counted.uses) used
        where used > excluded.uses[1] - ${windowMs}::bigint and used <= excluded.uses[1] + ${orderMs}::bigint
      ) kept
    )
    returning allowed, case when allowed then 0 else least(${windowMs}::bigint,
      greatest(1, coalesce(uses[(cardinality(uses) - ${most}::bigint + 1)::int], 0) + ${windowMs}::bigint - (select now_ms from present))) end::bigint as wait_ms`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined ? { allowed: true, retryAfterMs: 0 } : { allowed: row.allowed, retryAfterMs: row.wait_ms };
};

/** What one node counted of a key since the last exchange. */
export interface RequestCount {
  readonly key: string;
  readonly windowNo: number;
  readonly windowMs: number;
  readonly count: number;
}

/** What all nodes counted of it. */
export interface RequestTotal {
  readonly key: string;
  readonly count: number;
  /** In the window before. */
  readonly before: number;
}

/** Adds what a node counted, and gives what all of them did. Keys in their order, so that two nodes do not wait for each other. */
export const addRequests = async (db: Db, counts: readonly RequestCount[]): Promise<readonly RequestTotal[]> => {
  const { rows } = await sql<RequestTotal>`
    with added as (
      insert into shared_request (key, window_no, count, ends_at)
      select key, no, n, app_now() + 3 * ms * interval '1 millisecond' from unnest(
        ${counts.map(({ key }) => key)}::text[], ${counts.map(({ windowNo }) => windowNo)}::bigint[],
        ${counts.map(({ count }) => count)}::bigint[], ${counts.map(({ windowMs }) => windowMs)}::bigint[]
      ) as counted (key, no, n, ms) order by key
      on conflict (key, window_no) do update set count = shared_request.count + excluded.count returning key, window_no, count
    )
    select added.key, added.count, coalesce(earlier.count, 0) as before
    from added left join shared_request earlier on earlier.key = added.key and earlier.window_no = added.window_no - 1`.execute(
    db,
  );
  return rows;
};
