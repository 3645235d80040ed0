import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Something that lines and bills are grouped by. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How many names a list of a page holds at most. */
const namesAtMost = 500;

/** The projects of a tenant. By the key of (tenant, name). */
export const listProjects = (db: Db, tenantId: string): Promise<Named[]> =>
  db
    .selectFrom('project')
    .select(['project_id as id', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .limit(namesAtMost)
    .execute();

/**
 * The products that a tenant has lines or orders of; a product that is no longer published has the name of its last order, or its id. Jumps
 * from product to product in bill_line_by_product and order_by_product, instead of reading every line.
 */
export const listProducts = async (db: Db, tenantId: string): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    with recursive of_line as (
      (select min(product_id) as id from bill_line where tenant_id = ${tenantId})
      union all
      select (select min(product_id) from bill_line where tenant_id = ${tenantId} and product_id > l.id) from of_line l where l.id is not null
    ), of_order as (
      (select min(pid) as id from "order" where tenant_id = ${tenantId})
      union all
      select (select min(pid) from "order" where tenant_id = ${tenantId} and pid > o.id) from of_order o where o.id is not null
    )
    select u.id, coalesce(p.name,
        (select o.product_name from "order" o where o.tenant_id = ${tenantId} and o.pid = u.id order by o.created_at desc limit 1), u.id) as name
      from (select id from of_line union select id from of_order) u left join product p on p.pid = u.id
      where u.id is not null order by 2, 1 limit ${namesAtMost}`.execute(db);
  return rows;
};

/** All organisations. */
export const listOrgs = (db: Db): Promise<Named[]> =>
  db.selectFrom('org').select(['org_id as id', 'name']).orderBy('name').limit(namesAtMost).execute();

/** All stages, the latest first. By stage_newest. */
export const listStages = (db: Db): Promise<Named[]> =>
  db
    .selectFrom('stage')
    .select(['stage_id as id', 'name'])
    .orderBy('opens_on', 'desc')
    .orderBy('stage_id', 'desc')
    .limit(namesAtMost)
    .execute();
