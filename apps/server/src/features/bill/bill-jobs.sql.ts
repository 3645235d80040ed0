import { confirmReminderDays } from '@ronghui/domain/bill';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** The place in the list of a job. */
export interface ClockKey {
  readonly clock_at: Date;
  readonly bill_no: string;
}

/** The next bills whose time has passed and whose step of the clock is not stored, the longest due first. By bill_clock. */
export const listClockDue = async (db: Db, after: ClockKey | null, limit: number): Promise<ClockKey[]> => {
  const beyond = after === null ? sql`` : sql` and (b.clock_at, b.bill_no) > (${after.clock_at}, ${after.bill_no})`;
  const { rows } = await sql<ClockKey>`
    select b.clock_at, b.bill_no from bill b where b.clock_at <= app_now()${beyond} order by b.clock_at, b.bill_no limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** Bills of one tenant whose time ends at one moment. */
export interface EndingGroup {
  readonly tenant_id: string;
  readonly confirm_by: Date;
}

/** The tenants with bills whose time ends within the days of the first reminder and that may be due to be announced. By bill_clock. */
export const listEndingGroups = async (db: Db): Promise<EndingGroup[]> => {
  const [first, last] = [Math.max(...confirmReminderDays), Math.min(...confirmReminderDays)];
  const { rows } = await sql<EndingGroup>`
    select b.tenant_id, b.confirm_by from bill b
    where b.clock_at > app_now() and b.clock_at <= app_now() + ${first}::int * interval '1 day'
      and (b.reminded_days is null or b.reminded_days > ${last})
    group by 1, 2 order by 2, 1`.execute(db);
  return rows;
};

/** A bill that may be due to be announced. */
export interface EndingBill {
  readonly bill_no: string;
  readonly since: Date;
  readonly reminded_days: number | null;
}

/** The bills of a group that were not announced for the last time yet. By bill_clock. */
export const listEndingBills = async (db: Db, { tenant_id, confirm_by }: EndingGroup): Promise<EndingBill[]> => {
  const { rows } = await sql<EndingBill>`
    select b.bill_no, coalesce(b.confirm_by_set_at, b.issued_at) as since, b.reminded_days from bill b
    where b.clock_at = ${confirm_by} and b.tenant_id = ${tenant_id}
      and (b.reminded_days is null or b.reminded_days > ${Math.min(...confirmReminderDays)})`.execute(db);
  return rows;
};

/** Records that locked bills were announced. */
export const updateReminded = async (tx: Tx, billNos: readonly string[], days: number): Promise<void> => {
  await tx
    .updateTable('bill')
    .set({ reminded_days: days })
    .where('bill_no', 'in', [...billNos, ''])
    .execute();
};
