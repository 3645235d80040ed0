import type { Output } from '@ronghui/contract';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { type RawBuilder, sql } from 'kysely';
import { userStatusNow } from '#features/account/account.reads';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Listing, ReadPart } from '#kernel/listing';

type Listed = Output<'ops.account.page'>['items'][number];

const listed = wireList<Pick<Listed, 'userId' | 'mobileMasked' | 'createdAt' | 'version'>>()(
  { u: 'user_account' },
  {
    always: { userId: 'u.user_id', mobileMasked: 'u.mobile_masked', createdAt: 'u.created_at', version: 'u.version' },
    present: {},
  },
  ['u.name'],
)
  .plus<{ readonly status_now: Listed['status'] }>('status_now', userStatusNow)
  .plus<{ readonly tenant_name: string | null }>(
    'tenant_name',
    sql`(select t.name from member m join tenant t using (tenant_id) where m.user_id = u.user_id
      order by (m.tenant_id = u.last_tenant_id) desc nulls last, m.created_at limit 1)`,
  )
  .plus<{ readonly tenant_count: number }>(
    'tenant_count',
    sql`(select count(*)::int from member m where m.user_id = u.user_id)`,
  )
  .plus<{ readonly last_login_at: Date | null }>(
    'last_login_at',
    sql`(select l.created_at from login_history l where l.user_id = u.user_id and l.result = 'success'
      order by l.created_at desc limit 1)`,
  );

type AccountRow = RowOf<typeof listed>;

/** A user in the contract's shape, the name masked. */
export const accountOf = (row: AccountRow): Listed => ({
  ...listed.recordOf(row),
  name: maskName(row.name),
  status: row.status_now,
  tenantName: row.tenant_name ?? '',
  tenantCount: row.tenant_count,
  ...(row.last_login_at === null ? {} : { lastLoginAt: row.last_login_at.toISOString() }),
});

/** The filter of the list. */
export interface AccountFilter {
  readonly keyword?: string | undefined;
  /** Whether the text may be a person's name too: for those who may see names in full. */
  readonly byPerson: boolean;
  readonly status?: Listed['status'] | undefined;
}

const wanted = ({ keyword = '', byPerson, status }: AccountFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  return sql.join(
    [
      sql`true`,
      ...(isTyped(text)
        ? [
            sql`u.user_id in (
              select m.user_id from tenant t join member m using (tenant_id) where ${nameFound(sql`t.name`, text)}
              ${byPerson ? sql`union all select p.user_id from user_account p where ${nameFound(sql`p.name`, text)}` : sql``})`,
          ]
        : []),
      ...(status === undefined ? [] : [sql`${userStatusNow} = ${status}`]),
      // The same once more, in the words of the partial index.
      ...(status === undefined || status === 'active' ? [] : [sql`(u.status <> 'active' or u.closing_at is not null)`]),
    ],
    sql` and `,
  );
};

/** A page of the users, newest first, by user_account_newest or, for those who are not active, user_account_ended; names are found by tenant_pieces and user_account_pieces. */
export const listAccounts = (
  db: Db,
  { filter, listing }: { readonly filter: AccountFilter; readonly listing: Listing },
): Promise<ReadPart<AccountRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: listed,
    from: sql`user_account u`,
    where: wanted(filter),
    // Times are stored more precisely than a Date, so the cursor's row is compared inside the database.
    beyond:
      after === null
        ? sql``
        : sql` and (u.created_at, u.user_id) < (
            select last.created_at, last.user_id from user_account last where last.user_id = ${after.key})`,
    orderBy: sql`created_at desc, user_id desc`,
    key: 'user_id',
    keyed: { alias: 'u', columns: ['user_id'] },
  });
};

/** What the detail has beside the list's columns. */
interface AccountDetail {
  readonly email_masked: string;
  readonly lock_reason: string;
  readonly closing_at: Date | null;
  readonly password_changed_at: Date;
  readonly mobile_digest: Buffer;
  readonly has_totp: boolean;
  readonly recovery_codes: number;
}

/** One user; by the primary keys. */
export const findAccount = async (db: Db, userId: string): Promise<(AccountRow & AccountDetail) | undefined> => {
  const { rows } = await sql<AccountRow & AccountDetail>`
    select ${listed.columns}, u.email_masked, u.lock_reason, u.closing_at, u.mobile_digest,
      coalesce(u.password_changed_at, u.created_at) as password_changed_at,
      exists (select from user_totp t where t.user_id = u.user_id and t.confirmed_at is not null) as has_totp,
      (select count(*)::int from user_recovery_code r where r.user_id = u.user_id) as recovery_codes
    from user_account u where u.user_id = ${userId}`.execute(db);
  return rows[0];
};

/** The parts of a user that are shown on demand: sealed, and the name. By the primary key. */
export const findPersonal = (db: Db, userId: string) =>
  db
    .selectFrom('user_account')
    .select(['name', 'mobile_sealed', 'email_sealed'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
