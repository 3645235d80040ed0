import { type ContentRecord, type RecordName, recordWord } from '@ronghui/domain/content';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { systemAuthor } from '#kernel/observe/audit';
import { listDueRecords, lockRecord, updateRecord } from './content.sql.ts';
import { movesPayeeUnproved } from './record/payee-change.ts';
import { publishBody } from './record/publication.ts';
import { draftFaults } from './record/record-rules.ts';

const noMoment = { publish_at: null, publish_by: null, proved_payee: null };
const noDraft = { draft: null, draft_by: null, draft_at: null, draft_removes: false, failure: '' };

/** Publishes a record's draft if its moment has come; one that has become wrong since stays a draft, and says why. */
const publishDue = ({ database, ports }: JobContext, name: RecordName): Promise<'published' | 'refused' | 'left'> =>
  database.transact('service', async (tx) => {
    const row = await lockRecord(tx, name);
    const { draft = null, publish_at = null, publish_by = null, draft_removes: removes = false } = row ?? {};
    if (draft === null || publish_at === null || publish_at > ports.clock.now()) return 'left';
    const faults = (await draftFaults(tx, draft, removes)).map(({ message }) => message);
    const isUnproved = await movesPayeeUnproved(tx, draft, row?.proved_payee ?? null);
    if (isUnproved) faults.push('收款账户有改动，须由在用且有账务权限的人员验证身份后重新发布');
    if (faults.length > 0) {
      await updateRecord(tx, name, { ...noMoment, failure: `定时发布没有完成：${faults.join('；')}`.slice(0, 500) });
      return 'refused';
    }
    await publishBody(tx, { body: draft, removes, origin: 'schedule', by: publish_by ?? '', author: systemAuthor });
    await updateRecord(tx, name, { ...noMoment, ...noDraft });
    return 'published';
  });

const retried = '定时发布没有完成：系统出错，会每分钟重试。一直不成功时，请取消定时后立即发布，或联系运维人员';

/** Says at the record that its moment failed; the moment stays, because the next minute may do. A failure to say so must not stop the others. */
const reportFailed = async ({ database, log }: JobContext, name: RecordName): Promise<void> => {
  try {
    await database.transact('service', async (tx) => {
      const row = await lockRecord(tx, name);
      if (row === undefined || row.publish_at === null || row.failure === retried) return;
      await updateRecord(tx, name, { failure: retried });
    });
  } catch (error) {
    log.error({ event: 'contentFailureUnsaid', record: recordWord(name), error });
  }
};

/** Publishes drafts at the moments that were set for them. @source R11.3 */
export const contentJobs: readonly Job[] = [
  job({
    name: 'content.publish',
    every: { minutes: 1 },
    async run(context) {
      for (const { record, key } of await listDueRecords(context.database.reading('service'))) {
        const name = { record: record as ContentRecord, key };
        // A failing record must not block the others.
        try {
          const outcome = await publishDue(context, name);
          context.log.info({ event: 'contentPublished', record: recordWord(name), outcome });
        } catch (error) {
          context.log.error({ event: 'contentPublishFailed', record: recordWord(name), error });
          await reportFailed(context, name);
        }
      }
    },
  }),
];
