import type { auditOperations, Output } from '@ronghui/contract';
import { openMade } from '#features/file/file.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { exportTrail } from './audit.jobs.ts';
import { findTrailExport, type TrailExportRow } from './trail-export.sql.ts';

const { name } = exportTrail;

/** An export in the contract's shape. */
export const trailExportOf = (row: TrailExportRow): Output<'ops.audit.export'> => ({
  exportId: row.job_id,
  status: row.status,
  done: row.done_count,
  ...(row.failure === null ? {} : { failure: row.failure }),
  ...(row.result_bytes === null ? {} : { bytes: row.result_bytes }),
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.toISOString() }),
});

/** Exports of the trail: each is of the member of staff who asked for it. @source R11.7 */
export const trailExportHandlers: HandlersFor<
  Pick<typeof auditOperations, 'ops.audit.lastExport' | 'ops.audit.download'>
> = {
  'ops.audit.lastExport': async (_input, { db, staffId }) => {
    const found = await findTrailExport(db, { name, staffId });
    return { export: found === undefined ? null : trailExportOf(found) };
  },

  'ops.audit.download': async ({ exportId }, context) => {
    const { db, ports, staffId, audit, fail } = context;
    const found = await findTrailExport(db, { name, staffId, exportId });
    if (found?.status === 'expired') return fail('expired');
    if (found?.status !== 'done' || found.result_key === null) return fail('notFound');
    const opened = await openMade(found.result_key, context);
    if (opened === null) {
      ports.log.error({ event: 'fileMissing', job: name, jobId: exportId });
      return fail('notFound');
    }
    audit({ object: exportId });
    return { name: found.result_name ?? '', mime: found.result_mime ?? '', size: opened.size, body: opened.body };
  },
};
