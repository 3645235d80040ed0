import type { ReceptionState } from '@ronghui/domain/chat';
import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';
import type { ReceptionRow } from './conversation.ts';

const columns = sql`reception_id, conversation_id, state, version, subject, staff_id, waiting_at, spoken_at, announced_at, left_at, ended_at, rated_at, stars`;

/** The newest reception of a conversation, over or not. By chat_reception_newest. */
export const findReception = async (db: Db, conversationId: string): Promise<ReceptionRow | null> => {
  const { rows } = await sql<ReceptionRow>`
    select ${columns} from chat_reception where conversation_id = ${conversationId} order by version desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** A reception by its id. Primary key. */
export const findReceptionById = async (db: Db, receptionId: string): Promise<ReceptionRow | null> => {
  const { rows } = await sql<ReceptionRow>`
    select ${columns} from chat_reception where reception_id = ${receptionId}`.execute(db);
  return rows[0] ?? null;
};

/** Opens a reception: with the robot, or waiting for a person. */
export const insertReception = (
  tx: Tx,
  {
    receptionId,
    conversationId,
    version,
    state,
  }: { receptionId: string; conversationId: string; version: number; state: 'robot' | 'waiting' },
): void =>
  send(tx, {
    compile: (db) =>
      sql`insert into chat_reception (reception_id, conversation_id, state, version, waiting_at)
        values (${receptionId}, ${conversationId}, ${state}, ${version}, case when ${state} = 'waiting' then app_now() end)`.compile(
        db,
      ),
  });

/** What a step stores; what is left out stays. */
export interface ReceptionChange {
  readonly state: ReceptionState;
  readonly version: number;
  readonly subject?: string | undefined;
  /** Who serves from now on; null for nobody. */
  readonly staffId?: string | null;
  /** A message that waits for its answer from now on. */
  readonly isLeft?: true;
  readonly ended?: { readonly by: 'customer' | 'staff' | 'silence'; readonly at: Date };
  readonly category?: string | undefined;
  readonly summary?: string | undefined;
}

/** Stores a step; its conversation's row is held. Customers' steps change no column of staff. Primary key. */
export const updateReception = async (tx: Tx, receptionId: string, change: ReceptionChange): Promise<ReceptionRow> => {
  const { state, version, subject, staffId, isLeft, ended, category, summary } = change;
  const parts = [
    sql`state = ${state}, version = ${version}`,
    ...(state === 'waiting' ? [sql`waiting_at = coalesce(waiting_at, app_now())`] : []),
    ...(isLeft === true ? [sql`left_at = app_now(), first_left_at = coalesce(first_left_at, app_now())`] : []),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(staffId === null ? [sql`staff_id = null`] : []),
    ...(typeof staffId === 'string'
      ? [sql`staff_id = ${staffId}, taken_at = coalesce(taken_at, app_now()), spoken_at = app_now()`]
      : []),
    ...(ended === undefined ? [] : [sql`ended_at = ${ended.at}, ended_by = ${ended.by}`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(summary === undefined ? [] : [sql`summary = ${summary}`]),
  ];
  const { rows } = await sql<ReceptionRow>`
    update chat_reception set ${sql.join(parts)} where reception_id = ${receptionId} returning ${columns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a reception was not stored');
  return row;
};

/** Somebody has spoken: silence begins again. Primary key. */
export const touchReception = (tx: Tx, receptionId: string): void =>
  send(tx, {
    compile: (db) =>
      sql`update chat_reception set spoken_at = app_now() where reception_id = ${receptionId}`.compile(db),
  });

/** A person has answered: silence begins again, and a message that was left has its answer. Primary key. @source service 5.5 */
export const markAnswered = (tx: Tx, receptionId: string): void =>
  send(tx, {
    compile: (db) =>
      sql`update chat_reception set spoken_at = app_now(), answered_at = coalesce(answered_at, app_now()), left_at = null
        where reception_id = ${receptionId}`.compile(db),
  });

/** Stores a rating. Primary key. */
export const rateReception = async (
  tx: Tx,
  receptionId: string,
  { stars, words }: { readonly stars: number; readonly words: string | null },
): Promise<void> => {
  await sql`update chat_reception set stars = ${stars}, rating_words = ${words}, rated_at = app_now() where reception_id = ${receptionId}`.execute(
    tx,
  );
};

/** How many wait longer than one that waits; at most 1,000 are counted. By chat_reception_queue. */
export const countWaitingBefore = async (db: Db, waitingAt: Date): Promise<number> => {
  const { rows } = await sql<{ before: number }>`
    select count(*)::int as before from (
      select 1 from chat_reception where state = 'waiting' and waiting_at < ${waitingAt} limit 1000) counted`.execute(
    db,
  );
  return rows[0]?.before ?? 0;
};

/** Conversations whose reception silence has ended and nobody has stored it; at most `limit`. By chat_reception_silent. */
export const listSilent = async (db: Db, { minutes, limit }: { minutes: number; limit: number }): Promise<string[]> => {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from chat_reception
    where state in ('robot', 'serving') and spoken_at <= app_now() - ${minutes}::int * interval '1 minute' order by spoken_at limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.conversation_id);
};

