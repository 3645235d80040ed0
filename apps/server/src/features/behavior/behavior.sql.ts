import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { today } from '#kernel/database/fragments.sql';

/** One visit or step of a browser, with the session's user. */
export interface NewRecord {
  readonly eventId: string;
  readonly pageId: string;
  readonly occurredAt: Date;
  readonly sessionId: string;
  readonly userId: string | null;
  readonly tenantId: string | null;
}

/** What a report may still leave on disk on its day (security 4.14). */
export interface DayBudget {
  /** The address, as its keyed digest. */
  readonly address: Buffer;
  readonly perAddress: number;
  readonly perSite: number;
}

/** The site's counters of a day; a report takes one of them, all of them together are the limit. */
const siteCounters = 16;

/**
 * At most the 50 records of a report, in one statement, with the visit that the session belongs to; true unless the day's budget of the address or
 * of the site has no room for all of them, which stores none. The address is counted first, under the lock of its row; of the site, reports at the
 * same moment may together pass the limit by their own records. By the primary keys.
 */
export const insertRecords = async (
  tx: Tx,
  records: readonly NewRecord[],
  { address, perAddress, perSite }: DayBudget,
): Promise<boolean> => {
  const count = records.length;
  const source = `address ${address.toString('hex').slice(0, 32)}`;
  const counter = `site ${(address[0] ?? 0) % siteCounters}`;
  const rows = JSON.stringify(
    records.map(({ occurredAt, ...record }) => ({ ...record, occurredAt: occurredAt.toISOString() })),
  );
  const { rows: stored } = await sql`
    with address_taken as (
      insert into behavior_budget as b (on_day, source, records)
      select ${today}, ${source}, ${count} where ${count}::bigint <= ${perAddress}::bigint
      on conflict (on_day, source) do update set records = b.records + excluded.records
        where b.records + excluded.records <= ${perAddress}::bigint
      returning 1),
    site_taken as (
      insert into behavior_budget as b (on_day, source, records)
      select ${today}, ${counter}, ${count} from address_taken
      where ${count}::bigint + (select coalesce(sum(s.records), 0) from behavior_budget s
        where s.on_day = ${today} and s.source like 'site %') <= ${perSite}::bigint
      on conflict (on_day, source) do update set records = b.records + excluded.records
      returning 1)
    insert into behavior_record (event_id, page_id, occurred_at, session_id, user_id, tenant_id)
    select r."eventId", r."pageId", r."occurredAt",
      coalesce((select s.visit_id from session s where s.session_id = r."sessionId"), r."sessionId"), r."userId", r."tenantId"
    from site_taken, jsonb_to_recordset(${rows}::jsonb) as r ("eventId" text, "pageId" text, "occurredAt" timestamptz,
      "sessionId" text, "userId" text, "tenantId" text)
    returning 1`.execute(tx);
  return stored.length > 0;
};

/** Deletes the budgets of days that are over, at most `limit` rows: by the primary key. */
export const deleteOldBudgets = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from behavior_budget where ctid in (
      select ctid from behavior_budget where on_day < ${today} - 1 limit ${limit} for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Creates the partitions of this month and the next two where they are missing. */
export const makeMonths = async (tx: Tx): Promise<void> => {
  await sql`select make_behavior_months((app_now() at time zone 'UTC')::date, 3)`.execute(tx);
};

/** Drops the months before the last `kept` whole ones. */
export const dropMonths = async (tx: Tx, kept: number): Promise<void> => {
  await sql`select drop_behavior_months(${kept})`.execute(tx);
};
