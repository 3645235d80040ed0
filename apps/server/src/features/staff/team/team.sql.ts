import type { Output, StaffRole } from '@ronghui/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { likeText } from '#kernel/database/fragments.sql';
import { columnsOf, type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameHas } from '#kernel/database/name-search.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { insertPasswordHash, type OneTimePassword, untilOf } from '../staff.sql.ts';

/** A colleague as the list shows them. */
type Member = Output<'ops.staff.page'>['items'][number];

const listed = wireList<Omit<Member, 'roles' | 'totpOn'>>()(
  { s: 'staff' },
  {
    always: {
      staffId: 's.staff_id',
      account: 's.account',
      name: 's.name',
      status: 's.status',
      mustChangePwd: 's.must_change_password',
      createdAt: 's.created_at',
      version: 's.version',
    },
    present: { lastLoginAt: 's.last_login_at' },
  },
  ['s.roles', 's.totp_confirmed_at', 's.lock_reason'],
);
type TeamRow = RowOf<typeof listed>;

/** The record of a row. The check constraint allows the contract's roles only. */
export const memberOf = (row: TeamRow): Member => ({
  ...listed.recordOf(row),
  roles: row.roles as StaffRole[],
  totpOn: row.totp_confirmed_at !== null,
});

/** The filter of the list. */
export interface TeamFilter {
  readonly keyword?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly status?: Member['status'] | undefined;
}

const wanted = ({ keyword = '', role, status }: TeamFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  return sql.join(
    [
      sql`true`,
      ...(isTyped(text)
        ? [sql`(s.account like ${`${likeText(text.toLowerCase())}%`} or ${nameHas(sql`s.name`, text)})`]
        : []),
      ...(role === undefined ? [] : [sql`${role} = any (s.roles)`]),
      ...(status === undefined ? [] : [sql`s.status = ${status}`]),
    ],
    sql` and `,
  );
};

/** A page of the staff, newest first: a provider has some dozens, so the table is scanned. */
export const listTeam = (
  db: Db,
  { filter, listing }: { readonly filter: TeamFilter; readonly listing: Listing },
): Promise<ReadPart<TeamRow>> =>
  readPart(db, listing, {
    list: listed,
    from: sql`staff s`,
    where: wanted(filter),
    beyond: sql``,
    orderBy: sql`created_at desc, staff_id desc`,
    key: 'staff_id',
  });

/** A colleague; by the primary key. */
export const findMember = async (db: Db, staffId: string): Promise<TeamRow | undefined> => {
  const { rows } = await sql<TeamRow>`select ${listed.columns} from staff s where s.staff_id = ${staffId}`.execute(db);
  return rows[0];
};

/** Whether wrong tries have locked one of these subjects. Primary key. */
export const isLockedByTries = async (db: Db, subjects: readonly Buffer[]): Promise<boolean> => {
  const row = await db
    .selectFrom('staff_guard')
    .select('subject_digest')
    .where('subject_digest', 'in', [...subjects])
    .where(sql<boolean>`(until_ops or locked_until > app_now())`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** A colleague whose row is locked. */
export interface LockedMember {
  readonly staffId: string;
  readonly account: string;
  readonly name: string;
  readonly roles: StaffRole[];
  readonly status: Member['status'];
  readonly mustChangePassword: boolean;
  readonly hasTotp: boolean;
  readonly version: number;
}

/** Members of staff, locked in the order of their ids until the transaction ends. Primary key. */
export const lockMembers = async (tx: Tx, staffIds: readonly string[]): Promise<LockedMember[]> => {
  const rows = await tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'account', 'name', 'roles', 'status', 'version'])
    .select(['must_change_password as mustChangePassword'])
    .select(sql<boolean>`totp_confirmed_at is not null`.as('hasTotp'))
    .where('staff_id', 'in', [...staffIds])
    .orderBy('staff_id')
    .forUpdate()
    .execute();
  // The check constraints allow the contract's words only.
  return rows as LockedMember[];
};

/** Adds a member of staff with a one-time password; undefined when the account is taken. */
export const insertMember = async (
  tx: Tx,
  { password, ...member }: Pick<LockedMember, 'staffId' | 'account' | 'name' | 'roles'> & { password: OneTimePassword },
): Promise<Date | undefined> => {
  const added = await tx
    .insertInto('staff')
    .values({
      ...columnsOf('staff', member),
      password_hash: password.hash,
      must_change_password: true,
      one_time_until: untilOf(password.minutes),
    })
    .onConflict((conflict) => conflict.column('account').doNothing())
    .returning('one_time_until')
    .executeTakeFirst();
  if (added === undefined) return undefined;
  await insertPasswordHash(tx, member.staffId, password.hash);
  return added.one_time_until ?? undefined;
};

/** What an admin may set of an account. */
interface Settings {
  readonly name?: string;
  readonly roles?: StaffRole[];
  readonly status?: 'active' | 'locked';
  readonly lock_reason?: string;
}

/** Changes an account and counts its version up; returns it. Primary key. */
export const updateMember = async (tx: Tx, staffId: string, settings: Settings = {}): Promise<number> => {
  const { version } = await tx
    .updateTable('staff')
    .set({ ...settings, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('staff_id', '=', staffId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
};

/** Replaces the password by a one-time one; returns its end. Primary key. */
export const replacePassword = async (tx: Tx, staffId: string, password: OneTimePassword): Promise<Date> => {
  const { one_time_until: until } = await tx
    .updateTable('staff')
    .set({
      password_hash: password.hash,
      must_change_password: true,
      one_time_until: untilOf(password.minutes),
      one_time_used_at: null,
    })
    .where('staff_id', '=', staffId)
    .returning('one_time_until')
    .executeTakeFirstOrThrow();
  await insertPasswordHash(tx, staffId, password.hash);
  if (until === null) throw new Error('a one-time password without an end');
  return until;
};
