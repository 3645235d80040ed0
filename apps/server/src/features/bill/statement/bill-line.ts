import type { Output } from '@ronghui/contract';
import {
  type Correction,
  correctionFeeText,
  type FeeTerms,
  feeOfCorrection,
  feeOfLine,
  lineFeeText,
} from '@ronghui/domain/fee-rule';
import type { Fen, Rate } from '@ronghui/domain/money';
import type { Keyset } from '#kernel/listing';
import { feeTermsOf } from '../record/rule-terms.sql.ts';
import { type BillLineRow, type BillOfLines, listedBillLine } from './bill-line.sql.ts';

type Line = Output<'bill.lines'>['items'][number];

/** The terms of a version, and the total basis that its tiers go by in a bill. */
interface OwnTerms {
  readonly terms: FeeTerms;
  readonly total: number;
}

/** Those of each version that made a bill. */
export type TermsOfBill = ReadonlyMap<string, OwnTerms>;

const versionKey = ({ rule_id, rule_version }: { readonly rule_id: string; readonly rule_version: number }): string =>
  `${rule_id} ${rule_version}`;

/** The terms of a bill's versions. */
export const termsOfBill = ({ rules, basis }: BillOfLines): TermsOfBill =>
  new Map(rules.map((rule) => [versionKey(rule), { terms: feeTermsOf(rule), total: rule.tier_basis ?? basis }]));

/** What a line is charged by: its amount, or its count. */
export const basisOfLine = (row: Pick<BillLineRow, 'loan_fen' | 'quantity'>): number =>
  row.loan_fen ?? row.quantity ?? 0;

/** What a line is explained by. */
type ExplainedRow = Pick<
  BillLineRow,
  'loan_no' | 'occurred_on' | 'loan_fen' | 'quantity' | 'unit' | 'rate_millionths' | 'before' | 'correction'
>;

const feeLineOf = (row: Omit<ExplainedRow, 'before' | 'correction'>) => ({
  loanNo: row.loan_no,
  occurredOn: row.occurred_on,
  basis: basisOfLine(row),
  unit: row.loan_fen === null ? row.unit : null,
  // The check constraint allows rates only.
  rate: row.rate_millionths as Rate | null,
});

/** The same of a line that corrects a former one, as it was charged. */
const correctionOf = (
  { stood, rate, before, total }: NonNullable<BillLineRow['correction']>,
  basis: number,
): Correction => ({
  former: { rate, position: { total, before } },
  stood,
  basis,
});

/** The computation of a line's fee in words, in a bill that comes to a total basis. @source R10.3, billing.md, rules */
export const computationOf = (row: ExplainedRow, terms: FeeTerms, total: number): string => {
  if (row.correction !== null) return correctionFeeText(terms, correctionOf(row.correction, basisOfLine(row)));
  const line = feeLineOf(row);
  const position = { total, before: row.before };
  return lineFeeText(terms, line, position, feeOfLine(terms, line, position));
};

/** What a line would cost by its rule with another basis, in a bill that comes to `more` than it does, after lines that come to `before`. */
export const feeWithBasis = (
  row: BillLineRow,
  terms: TermsOfBill,
  { more, before, basis }: { readonly more: number; readonly before: number; readonly basis: number },
): Fen => {
  const own = terms.get(versionKey(row));
  if (own === undefined) throw new Error(`a line of a version that did not make its bill: ${versionKey(row)}`);
  if (row.correction !== null) return feeOfCorrection(own.terms, correctionOf(row.correction, basis)).fee;
  return feeOfLine(own.terms, { ...feeLineOf(row), basis }, { total: own.total + more, before }).fee;
};

/** A line in the contract's shape, with the computation of its fee in words. @source R10.3, billing.md, rules */
export const billLineOf = (row: BillLineRow, terms: TermsOfBill): Line => {
  const own = terms.get(versionKey(row));
  if (own === undefined) throw new Error(`a line of a version that did not make its bill: ${versionKey(row)}`);
  return {
    ...listedBillLine.recordOf(row),
    computation: computationOf(row, own.terms, own.total),
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
