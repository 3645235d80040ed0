import type { lineImportOperations } from '@ronghui/contract';
import { isUnderWay } from '@ronghui/domain/job';
import { mappingFault } from '@ronghui/domain/line-import';
import { openMade } from '#features/file/file.steps';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { send } from '#kernel/jobs/send';
import { cancelProviderJob } from '#kernel/jobs/sent-job.sql';
import { listingOf, pageFrame } from '#kernel/listing';
import { takeBackImport } from '../line-take-back/take-back.ts';
import { checkAccepted, lookIntoImport } from './import-look.ts';
import { previewOf } from './import-preview.ts';
import { importLines } from './import-run.ts';
import { earlierOf, stateOf } from './import-state.ts';
import { storeImport } from './import-upload.ts';
import { findImport, listImports, listSameFiles, lockImport, updateStarted } from './line-import.sql.ts';
import { lineMappingHandlers } from './line-mapping.handlers.ts';
import { mappingOf } from './mapping-of.ts';

/** Imports of lines: uploaded, looked at, started, watched, cancelled, and the report of what cannot be imported (R11.6). */
export const lineImportHandlers: HandlersFor<typeof lineImportOperations> = {
  ...lineMappingHandlers,

  'ops.lineImport.upload': storeImport,

  'ops.lineImport.preview': async ({ importId, mapping, choices }, context) => {
    const { db, fail } = context;
    const row = await findImport(db, importId);
    if (row === undefined || row.storage_key === null) return fail('notFound');
    const piece = await lookIntoImport(row, { mapping, choices }, context);
    if (piece === null) return fail('notFound');
    // Rows of all merchants are shown: who has looked into a file is kept like other looks.
    context.audit({ object: importId });
    const same = await listSameFiles(db, row.sha256);
    return { ...previewOf(piece), ...(same.length > 0 && { earlier: earlierOf(same) }) };
  },

  'ops.lineImport.start': async ({ again = false, ...input }, context) => {
    const { importId, version, mapping, choices, accepted, ...rest } = input;
    allTaken(rest);
    const { transact, audit, staffId, fail } = context;
    const fault = mappingFault(mappingOf(mapping));
    if (fault !== null) return fail('invalid', wrongField(`mapping.${fault.field}`, fault.message));
    if (accepted !== undefined) await checkAccepted({ importId, mapping, choices, accepted }, context);
    return transact(async (tx) => {
      const row = await lockImport(tx, importId);
      if (row === undefined) return fail('notFound');
      const isReady = row.storage_key !== null && row.imported_at === null && !isUnderWay(row);
      if (!isReady || row.version !== version) return fail('changed');
      if (row.stage_status === 'issued') return fail('issued');
      if (!again && (await listSameFiles(tx, row.sha256)).length > 0) return fail('sameFile');
      const { jobId } = await send(tx, importLines, { importId }, { tenantId: null, key: importId });
      const kept = accepted && { ...accepted, by: await nameOfStaff(tx, staffId) };
      await updateStarted(tx, importId, { jobId, mapping, choices, accepted: kept });
      const decided = { ...(choices !== undefined && { choices }), ...(accepted !== undefined && { accepted }) };
      audit({ object: importId, after: { stageId: row.stage_id, mapping, ...decided } });
      const started = await findImport(tx, importId);
      if (started === undefined) throw new Error('an import that was started is not there');
      return stateOf(started);
    });
  },

  'ops.lineImport.page': async ({ stageId, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listImports(db, { stageId, listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.import_id }));
    return { items: part.rows.slice(0, listing.pageSize).map(stateOf), ...frame };
  },

  'ops.lineImport.get': async ({ importId }, { db, fail }) => {
    const row = await findImport(db, importId);
    return row === undefined ? fail('notFound') : stateOf(row);
  },

  'ops.lineImport.cancel': async ({ importId, ...rest }, { transact, audit, fail }) => {
    allTaken(rest);
    return transact(async (tx) => {
      const known = await findImport(tx, importId);
      if (known === undefined) return fail('notFound');
      if (known.job_id !== null) await cancelProviderJob(tx, importLines.name, known.job_id);
      const found = (await findImport(tx, importId)) ?? known;
      if (!isUnderWay(found) && found.status !== 'cancelled') return fail('changed');
      audit({ object: importId });
      return stateOf(found);
    });
  },

  'ops.lineImport.takeBack': takeBackImport,

  'ops.lineImport.report': async ({ importId }, context) => {
    const { db, fail } = context;
    const row = await findImport(db, importId);
    if (row === undefined || row.result_key === null) return fail('notFound');
    const opened = await openMade(row.result_key, context);
    if (opened === null) return fail('notFound');
    context.audit({ object: importId });
    return { name: row.result_name ?? row.name, mime: row.result_mime ?? '', size: opened.size, body: opened.body };
  },
};
