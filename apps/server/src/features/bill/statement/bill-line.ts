import type { Output } from '@ronghui/contract';
import { type FeeTerms, feeOfLine, lineFeeText } from '@ronghui/domain/fee-rule';
import type { Fen, Rate } from '@ronghui/domain/money';
import type { Keyset } from '#kernel/calls/listing';
import { feeTermsOf } from '../record/rule-terms.sql.ts';
import { type BillLineRow, type BillOfLines, listedBillLine } from './bill-line.sql.ts';

type Line = Output<'bill.lines'>['items'][number];

/** The terms of each version that made a bill. */
export type TermsOfBill = ReadonlyMap<string, FeeTerms>;

const versionKey = ({ rule_id, rule_version }: { readonly rule_id: string; readonly rule_version: number }): string =>
  `${rule_id} ${rule_version}`;

/** The terms of a bill's versions. */
export const termsOfBill = ({ rules }: BillOfLines): TermsOfBill =>
  new Map(rules.map((rule) => [versionKey(rule), feeTermsOf(rule)]));

const feeLineOf = (row: BillLineRow) => ({
  loanNo: row.loan_no,
  occurredOn: row.occurred_on,
  basis: row.loan_fen ?? row.quantity ?? 0,
  unit: row.loan_fen === null ? row.unit : null,
  // The check constraint allows rates only.
  rate: row.rate_millionths as Rate | null,
});

const computationOf = (row: BillLineRow, terms: FeeTerms, total: number): string => {
  const line = feeLineOf(row);
  const position = { total, before: row.before };
  return lineFeeText(terms, line, position, feeOfLine(terms, line, position));
};

/** What a line would cost by its rule if its basis were another; the other lines stay as they are. */
export const feeWithBasis = (
  row: BillLineRow,
  terms: TermsOfBill,
  { total, basis }: { total: number; basis: number },
): Fen => {
  const own = terms.get(versionKey(row));
  if (own === undefined) throw new Error(`a line of a version that did not make its bill: ${versionKey(row)}`);
  const line = feeLineOf(row);
  return feeOfLine(own, { ...line, basis }, { total: total - line.basis + basis, before: row.before }).fee;
};

/** A line in the contract's shape, with the computation of its fee in words. @source R10.3, billing.md, rules */
export const billLineOf = (row: BillLineRow, terms: TermsOfBill, total: number): Line => {
  const own = terms.get(versionKey(row));
  if (own === undefined) throw new Error(`a line of a version that did not make its bill: ${versionKey(row)}`);
  return {
    ...listedBillLine.recordOf(row),
    computation: computationOf(row, own, total),
    rule: { ruleId: row.rule_id, version: row.rule_version },
    ...(row.standing_fen === null ? {} : { adjustedAmount: row.standing_fen }),
  };
};

/** The sort key of a line in its bill; its day makes a cursor of the usual form. */
export const keyOfLine = ({ occurred_on, place }: BillLineRow): Keyset => ({
  at: new Date(`${occurred_on}T00:00:00Z`),
  key: String(place),
});

/** The place in a cursor; undefined for a cursor of another list. */
export const placeOf = (after: Keyset | null): number | null | undefined => {
  if (after === null) return null;
  const place = Number(after.key);
  return /^\d{1,9}$/.test(after.key) ? place : undefined;
};
