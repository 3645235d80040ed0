import type { Output } from '@ronghui/contract';
import type { CertificationStatus } from '@ronghui/domain/certification';
import { type RawBuilder, sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { likeText } from '#kernel/database/fragments.sql';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Keyset, Listing, ReadPart } from '#kernel/listing';

type Listed = Output<'ops.certification.page'>['items'][number];

const listed = wireList<Omit<Listed, 'companyName' | 'isCertified' | 'ordinal' | 'submittedAt' | 'takenBy'>>()(
  { c: 'certification', s: 'certification_submission' },
  {
    always: {
      submissionNo: 's.submission_no',
      tenantId: 's.tenant_id',
      uscc: 's.uscc',
      status: 'c.status',
      version: 'c.version',
    },
    present: { reviewedAt: 'c.reviewed_at' },
  },
  ['c.certified_no', 'c.submitted_at'],
)
  .plus<{ readonly company_name: string }>('company_name', sql`coalesce(s.form ->> 'companyName', '')`)
  .plus<{ readonly ordinal: number }>(
    'ordinal',
    sql`(select count(*) from certification_submission e where e.tenant_id = s.tenant_id and e.submitted_at <= s.submitted_at)`,
  )
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('certification', sql`s.submission_no`));
type ListedRow = RowOf<typeof listed>;

/** The record of a row. */
export const listedOf = (row: ListedRow): Listed => ({
  ...listed.recordOf(row),
  companyName: row.company_name,
  ordinal: row.ordinal,
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
  isCertified: row.certified_no !== null,
  submittedAt: (row.submitted_at ?? new Date(0)).toISOString(),
});

/** The filter of the list. */
export interface ReviewFilter {
  readonly status?: CertificationStatus | undefined;
  readonly keyword?: string | undefined;
  readonly taken?: Taken | undefined;
  readonly from?: Date | undefined;
  /** The first moment after the range. */
  readonly before?: Date | undefined;
}

