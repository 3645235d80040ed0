import type { FenSum } from '@ronghui/domain/money';
import type { RefusalClass, SmsProvider } from '@ronghui/domain/sender/sms';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { dayStart } from '#kernel/database/fragments.sql';

/** What staff have entered of a provider, who did, and until when it rests. */
export interface SettingRow {
  readonly provider: string;
  readonly sign_name: string;
  readonly region: string;
  readonly templates: Readonly<Record<string, string>>;
  readonly price_centifen: number;
  readonly version: number;
  readonly saved_by: string | null;
  readonly updated_at: Date;
}

/** Every setting, at most three, with the name of who saved it. */
export const listSettings = async (db: Db): Promise<readonly SettingRow[]> => {
  const found = await sql<SettingRow>`
    select t.provider, t.sign_name, t.region, t.templates, t.price_centifen, t.version, t.updated_at, s.name as saved_by
    from sms_setting t left join staff s on s.staff_id = t.updated_by`.execute(db);
  return found.rows;
};

/** The providers that rest, at most three. */
export const listRestsUntil = async (
  db: Db,
): Promise<readonly { readonly provider: string; readonly until: Date }[]> => {
  const found = await sql<{ provider: string; until: Date }>`
    select provider, rests_until as until from sms_rest where rests_until > app_now()`.execute(db);
  return found.rows;
};

/** A setting as it is saved. */
export interface NewSetting {
  readonly provider: SmsProvider;
  readonly signName: string;
  readonly region: string;
  readonly templates: Readonly<Record<string, string>>;
  readonly hundredthFen: number;
  readonly revision: number;
  readonly staffId: string;
}

/** Saves a setting, unless another has been saved since it was read. @returns whether it was */
export const saveSetting = async (tx: Tx, row: NewSetting): Promise<boolean> => {
  const templates = JSON.stringify(row.templates);
  const saved = await sql`
    insert into sms_setting (provider, sign_name, region, templates, price_centifen, updated_by)
    select ${row.provider}, ${row.signName}, ${row.region}, ${templates}::jsonb, ${row.hundredthFen}, ${row.staffId}
    where ${row.revision}::int = 0 or exists (select from sms_setting where provider = ${row.provider})
    on conflict (provider) do update set sign_name = excluded.sign_name, region = excluded.region, templates = excluded.templates,
      price_centifen = excluded.price_centifen, updated_by = excluded.updated_by, updated_at = app_now(), version = sms_setting.version + 1
    where sms_setting.version = ${row.revision}
    returning 1`.execute(tx);
  return saved.rows.length === 1;
};

/** Days in Shanghai, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** What a provider did in an hour. */
export interface HourRow {
  readonly hour: Date;
  readonly provider: SmsProvider;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly retry: number;
  readonly fail_over: number;
  readonly wait: number;
  readonly number: number;
  readonly unanswered: number;
  readonly median: number | null;
}

const between = ({ from, to }: Days) =>
  sql`created_at >= ${dayStart(sql`${from}::date`)} and created_at < ${dayStart(sql`${to}::date + 1`)}`;
const isSent = sql`state in ('accepted', 'delivered', 'failed')`;

/** What the providers did, hour by hour, newest first; by sms_delivery_by_time, one row an hour and provider. */
export const groupHours = async (db: Db, days: Days): Promise<readonly HourRow[]> => {
  const found = await sql<HourRow>`
    select date_trunc('hour', created_at) as hour, provider,
      (count(*) filter (where ${isSent}))::int as sent,
      (count(*) filter (where state = 'delivered'))::int as delivered,
      (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where refusal = 'retry'))::int as retry,
      (count(*) filter (where refusal = 'failOver'))::int as fail_over,
      (count(*) filter (where refusal = 'wait'))::int as wait,
      (count(*) filter (where refusal = 'number'))::int as number,
      (count(*) filter (where state in ('unknown', 'absent')))::int as unanswered,
      round(percentile_cont(0.5) within group (order by extract(epoch from settled_at - created_at)) filter (where state = 'delivered'))::int as median
    from sms_delivery where ${between(days)} group by 1, 2 order by 1 desc, 2`.execute(db);
  return found.rows;
};

/** What was sent and what it costs, by provider: the sum in hundredths, rounded once to a fen. */
export const sumCosts = async (
  db: Db,
  days: Days,
): Promise<readonly { readonly provider: SmsProvider; readonly sent: number; readonly cost: FenSum }[]> => {
  const found = await sql<{ provider: SmsProvider; sent: number; cost: FenSum }>`
    select provider, count(*)::int as sent, div(sum(price_centifen)::numeric + 50, 100)::bigint as cost
    from sms_delivery where ${isSent} and ${between(days)} group by 1 order by 1`.execute(db);
  return found.rows;
};

/** A message that did not arrive, as far as is known. */
export interface ErrorRow {
  readonly at: Date;
  readonly provider: SmsProvider;
  readonly scene: string;
  readonly mobile_masked: string;
  readonly refusal: RefusalClass | null;
  readonly reason: string | null;
}

/** The last messages of these days that were refused, failed, or remained without an answer; by sms_delivery_by_time. */
export const listErrors = async (db: Db, days: Days, limit: number): Promise<readonly ErrorRow[]> => {
  const found = await sql<ErrorRow>`
    select created_at as at, provider, scene, mobile_masked, refusal, reason from sms_delivery
    where state in ('refused', 'failed', 'unknown', 'absent') and ${between(days)}
    order by created_at desc, delivery_id desc limit ${limit}`.execute(db);
  return found.rows;
};
