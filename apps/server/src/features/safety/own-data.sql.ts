import type { Db } from '#kernel/database/db';

/** The most rows of each list in an export; nobody creates more by hand. */
const rowsAtMost = 10_000;

/** The account, with its fields still sealed. Primary key. */
export const findOwnAccount = (db: Db, userId: string) =>
  db
    .selectFrom('user_account')
    .select(['name', 'mobile_sealed', 'email_sealed', 'created_at', 'password_changed_at', 'new_device_proof'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** The tenants that a user belongs to. By member_user. */
export const listOwnTenants = (db: Db, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select(['t.name', 'm.role', 'm.created_at'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .limit(rowsAtMost)
    .execute();

/** A user's consents. By consent_user. */
export const listOwnConsents = (db: Db, userId: string) =>
  db
    .selectFrom('consent as c')
    .innerJoin('agreement as a', (join) =>
      join.onRef('a.agreement_id', '=', 'c.agreement_id').onRef('a.version', '=', 'c.agreement_version'),
    )
    .select(['a.title', 'c.agreement_version', 'c.org_name', 'c.product_name', 'c.granted_at', 'c.address'])
    .select(['c.valid_to', 'c.withdrawn_at'])
    .where('c.user_id', '=', userId)
    .orderBy('c.granted_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** The orders that a user placed, in the tenants that they belong to. By order_newest of each. */
export const listOwnOrders = (db: Db, userId: string) =>
  db
    .selectFrom('order as o')
    .innerJoin('member as m', 'm.tenant_id', 'o.tenant_id')
    .select(['o.order_no', 'o.product_name', 'o.sku_name', 'o.total_fen', 'o.status', 'o.created_at'])
    .where('m.user_id', '=', userId)
    .where('o.user_id', '=', userId)
    .orderBy('o.created_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** A user's logins. By login_history_user. */
export const listOwnLogins = (db: Db, userId: string) =>
  db
    .selectFrom('login_history')
    .select(['created_at', 'method', 'result', 'device', 'address'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** A user's own notices, and those of the tenants that they belong to. By notice_newest. @source R6.3 */
export const listOwnNotices = (db: Db, userId: string) =>
  db
    .selectFrom('notice as n')
    .select(['n.created_at', 'n.kind', 'n.title', 'n.text', 'n.read_at'])
    .where('n.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('n.tenant_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('member as m')
            .select('m.user_id')
            .whereRef('m.tenant_id', '=', 'n.tenant_id')
            .where('m.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('n.created_at', 'desc')
    .limit(rowsAtMost)
    .execute();
