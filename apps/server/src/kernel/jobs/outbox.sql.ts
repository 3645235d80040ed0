import { sql } from 'kysely';
import { announce, type Db, type Tx } from '#kernel/database/db';
import type { NodeMark } from '#kernel/jobs/node-mark';

/** A waiting message. */
export interface WaitingMessage {
  readonly outbox_id: number;
  readonly kind: string;
  readonly sealed_payload: Buffer;
  readonly attempts: number;
  readonly expired: boolean;
  /** Whether it expires at all, as every code does. */
  readonly expires: boolean;
  /** Who may have it, although no answer came, and since when. */
  readonly lost_by: string | null;
  readonly lost_at: Date | null;
}

/** Adds a message and notifies the workers. */
export const insertMessage = async (
  tx: Tx,
  row: { readonly kind: 'sms' | 'mail'; readonly sealed_payload: Buffer; readonly expires_at: Date | null },
): Promise<void> => {
  await tx.insertInto('outbox').values(row).execute();
  announce(tx, 'outbox_filled');
};

/** While staff have stopped SMS they are left where they are, but for those that expire: taken again and again they would stand before every mail. */
const maySend = sql<boolean>`(kind <> 'sms' or expires_at <= app_now() or not exists (select from maintenance where sms_stopped))`;

/**
 * Takes the oldest due message that no other worker has locked, by the index on `due_at`. It is not due again until the time has passed in which its
 * worker sends it and notes what came of that.
 */
export const takeDueMessage = async (
  tx: Tx,
  { heldSec, node }: { readonly heldSec: number; readonly node: NodeMark },
): Promise<WaitingMessage | undefined> =>
  tx
    .updateTable('outbox')
    .set({
      due_at: sql<Date>`app_now() + ${heldSec}::float8 * interval '1 second'`,
      held_node: node.id,
      held_boot: node.boot,
    })
    .where('outbox_id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('outbox_id')
        .where('dead_at', 'is', null)
        .where('stopped_at', 'is', null)
        .where('due_at', '<=', sql<Date>`app_now()`)
        .where(maySend)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['outbox_id', 'kind', 'sealed_payload', 'attempts', 'lost_by', 'lost_at'])
    .returning([
      sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired'),
      sql<boolean>`expires_at is not null`.as('expires'),
    ])
    .executeTakeFirst();

/** Makes due what a process that has died on this node was sending; a message that expires is left, because it may have left already. */
export const releaseMessages = async (tx: Tx, { id, boot }: NodeMark): Promise<void> => {
  await tx
    .updateTable('outbox')
    .set({ due_at: sql<Date>`app_now()`, held_node: null, held_boot: null })
    .where('held_node', '=', id)
    .where('held_boot', '<>', boot)
    .where('expires_at', 'is', null)
    .execute();
};

/** Deletes a message that is sent or expired. */
export const deleteMessage = async (db: Db, outboxId: number): Promise<void> => {
  await db.deleteFrom('outbox').where('outbox_id', '=', outboxId).execute();
};

/** Deletes expired messages, including those set aside, because they contain mobiles and codes. At most `limit` rows, by outbox_expired. */
export const deleteExpiredMessages = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from outbox where outbox_id in (
      select outbox_id from outbox where expires_at <= app_now() limit ${limit} for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Schedules a retry; after the last attempt the message is set aside for the operator. */
export const postponeMessage = async (
  db: Db,
  outboxId: number,
  next: {
    readonly afterSec: number;
    readonly isLast: boolean;
    readonly reason: string;
    /** Whether it counts as an attempt; a message that was handed to nobody does not. */
    readonly isIdle?: boolean;
    /** Who may have it, although no answer came. */
    readonly lostBy?: string;
  },
): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({
      ...(next.isIdle === true ? {} : { attempts: sql<number>`attempts + 1` }),
      ...(next.lostBy === undefined ? {} : { lost_by: next.lostBy, lost_at: sql<Date>`app_now()` }),
      due_at: sql<Date>`app_now() + ${next.afterSec}::float8 * interval '1 second'`,
      dead_at: next.isLast ? sql<Date>`app_now()` : null,
      last_error: next.reason.slice(0, 300),
      held_node: null,
      held_boot: null,
    })
    .where('outbox_id', '=', outboxId)
    .execute();
};

/** How many mails failed at least once and wait, or were set aside, up to a thousand, and how the newest of them failed. The table has only what has not left. */
export const findFailingMails = async (db: Db): Promise<{ readonly count: number; readonly reason: string }> => {
  const { rows } = await sql<{ count: number; reason: string | null }>`
    select count(*)::int as count, (array_agg(last_error order by outbox_id desc))[1] as reason
    from (select outbox_id, last_error from outbox where kind = 'mail' and last_error is not null and stopped_at is null
      order by outbox_id desc limit 1000) failing`.execute(db);
  return { count: rows[0]?.count ?? 0, reason: rows[0]?.reason ?? '' };
};

/** The oldest messages that wait for a person after a restore. */
export const listStopped = (db: Db, limit: number) =>
  db
    .selectFrom('outbox')
    .select(['outbox_id', 'kind', 'sealed_payload', 'created_at', 'expires_at'])
    .where('stopped_at', 'is not', null)
    .orderBy('outbox_id')
    .limit(limit)
    .execute();

/** How many messages wait for a person, by kind. */
export const countStopped = async (
  db: Db,
): Promise<readonly { readonly kind: 'sms' | 'mail'; readonly count: number }[]> => {
  const { rows } = await sql<{ kind: 'sms' | 'mail'; count: number }>`
    select kind, count(*)::int as count from outbox where stopped_at is not null group by kind order by kind desc`.execute(
    db,
  );
  return rows;
};

/** Stopped messages by their numbers, or from one to another, both included. */
export type StoppedNumbers = readonly number[] | { readonly from: number; readonly upTo: number };

const among = (numbers: StoppedNumbers) =>
  'from' in numbers
    ? sql<boolean>`outbox_id between ${numbers.from} and ${numbers.upTo}`
    : sql<boolean>`outbox_id = any(${[...numbers]}::bigint[])`;

/** Lets stopped messages leave. @returns how many there were of these */
export const releaseStopped = async (tx: Tx, numbers: StoppedNumbers): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ stopped_at: null, due_at: sql<Date>`app_now()` })
    .where(among(numbers))
    .where('stopped_at', 'is not', null)
    .executeTakeFirst();
  announce(tx, 'outbox_filled');
  return Number(numUpdatedRows);
};

/** Drops stopped messages. @returns how many there were of these */
export const dropStopped = async (tx: Tx, numbers: StoppedNumbers): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where(among(numbers))
    .where('stopped_at', 'is not', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
