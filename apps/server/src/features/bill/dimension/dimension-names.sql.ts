import type { Input, Output } from '@ronghui/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** All of these conditions. */
const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);

/** How many names a look-up finds at most. */
const namesAtMost = 50;

type Asked = Input<'ops.bill.names'>;

/** The names of a kind, narrowed to what a condition finds; merchants without a name have their number, and are found by it. */
const sources: Readonly<Record<Asked['kind'], (found: RawBuilder<unknown>, number: string) => RawBuilder<unknown>>> = {
  tenant: (
    found,
    number,
  ) => sql`select tenant_id as id, name, null::text as owner, null::date as newest from tenant where name <> '' and ${found}
    union all select tenant_id, tenant_id, null, null from tenant where name = '' and strpos(lower(tenant_id), lower(${number})) > 0`,
  product: (found) =>
    sql`select pid as id, name, null::text as owner, null::date as newest from product where ${found}`,
  org: (found) => sql`select org_id as id, name, null::text as owner, null::date as newest from org where ${found}`,
  project: (found) =>
    sql`select project_id as id, name, tenant_id as owner, null::date as newest from project where ${found}`,
  stage: (found) => sql`select stage_id as id, name, null::text as owner, opens_on as newest from stage where ${found}`,
};

/** The first names of a kind that have a text in them: by the pieces of their names, and tenant_nameless. */
export const findNames = async (
  db: Db,
  { kind, keyword = '', tenantId, id }: Asked,
): Promise<Output<'ops.bill.names'>['items']> => {
  const wanted = all([
    ...(id === undefined ? [] : [sql`n.id = ${id}`]),
    ...(tenantId === undefined ? [] : [sql`(n.owner is null or n.owner = ${tenantId})`]),
  ]);
  const found = isTyped(keyword) ? nameFound(sql`name`, keyword) : sql`true`;
  const { rows } = await sql<{ id: string; name: string }>`
    select n.id, n.name from (${sources[kind](found, keyword.trim())}) n where ${wanted}
      order by n.newest desc nulls last, n.name, n.id limit ${namesAtMost}`.execute(db);
  return rows;
};

/** An organisation in the desk's list. */
export const listedOrg = wireList<Omit<Output<'ops.org.page'>['items'][number], 'last'>>()(
  { o: 'org' },
  {
    always: { orgId: 'o.org_id', name: 'o.name', createdAt: 'o.created_at', version: 'o.version' },
    present: {},
  },
);

interface OrgFilter {
  readonly orgId: string | undefined;
  readonly keyword: string | undefined;
}

/** A page of organisations by name. By the key of names. */
export const listOrgPage = (
  db: Db,
  { orgId, keyword = '', listing }: OrgFilter & { readonly listing: Listing },
): Promise<ReadPart<RowOf<typeof listedOrg>>> =>
  readPart(db, listing, {
    list: listedOrg,
    from: sql`org o`,
    where: all([
      ...(orgId === undefined ? [] : [sql`o.org_id = ${orgId}`]),
      ...(isTyped(keyword) ? [nameFound(sql`o.name`, keyword)] : []),
    ]),
    beyond: sql``,
    orderBy: sql`name, org_id`,
    key: 'org_id',
  });

/** A project in the desk's list. */
const listedProject = wireList<Omit<Output<'ops.project.page'>['items'][number], 'tenantName' | 'last'>>()(
  { p: 'project' },
  {
    always: {
      projectId: 'p.project_id',
      tenantId: 'p.tenant_id',
      name: 'p.name',
      createdAt: 'p.created_at',
      version: 'p.version',
    },
    present: {},
  },
).plus<{ readonly tenant_name: string }>(
  'tenant_name',
  sql`(select t.name from tenant t where t.tenant_id = p.tenant_id)`,
);
type ProjectRow = RowOf<typeof listedProject>;

/** A project in the contract's shape. */
export const projectOf = (row: ProjectRow): Output<'ops.project.page'>['items'][number] => ({
  ...listedProject.recordOf(row),
  tenantName: row.tenant_name,
});

interface ProjectFilter {
  readonly projectId: string | undefined;
  readonly tenantId: string | undefined;
  readonly keyword: string | undefined;
}

/** A page of projects by name, of a tenant by the key of its names, of all by reading them. */
export const listProjectPage = (
  db: Db,
  { projectId, tenantId, keyword = '', listing }: ProjectFilter & { readonly listing: Listing },
): Promise<ReadPart<ProjectRow>> =>
  readPart(db, listing, {
    list: listedProject,
    from: sql`project p`,
    where: all([
      ...(projectId === undefined ? [] : [sql`p.project_id = ${projectId}`]),
      ...(tenantId === undefined ? [] : [sql`p.tenant_id = ${tenantId}`]),
      ...(isTyped(keyword) ? [nameFound(sql`p.name`, keyword)] : []),
    ]),
    beyond: sql``,
    orderBy: sql`name, tenant_id, project_id`,
    key: 'project_id',
  });
