import type { Output, safetyOperations } from '@ronghui/contract';
import { isUnderWay } from '@ronghui/domain/job';
import { openMade } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { send } from '#kernel/jobs/send';
import {
  cancelSentJob,
  findLastSentJob,
  findSentJob,
  type SentJobOwner,
  type SentJobState,
} from '#kernel/jobs/sent-job.sql';
import { exportOwnData } from './safety.jobs.ts';

type OwnDataOperations = Pick<
  typeof safetyOperations,
  'user.exportData' | 'user.exportDataGet' | 'user.exportDataCancel' | 'user.exportDataDownload'
>;
type ExportState = Output<'user.exportData'>;

const exportsPerHour = 5;
const hourMs = 3_600_000;
const ownerOf = ({ tenantId, userId }: Pick<MerchantContext, 'tenantId' | 'userId'>): SentJobOwner => ({
  name: exportOwnData.name,
  tenantId,
  userId,
});

const stateOf = (row: SentJobState): ExportState => ({
  exportId: row.job_id,
  status: row.status,
  progress: { done: row.done_count, total: row.total_count, text: row.progress_text },
  isEnding: isUnderWay(row) && row.cancel_asked_at !== null,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  failure: row.failure ?? '',
});

/** The export of a person's own data (R10.9): made by a job, and available to its owner in the tenant of the request. */
export const ownDataHandlers: HandlersFor<OwnDataOperations> = {
  'user.exportData': async (_input, context) => {
    const { tenantId, userId, ports, db, fail } = context;
    const owner = ownerOf(context);
    const last = await findLastSentJob(db, owner);
    if (last !== undefined && isUnderWay(last)) return stateOf(last);
    const share = { limit: exportsPerHour, windowMs: hourMs };
    const retryAfter = await waitSecOf(ports.fast, `ownData:${userId}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    return context.transact(async (tx) => {
      const payload = { address: context.address };
      const { jobId } = await send(tx, exportOwnData, payload, { tenantId, userId, key: userId });
      context.audit({ object: userId });
      const sent = await findSentJob(tx, owner, jobId);
      if (sent === undefined) throw new Error('a job that was sent is not there');
      return stateOf(sent);
    });
  },

  'user.exportDataGet': async ({ exportId }, context) => {
    const owner = ownerOf(context);
    if (exportId === undefined) {
      const last = await findLastSentJob(context.db, owner);
      return { export: last === undefined ? null : stateOf(last) };
    }
    const found = await findSentJob(context.db, owner, exportId);
    return found === undefined ? context.fail('notFound') : { export: stateOf(found) };
  },

  'user.exportDataCancel': async ({ exportId }, context) => {
    const owner = ownerOf(context);
    return context.transact(async (tx) => {
      await cancelSentJob(tx, owner, exportId);
      const found = await findSentJob(tx, owner, exportId);
      if (found === undefined) return context.fail('notFound');
      // A repeated request gets the first answer; a job that ended otherwise cannot be cancelled.
      if (!isUnderWay(found) && found.status !== 'cancelled') return context.fail('changed');
      context.audit({ object: exportId });
      return stateOf(found);
    });
  },

  'user.exportDataDownload': async ({ exportId }, context) => {
    const { db, ports, fail } = context;
    const found = await findSentJob(db, ownerOf(context), exportId);
    if (found === undefined) return fail('notFound');
    if (isUnderWay(found)) return fail('changed');
    if (found.status !== 'done' || found.result_key === null) return fail('notFound');
    const opened = await openMade(found.result_key, context);
    if (opened === null) {
      ports.log.error({ event: 'fileMissing', job: exportOwnData.name, jobId: exportId });
      return fail('notFound');
    }
    context.audit({ object: exportId });
    const { result_name: name, result_mime: mime } = found;
    return { name: name ?? exportId, mime: mime ?? 'application/zip', size: opened.size, body: opened.body };
  },
};