const wanted = ({ status, taken, from, before, keyword = '' }: ReviewFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  const begins = `${likeText(text.toUpperCase())}%`;
  return sql.join(
    [
      sql`c.submission_no is not null`,
      ...(status === undefined ? [] : [sql`c.status = ${status}`]),
      ...(taken === undefined ? [] : [isTaken(taken, 'certification', sql`s.submission_no`)]),
      ...(from === undefined ? [] : [sql`c.submitted_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`c.submitted_at < ${before}`]),
      ...(isTyped(text)
        ? [
            sql`(s.uscc like ${begins} or s.submission_no like ${begins} or ${nameFound(sql`s.form ->> 'companyName'`, text)})`,
          ]
        : []),
    ],
    sql` and `,
  );
};

const waits = (status: CertificationStatus | undefined): boolean =>
  status === 'pending' || status === 'pendingTransfer';

/** What comes behind a cursor: later where it waits, which is oldest first, and earlier elsewhere. */
const beyond = (status: CertificationStatus | undefined, after: Keyset | null): RawBuilder<unknown> => {
  if (after === null) return sql``;
  const compared = waits(status) ? sql`>` : sql`<`;
  return sql` and (c.submitted_at, s.submission_no) ${compared} (${after.at}, ${after.key})`;
};

/**
 * A page of the tenants' last submissions: what waits oldest first by certification_desk, anything else newest first by certification_newest. A
 * keyword is found by certification_submission_pieces and the keys of codes and numbers, or along them where many match.
 */
export const listReviews = (
  db: Db,
  { filter, listing }: { readonly filter: ReviewFilter; readonly listing: Listing },
): Promise<ReadPart<ListedRow>> =>
  readPart(db, listing, {
    list: listed,
    from: sql`certification c join certification_submission s using (tenant_id, submission_no)`,
    where: wanted(filter),
    beyond: beyond(filter.status, listing.after),
    orderBy: waits(filter.status) ? sql`submitted_at, submission_no` : sql`submitted_at desc, submission_no desc`,
    key: 'submission_no',
  });

const submissionColumns = sql`s.form, s.masks, s.sealed, s.consent_ids`;

/** A submission with its tenant's certification; by the submission's unique number. */
export const findReview = async (db: Db, submissionNo: string) => {
  const { rows } = await sql<
    ListedRow & {
      form: Record<string, string | boolean | null>;
      masks: Record<string, string>;
      sealed: Buffer;
      consent_ids: string[];
      last_no: string;
      sent_at: Date;
      transfer_by: Date | null;
      transfer_failed_at: Date | null;
      submitted_by: string;
      is_taken_elsewhere: boolean;
    }
  >`
    select ${listed.columns}, ${submissionColumns}, s.submitted_at as sent_at, c.submission_no as last_no, c.transfer_by, c.transfer_failed_at,
      coalesce(user_label(s.user_id), '') as submitted_by, exists (
        select from certification o where o.certified_uscc = s.uscc and o.tenant_id <> s.tenant_id) as is_taken_elsewhere
    from certification_submission s join certification c using (tenant_id)
    where s.submission_no = ${submissionNo}`.execute(db);
  return rows[0];
};

/** What `findReview` returns. */
export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** The state of a submission's certification, for those who have it open. By the submission's unique number. */
export const findWatched = async (db: Db, submissionNo: string) => {
  const row = await db
    .selectFrom('certification_submission as s')
    .innerJoin('certification as c', 'c.tenant_id', 's.tenant_id')
    .select(['c.status', 'c.version', 'c.submission_no as last_no'])
    .where('s.submission_no', '=', submissionNo)
    .executeTakeFirst();
  // The check constraint allows the domain's words only.
  return row && { ...row, status: row.status as CertificationStatus };
};

/** The submission before another of the same tenant, with why it was sent back. By the primary keys: a tenant has a few. */
export const findFormer = async (db: Db, row: Pick<ReviewRow, 'tenant_id' | 'submission_no' | 'sent_at'>) => {
  const former = await db
    .selectFrom('certification_submission')
    .select(['submission_no', 'form', 'masks', 'sealed', 'submitted_at'])
    .where('tenant_id', '=', row.tenant_id)
    .where('submitted_at', '<=', row.sent_at)
    .where('submission_no', '<>', row.submission_no)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return former;
};

/** The history of a tenant's certification, newest first. By the primary key. */
export const listSteps = (db: Db, tenantId: string) =>
  db
    .selectFrom('certification_step as s')
    .leftJoin('staff as f', 'f.staff_id', 's.staff_id')
    .select(['s.submission_no', 's.event', 's.to_status', 's.at', 's.reasons'])
    .select(sql<string>`coalesce(nullif(f.name, ''), f.account, s.by_name)`.as('by_name'))
    .where('s.tenant_id', '=', tenantId)
    .orderBy('s.version', 'desc')
    .limit(100)
    .execute();

/** The place of a submission among those that wait, how many there are, and its neighbours. By certification_desk. */
export const findNeighbours = async (
  db: Db,
  { submission_no, submitted_at }: Pick<ReviewRow, 'submission_no' | 'submitted_at'>,
) => {
  const own = sql`(${submitted_at}::timestamptz, ${submission_no})`;
  const { rows } = await sql<{ place: number; waiting: number; previous_no: string | null; next_no: string | null }>`
    select count(*) filter (where (submitted_at, submission_no) <= ${own}) as place, count(*) as waiting,
      (select submission_no from certification where status = 'pending' and (submitted_at, submission_no) < ${own}
        order by submitted_at desc, submission_no desc limit 1) as previous_no,
      (select submission_no from certification where status = 'pending' and (submitted_at, submission_no) > ${own}
        order by submitted_at, submission_no limit 1) as next_no
    from certification where status = 'pending'`.execute(db);
  return rows[0] ?? { place: 0, waiting: 0, previous_no: null, next_no: null };
};

/** The reasons of the last rejections by field, the most frequent first. By certification_step_rejected. */
export const listPhrases = async (db: Db): Promise<readonly { readonly field: string; readonly reason: string }[]> => {
  const { rows } = await sql<{ field: string; reason: string }>`
    select field, reason from (
      select each ->> 'field' as field, each ->> 'reason' as reason, count(*) as times, max(at) as last_at
      from (select reasons, at from certification_step where event = 'reject' order by at desc limit 500) rejected,
        jsonb_array_elements(reasons) each
      group by 1, 2
    ) written order by times desc, last_at desc limit 200`.execute(db);
  return rows;
};
