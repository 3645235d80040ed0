import type { CallReply } from '@ronghui/client';
import { feedbackReasonLength, replacePart } from '@ronghui/domain/feedback';
import { differenceOf, type Fen, fenOfYuan, sumFen } from '@ronghui/domain/money';
import type { BillLine } from './feedback-queries.ts';

/** A chosen line, with what stands of it. */
export interface ChosenLine {
  readonly lineId: string;
  readonly loanNo: string;
  readonly amount: Fen;
}

/** A line of a bill as it is chosen; former answers count. */
export const chosenOf = ({ lineId, loanNo, amount, adjustedAmount }: BillLine): ChosenLine | undefined => {
  const standing = adjustedAmount ?? amount;
  return standing === null ? undefined : { lineId, loanNo, amount: standing };
};

/** The texts of the form; the chosen lines are kept as JSON, so that a draft has them. */
export interface ClaimFields {
  readonly scope: string;
  readonly lines: string;
  readonly claimedAmount: string;
  readonly reason: string;
}

/** How many lines one claim may name. @source contract 5 */
export const linesAtMost = 500;

/** The chosen lines of the form; a draft that cannot be read has none. */
export const linesOf = ({ lines }: Pick<ClaimFields, 'lines'>): readonly ChosenLine[] => {
  try {
    const kept: unknown = JSON.parse(lines);
    // Only this form writes it.
    return Array.isArray(kept) ? (kept as ChosenLine[]) : [];
  } catch {
    return [];
  }
};

/** What stands of what the form is about. */
export const standingOf = (billAmount: Fen, fields: ClaimFields): Fen =>
  fields.scope === 'lines' ? sumFen(linesOf(fields).map(({ amount }) => amount)) : billAmount;

const amountHint = (typed: string, standing: Fen): string | undefined => {
  if (typed.trim() === '') return '请填写您认为正确的金额';
  const claimed = fenOfYuan(typed);
  if (claimed === null) return '请填写金额，最多两位小数';
  return claimed === standing ? '与账单所示相同，没有差异可以反馈' : undefined;
};

/** The hints of the form, shown early; the server decides. @source R5.1, R10.4 */
export const claimHints = (billAmount: Fen, fields: ClaimFields) => ({
  lines: fields.scope === 'lines' && linesOf(fields).length === 0 ? '请选择至少一条明细' : undefined,
  claimedAmount: amountHint(fields.claimedAmount, standingOf(billAmount, fields)),
  reason:
    fields.reason.trim() === ''
      ? '请填写原因'
      : [...fields.reason.trim()].length > feedbackReasonLength
        ? `原因最多 ${feedbackReasonLength}\u00a0字`
        : undefined,
});

/** The minimum and the cap of a bill, and what its lines come to. */
export type BillLimits = NonNullable<CallReply<'bill.detail'>['limits']>;

/** What a claim on chosen lines comes to. */
interface ClaimedPart {
  readonly bill: { readonly amount: Fen; readonly limits?: BillLimits };
  /** What stands of the lines, and what they should come to. */
  readonly standing: Fen;
  readonly claimed: Fen;
}

/**
 * The bill's amount once the chosen lines come to what is claimed, as the provider's acceptance would reckon it; `isBounded` where minimum or
 * cap of the bill make it differ from the lines. Null beyond the amounts that there are.
 *
 * @source R10.4, billing.md, feedback
 */
export const billAfter = ({
  bill: { amount, limits },
  standing,
  claimed,
}: ClaimedPart): { readonly amount: Fen; readonly change: Fen; readonly isBounded: boolean } | null => {
  const billLines = limits && {
    sum: limits.linesAmount,
    billMinimum: limits.billMinimumAmount ?? null,
    billCap: limits.billCapAmount ?? null,
  };
  try {
    const after = replacePart({ bill: { amount }, standing, ...(billLines && { billLines }) }, claimed);
    const change = differenceOf(after, amount);
    return { amount: after, change, isBounded: change !== differenceOf(claimed, standing) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
