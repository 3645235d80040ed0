import { keysOfStaff, type OpsAuthKey, type Output, staffRoles } from '@ronghui/contract';
import type { DeskKind, takenFilters } from '@ronghui/domain/desk';
import { setUpDays } from '@ronghui/domain/staff';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { findById, type StaffRow } from './staff.sql.ts';

/** A member of staff as the console shows them. */
export type StaffUser = Output<'ops.user.info'>['user'];

/** The columns that the owner sees. */
export const staffUserOf = ({ staffId, account, name, roles }: StaffRow): StaffUser => ({
  staffId,
  account,
  name,
  roles,
});

/** What colleagues call a member of staff: the name, or the account where none is set. By the primary key. */
export const nameOfStaff = async (db: Db, staffId: string): Promise<string> => {
  const row = await findById(db, staffId);
  return row === undefined ? '' : row.name === '' ? row.account : row.name;
};

/** The same of several, by id. By the primary key. */
export const namesOfStaff = async (db: Db, staffIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ staff_id: string; called: string }>`
    select staff_id, coalesce(nullif(name, ''), account) as called from staff where staff_id = any(${staffIds})`.execute(
    db,
  );
  return new Map(rows.map(({ staff_id, called }) => [staff_id, called]));
};

/** How far back the step of a colleague is looked for: logins of a person stand under the same object. @unit events */
const newestEvents = 200;

/**
 * Who took the newest of some steps with a record, and when: a colleague by name, the merchant's side as the merchant; nothing where it lies further
 * back than the newest 200 events. From the trail, by audit_event_object.
 *
 * @source R4.12
 */
export const findLastStep = async (
  db: Db,
  object: string,
  events: readonly string[],
): Promise<{ readonly last?: { readonly by: string; readonly at: string } }> => {
  const { rows } = await sql<{ called: string; at: Date }>`
    select case e.actor_kind when 'user' then '商户' else coalesce(nullif(s.name, ''), s.account, '') end as called, e.at
      from (select * from audit_event where object = ${object} order by at desc, event_id desc limit ${newestEvents}) e
        left join staff s on s.staff_id = e.actor_id
      where e.event = any(${events}) and e.result = 'ok' and e.actor_kind in ('staff', 'user')
      order by e.at desc, e.event_id desc limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? {} : { last: { by: row.called, at: row.at.toISOString() } };
};

/** What gives somebody else a way into an account. */
const setUpEvents = ['ops.staff.create', 'ops.staff.resetPassword', 'ops.staff.resetTotp'];

/**
 * Whether one of two members of staff has made the account of the other, or reset it, so lately that both may be one person. It is read from the
 * trail, which nobody changes. By audit_event_name.
 *
 * @source R11.6
 */
export const isSetUpByOther = async (db: Db, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ is_set_up: boolean }>`
    select exists (select from audit_event where event = any(${setUpEvents}) and result = 'ok' and at > app_now() - ${setUpDays} * interval '1 day'
      and (object, actor_id) in ((${one}, ${other}), (${other}, ${one}))) as is_set_up`.execute(db);
  return rows[0]?.is_set_up === true;
};

/** A member of staff in their own view. */
export const findStaffUser = async (db: Db, staffId: string): Promise<StaffUser | undefined> => {
  const row = await findById(db, staffId);
  return row && staffUserOf(row);
};

/** Who of the staff has taken a thing: a column of its list; nobody where they are locked or gone. By desk_assignment's primary key. */
export const takenBy = (kind: DeskKind, objectId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(nullif(taker.name, ''), taker.account) from desk_assignment a join staff taker using (staff_id)
    where a.kind = ${kind} and a.object_id = ${objectId} and taker.status = 'active')`;

/** A filter by who has taken a thing. */
export interface Taken {
  readonly who: (typeof takenFilters)[number];
  readonly staffId: string;
}

/** The condition of this filter. */
export const isTaken = ({ who, staffId }: Taken, kind: DeskKind, objectId: RawBuilder<unknown>): RawBuilder<unknown> =>
  who === 'mine'
    ? sql`exists (select from desk_assignment a where a.kind = ${kind} and a.object_id = ${objectId} and a.staff_id = ${staffId})`
    : sql`not exists (select from desk_assignment a join staff taker using (staff_id)
        where a.kind = ${kind} and a.object_id = ${objectId} and taker.status = 'active')`;
/** The active staff who hold a key, by name. A provider has some dozens, so the table is scanned. */
export const listStaffHolding = async (
  db: Db,
  key: OpsAuthKey,
): Promise<{ readonly staffId: string; readonly name: string }[]> => {
  const roles = staffRoles.filter((role) => keysOfStaff([role]).has(key));
  return db
    .selectFrom('staff')
    .select(['staff_id as staffId', sql<string>`coalesce(nullif(name, ''), account)`.as('name')])
    .where('status', '=', 'active')
    .where(sql<boolean>`roles && ${roles}::text[]`)
    .orderBy(sql`2`)
    .limit(500)
    .execute();
};
