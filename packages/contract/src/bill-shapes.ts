import { billApprovals, billDirections, billPayments, billStatuses } from '@ronghui/domain/bill';
import {
  count,
  day,
  dayOrTime,
  fen,
  fenSum,
  flag,
  id,
  isoTime,
  object,
  optional,
  text,
  version,
  word,
} from './shapes.ts';

/** The status of a bill now: what the clock has done counts. */
export const billStatus = () => word(billStatuses);
export const billDirection = () => word(billDirections);

/** What lists, sums, exports and the home page ask of bills (R10.3). */
export const billFilterFields = {
  /** The number, or its beginning. */
  billNo: optional(id()),
  direction: optional(billDirection()),
  projectId: optional(id()),
  productId: optional(id()),
  orgId: optional(id()),
  stageId: optional(id()),
  status: optional(billStatus()),
  approval: optional(word(billApprovals)),
  /** What of the confirmed ones has a voucher that is checked, and what has none. */
  payment: optional(word(billPayments)),
  /** Days on which bills are due, both included. */
  dueFrom: optional(day()),
  dueTo: optional(day()),
  /** When bills were issued. */
  from: optional(dayOrTime()),
  to: optional(dayOrTime()),
};

/** What bills are grouped by; names are those of the issue. */
export const billDimensionFields = {
  stageId: id(),
  stageName: text(60),
  projectId: id(),
  projectName: text(60),
  productId: id(),
  productName: text(60),
  orgId: id(),
  orgName: text(60),
};

/** The fields of a bill in a list (contract 5, `Bill`). */
export const billFields = {
  billNo: id(),
  direction: billDirection(),
  ...billDimensionFields,
  lineCount: count(),
  amount: fen({ min: 0 }),
  taxAmount: fen({ min: 0 }),
  status: billStatus(),
  approval: word(billApprovals),
  confirmBy: isoTime(),
  dueOn: day(),
  /** Not confirmed yet: the day is reckoned from confirm-by (预计). */
  dueIsExpected: flag(),
  /** What was paid or received so far. */
  paidAmount: fen({ min: 0 }),
  /** To be paid, and a voucher waits to be checked: no registered payment has followed it. */
  inCheck: flag(),
  issuedAt: isoTime(),
  settledAt: optional(isoTime()),
  version: version(),
};

/** Some bills together. */
export const someBills = () => object({ count: count(), amount: fenSum({ min: 0 }) });
