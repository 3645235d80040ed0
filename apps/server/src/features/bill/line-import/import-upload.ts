import type { Input, lineImportOperations, Output } from '@ronghui/contract';
import { checkTable, storeTable } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { providerName } from '../issue/issue.ts';
import { earlierOf } from './import-state.ts';
import { countOpenImports, findStageStatus, insertImport, listSameFiles } from './line-import.sql.ts';

type Uploading = HandlerContext<(typeof lineImportOperations)['ops.lineImport.upload']>;

/** Stores a file whose lines are to be imported into a stage, and tells whether the same bytes were imported before. @source R11.6, security 4.8 */
export const storeImport = async (
  { stageId, name, size }: Input<'ops.lineImport.upload'>,
  context: Uploading,
): Promise<Output<'ops.lineImport.upload'>> => {
  const { ports, db, staffId, fail } = context;
  const status = await findStageStatus(db, stageId);
  if (status === undefined) return fail('notFound');
  if (status === 'issued') return fail('issued');
  checkTable({ name, size }, context);
  const share = { limit: ports.limits.importsPerStaffPerHour, windowMs: 3_600_000 };
  const retryAfter = await waitSecOf(ports.fast, `lineImport:${staffId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  if ((await countOpenImports(db, staffId)) >= ports.limits.importsOpen) return fail('tooManyOpen');
  return storeTable({ name, folder: 'provider' }, context, async (table) => {
    const importId = ports.ids.id();
    const same = await context.transact(async (tx) => {
      await insertImport(tx, { importId, stageId, ...table, size, staffId, providerName });
      context.audit({ object: importId, after: { stageId, size, sha256: table.sha256, kind: table.kind } });
      return listSameFiles(tx, table.sha256);
    });
    return { importId, version: 1, earlier: earlierOf(same) };
  });
};
