import { exportKindsOfRole, type exportOperations, type Output } from '@ronghui/contract';
import { exportFileName } from '@ronghui/domain/export';
import { isUnderWay } from '@ronghui/domain/job';
import { openMade, resultRoomOf } from '#features/file/file.steps';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import { send } from '#kernel/jobs/send';
import { cancelSentJob } from '#kernel/jobs/sent-job.sql';
import { listingOf, pageFrame } from '#kernel/listing';
import { makeExport } from './export.jobs.ts';
import { countExports, type ExportRow, findExport, insertExport, listExports } from './export.sql.ts';
import { listOf } from './export-lists.ts';

type ExportState = Output<'export.get'>;

const stateOf = (row: ExportRow): ExportState => ({
  exportId: row.export_id,
  kind: row.kind,
  format: row.format,
  name: row.name,
  filter: row.filter,
  filterText: row.filter_text,
  status: row.status,
  progress: { done: row.done_count, total: row.total_count, text: row.progress_text },
  isEnding: isUnderWay(row) && row.cancel_asked_at !== null,
  askedBy: row.asked_by,
  createdAt: row.asked_at.toISOString(),
  ...(row.data_at === null ? {} : { dataAt: row.data_at.toISOString() }),
  ...(row.row_count === null ? {} : { rows: row.row_count }),
  ...(row.totals === null ? {} : { totals: [...row.totals] }),
  ...(row.result_bytes === null ? {} : { bytes: row.result_bytes }),
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.toISOString() }),
  failure: row.failure ?? '',
});

/** Whether a role may read the list, and so have its export. @source R6.3 */
const mayRead = (kind: ExportRow['kind'], { role }: Pick<MerchantContext, 'role'>): boolean =>
  exportKindsOfRole(role).includes(kind);

/** An export of the caller's tenant; for a role that may not read its list it does not exist. */
const readableExport = async (db: Db, context: MerchantContext, exportId: string): Promise<ExportRow | undefined> => {
  const found = await findExport(db, context.tenantId, exportId);
  return found !== undefined && mayRead(found.kind, context) ? found : undefined;
};

/** Exports of lists: asked for, watched, cancelled and fetched (R10.5, R4.13). */
export const exportHandlers: HandlersFor<typeof exportOperations> = {
  'export.create': async ({ kind, format, filter }, context) => {
    const { tenantId, userId, db, ports, fail } = context;
    const list = listOf(kind);
    if (!mayRead(kind, context)) return fail('forbidden');
    const fields = await list.check(db, tenantId, filter);
    if (fields.length > 0) return fail('invalid', { fields: [...fields] });
    const filterText = await list.words(db, tenantId, filter);
    if ((await resultRoomOf(ports.limits).left(db, tenantId)) <= 0) return fail('noRoom');
    return context.transact(async (tx) => {
      const { open, today, first_sec } = await countExports(tx, tenantId);
      if (open >= ports.limits.exportsAtOnce) return fail('tooMany');
      if (today >= ports.limits.exportsPerDay) return fail('tooOften', { retryAfter: Math.max(1, first_sec) });
      const askedAt = ports.clock.now();
      const { jobId: exportId } = await send(tx, makeExport, {}, { tenantId, userId });
      const name = exportFileName(kind, format, askedAt);
      await insertExport(tx, tenantId, { exportId, kind, format, filter, filterText, name, userId, askedAt });
      context.audit({ object: exportId, after: { kind, format, filter } });
      const added = await findExport(tx, tenantId, exportId);
      if (added === undefined) throw new Error('an export that was asked for is not there');
      return stateOf(added);
    });
  },

  'export.page': async (input, { db, tenantId, role, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listExports(db, tenantId, { kinds: exportKindsOfRole(role), listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({ at: row.asked_at, key: row.export_id }));
    return { items: part.rows.slice(0, listing.pageSize).map(stateOf), ...frame };
  },

  'export.get': async ({ exportId }, context) => {
    const found = await readableExport(context.db, context, exportId);
    return found === undefined ? context.fail('notFound') : stateOf(found);
  },

  'export.cancel': async ({ exportId }, context) => {
    const { tenantId, fail } = context;
    return context.transact(async (tx) => {
      const known = await readableExport(tx, context, exportId);
      if (known === undefined) return fail('notFound');
      await cancelSentJob(tx, { name: makeExport.name, tenantId, userId: known.user_id }, exportId);
      const found = (await findExport(tx, tenantId, exportId)) ?? known;
      // A repeated request gets the first answer; one that ended otherwise cannot be cancelled.
      if (!isUnderWay(found) && found.status !== 'cancelled') return fail('changed');
      context.audit({ object: exportId });
      return stateOf(found);
    });
  },

  'export.download': async ({ exportId }, context) => {
    const { db, ports, fail } = context;
    const found = await readableExport(db, context, exportId);
    if (found === undefined) return fail('notFound');
    if (found.status === 'expired') return fail('expired');
    if (found.status !== 'done' || found.result_key === null) return fail('changed');
    const opened = await openMade(found.result_key, context);
    if (opened === null) {
      ports.log.error({ event: 'fileMissing', job: makeExport.name, jobId: exportId });
      return fail('notFound');
    }
    context.audit({ object: exportId });
    return { name: found.name, mime: found.result_mime ?? '', size: opened.size, body: opened.body };
  },
};
