import { listOrgs, listProducts, listProjects, listStages, type Named } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import { type FilterWord, word } from '#kernel/files/table/about-words';
import { type FilterFault } from '../export-kind.ts';

/** What lines and bills are grouped by, as a filter has it. */
interface Dimensions {
  readonly stageId?: string | undefined;
  readonly orgId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly productId?: string | undefined;
}

/** Each dimension with its label and the names that a tenant may filter by. */
const dimensions = [
  { field: 'stageId', label: '账期', list: (db: Db) => listStages(db) },
  { field: 'orgId', label: '机构', list: (db: Db) => listOrgs(db) },
  { field: 'projectId', label: '项目', list: (db: Db, tenantId: string) => listProjects(db, tenantId) },
  { field: 'productId', label: '产品', list: (db: Db, tenantId: string) => listProducts(db, tenantId) },
] as const;

/** The dimensions that a filter sets, each with its name; undefined where the tenant has none of the id. */
const namedIn = async (db: Db, tenantId: string, filter: Dimensions) => {
  const set = dimensions.flatMap(({ field, label, list }) => {
    const id = filter[field];
    return id === undefined ? [] : [{ field, label, list, id }];
  });
  return Promise.all(
    set.map(async ({ field, label, list, id }) => {
      const names: readonly Named[] = await list(db, tenantId);
      return { field, label, id, name: names.find((one) => one.id === id)?.name };
    }),
  );
};

/** The dimensions of a filter with their names. */
export const dimensionWords = async (db: Db, tenantId: string, filter: Dimensions): Promise<readonly FilterWord[]> =>
  (await namedIn(db, tenantId, filter)).flatMap(({ label, id, name = id }) => word(label, name));

/** The dimensions of a filter that the tenant does not have: of what is not there no file is made. */
export const dimensionFaults = async (db: Db, tenantId: string, filter: Dimensions): Promise<readonly FilterFault[]> =>
  (await namedIn(db, tenantId, filter)).flatMap(({ field, label, name }) =>
    name === undefined ? [{ field, message: `没有这个${label}` }] : [],
  );
