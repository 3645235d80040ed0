import type { OpsAuthKey } from '@ronghui/contract';
import { type DeskKind, type DeskQueue, deskCountAtMost } from '@ronghui/domain/desk';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { dayStart, today } from '#kernel/database/fragments.sql';

/** What waits: at most `limit` rows with `since`, `due` and, where it can be taken, `object_id`. */
interface Queue {
  /** The key that lets a member see it. */
  readonly key: OpsAuthKey;
  readonly rows: (limit: number, staffId: string) => RawBuilder<unknown>;
  readonly kind?: DeskKind;
  /** Its rows bear their owner as `owner_id`. */
  readonly isOwned?: true;
}

const none = sql`null::timestamptz`;
const queues: Readonly<Record<DeskQueue, Queue>> = {
  // By certification_desk.
  certification: {
    key: 'ops.customer.read',
    kind: 'certification',
    rows: (limit) => sql`select submitted_at as since, ${none} as due, submission_no as object_id from certification
      where status = 'pending' order by submitted_at limit ${limit}`,
  },
  // By certification_transfer.
  certificationTransfer: {
    key: 'ops.customer.read',
    kind: 'certification',
    rows: (
      limit,
    ) => sql`select coalesce(reviewed_at, submitted_at) as since, transfer_by as due, submission_no as object_id
      from certification where status = 'pendingTransfer' order by transfer_by limit ${limit}`,
  },
  // By order_desk.
  orderReview: {
    key: 'ops.order.read',
    kind: 'order',
    rows: (limit) => sql`select created_at as since, ${none} as due, order_no as object_id from "order"
      where status = 'pendingReview' order by created_at limit ${limit}`,
  },
  // By order_voucher_waiting: a transfer that is being checked does not run out.
  orderVoucher: {
    key: 'ops.order.read',
    kind: 'order',
    rows: (limit) => sql`select v.sent_at as since, ${none} as due, o.order_no as object_id
      from order_voucher v join "order" o using (tenant_id, order_no)
      where v.status = 'waiting' and o.status = 'pendingPayment' limit ${limit}`,
  },
  orderOpening: {
    key: 'ops.order.read',
    kind: 'order',
    rows: (limit) => sql`select created_at as since, ${none} as due, order_no as object_id from "order"
      where status = 'pendingActivation' order by created_at limit ${limit}`,
  },
  // By bill_in_check.
  billVoucher: {
    key: 'ops.billing.read',
    kind: 'bill',
    rows: (limit) => sql`select updated_at as since, ${dayStart(sql`due_on + 1`)} as due, bill_no as object_id from bill
      where in_check and status <> 'settled' order by due_on limit ${limit}`,
  },
  // A stage at a time by bill_of_stage; who has the stage has its drafts.
  billDraft: {
    key: 'ops.billing.read',
    kind: 'stage',
    rows: (limit) => sql`select d.created_at as since, ${dayStart(sql`s.issues_on + 1`)} as due, s.stage_id as object_id
      from stage s cross join lateral (
        select b.created_at from bill b where b.stage_id = s.stage_id and b.status = 'draft' limit ${limit}) d
      limit ${limit}`,
  },
  // By bill_past_due.
  billPastDue: {
    key: 'ops.billing.read',
    kind: 'bill',
    rows: (
      limit,
    ) => sql`select ${dayStart(sql`due_on + 1`)} as since, ${dayStart(sql`due_on + 1`)} as due, bill_no as object_id from bill
      where status = 'confirmed' and due_on < ${today} order by due_on limit ${limit}`,
  },
  // By bill_write_off_waits: what a colleague would give up of an open bill waits for a second, never for its author.
  writeOffRelease: {
    key: 'ops.billing.write',
    rows: (limit, staffId) => sql`select p.proposed_at as since, ${none} as due, b.bill_no as object_id
      from bill_write_off p join bill b using (tenant_id, bill_id)
      where p.decision is null and p.proposed_by <> ${staffId} and b.status = 'confirmed' limit ${limit}`,
  },
  // By receipt_prepaid: money of a known merchant that pays nothing yet.
  receiptUnapplied: {
    key: 'ops.receipt.read',
    rows: (limit) => sql`select created_at as since, ${none} as due, receipt_no as object_id from receipt
      where unapplied_fen > 0 and tenant_id is not null order by created_at, receipt_no limit ${limit}`,
  },
  // By receipt_of_nobody.
  receiptUnknown: {
    key: 'ops.receipt.read',
    rows: (limit) => sql`select created_at as since, ${none} as due, receipt_no as object_id from receipt
      where unapplied_fen > 0 and tenant_id is null order by created_at, receipt_no limit ${limit}`,
  },
  // Months of the last year that are over, have lines and are not closed, account by account: by bank_line_newest, and the key of account_month.
  accountMonth: {
    key: 'ops.receipt.write',
    rows: (limit) => sql`select ${dayStart(sql`(m.first_on + interval '1 month')::date`)} as since, ${none} as due,
        a.own_account || ' ' || to_char(m.first_on, 'YYYY-MM') as object_id
      from (select distinct own_account from bank_statement) a cross join lateral (
          select (date_trunc('month', ${today}::timestamp) - n * interval '1 month')::date as first_on from generate_series(1, 12) n) m
      where exists (select from bank_line l where l.own_account = a.own_account and l.booked_on >= m.first_on
          and l.booked_on < (m.first_on + interval '1 month')::date)
        and not exists (select from account_month c where c.own_account = a.own_account and c.month = to_char(m.first_on, 'YYYY-MM'))
      order by m.first_on limit ${limit}`,
  },
  // By feedback_due.
  feedback: {
    key: 'ops.feedback.read',
    kind: 'feedback',
    rows: (limit) => sql`select created_at as since, answer_by as due, feedback_no as object_id from feedback
      where status in ('open', 'inProgress') order by answer_by limit ${limit}`,
  },
  // By feedback_proposal_waits: an answer that a colleague gave waits for a second, never for its author.
  feedbackRelease: {
    key: 'ops.billing.write',
    rows: (limit, staffId) => sql`select p.proposed_at as since, f.answer_by as due, f.feedback_no as object_id
      from feedback_proposal p join feedback f using (tenant_id, feedback_no)
      where p.decision is null and p.proposed_by <> ${staffId} and f.status in ('open', 'inProgress') limit ${limit}`,
  },
  // By invoice_desk.
  invoice: {
    key: 'ops.billing.read',
    kind: 'invoice',
    rows: (limit) => sql`select applied_at as since, ${none} as due, invoice_no as object_id from invoice
      where status = 'applied' order by applied_at limit ${limit}`,
  },
  // By lead_by_status, backwards.
  lead: {
    key: 'ops.customer.read',
    rows: (limit) => sql`select created_at as since, ${none} as due, ticket_no as object_id from lead
      where status = 'new' order by created_at, ticket_no limit ${limit}`,
  },
  // By lead_reminder.
  leadReminder: {
    key: 'ops.customer.read',
    isOwned: true,
    rows: (
      limit,
    ) => sql`select ${dayStart(sql`remind_on`)} as since, ${dayStart(sql`remind_on + 1`)} as due, ticket_no as object_id, owner_id
      from lead where remind_on <= ${today} order by remind_on limit ${limit}`,
  },
};

