import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** What prevents the closing of an account. */
export interface ClosingObstacles {
  /** Orders under way or active, in tenants that the user owns. */
  readonly openOrders: number;
  /** Tenants that the user owns and that have other members. */
  readonly heldTenants: number;
}

/** Counts what prevents the closing of an account. By member_user and order_by_status. */
export const findClosingObstacles = async (db: Db, userId: string): Promise<ClosingObstacles> => {
  const open = sql.join([...openOrderStatuses]);
  const { rows } = await sql<ClosingObstacles>`
    with owned as (select tenant_id from member where user_id = ${userId} and role = 'owner')
    select
      (select count(*)::int from "order" o join owned using (tenant_id) where o.status in (${open})) as "openOrders",
      (select count(*)::int from owned
        where exists (select from member m where m.tenant_id = owned.tenant_id and m.user_id <> ${userId})) as "heldTenants"`.execute(
    db,
  );
  return rows[0] ?? { openOrders: 0, heldTenants: 0 };
};
