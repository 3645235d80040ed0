import type { SmsProvider } from '@ronghui/domain/sender/sms';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { areSmsStopped } from '#kernel/maintenance/maintenance.sql';

/** Failures in a row after which a provider rests, and how long. @source running 2.3 */
const failuresToRest = 5;
const restSec = 30;

/** Counts a failure; from the fifth in a row on, each lets the provider rest, so that after a rest one message is enough to find out. */
export const countFailure = async (tx: Tx, provider: SmsProvider): Promise<void> => {
  await sql`
    insert into sms_rest (provider, failures) values (${provider}, 1)
    on conflict (provider) do update set failures = sms_rest.failures + 1,
      rests_until = case when sms_rest.failures + 1 >= ${failuresToRest}
        then app_now() + ${restSec} * interval '1 second' else sms_rest.rests_until end`.execute(tx);
};

/** Ends a row of failures. Mostly there is none, and nothing is written. */
export const clearFailures = async (tx: Tx, provider: SmsProvider): Promise<void> => {
  await sql`update sms_rest set failures = 0, rests_until = null where provider = ${provider} and failures > 0`.execute(
    tx,
  );
};

/** The providers that rest, and for how long. At most three rows. */
export const listRests = async (
  db: Db,
): Promise<readonly { readonly provider: string; readonly seconds: number }[]> => {
  const found = await sql<{ provider: string; seconds: number }>`
    select provider, ceil(extract(epoch from rests_until - app_now()))::int as seconds
    from sms_rest where rests_until > app_now()`.execute(db);
  return found.rows;
};

/** Whether no SMS leaves now, so that no code is promised: all of these providers rest, or staff have stopped SMS. Without providers none rests. */
export const allRest = async (db: Db, providers: readonly SmsProvider[]): Promise<boolean> => {
  if (await areSmsStopped(db)) return true;
  if (providers.length === 0) return false;
  const resting = (await listRests(db)).map(({ provider }) => provider);
  return providers.every((provider) => resting.includes(provider));
};

/** A clock that was set back extends no rest. */
export const correctRests = async (tx: Tx): Promise<void> => {
  await sql`
    update sms_rest set rests_until = app_now() + ${restSec} * interval '1 second'
    where rests_until > app_now() + ${restSec} * interval '1 second'`.execute(tx);
};