/** The queues that some keys allow. */
export const queuesOf = (keys: ReadonlySet<OpsAuthKey>): readonly DeskQueue[] =>
  // The names are the table's own.
  (Object.keys(queues) as DeskQueue[]).filter((queue) => keys.has(queues[queue].key));

/** A queue as it stands. */
export interface QueueRow {
  readonly queue: DeskQueue;
  /** One more than `deskCountAtMost` where there are more. */
  readonly count: number;
  readonly oldest: Date | null;
  readonly due: Date | null;
  readonly overdue: number;
  readonly owners: readonly { readonly staffId: string; readonly name: string; readonly count: number }[];
}

/** Each thing that somebody has, as `staff_id`. */
const ownedOf = ({ kind, isOwned }: Queue, rows: RawBuilder<unknown>): RawBuilder<unknown> | undefined => {
  if (isOwned) return sql`select owner_id as staff_id from (${rows}) w`;
  return (
    kind && sql`select a.staff_id from desk_assignment a join (${rows}) w using (object_id) where a.kind = ${kind}`
  );
};

/** Who has how many; what a member has who is locked or gone is nobody's. */
const ownersOf = (queue: Queue, rows: RawBuilder<unknown>): RawBuilder<unknown> => {
  const owned = ownedOf(queue, rows);
  return owned === undefined
    ? sql`'[]'::jsonb`
    : sql`(select coalesce(jsonb_agg(jsonb_build_object('staffId', t.staff_id, 'name', t.name, 'count', t.count) order by t.count desc), '[]')
        from (select o.staff_id, coalesce(nullif(s.name, ''), s.account) as name, count(*) as count
          from (${owned}) o join staff s using (staff_id)
          where s.status = 'active' group by 1, 2 order by count(*) desc limit 50) t)`;
};

/** Some queues in one statement, as one member of staff has them. Each reads at most `deskCountAtMost` + 1 rows of its own index, the oldest or most urgent ones. */
export const readQueues = async (
  db: Db,
  names: readonly DeskQueue[],
  staffId: string,
): Promise<readonly QueueRow[]> => {
  if (names.length === 0) return [];
  const parts = names.map((name) => {
    const rows = queues[name].rows(deskCountAtMost + 1, staffId);
    return sql`select ${name}::text as queue, count(*) as count, min(since) as oldest, min(due) as due,
      count(*) filter (where due < app_now()) as overdue, ${ownersOf(queues[name], rows)} as owners from (${rows}) waiting`;
  });
  const { rows } = await sql<QueueRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
};
