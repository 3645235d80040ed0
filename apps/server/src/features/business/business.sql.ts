import type { Period } from '@ronghui/domain/business';
import type { FenSum } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { dayOf, dayStart, shanghaiClock } from '#kernel/database/fragments.sql';

/** A range of days in Shanghai, and what its figures are added up by. */
export interface Asked extends Period {
  readonly by: 'day' | 'month';
}

/** `2026-11-24`, or its month. */
const spanOf = (at: RawBuilder<unknown>, by: Asked['by']) =>
  sql`to_char(${shanghaiClock(at)}, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`;
const start = (day: string) => dayStart(sql`${day}::date`);
/** Within the days, as the indexes by moment find it. */
const within = (at: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${at} >= ${start(from)} and ${at} < ${start(to)} + interval '1 day'`;
/** Within the days, as the indexes by day find it. */
const onDays = (at: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${dayOf(at)} between ${from}::date and ${to}::date`;

/** Orders of one span. */
interface OrderGroup {
  readonly span: string;
  readonly kind: 'submitted' | 'paid';
  readonly count: number;
  readonly amount: FenSum;
}

/** Orders by the day of submission, and by that of the accepted payment. By order_by_day and order_paid. */
export const groupOrders = async (db: Db, asked: Asked): Promise<readonly OrderGroup[]> => {
  const { rows } = await sql<OrderGroup>`
    select ${spanOf(sql`o.created_at`, asked.by)} as span, 'submitted' as kind, count(*) as count, sum(o.total_fen) as amount
      from "order" o where ${onDays(sql`o.created_at`, asked)} group by 1
    union all
    select ${spanOf(sql`p.at`, asked.by)}, 'paid', count(*), sum(o.total_fen)
      from order_step p join "order" o using (tenant_id, order_no)
      where p.action = 'acceptPayment' and ${onDays(sql`p.at`, asked)} group by 1`.execute(db);
  return rows;
};

/** Certifications of one span, or of all of them where it is null. */
interface CertificationGroup {
  readonly span: string | null;
  readonly submitted: number;
  readonly passed: number;
  readonly rejected: number;
  readonly median: number | null;
}

/** The last submissions of tenants and what became of them, with a row of all, whose median of minutes to the answer is read. By certification_newest. */
export const groupCertifications = async (db: Db, asked: Asked): Promise<readonly CertificationGroup[]> => {
  const { rows } = await sql<CertificationGroup>`
    select span, count(*) as submitted, count(*) filter (where status = 'passed') as passed, count(*) filter (where status = 'rejected') as rejected,
        (percentile_cont(0.5) within group (order by minutes))::float8 as median
      from (
        select ${spanOf(sql`c.submitted_at`, asked.by)} as span, c.status,
            case when c.reviewed_at >= c.submitted_at then extract(epoch from c.reviewed_at - c.submitted_at)::float8 / 60 end as minutes
          from certification c where c.submission_no is not null and ${within(sql`c.submitted_at`, asked)}) c
      group by grouping sets ((span), ())`.execute(db);
  return rows;
};

/** Leads of one span. */
interface LeadGroup {
  readonly span: string;
  readonly added: number;
  readonly won: number;
  readonly lost: number;
}

/** Leads by the day on which they came in. By lead_newest. */
export const groupLeads = async (db: Db, asked: Asked): Promise<readonly LeadGroup[]> => {
  const { rows } = await sql<LeadGroup>`
    select ${spanOf(sql`l.created_at`, asked.by)} as span, count(*) as added,
        count(*) filter (where l.status = 'won') as won, count(*) filter (where l.status = 'lost') as lost
      from lead l where ${within(sql`l.created_at`, asked)} group by 1`.execute(db);
  return rows;
};

/** Feedback of one span. */
interface FeedbackGroup {
  readonly span: string;
  readonly opened: number;
  readonly answered: number;
  readonly adjusted: number;
  readonly raised: FenSum;
  readonly lowered: FenSum;
}

/** Feedback by the day on which it was opened, with what its answers changed. By feedback_desk and the messages' primary key. */
export const groupFeedback = async (db: Db, asked: Asked): Promise<readonly FeedbackGroup[]> => {
  const { rows } = await sql<FeedbackGroup>`
    select ${spanOf(sql`f.created_at`, asked.by)} as span, count(*) as opened, count(f.answered_at) as answered,
        count(*) filter (where a.changes > 0) as adjusted, coalesce(sum(a.raised), 0) as raised, coalesce(sum(a.lowered), 0) as lowered
      from feedback f cross join lateral (
        select count(*) filter (where m.from_fen <> m.to_fen) as changes,
            sum(m.to_fen - m.from_fen) filter (where m.to_fen > m.from_fen) as raised, sum(m.from_fen - m.to_fen) filter (where m.to_fen < m.from_fen) as lowered
          from feedback_message m where m.tenant_id = f.tenant_id and m.feedback_no = f.feedback_no and m.kind = 'answer') a
      where ${within(sql`f.created_at`, asked)} group by 1`.execute(db);
  return rows;
};