/** Conversations whose reception silence is about to end, and nobody has announced it since the last words; at most `limit`. By chat_reception_silent. */
export const listNearEnd = async (
  db: Db,
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from chat_reception
    where state in ('robot', 'serving') and spoken_at <= app_now() - ${from}::int * interval '1 minute'
      and spoken_at > app_now() - ${until}::int * interval '1 minute' and (announced_at is null or announced_at < spoken_at)
    order by spoken_at limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
};

/** Its end by silence is announced. Primary key. */
export const markAnnounced = (tx: Tx, receptionId: string): void =>
  send(tx, {
    compile: (db) =>
      sql`update chat_reception set announced_at = app_now() where reception_id = ${receptionId}`.compile(db),
  });

/** Conversations whose reception waits in vain: nobody has ever taken it within the promised time, or nobody is there; at most `limit`. By chat_reception_queue. */
export const listUnattended = async (
  db: Db,
  { promisedSec, isOpen, limit }: { readonly promisedSec: number; readonly isOpen: boolean; readonly limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from chat_reception
    where state = 'waiting' and (not ${isOpen}::boolean or (taken_at is null and waiting_at <= app_now() - ${promisedSec}::int * interval '1 second'))
    order by waiting_at limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
};

/** What waits for staff, or is served. */
export interface QueueRow {
  readonly conversation_id: string;
  readonly reception_id: string;
  readonly state: ReceptionState;
  readonly version: number;
  readonly tenant_name: string | null;
  readonly since: Date;
  readonly unread: number;
  readonly notes: number;
  readonly last_words: string;
  readonly staff_id: string | null;
  /** Whether the reader has joined a colleague in it. */
  readonly joined: boolean;
}

/**
 * The desk's queue: those that the reader has or has joined, then who waits or is served, then messages that were left, each those first that wait
 * longest; silence has ended what it has ended. Of the open receptions by chat_reception_queue, and primary keys; 100 rows.
 */
export const listQueue = async (
  db: Db,
  {
    states,
    minutes,
    staffId,
  }: { readonly states: readonly ReceptionState[]; readonly minutes: number; readonly staffId: string },
): Promise<QueueRow[]> => {
  const { rows } = await sql<QueueRow>`
    select q.conversation_id, q.reception_id, q.state, q.version, t.name as tenant_name, q.waiting_at as since, q.staff_id,
      q.state = 'serving' and exists (select from chat_reception_colleague w where w.reception_id = q.reception_id and w.staff_id = ${staffId}) as joined,
      (select count(*)::int from (select 1 from chat_message m where m.conversation_id = q.conversation_id and m.sender = 'user'
        and m.seq > coalesce((select k.seq from chat_cursor k where k.conversation_id = q.conversation_id and k.side = 'staff'), 0) limit 1000) counted) as unread,
      coalesce((select n.note_no from chat_note n where n.conversation_id = q.conversation_id order by n.note_no desc limit 1), 0) as notes,
      coalesce((select case when r.seq is null then left(m.content, 100) else '' end from chat_message m
        left join chat_message r on r.conversation_id = m.conversation_id and r.recalls = m.seq
        where m.conversation_id = q.conversation_id and m.seq = c.last_seq), '') as last_words
    from chat_reception q join chat_conversation c on c.conversation_id = q.conversation_id left join tenant t on t.tenant_id = c.tenant_id
    where q.state <> 'ended' and q.state = any(${states}) and q.waiting_at is not null
      and not (q.state = 'serving' and q.spoken_at <= app_now() - ${minutes}::int * interval '1 minute')
    order by (q.state = 'serving' and (q.staff_id = ${staffId} or exists (select from chat_reception_colleague w
        where w.reception_id = q.reception_id and w.staff_id = ${staffId}))) desc, q.state = 'left', q.waiting_at, q.reception_id limit 100`.execute(
    db,
  );
  return rows;
};
