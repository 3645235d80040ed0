import type { ContentRecord } from '@ronghui/domain/content';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { systemAuthor } from '#kernel/observe/audit';
import { listDueRecords, lockRecord, updateRecord } from './content.sql.ts';
import { publishBody } from './record/publication.ts';
import { recordFaults } from './record/record-rules.ts';

const noMoment = { publish_at: null, publish_by: null };

/** Publishes a record's draft if its moment has come; one that has become wrong since stays a draft, and says why. */
const publishDue = (
  { database, ports }: JobContext,
  record: ContentRecord,
): Promise<'published' | 'refused' | 'left'> =>
  database.transact('service', async (tx) => {
    const { draft, publish_at, publish_by } = await lockRecord(tx, record);
    if (draft === null || publish_at === null || publish_at > ports.clock.now()) return 'left';
    const faults = await recordFaults(tx, draft);
    if (faults.length > 0) {
      const failure = `定时发布没有完成：${faults.map(({ message }) => message).join('；')}`.slice(0, 500);
      await updateRecord(tx, record, { ...noMoment, failure });
      return 'refused';
    }
    await publishBody(tx, { body: draft, origin: 'schedule', by: publish_by ?? '', author: systemAuthor });
    await updateRecord(tx, record, { ...noMoment, draft: null, draft_by: null, draft_at: null, failure: '' });
    return 'published';
  });

/** Publishes drafts at the moments that were set for them. @source R11.3 */
export const contentJobs: readonly Job[] = [
  job({
    name: 'content.publish',
    every: '* * * * *',
    async run(context) {
      for (const { record } of await listDueRecords(context.database.reading('service'))) {
        // A failing record must not block the others.
        try {
          const outcome = await publishDue(context, record as ContentRecord);
          context.log.info({ event: 'contentPublished', record, outcome });
        } catch (error) {
          context.log.error({ event: 'contentPublishFailed', record, error });
        }
      }
    },
  }),
];
