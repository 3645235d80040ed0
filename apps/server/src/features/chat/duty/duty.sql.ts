import { silenceMinutes } from '@ronghui/domain/chat';
import { awayMinutes, type DutyStatus } from '@ronghui/domain/chat/duty';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Whether a member `d` is away: none of their pages has been open for a while. */
const isAway = sql`d.seen_at <= app_now() - ${sql.lit(awayMinutes)} * interval '1 minute'`;
/** Whether a reception `r` is served; silence has ended what it has ended. */
const isServed = sql`r.state = 'serving' and r.spoken_at > app_now() - ${sql.lit(silenceMinutes)} * interval '1 minute'`;

/** A member of staff at the desk. */
export interface DutyRow {
  readonly staff_id: string;
  /** `off` for who is away. */
  readonly status: DutyStatus;
  readonly serving: number;
}

/** Who of some members is there, and how many receptions each of them serves. By primary keys, and of the open receptions by chat_reception_queue. */
export const listDuty = async (db: Db, staffIds: readonly string[]): Promise<DutyRow[]> => {
  const { rows } = await sql<DutyRow>`
    select m.staff_id, case when d.staff_id is null or ${isAway} then 'off' else d.status end as status, coalesce(s.serving, 0)::int as serving
    from unnest(${staffIds}::text[]) m (staff_id) left join chat_duty d on d.staff_id = m.staff_id
      left join (select r.staff_id, count(*) as serving from chat_reception r where ${isServed} group by r.staff_id) s on s.staff_id = m.staff_id`.execute(
    db,
  );
  return rows;
};

/** What a member says of themselves, who is there with it. Primary key. */
export const storeDuty = async (tx: Tx, staffId: string, status: DutyStatus): Promise<void> => {
  await sql`insert into chat_duty (staff_id, status) values (${staffId}, ${status})
    on conflict (staff_id) do update set status = excluded.status, seen_at = app_now()`.execute(tx);
};

/** Members who have a page of the console open; one who was seen a moment ago is not written again. Primary keys. */
export const touchDuty = async (tx: Tx, staffIds: readonly string[]): Promise<void> => {
  await sql`insert into chat_duty as d (staff_id)
    select staff_id from unnest(${[...staffIds].toSorted()}::text[]) m (staff_id) on conflict (staff_id) do update set seen_at = app_now()
    where d.seen_at <= app_now() - interval '10 seconds'`.execute(tx);
};

/** Conversations that wait for somebody, the longest first; at most `limit`. By chat_reception_queue. */
export const listWaiting = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from chat_reception where state = 'waiting' order by waiting_at limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
};

/** Who may serve, and how many receptions each of them may have. */
export interface Members {
  readonly staffIds: readonly string[];
  readonly maxPerAgent: number;
}

/** Whether a member `d` may serve, is 在线 and has room. */
const hasRoom = ({
  staffIds,
  maxPerAgent,
}: Members) => sql`d.staff_id = any(${staffIds}::text[]) and d.status = 'online' and not (${isAway})
      and (select count(*) from chat_reception r where ${isServed} and r.staff_id = d.staff_id) < ${maxPerAgent}`;

/**
 * The member whose turn it is, held: of some who may serve one who is 在线, has room, and has not given this reception back; null where there is none. Those
 * to whom another reception is being given at the moment are passed over while there are others, and waited for where there are none. By primary keys, and of
 * the open receptions by chat_reception_queue.
 */
export const lockNextMember = async (
  tx: Tx,
  { receptionId, staffIds, maxPerAgent }: Members & { readonly receptionId: string },
): Promise<string | null> => {
  const lock = async (held: RawBuilder<unknown>): Promise<string | undefined> => {
    const { rows } = await sql<{ staff_id: string }>`
    select d.staff_id from chat_duty d
    where ${hasRoom({ staffIds, maxPerAgent })}
      and not exists (select from chat_reception w join chat_note n on n.conversation_id = w.conversation_id
        where w.reception_id = ${receptionId} and n.kind = 'giveBack' and n.staff_id = d.staff_id and n.at >= w.opened_at)
    order by d.assigned_at nulls first, d.staff_id limit 1 for update of d ${held}`.execute(tx);
    return rows[0]?.staff_id;
  };
  return (await lock(sql`skip locked`)) ?? (await lock(sql``)) ?? null;
};

/** Whether anybody of those who may serve is 在线 and has room. As above. */
export const isRoom = async (db: Db, members: Members): Promise<boolean> => {
  const { rows } = await sql`select 1 as room from chat_duty d where ${hasRoom(members)} limit 1`.execute(db);
  return rows.length > 0;
};

/** A reception is given to a member who is held: theirs is the last turn. False where they have no room any more. Primary key. */
export const markAssigned = async (tx: Tx, staffId: string, maxPerAgent: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update chat_duty set assigned_at = app_now() where staff_id = ${staffId}
      and (select count(*) from chat_reception r where ${isServed} and r.staff_id = ${staffId}) < ${maxPerAgent}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};

/** Conversations whose member is away; at most `limit`. Of the open receptions by chat_reception_queue, and primary keys. */
export const listForsaken = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ conversation_id: string }>`
    select r.conversation_id from chat_reception r join chat_duty d on d.staff_id = r.staff_id
    where ${isServed} and ${isAway} order by r.waiting_at limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
};

/** Whether a member is away; one who was never seen at the desk is not. Primary key. */
export const findAway = async (db: Db, staffId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 as away from chat_duty d where d.staff_id = ${staffId} and ${isAway}`.execute(db);
  return rows.length > 0;
};

/** A reception that was given to somebody who went away before they answered counts as taken by nobody: its customer waits as before. Primary key. */
export const forgetTaking = async (tx: Tx, receptionId: string): Promise<void> => {
  await sql`update chat_reception set taken_at = null where reception_id = ${receptionId} and answered_at is null`.execute(
    tx,
  );
};

/** Those who are away say nothing of themselves any more. At most as many rows as there are members. */
export const endDutyOfAway = async (tx: Tx): Promise<void> => {
  await sql`update chat_duty d set status = 'off' where d.status <> 'off' and ${isAway}`.execute(tx);
};
