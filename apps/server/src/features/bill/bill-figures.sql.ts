import type { BillDirection, BillStatus } from '@ronghui/domain/bill';
import type { UnpaidAge } from '@ronghui/domain/business';
import type { FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { dayOf, shanghaiClock } from '#kernel/database/fragments.sql';
import { hasApproval, hasStatus, presentBillStatus } from './record/bill-status.sql.ts';

/** Bills of all tenants that were issued in one span, of one direction and state. */
export interface IssuedGroup {
  /** `2026-11-24`, or its month. */
  readonly span: string;
  readonly direction: BillDirection;
  readonly state: BillStatus | 'overdue';
  readonly count: number;
  readonly amount: FenSum;
}

/** The bills that were issued on some days, in groups, as of a day. By bill_by_issue_day. */
export const groupIssued = async (
  db: Db,
  { from, to, by, today }: Readonly<Record<'from' | 'to' | 'by' | 'today', string>>,
): Promise<readonly IssuedGroup[]> => {
  const { rows } = await sql<IssuedGroup>`
    select span, direction, case when status = 'confirmed' and due_on < ${today}::date then 'overdue' else status end as state,
        count(*) as count, sum(amount_fen) as amount
      from (
        select to_char(${shanghaiClock(sql`b.issued_at`)}, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}) as span, b.direction,
            ${presentBillStatus} as status, b.due_on, b.amount_fen
          from bill b where b.status <> 'draft'
            and ${dayOf(sql`b.issued_at`)} between ${from}::date and ${to}::date) b
      group by 1, 2, 3`.execute(db);
  return rows;
};

/** What is open of one age and direction. */
export interface UnpaidGroup {
  readonly age: UnpaidAge;
  readonly direction: BillDirection;
  readonly count: number;
  readonly remaining: FenSum;
}

/** What the settlement desk lists as open, by age on a day. By bill_to_settle. */
export const groupUnpaid = async (db: Db, today: string): Promise<readonly UnpaidGroup[]> => {
  const { rows } = await sql<UnpaidGroup>`
    select case when late <= 0 then 'notDue' when late <= 30 then 'days30' when late <= 60 then 'days60' when late <= 90 then 'days90' else 'older' end as age,
        direction, count(*) as count, sum(remaining) as remaining
      from (
        select ${today}::date - b.due_on as late, b.direction, b.amount_fen - b.paid_fen as remaining
          from bill b where ${hasStatus('confirmed')} and ${hasApproval('none')}) b
      group by 1, 2`.execute(db);
  return rows;
};
