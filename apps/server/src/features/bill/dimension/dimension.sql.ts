import type { Output } from '@ronghui/contract';
import type { StagePlan, StageStatus } from '@ronghui/domain/stage';
import { sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db, Tx } from '#kernel/database/db';
import { columnsOf, type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** A stage as the desk sees it. */
export const listedStage = wireList<
  Omit<Output<'ops.stage.page'>['items'][number], 'takenBy' | 'draftsSince' | 'last'>
>()(
  { s: 'stage' },
  {
    always: {
      stageId: 's.stage_id',
      name: 's.name',
      opensOn: 's.opens_on',
      issuesOn: 's.issues_on',
      confirmDays: 's.confirm_days',
      payDays: 's.pay_days',
      status: 's.status',
      version: 's.version',
    },
    present: { issuedAt: 's.issued_at' },
  },
);
type StageRow = RowOf<typeof listedStage>;

/** When the drafts of a stage were drawn up, which is at once; null where none waits. By bill_of_stage. */
const draftsSince = sql`(select b.created_at from bill b where b.stage_id = s.stage_id and b.status = 'draft' limit 1)`;

const pagedStage = listedStage
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('stage', sql`s.stage_id`))
  .plus<{ readonly drafts_since: Date | null }>('drafts_since', draftsSince);
type PagedStage = RowOf<typeof pagedStage>;

/** A stage in its list, with its drafts and who works on them. */
export const pagedStageOf = (row: PagedStage): Output<'ops.stage.page'>['items'][number] => ({
  ...listedStage.recordOf(row),
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
  ...(row.drafts_since === null ? {} : { draftsSince: row.drafts_since.toISOString() }),
});

interface StageFilter {
  readonly stageId: string | undefined;
  readonly status: StageStatus | undefined;
  readonly taken: Taken | undefined;
}

/** A page of stages, the latest first. By stage_newest. */
export const listStagePage = (
  db: Db,
  { stageId, status, taken, listing }: StageFilter & { readonly listing: Listing },
): Promise<ReadPart<PagedStage>> =>
  readPart(db, listing, {
    list: pagedStage,
    from: sql`stage s`,
    where: sql.join(
      [
        sql`true`,
        ...(stageId === undefined ? [] : [sql`s.stage_id = ${stageId}`]),
        ...(status === undefined ? [] : [sql`s.status = ${status}`]),
        ...(taken === undefined ? [] : [isTaken(taken, 'stage', sql`s.stage_id`)]),
      ],
      sql` and `,
    ),
    beyond: sql``,
    orderBy: sql`opens_on desc, stage_id desc`,
    key: 'stage_id',
  });

/** A stage, locked until the transaction ends. By the primary key. */
export const lockStage = async (tx: Tx, stageId: string): Promise<StageRow | undefined> => {
  const { rows } = await sql<StageRow>`
    select ${listedStage.columns} from stage s where s.stage_id = ${stageId} for no key update`.execute(tx);
  return rows[0];
};

/** A stage with its name. */
export type NamedStage = StagePlan & { readonly stageId: string; readonly name: string };

/** Adds a stage; false, and none added, where its name is taken. */
export const insertStage = async (tx: Tx, stage: NamedStage): Promise<boolean> => {
  const added = await tx
    .insertInto('stage')
    .values(columnsOf('stage', stage))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** Whether another stage has the name. By the key of names. */
export const isStageNameTaken = async (tx: Tx, name: string, stageId: string): Promise<boolean> => {
  const query = tx.selectFrom('stage').select('stage_id').where('name', '=', name).where('stage_id', '<>', stageId);
  return (await query.executeTakeFirst()) !== undefined;
};

/** Changes a stage that the caller has locked; the new version. */
export const updateStage = async (tx: Tx, { stageId, ...stage }: NamedStage): Promise<number> => {
  const { version } = await tx
    .updateTable('stage')
    .set({ ...columnsOf('stage', stage), version: sql<number>`version + 1`, updated_at: sql<Date>`app_now()` })
    .where('stage_id', '=', stageId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
};

/** A name that is kept with its version. */
export interface KeptName {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** An organisation, locked until the transaction ends. By the primary key. */
export const lockOrg = (tx: Tx, orgId: string): Promise<KeptName | undefined> =>
  tx
    .selectFrom('org')
    .select(['org_id as id', 'name', 'version'])
    .where('org_id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Adds an organisation; false, and none added, where its name is taken. */
export const insertOrg = async (tx: Tx, orgId: string, name: string): Promise<boolean> => {
  const added = await tx
    .insertInto('org')
    .values({ org_id: orgId, name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** Renames an organisation that the caller has locked; false where the name is taken. */
export const renameOrg = async (tx: Tx, orgId: string, name: string): Promise<boolean> => {
  const changed = await tx
    .updateTable('org')
    .set({ name, version: sql<number>`version + 1`, updated_at: sql<Date>`app_now()` })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`not exists (select from org o where o.name = ${name} and o.org_id <> ${orgId})`)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

/** Whether there is such a tenant. By the primary key. */
export const isTenant = async (tx: Tx, tenantId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('tenant')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
};

/** A project of a tenant, locked until the transaction ends. By the primary key. */
export const lockProject = (tx: Tx, tenantId: string, projectId: string): Promise<KeptName | undefined> =>
  tx
    .selectFrom('project')
    .select(['project_id as id', 'name', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('project_id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A project of a tenant. */
export interface NamedProject {
  readonly tenantId: string;
  readonly projectId: string;
  readonly name: string;
}

/** Adds a project; false, and none added, where the tenant has one of that name. */
export const insertProject = async (tx: Tx, project: NamedProject): Promise<boolean> => {
  const added = await tx
    .insertInto('project')
    .values(columnsOf('project', project))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** Renames a project that the caller has locked; false where the tenant has another of that name. */
export const renameProject = async (tx: Tx, { tenantId, projectId, name }: NamedProject): Promise<boolean> => {
  const changed = await tx
    .updateTable('project')
    .set({ name, version: sql<number>`version + 1`, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('project_id', '=', projectId)
    .where(
      sql<boolean>`not exists (select from project p where p.tenant_id = ${tenantId} and p.name = ${name} and p.project_id <> ${projectId})`,
    )
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};
