import type { dimensionOperations } from '@ronghui/contract';
import { type StagePlan, stageFaults, standardSpans } from '@ronghui/domain/stage';
import { findLastStep } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { type Listing, listingOf, pageFrame, type ReadPart } from '#kernel/listing';
import { listOrgs, listProducts, listProjects, listStages } from '../bill.reads.ts';
import { makeLinePartition } from '../bill.sql.ts';
import {
  insertOrg,
  insertProject,
  insertStage,
  isStageNameTaken,
  isTenant,
  type KeptName,
  listedStage,
  listStagePage,
  lockOrg,
  lockProject,
  lockStage,
  pagedStageOf,
  renameOrg,
  renameProject,
  updateStage,
} from './dimension.sql.ts';
import { findNames, listedOrg, listOrgPage, listProjectPage, projectOf } from './dimension-names.sql.ts';

const nameTaken = wrongField('name', '该名称已被使用');

/** Why a row that was read as `version` cannot be saved; null where it can, or is new. */
const refusalOf = (
  given: string | undefined,
  row: Pick<KeptName, 'version'> | undefined,
  version: number | undefined,
): 'notFound' | 'changed' | null => {
  if (given === undefined) return null;
  if (row === undefined) return 'notFound';
  return row.version === version ? null : 'changed';
};

/** A page of rows that have no time to continue from: they are paged by number alone. */
const pageOf = <Row, Item>(listing: Listing, part: ReadPart<Row>, itemOf: (row: Row) => Item) => {
  const { nextCursor: _, ...frame } = pageFrame(listing, part, () => ({ at: new Date(0), key: '' }));
  return { items: part.rows.slice(0, listing.pageSize).map(itemOf), ...frame };
};

/** Who saved a row last, where one was asked for alone. */
const lastSaved = async (db: Db, given: string | undefined, event: `ops.${'stage' | 'org' | 'project'}.save`) =>
  given === undefined ? {} : findLastStep(db, given, [event]);

/** What lines and bills are grouped by: the lists of merchants, and what the desk does with them (R10.3, R11.6). */
export const dimensionHandlers: HandlersFor<typeof dimensionOperations> = {
  'project.list': async (_input, { db, tenantId }) => ({ items: await listProjects(db, tenantId) }),
  'product.list': async (_input, { db, tenantId }) => ({ items: await listProducts(db, tenantId) }),
  'org.all': async (_input, { db }) => ({ items: await listOrgs(db) }),
  'stage.all': async (_input, { db }) => ({ items: await listStages(db) }),

  'ops.stage.page': async ({ stageId, status, taken, ...input }, { db, ports, staffId }) => {
    const listing = listingOf(input, ports.limits);
    const own = taken && { who: taken, staffId };
    const part = await listStagePage(db, { stageId, status, taken: own, listing });
    const last = await lastSaved(db, stageId, 'ops.stage.save');
    return pageOf(listing, part, (row) => ({ ...pagedStageOf(row), ...last }));
  },

  'ops.bill.names': async (input, { db }) => ({ items: [...(await findNames(db, input))] }),

  'ops.org.page': async ({ orgId, keyword, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listOrgPage(db, { orgId, keyword, listing });
    const last = await lastSaved(db, orgId, 'ops.org.save');
    return pageOf(listing, part, (row) => ({ ...listedOrg.recordOf(row), ...last }));
  },

  'ops.project.page': async ({ projectId, tenantId, keyword, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listProjectPage(db, { projectId, tenantId, keyword, listing });
    const last = await lastSaved(db, projectId, 'ops.project.save');
    return pageOf(listing, part, (row) => ({ ...projectOf(row), ...last }));
  },

  'ops.stage.save': async ({ stageId: given, version, name, opensOn, issuesOn, ...input }, context) => {
    const { confirmDays, payDays, ...rest } = input;
    allTaken(rest);
    const { transact, ports, audit, fail } = context;
    const stageId = given ?? ports.ids.id();
    return transact(async (tx) => {
      const before = given === undefined ? undefined : await lockStage(tx, given);
      const refusal = refusalOf(given, before, version);
      if (refusal !== null) return fail(refusal);
      // Bills of an issued stage keep the dates that it had.
      if (before?.status === 'issued') return fail('changed');
      const plan: StagePlan = {
        opensOn,
        issuesOn,
        confirmDays: confirmDays ?? before?.confirm_days ?? standardSpans.confirmDays,
        payDays: payDays ?? before?.pay_days ?? standardSpans.payDays,
      };
      const faults = stageFaults(plan);
      if (faults.length > 0) return fail('invalid', { fields: [...faults] });
      const stage = { ...plan, stageId, name };
      if (await isStageNameTaken(tx, name, stageId)) return fail('invalid', nameTaken);
      audit({ object: stageId, before: before && listedStage.recordOf(before), after: stage });
      if (before !== undefined) return { stageId, version: await updateStage(tx, stage) };
      if (!(await insertStage(tx, stage))) return fail('invalid', nameTaken);
      await makeLinePartition(tx, stageId);
      return { stageId, version: 1 };
    });
  },

  'ops.org.save': async ({ orgId: given, version, name, ...rest }, { transact, ports, audit, fail }) => {
    allTaken(rest);
    const orgId = given ?? ports.ids.id();
    return transact(async (tx) => {
      const before = given === undefined ? undefined : await lockOrg(tx, given);
      const refusal = refusalOf(given, before, version);
      if (refusal !== null) return fail(refusal);
      const isStored = await (before === undefined ? insertOrg : renameOrg)(tx, orgId, name);
      if (!isStored) return fail('invalid', nameTaken);
      audit({ object: orgId, before: before && { name: before.name }, after: { name } });
      return { orgId, version: (before?.version ?? 0) + 1 };
    });
  },

  'ops.project.save': async ({ tenantId, projectId: given, version, name, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, audit, fail } = context;
    const projectId = given ?? ports.ids.id();
    return transact(async (tx) => {
      if (!(await isTenant(tx, tenantId))) return fail('notFound');
      const before = given === undefined ? undefined : await lockProject(tx, tenantId, given);
      const refusal = refusalOf(given, before, version);
      if (refusal !== null) return fail(refusal);
      const isStored = await (before === undefined ? insertProject : renameProject)(tx, { tenantId, projectId, name });
      if (!isStored) return fail('invalid', nameTaken);
      audit({ object: projectId, before: before && { tenantId, name: before.name }, after: { tenantId, name } });
      return { projectId, version: (before?.version ?? 0) + 1 };
    });
  },
};
