import { madeWithin } from '@ronghui/domain/day-range';
import type { OrderPayment, OrderStatus } from '@ronghui/domain/order';
import { type RawBuilder, sql } from 'kysely';
import { hasPayment, statusCases } from './order-status.sql.ts';

/** The filter of R10.2; `before` is the first moment after the range. */
export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  readonly pid?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** The number or a prefix of it. */
  readonly orderNo?: string | undefined;
  readonly payment?: OrderPayment | undefined;
  /** The moment at which `status` and `payment` are meant; now where it is left out. */
  readonly statusAt?: Date | undefined;
}

/** How every number begins. */
const numberPrefix = 'DD';

/** In the C collation every number with the prefix is between the two. By the primary key. */
const startsWith = (orderNo: string) =>
  numberPrefix.startsWith(orderNo) ? sql`true` : sql`order_no >= ${orderNo} and order_no < ${`${orderNo}~`}`;

const wanted = (
  tenantId: string,
  { status, statusAt, pid, from, before, orderNo, payment }: OrderFilter,
  withPrefix: (orderNo: string) => RawBuilder<unknown>,
) => {
  const at = statusAt && sql`${statusAt}::timestamptz`;
  return sql<boolean>`${sql.join(
    [
      sql`o.tenant_id = ${tenantId}`,
      ...(status === undefined ? [] : [sql`(${sql.join(statusCases(status, at), sql` or `)})`]),
      ...(payment === undefined ? [] : [hasPayment(payment, at)]),
      ...(pid === undefined ? [] : [sql`pid = ${pid}`]),
      ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`created_at < ${before}`]),
      ...(orderNo === undefined ? [] : [withPrefix(orderNo)]),
    ],
    sql` and `,
  )}`;
};

/** The end of the day in an order's number. */
const dayEnd = 'DD20261120'.length;

/**
 * The prefix of a number for a part of the list. A prefix that ends within the day can have any share of the orders: the list is scanned by
 * time, from the newest of these days, because the primary key would have to fetch and sort them all.
 */
const startsWithByTime = (orderNo: string) => {
  const made = orderNo.length > dayEnd ? null : madeWithin(orderNo);
  return made === null
    ? startsWith(orderNo)
    : sql`left(order_no, ${orderNo.length}) = ${orderNo} and created_at >= ${made.from} and created_at < ${made.before}`;
};

/** The condition of a filter on the orders `o` of a tenant. */
export const wantedOrders = (tenantId: string, filter: OrderFilter) => wanted(tenantId, filter, startsWith);

/** The same condition in parts, for a list: `byTime` for a scan in the order of time, `counted` for the total, each with one of the cases. */
export const listedOrders = (tenantId: string, { status, ...filter }: OrderFilter) => {
  const conditions = status === undefined ? [] : statusCases(status);
  const rest = conditions.length === 1 ? { ...filter, status } : filter;
  return {
    byTime: wanted(tenantId, rest, startsWithByTime),
    counted: wanted(tenantId, rest, startsWith),
    cases: conditions.length > 1 ? { conditions, orderColumns: ['created_at'] } : undefined,
  };
};
