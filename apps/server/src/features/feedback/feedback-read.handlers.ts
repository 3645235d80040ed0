import type { merchantFeedbackOperations } from '@ronghui/contract';
import { findFile } from '#features/file/file.reads';
import { openStored, storeUpload } from '#features/file/file.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/listing';
import { findFeedback, isAttached } from './feedback.sql.ts';
import { type ListedRow, listFeedback } from './feedback-list.sql.ts';
import { itemOf, readDetail } from './feedback-record.ts';

/** The sort key of a list. */
const keyOf = (row: ListedRow) => ({ at: row.created_at, key: row.feedback_no });

/** What merchants read of their feedback, and its files (R10.4). */
export const readHandlers: HandlersFor<
  Pick<typeof merchantFeedbackOperations, 'feedback.page' | 'feedback.detail' | 'feedback.upload' | 'feedback.download'>
> = {
  'feedback.page': async ({ billNo, status, awaiting, ...input }, { db, tenantId, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listFeedback(db, { tenantId, billNo, status, awaiting }, listing);
    const now = ports.clock.now();
    const items = part.rows.slice(0, listing.pageSize).map((row) => itemOf(row, now));
    return { items, ...pageFrame(listing, part, keyOf) };
  },

  'feedback.detail': async ({ feedbackNo }, { db, tenantId, ports, fail }) => {
    const found = await readDetail(db, tenantId, { feedbackNo, now: ports.clock.now() });
    return found === undefined ? fail('notFound') : found.detail;
  },

  'feedback.upload': async (input, context) => ({ fileId: (await storeUpload(input, context)).fileId }),

  'feedback.download': async ({ feedbackNo, fileId }, context) => {
    const { db, tenantId, fail } = context;
    const row = await findFeedback(db, { tenantId, feedbackNo });
    if (row === undefined || !(await isAttached(db, row, fileId))) return fail('notFound');
    const file = await findFile(db, tenantId, fileId);
    // What became part of a certification later is read there alone.
    if (file === undefined || file.is_restricted) return fail('notFound');
    return openStored(file, context);
  },
};
