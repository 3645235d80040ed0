import type { RefusalClass, SmsProvider } from '@ronghui/domain/sender/sms';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A message that did not arrive, as far as is known. */
export interface LastFailure {
  readonly provider: SmsProvider;
  readonly at: Date;
  readonly refusal: RefusalClass | null;
  readonly reason: string | null;
}

/** The last failure of each provider within a day; by sms_delivery_by_time. */
export const listLastFailures = async (db: Db, providers: readonly SmsProvider[]): Promise<readonly LastFailure[]> => {
  const { rows } = await sql<LastFailure>`
    select p.provider, last.at, last.refusal, last.reason from unnest(${[...providers]}::text[]) p (provider)
    cross join lateral (
      select created_at as at, refusal, reason from sms_delivery d
      where d.provider = p.provider and state in ('refused', 'failed', 'unknown', 'absent') and created_at > app_now() - interval '1 day'
      order by created_at desc, delivery_id desc limit 1
    ) last`.execute(db);
  return rows;
};
