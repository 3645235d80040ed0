import type { BillDirection, BillPayment, BillStatus } from '@ronghui/domain/bill';
import { type RawBuilder, sql } from 'kysely';
import { type BillClock, billClock, dueOn } from '../record/bill-status.sql.ts';

/** The filter of R10.3; `before` is the first moment after the range of issues, days of `due` are both included. */
export interface BillFilter {
  /** The number or a prefix of it. */
  readonly billNo?: string | undefined;
  readonly direction?: BillDirection | undefined;
  readonly projectId?: string | undefined;
  readonly productId?: string | undefined;
  readonly orgId?: string | undefined;
  readonly stageId?: string | undefined;
  readonly status?: BillStatus | undefined;
  readonly approval?: 'none' | 'waiting' | undefined;
  readonly payment?: BillPayment | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/** The day in a number, and a few digits more: from here on a prefix leaves few of the bills of a day. */
const fewFrom = 'ZD20261120000'.length;

/**
 * A range in the C collation. A long prefix is one of bill_by_number; a short one has any share of the bills, so that no index should be walked
 * for it: as a truth value it is compared in the index of the list.
 */
const startsWith = (billNo: string) => {
  const [from, before] = [sql`b.bill_no >= ${billNo}`, sql`b.bill_no < ${`${billNo}~`}`];
  return billNo.length < fewFrom ? sql`(${from}) is true and (${before}) is true` : sql`${from} and ${before}`;
};

/**
 * A condition on the bills `b` for each part of a filter that is there: lists, sums, exports and the desk have no other. Status and approval
 * are those of now, or of the moment of a clock.
 */
export const billConditions = (
  filter: BillFilter,
  { hasStatus, hasApproval }: BillClock = billClock,
): readonly RawBuilder<unknown>[] => {
  const { billNo, direction, projectId, productId, orgId, stageId, status, approval, payment } = filter;
  const { dueFrom, dueTo, from, before } = filter;
  return [
    ...(billNo === undefined ? [] : [startsWith(billNo)]),
    ...(direction === undefined ? [] : [sql`b.direction = ${direction}`]),
    ...(projectId === undefined ? [] : [sql`b.project_id = ${projectId}`]),
    ...(productId === undefined ? [] : [sql`b.product_id = ${productId}`]),
    ...(orgId === undefined ? [] : [sql`b.org_id = ${orgId}`]),
    ...(stageId === undefined ? [] : [sql`b.stage_id = ${stageId}`]),
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(approval === undefined ? [] : [hasApproval(approval)]),
    ...(payment === undefined
      ? []
      : [
          hasStatus('confirmed'),
          sql`b.direction = 'payable'`,
          sql`coalesce(b.in_check, false) = ${payment === 'inCheck'}`,
        ]),
    ...(dueFrom === undefined ? [] : [sql`${dueOn} >= ${dueFrom}::date`]),
    ...(dueTo === undefined ? [] : [sql`${dueOn} <= ${dueTo}::date`]),
    ...(from === undefined ? [] : [sql`b.issued_at >= ${from}`]),
    ...(before === undefined ? [] : [sql`b.issued_at < ${before}`]),
  ];
};

/** The issued bills `b` of a tenant that a filter finds, which bill_newest answers alone where it leaves many. */
export const wantedBills = (tenantId: string, filter: BillFilter, clock?: BillClock) => {
  const own = sql`b.tenant_id = ${tenantId} and b.status <> 'draft'`;
  return sql<boolean>`${sql.join([own, ...billConditions(filter, clock)], sql` and `)}`;
};
