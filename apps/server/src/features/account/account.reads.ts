import type { Output } from '@ronghui/contract';
import { type RawBuilder, sql } from 'kysely';
import { builtOnce, type Db, type Tx } from '#kernel/database/db';
import { type RowOf, wireList } from '#kernel/database/listed-rows.sql';
import { membershipsOf, presentStatus, userIn } from './account.sql.ts';

/** What a login needs to know of a mobile's owner. */
export interface LoginUser {
  readonly userId: string;
  readonly passwordHash: string;
  /** When the password was last set anew; null for that of the registration. The same one hashed anew leaves it. */
  readonly passwordChangedAt: Date | null;
  readonly knowsDevice: boolean;
}

const loginRows = builtOnce((db, device: Buffer, mobileDigest: Buffer) =>
  db
    .selectFrom('user_account as u')
    .leftJoin('known_device as d', (join) =>
      join.onRef('d.user_id', '=', 'u.user_id').on('d.device_digest', '=', device),
    )
    .select(['u.user_id', 'u.password_hash', 'u.password_changed_at', 'd.device_digest'])
    .where('u.mobile_digest', '=', mobileDigest),
);

/** The owner of a mobile, and whether they have logged in from this device. By the unique digest: at most one row, and the same work in both cases. */
export const findLoginUser = async (
  db: Db,
  mobileDigest: Buffer,
  device: Buffer | null,
): Promise<LoginUser | undefined> => {
  const [row] = await loginRows(db, device ?? Buffer.alloc(0), mobileDigest);
  return (
    row && {
      userId: row.user_id,
      passwordHash: row.password_hash,
      passwordChangedAt: row.password_changed_at,
      knowsDevice: row.device_digest !== null,
    }
  );
};

/** The login data of a user whose id is known, with the mobile that their tries are counted against. Primary key. */
export const findOwnLogin = async (
  tx: Tx,
  userId: string,
  device: Buffer | null,
): Promise<{ readonly mobileDigest: Buffer; readonly mobileMasked: string; readonly user: LoginUser | undefined }> => {
  const row = await tx
    .selectFrom('user_account')
    .select(['mobile_digest', 'mobile_masked'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const user = await findLoginUser(tx, row.mobile_digest, device);
  return { mobileDigest: row.mobile_digest, mobileMasked: row.mobile_masked, user };
};

const memberRows = builtOnce(membershipsOf);

/** The user in the contract's shape, in one of their tenants: the given one, else the one last used, else the oldest. Undefined for a user without a tenant. */
export const findUser = async (
  db: Db,
  userId: string,
  tenantId?: string,
): Promise<Output<'portal.login'>['user'] | undefined> => userIn(await memberRows(db, userId), tenantId);

/** The last five hashes, newest (the present one) first. By the index on user. @source R5.2 */
export const listPasswordHashes = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('password_history_id', 'desc')
    .limit(5)
    .execute();
  return rows.map((row) => row.password_hash);
};

/** What the page on account security shows. Primary keys. */
export const findSafety = async (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_account as u')
    .leftJoin('user_totp as t', 't.user_id', 'u.user_id')
    .select(['u.name', 'u.mobile_masked', 'u.email_masked', 'u.new_device_proof', 'u.closing_at', 't.confirmed_at'])
    .select((eb) => [
      eb.fn.coalesce('u.password_changed_at', 'u.created_at').as('password_changed_at'),
      eb
        .selectFrom('user_recovery_code as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('r.user_id', '=', 'u.user_id')
        .as('recovery_codes'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** The status of an account now, as a column of statements that read users. */
export const userStatusNow = presentStatus;

/** The digest of a user's mobile, by which tries are counted; undefined where there is no such user, or its account was closed. Primary key. */
export const findAccountDigest = async (db: Db, userId: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('user_account')
    .select('mobile_digest')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.mobile_digest;
};

/** How a user is reached: the name, and the sealed mobile, for a step that passes them on unread; undefined where there is no such user. Primary key. */
export const findContact = async (
  db: Db,
  userId: string,
): Promise<{ readonly name: string; readonly mobileSealed: Buffer } | undefined> => {
  const row = await db
    .selectFrom('user_account')
    .select(['name', 'mobile_sealed'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst();
  return row && { name: row.name, mobileSealed: row.mobile_sealed };
};

/** Whether wrong tries at one of these subjects, on any device, have locked it. Primary key. */
export const isLockedByTries = async (db: Db, subjects: readonly Buffer[]): Promise<boolean> => {
  const row = await db
    .selectFrom('login_guard')
    .select('mobile_digest')
    .where('mobile_digest', 'in', [...subjects])
    .where(sql<boolean>`(until_ops or locked_until > app_now())`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const logins = wireList<Output<'user.loginHistory'>['items'][number]>()(
  { l: 'login_history' },
  {
    always: {
      loginId: 'l.login_id',
      at: 'l.created_at',
      method: 'l.method',
      result: 'l.result',
      device: 'l.device',
      address: 'l.address',
      isKnownDevice: 'l.known_device',
    },
    present: {},
  },
);

/** A login in the contract's shape. */
export const loginOf = logins.recordOf;

/** A page of a user's login history, newest first. By login_history_user. */
export const listLogins = async (
  db: Db,
  userId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RowOf<typeof logins>[]> => {
  const { rows } = await sql<RowOf<typeof logins>>`
    select ${logins.columns} from login_history l where l.user_id = ${userId}
    order by l.created_at desc, l.login_id offset ${offset} limit ${limit}`.execute(db);
  return rows;
};

/** How many logins a user's history holds; it is kept for half a year. By login_history_user. */
export const countLogins = async (tx: Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from login_history where user_id = ${userId} limit 100001) each_one`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** How long the number that one member of staff has entered waits for a second. @unit days */
const waitsDays = 7;

/** Whether a number that was entered still waits. */
export const isWaitingChange: RawBuilder<boolean> = sql<boolean>`entered_at > app_now() - ${waitsDays} * interval '1 day'`;

/** The mobile that a member of staff has entered for a user, while it waits for a second one. By the primary key. */
export const findMobileChange = (db: Db, userId: string) =>
  db
    .selectFrom('mobile_change')
    .select(['mobile_digest', 'mobile_masked', 'entered_by', 'entered_at'])
    .where('user_id', '=', userId)
    .where(isWaitingChange)
    .executeTakeFirst();
