import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** What a code is good for. */
export type SmsScene =
  | 'register'
  | 'findPwd'
  | 'login'
  | 'newDevice'
  | 'stepUp'
  | 'updateMobileOld'
  | 'updateMobileNew'
  | 'updateEmail'
  | 'closeAccount';

/** Who may use a code: this mobile (or, by mail, this address), for this scene, in this browser session (R5.3). */
export interface CodeBond {
  readonly mobileDigest: Buffer;
  readonly scene: SmsScene;
  readonly sessionId: string;
}

/**
 * Counts one message to a mobile; false, and nothing counted, when it has had its share. One row a mobile, locked by the statement, so that
 * parallel calls are counted one after the other. @source R5.3
 */
export const takeSmsQuota = async (
  tx: Tx,
  mobileDigest: Buffer,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<boolean> => {
  const taken = await sql`
    insert into sms_quota (mobile_digest, sent_at) values (${mobileDigest}, array[app_now()])
    on conflict (mobile_digest) do update set
      sent_at = array(select t from unnest(sms_quota.sent_at) t where t > app_now() - interval '24 hours') || app_now(),
      updated_at = app_now()
    where (select count(*) from unnest(sms_quota.sent_at) t where t > app_now() - interval '60 seconds') < ${limit.perMinute}
      and (select count(*) from unnest(sms_quota.sent_at) t where t > app_now() - interval '24 hours') < ${limit.perDay}
    returning 1`.execute(tx);
  return taken.rows.length === 1;
};

/** Seconds until a mobile may be sent the next message; at least 1. Primary key. */
export const findSmsWaitSec = async (
  tx: Tx,
  mobileDigest: Buffer,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<number> => {
  const found = await sql<{ wait: number }>`
    select ceil(extract(epoch from greatest(
      (select t from unnest(sent_at) t order by t desc offset ${Math.ceil(limit.perMinute) - 1} limit 1) + interval '60 seconds',
      (select t from unnest(sent_at) t order by t desc offset ${Math.ceil(limit.perDay) - 1} limit 1) + interval '24 hours',
      app_now()) - app_now()))::int as wait
    from sms_quota where mobile_digest = ${mobileDigest}`.execute(tx);
  return Math.max(1, found.rows[0]?.wait ?? 1);
};

/** Counts one message of the whole installation against the minute and the day; false when either is spent (the caller rolls back). */
export const takeSmsBudget = async (
  tx: Tx,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<boolean> => {
  const taken = await sql`
    insert into sms_budget (window_kind, starts_at, sent)
    values ('day', date_trunc('day', app_now(), 'Asia/Shanghai'), 1), ('minute', date_trunc('minute', app_now()), 1)
    on conflict (window_kind, starts_at) do update set sent = sms_budget.sent + 1
    where sms_budget.sent < case sms_budget.window_kind when 'day' then ${limit.perDay}::float8 else ${limit.perMinute}::float8 end
    returning 1`.execute(tx);
  return taken.rows.length === 2;
};

/**
 * Counts one message that is no code against the minute and the day, of which such may take half; false, and nothing counted, when that is
 * spent: codes go first.
 */
export const takeSpareSmsBudget = async (
  tx: Tx,
  limit: { readonly perMinute: number; readonly perDay: number },
): Promise<boolean> => {
  const taken = await sql`
    insert into sms_budget (window_kind, starts_at, sent)
    select window_kind, starts_at, 1 from (values ('day', date_trunc('day', app_now(), 'Asia/Shanghai')),
      ('minute', date_trunc('minute', app_now()))) present (window_kind, starts_at)
    where not exists (select from sms_budget b
      where b.window_kind = 'day' and b.starts_at = date_trunc('day', app_now(), 'Asia/Shanghai') and b.sent >= ${limit.perDay}::float8 / 2
        or b.window_kind = 'minute' and b.starts_at = date_trunc('minute', app_now()) and b.sent >= ${limit.perMinute}::float8 / 2)
    on conflict (window_kind, starts_at) do update set sent = sms_budget.sent + 1 returning 1`.execute(tx);
  return taken.rows.length === 2;
};

/** A code as it is kept. */
export interface StoredCode {
  readonly codeId: string;
  readonly codeDigest: Buffer;
}

/** Keeps a new code; the old one of the same bond is dead with it. Returns when it ends. */
export const replaceSmsCode = async (tx: Tx, bond: CodeBond, code: StoredCode, minutes: number): Promise<Date> => {
  const row = {
    code_id: code.codeId,
    code_digest: code.codeDigest,
    tries: 0,
    created_at: sql<Date>`app_now()`,
    expires_at: sql<Date>`app_now() + ${minutes}::float8 * interval '1 minute'`,
  };
  const kept = await tx
    .insertInto('sms_code')
    .values({ mobile_digest: bond.mobileDigest, scene: bond.scene, session_id: bond.sessionId, ...row })
    .onConflict((conflict) => conflict.columns(['mobile_digest', 'scene', 'session_id']).doUpdateSet(row))
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return kept.expires_at;
};

/** Counts a try at the living code of a bond and gives it; none when there is none or its tries are spent. Primary key. */
export const reserveCodeTry = async (tx: Tx, bond: CodeBond, maxTries: number): Promise<StoredCode | undefined> => {
  const row = await tx
    .updateTable('sms_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('mobile_digest', '=', bond.mobileDigest)
    .where('scene', '=', bond.scene)
    .where('session_id', '=', bond.sessionId)
    .where('tries', '<', maxTries)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning(['code_id', 'code_digest'])
    .executeTakeFirst();
  return row && { codeId: row.code_id, codeDigest: row.code_digest };
};

/** Uses a code up, in the transaction of the change that it allows; false when another call has used it. */
export const deleteSmsCode = async (tx: Tx, codeId: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('sms_code')
    .where('code_id', '=', codeId)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning('code_id')
    .executeTakeFirst();
  return gone !== undefined;
};

/** Removes codes that are over and counters that count nothing any more; at most `limit` rows of each, by the indexes on age. */
export const deleteSpentCodes = async (tx: Tx, limit: number): Promise<number> => {
  const codes = await sql`
    delete from sms_code where code_id in (select code_id from sms_code where expires_at < app_now() limit ${limit})`.execute(
    tx,
  );
  const quotas = await sql`
    delete from sms_quota where ctid in (
      select ctid from sms_quota where updated_at < app_now() - interval '25 hours' limit ${limit} for update skip locked)`.execute(
    tx,
  );
  const budgets = await sql`delete from sms_budget where starts_at < app_now() - interval '2 days'`.execute(tx);
  return [codes, quotas, budgets].reduce((sum, gone) => sum + Number(gone.numAffectedRows ?? 0), 0);
};
