import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { midnight } from '#kernel/database/fragments.sql';

/** How many messages may go to one mobile. */
export interface SmsShare {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

/**
 * Counts one message to a mobile; false, and nothing counted, when the limit is reached. There is one row a mobile, locked by the statement, so that
 * parallel calls are counted one after the other. @source R5.3
 */
export const takeSmsQuota = async (tx: Tx, mobileDigest: Buffer, limit: SmsShare): Promise<boolean> => {
  const taken = await sql`
    insert into sms_quota (mobile_digest, sent_at) values (${mobileDigest}, array[app_now()])
    on conflict (mobile_digest) do update set
      sent_at = array(select t from unnest(sms_quota.sent_at) t where t > app_now() - interval '24 hours') || app_now(),
      updated_at = app_now()
    where (select count(*) from unnest(sms_quota.sent_at) t where t > app_now() - interval '60 seconds') < ${limit.perMinute}::float8
      and (select count(*) from unnest(sms_quota.sent_at) t where t > app_now() - interval '1 hour') < ${limit.perHour}::float8
      and (select count(*) from unnest(sms_quota.sent_at) t where t > app_now() - interval '24 hours') < ${limit.perDay}::float8
    returning 1`.execute(tx);
  return taken.rows.length === 1;
};

/** Seconds until the next message to a mobile is allowed; at least 1. Primary key. */
export const findSmsWaitSec = async (tx: Tx, mobileDigest: Buffer, limit: SmsShare): Promise<number> => {
  const found = await sql<{ wait: number }>`
    select ceil(extract(epoch from greatest(
      (select t from unnest(sent_at) t order by t desc offset ${Math.ceil(limit.perMinute) - 1} limit 1) + interval '60 seconds',
      (select t from unnest(sent_at) t order by t desc offset ${Math.ceil(limit.perHour) - 1} limit 1) + interval '1 hour',
      (select t from unnest(sent_at) t order by t desc offset ${Math.ceil(limit.perDay) - 1} limit 1) + interval '24 hours',
      app_now()) - app_now()))::int as wait
    from sms_quota where mobile_digest = ${mobileDigest}`.execute(tx);
  return Math.max(1, found.rows[0]?.wait ?? 1);
};

/** Counts one message against the installation's limits of a minute and of a day; false when either is reached (the caller rolls back). */
export const takeSmsBudget = async (
  tx: Tx,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<boolean> => {
  const taken = await sql`
    insert into sms_budget (window_kind, starts_at, sent)
    values ('day', ${midnight}, 1), ('minute', date_trunc('minute', app_now()), 1)
    on conflict (window_kind, starts_at) do update set sent = sms_budget.sent + 1
    where sms_budget.sent < case sms_budget.window_kind when 'day' then ${limit.perDay}::float8 else ${limit.perMinute}::float8 end
    returning 1`.execute(tx);
  return taken.rows.length === 2;
};

/**
 * Counts one message that is not a code; such messages may use half of both limits. False, and nothing counted, when that half is
 * used up, because codes have priority.
 */
export const takeSpareSmsBudget = async (
  tx: Tx,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<boolean> => {
  const taken = await sql`
    insert into sms_budget (window_kind, starts_at, sent)
    select window_kind, starts_at, 1 from (values ('day', ${midnight}),
      ('minute', date_trunc('minute', app_now()))) present (window_kind, starts_at)
    where not exists (select from sms_budget b
      where b.window_kind = 'day' and b.starts_at = ${midnight} and b.sent >= ${limit.perDay}::float8 / 2
        or b.window_kind = 'minute' and b.starts_at = date_trunc('minute', app_now()) and b.sent >= ${limit.perMinute}::float8 / 2)
    on conflict (window_kind, starts_at) do update set sent = sms_budget.sent + 1 returning 1`.execute(tx);
  return taken.rows.length === 2;
};

/** Deletes expired counters; at most `limit` quotas, by the index on age. */
export const deleteExpiredCounters = async (tx: Tx, limit: number): Promise<number> => {
  const quotas = await sql`
    delete from sms_quota where ctid in (
      select ctid from sms_quota where updated_at < app_now() - interval '25 hours' limit ${limit} for update skip locked)`.execute(
    tx,
  );
  const budgets = await sql`delete from sms_budget where starts_at < app_now() - interval '2 days'`.execute(tx);
  return [quotas, budgets].reduce((sum, gone) => sum + Number(gone.numAffectedRows ?? 0), 0);
};

/** Caps the times of sent messages at now: a clock that was set back extends no pause. */
export const correctSmsQuotas = async (tx: Tx): Promise<void> => {
  await sql`
    update sms_quota set sent_at = array(select least(t, app_now()) from unnest(sent_at) t order by 1)
    where app_now() < any (sent_at)`.execute(tx);
};
