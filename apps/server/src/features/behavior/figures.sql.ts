import { type BehaviorStep, behaviorEvents, countedPagesAtMost, lateDaysAtMost } from '@ronghui/domain/behavior';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { dayStart, shanghaiClock } from '#kernel/database/fragments.sql';

const startOf = (day: string) => dayStart(sql`${day}::date`);
const eventNames = Object.values(behaviorEvents);
const stepOf = sql.join(
  Object.entries(behaviorEvents).map(([step, event]) => sql`when ${event} then ${step}`),
  sql` `,
);

/** Until when records are counted, and the present moment of the database's clock. */
export const findCounted = async (db: Db): Promise<{ readonly countedAt: Date | null; readonly now: Date }> => {
  const { rows } = await sql<{ counted_at: Date | null; now: Date }>`
    select counted_at, app_now() as now from behavior_counted`.execute(db);
  return { countedAt: rows[0]?.counted_at ?? null, now: rows[0]?.now ?? new Date(0) };
};

/**
 * The days, as `2026-11-20`, of the records that came in since a moment; ten minutes before it as well, for what was being written then. Reads
 * what came in since by the primary key; all records where nothing is counted yet.
 */
export const listDaysToCount = async (db: Db, since: Date | null): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(${shanghaiClock(sql`occurred_at`)}, 'YYYY-MM-DD') as day from behavior_record
    where event_id in (${sql.join(eventNames)})
      ${since === null ? sql`` : sql`and received_at >= ${since}::timestamptz - interval '10 minutes'`}
      and received_at < occurred_at + ${lateDaysAtMost + 1} * interval '1 day'
    order by day`.execute(db);
  return rows.map(({ day }) => day);
};

/** The records of a day that came in in time. By behavior_occurred, in the partitions of their arrival. */
const recordsOf = (day: string) => sql`
  select case event_id ${stepOf} end as step, page_id, session_id, occurred_at as at from behavior_record
  where occurred_at >= ${startOf(day)} and occurred_at < ${startOf(day)} + interval '1 day'
    and received_at >= ${startOf(day)} - interval '1 hour' and received_at < ${startOf(day)} + ${lateDaysAtMost + 1} * interval '1 day'
    and event_id in (${sql.join(eventNames)})`;

/** Makes other counts of the same days wait until this transaction ends. */
export const lockCounted = async (tx: Tx): Promise<void> => {
  await sql`select from behavior_counted for update`.execute(tx);
};

/** Counts a day's visits again, from its records alone: the same figures however often it runs. */
export const countDay = async (tx: Tx, day: string): Promise<void> => {
  await sql`delete from behavior_day where on_day = ${day}::date`.execute(tx);
  await sql`
    with record as materialized (
        select step, page_id, session_id, count(*) as n from (${recordsOf(day)}) r group by 1, 2, 3),
      page as (
        select step, page_id, sum(n) as visits, count(*) as visitors,
          row_number() over (order by sum(n) desc, step, page_id) as place from record group by 1, 2)
    insert into behavior_day (on_day, step, page_id, visits, visitors)
    select ${day}::date, step, page_id, visits, visitors from page where place <= ${countedPagesAtMost}
    union all select ${day}::date, step, '*', sum(visits), null from page where place > ${countedPagesAtMost} group by step
    union all select ${day}::date, step, '', sum(n), count(distinct session_id) from record group by step
    union all select ${day}::date, '', '', sum(n), count(distinct session_id) from record where step <> 'order' having count(*) > 0`.execute(
    tx,
  );
};

/** Counts again how far a day's visitors came: each step after the one before, at its earliest. One pass over the day's records, sorted by visitor. */
export const countFunnel = async (tx: Tx, day: string): Promise<void> => {
  await sql`delete from behavior_funnel_day where on_day = ${day}::date`.execute(tx);
  await sql`
    with record as (${recordsOf(day)} and event_id <> ${behaviorEvents.visit}),
      home as (select *, min(at) filter (where step = 'home') over visitor as home_at from record window visitor as (partition by session_id)),
      product as (select *, min(at) filter (where step = 'product' and at >= home_at) over visitor as product_at from home window visitor as (partition by session_id)),
      config as (select *, min(at) filter (where step = 'config' and at >= product_at) over visitor as config_at from product window visitor as (partition by session_id)),
      visitor as (
        select max(home_at) as home, max(product_at) as product, max(config_at) as config, max(at) filter (where step = 'order' and at >= config_at) as ordered
        from config group by session_id)
    insert into behavior_funnel_day (on_day, home, product, config, ordered)
    select ${day}::date, count(home), count(product), count(config), count(ordered) from visitor`.execute(tx);
};

/** Records until when records are counted. */
export const updateCounted = async (tx: Tx, at: Date): Promise<void> => {
  await sql`update behavior_counted set counted_at = greatest(counted_at, ${at}::timestamptz)`.execute(tx);
};

/** What figures are asked for. */
export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly step: BehaviorStep | null;
  readonly pageId: string | null;
}

/** Visits and visitors by day: a row a day by the primary key; a few by behavior_day_page where a page is asked for. Without a step, orders are no visits. */
export const listDays = async (
  db: Db,
  { from, to, step, pageId }: Asked,
): Promise<readonly { readonly day: string; readonly visits: number; readonly visitors: number }[]> => {
  const chosen =
    pageId === null
      ? sql`page_id = '' and step = ${step ?? ''}`
      : sql`page_id = ${pageId} and ${step === null ? sql`step <> 'order'` : sql`step = ${step}`}`;
  const { rows } = await sql<{ day: string; visits: number; visitors: number }>`
    select to_char(on_day, 'YYYY-MM-DD') as day, sum(visits)::bigint as visits, coalesce(max(visitors), 0)::bigint as visitors
    from behavior_day where on_day between ${from}::date and ${to}::date and ${chosen} group by on_day order by on_day`.execute(
    db,
  );
  return rows;
};

/** How far visitors came, the days added up: a row a day by the primary key. */
export const sumFunnel = async (db: Db, { from, to }: Pick<Asked, 'from' | 'to'>) => {
  const { rows } = await sql<{ home: number; product: number; config: number; order: number }>`
    select coalesce(sum(home), 0)::bigint as home, coalesce(sum(product), 0)::bigint as product,
      coalesce(sum(config), 0)::bigint as config, coalesce(sum(ordered), 0)::bigint as "order"
    from behavior_funnel_day where on_day between ${from}::date and ${to}::date`.execute(db);
  return rows[0] ?? { home: 0, product: 0, config: 0, order: 0 };
};

/** Visits by page, the most visited first: at most `countedPagesAtMost` rows of each day, and the rest of each step as `*`. */
export const listPages = async (db: Db, { from, to, step, pageId }: Asked) => {
  const { rows } = await sql<{ page_id: string; step: BehaviorStep; visits: number; visitors: number }>`
    select page_id, step, sum(visits)::bigint as visits, coalesce(sum(visitors), 0)::bigint as visitors
    from behavior_day where on_day between ${from}::date and ${to}::date and page_id <> ''
      ${step === null ? sql`` : sql`and step = ${step}`} ${pageId === null ? sql`` : sql`and page_id = ${pageId}`}
    group by page_id, step order by sum(visits) desc, page_id, step`.execute(db);
  return rows;
};

/** Has everything counted again that is there: records of earlier days were added. */
export const forgetCounted = async (tx: Tx): Promise<void> => {
  await sql`update behavior_counted set counted_at = null`.execute(tx);
};
