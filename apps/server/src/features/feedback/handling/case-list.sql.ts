import type { Input, Output } from '@ronghui/contract';
import { isLate } from '@ronghui/domain/feedback';
import { type RawBuilder, sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart } from '#kernel/database/listed-rows.sql';
import type { Keyset, Listing, ReadPart } from '#kernel/listing';
import { stateOf } from '../feedback.sql.ts';
import { isAwaited, listedFeedback } from '../feedback-list.sql.ts';

type Item = Output<'ops.feedback.page'>['items'][number];
type Asked = Pick<
  Input<'ops.feedback.page'>,
  'queue' | 'status' | 'late' | 'tenantId' | 'stageId' | 'billNo' | 'feedbackNo' | 'outcome'
>;
/** `before` is the first moment after the range. */
type Filter = { readonly [Name in keyof Asked]: Asked[Name] | undefined } & {
  readonly taken: Taken | undefined;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
};

/** An answer waits for its release; a withdrawn feedback waits for nothing. By feedback_proposal_waits. */
const awaitsRelease = sql<boolean>`(${isAwaited} and exists (select from feedback_proposal p
  where p.tenant_id = f.tenant_id and p.feedback_no = f.feedback_no and p.decision is null))`;
const isTakenUp = sql<boolean>`(f.status = 'inProgress')`;

const listed = listedFeedback
  .plus<{ readonly tenant_name: string }>(
    'tenant_name',
    sql`(select t.name from tenant t where t.tenant_id = f.tenant_id)`,
  )
  .plus<{ readonly awaits_release: boolean }>('awaits_release', awaitsRelease)
  .plus<{ readonly is_taken_up: boolean }>('is_taken_up', isTakenUp)
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('feedback', sql`f.feedback_no`));
type OpsRow = RowOf<typeof listed>;

/** A feedback in the desk's list, in the contract's shape. */
export const opsFeedbackOf = (row: OpsRow, now: Date): Item => ({
  ...listedFeedback.recordOf(row),
  lineCount: row.line_count,
  late: isLate(stateOf(row), now),
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  awaitsRelease: row.awaits_release,
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
});

/** What was answered, and what of it changed its bill. By the messages' primary key. */
const outcomes: Readonly<Record<NonNullable<Asked['outcome']>, RawBuilder<unknown>>> = {
  answered: sql`f.answered_at is not null`,
  adjusted: sql`exists (select from feedback_message m
    where m.tenant_id = f.tenant_id and m.feedback_no = f.feedback_no and m.kind = 'answer' and m.from_fen <> m.to_fen)`,
};

const wanted = ({
  queue,
  status,
  late,
  tenantId,
  stageId,
  billNo,
  feedbackNo,
  outcome,
  taken,
  from,
  before,
}: Filter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(queue === 'answer' || late === true ? [isAwaited] : []),
      ...(queue === 'release' ? [awaitsRelease] : []),
      ...(status === undefined ? [] : [sql`f.status = ${status}`]),
      ...(late === true ? [sql`f.answer_by <= app_now()`] : []),
      ...(tenantId === undefined ? [] : [sql`f.tenant_id = ${tenantId}`]),
      ...(stageId === undefined ? [] : [sql`b.stage_id = ${stageId}`]),
      ...(outcome === undefined ? [] : [outcomes[outcome]]),
      ...(taken === undefined ? [] : [isTaken(taken, 'feedback', sql`f.feedback_no`)]),
      ...(from === undefined ? [] : [sql`f.created_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`f.created_at < ${before}`]),
      // In the C collation every number with the prefix is between the two.
      ...(feedbackNo === undefined
        ? []
        : [sql`f.feedback_no >= ${feedbackNo} and f.feedback_no < ${`${feedbackNo}~`}`]),
      ...(billNo === undefined
        ? []
        : [sql`f.bill_no collate "C" >= ${billNo} and f.bill_no collate "C" < ${`${billNo}~`}`]),
    ],
    sql` and `,
  );

/** The sort key of a row: of a queue 待处理 first and the first answer-by, otherwise the newest. */
export const opsKeyOf =
  (queue: Filter['queue']) =>
  (row: OpsRow): Keyset =>
    queue === undefined
      ? { at: row.created_at, key: row.feedback_no }
      : { at: row.answer_by, key: `${row.is_taken_up ? '1' : '0'}-${row.feedback_no}` };

const beyond = (queue: Filter['queue'], after: Keyset | null): RawBuilder<unknown> => {
  if (after === null) return sql``;
  const { at, key } = after;
  if (queue === undefined) return sql` and (f.created_at, f.feedback_no) < (${at}, ${key})`;
  return sql` and (${isTakenUp}, f.answer_by, f.feedback_no) > (${key.startsWith('1')}, ${at}, ${key.slice(2)})`;
};

/**
 * A page of the feedback of all tenants. A queue reads what waits, some hundreds at most, by feedback_due; everything else comes newest first by
 * feedback_desk, or by the index of a filter: feedback_desk_status, feedback_newest, feedback_bill_begins, feedback_feedback_no_key.
 */
export const listOpsFeedback = (
  db: Db,
  { filter, listing }: { readonly filter: Filter; readonly listing: Listing },
): Promise<ReadPart<OpsRow>> =>
  readPart(db, listing, {
    list: listed,
    from: sql`feedback f join bill b using (tenant_id, bill_id)`,
    ...(filter.stageId === undefined && { countedFrom: sql`feedback f` }),
    where: wanted(filter),
    beyond: beyond(filter.queue, listing.after),
    orderBy:
      filter.queue === undefined ? sql`created_at desc, feedback_no desc` : sql`is_taken_up, answer_by, feedback_no`,
    key: 'feedback_no',
  });

/** The reasons of the last rejections, the most frequent first. By feedback_message_rejected. */
export const listPhrases = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ content: string }>`
    select content from (
      select content, at from feedback_message where action = 'reject' order by at desc limit 500
    ) rejected group by content order by count(*) desc, max(at) desc limit 9`.execute(db);
  return rows.map(({ content }) => content);
};
