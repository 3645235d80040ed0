import type { Output } from '@ronghui/contract';
import type { FeedbackStatus } from '@ronghui/domain/feedback';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

type Item = Output<'feedback.page'>['items'][number];

/** A feedback in a list, with the names of its bill. */
export const listedFeedback = wireList<Omit<Item, 'late' | 'lineCount'>>()(
  { f: 'feedback', b: 'bill' },
  {
    always: {
      feedbackNo: 'f.feedback_no',
      billNo: 'f.bill_no',
      direction: 'b.direction',
      stageName: 'b.stage_name',
      productName: 'b.product_name',
      orgName: 'b.org_name',
      status: 'f.status',
      withdrawn: 'f.is_withdrawn',
      claimedAmount: 'f.claimed_fen',
      standingAmount: 'f.standing_fen',
      answerBy: 'f.answer_by',
      createdAt: 'f.created_at',
      version: 'f.version',
    },
    present: {},
  },
  ['f.tenant_id', 'f.answered_at', 'f.is_reopened', 'f.helpful'],
).plus<{ readonly line_count: number }>('line_count', sql`coalesce(cardinality(f.line_ids), 0)`);

export type ListedRow = RowOf<typeof listedFeedback>;

/** The filter of a tenant's list. */
interface Filter {
  readonly tenantId: string;
  readonly billNo?: string | undefined;
  readonly status?: FeedbackStatus | undefined;
  /** Those that wait for an answer, or those of them whose answer is late. */
  readonly awaiting?: 'answer' | 'lateAnswer' | undefined;
}

/** Those that wait for the provider's answer. */
export const isAwaited = sql<boolean>`f.status in ('open', 'inProgress')`;

const wanted = ({ tenantId, billNo, status, awaiting }: Filter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`f.tenant_id = ${tenantId}`,
      ...(billNo === undefined ? [] : [sql`f.bill_no = ${billNo}`]),
      ...(status === undefined ? [] : [sql`f.status = ${status}`]),
      ...(awaiting === undefined ? [] : [isAwaited]),
      ...(awaiting === 'lateAnswer' ? [sql`f.answer_by <= app_now()`] : []),
    ],
    sql` and `,
  );

/** A page of a tenant's feedback, the newest first. By feedback_newest, feedback_by_status or feedback_of_bill. */
export const listFeedback = (db: Db, filter: Filter, listing: Listing): Promise<ReadPart<ListedRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: listedFeedback,
    from: sql`feedback f join bill b using (tenant_id, bill_id)`,
    countedFrom: sql`feedback f`,
    where: wanted(filter),
    beyond: after === null ? sql`` : sql` and (f.created_at, f.feedback_no) < (${after.at}, ${after.key})`,
    orderBy: sql`created_at desc, feedback_no desc`,
    key: 'feedback_no',
  });
};

/** How many entries of a thread a detail has at most. */
const messagesAtMost = 500;

/** A feedback with its bill's names and its thread. By the key of numbers, and the primary keys. */
export const findFeedbackDetail = (db: Db, tenantId: string | null, feedbackNo: string) =>
  db
    .selectFrom('feedback as f')
    .innerJoin('bill as b', (join) =>
      join.onRef('b.tenant_id', '=', 'f.tenant_id').onRef('b.bill_id', '=', 'f.bill_id'),
    )
    .innerJoin('tenant as t', 't.tenant_id', 'f.tenant_id')
    .selectAll('f')
    .select(['b.direction', 'b.stage_name', 'b.product_name', 'b.org_name', 't.name as tenant_name'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('feedback_message as m')
          .select(['m.kind', 'm.sender', 'm.by_name', 'm.content', 'm.file_ids', 'm.at'])
          .select(['m.action', 'm.from_fen', 'm.to_fen'])
          .whereRef('m.tenant_id', '=', 'f.tenant_id')
          .whereRef('m.feedback_no', '=', 'f.feedback_no')
          .orderBy('m.message_no')
          .limit(messagesAtMost),
      ).as('messages'),
    )
    .where('f.feedback_no', '=', feedbackNo)
    .$if(tenantId !== null, (query) => query.where('f.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst();

export type FeedbackDetailRow = NonNullable<Awaited<ReturnType<typeof findFeedbackDetail>>>;
