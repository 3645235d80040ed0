import { type FenSum, noFen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type OrderFilter, wantedOrders } from './order-filter.sql.ts';
import { hasPayment } from './order-status.sql.ts';

/** Some orders together. */
interface SomeOrders {
  readonly count: number;
  readonly amount: FenSum;
}

/**
 * What is to be paid of the orders of a filter, and what is being checked. Reads orders in 待付款 alone, by order_by_status; the number of
 * orders under way bounds them.
 */
export const sumOrders = async (
  db: Db,
  tenantId: string,
  filter: OrderFilter,
): Promise<{ readonly toPay: SomeOrders; readonly inCheck: SomeOrders }> => {
  const { rows } = await sql<{ to_pay: number; to_pay_fen: FenSum; in_check: number; in_check_fen: FenSum }>`
    select count(*) filter (where f.is_to_pay)::int as to_pay,
      coalesce(sum(f.total_fen) filter (where f.is_to_pay), 0) as to_pay_fen,
      count(*) filter (where f.is_in_check)::int as in_check,
      coalesce(sum(f.total_fen) filter (where f.is_in_check), 0) as in_check_fen
    from (select o.total_fen, ${hasPayment('open')} as is_to_pay, ${hasPayment('inCheck')} as is_in_check from "order" o
      where ${wantedOrders(tenantId, filter)} and o.status = 'pendingPayment') f`.execute(db);
  const [row] = rows;
  return {
    toPay: { count: row?.to_pay ?? 0, amount: row?.to_pay_fen ?? noFen },
    inCheck: { count: row?.in_check ?? 0, amount: row?.in_check_fen ?? noFen },
  };
};
