import {
  type BillDirection,
  type BilledLine,
  type CorrectedLine,
  type FeeLine,
  type FeeRuleVersion,
  feesOfLines,
  type RuledLine,
  versionFor,
} from '../fee-rule.ts';
import { type Fen, isWithinBound, type Rate } from '../money.ts';
import { type AmountComponents, amountOfLines } from './bill-amount.ts';

/** A line of a stage, before it has a fee. */
export interface StageLine extends FeeLine {
  readonly lineId: string;
  readonly tenantId: string;
  readonly stageId: string;
  readonly projectId: string;
  readonly productId: string;
  readonly orgId: string;
  /** The line that it corrects, or that no issued bill has charged that one. Absent of a line that corrects none. */
  readonly corrects?: ChargedLine | 'notCharged';
}

/** A line that others correct, as an issued bill has charged it. */
export interface ChargedLine extends CorrectedLine {
  readonly version: FeeRuleVersion;
  /** Its own basis, and what corrections in other stages come to that count: they are billed, or their stage is open. @unit fen, or units */
  readonly basis: number;
  readonly elsewhere: number;
}

/** What is billed together: lines of two directions or of two tax rates make two bills. @source billing.md, bills */
export interface BillKey {
  readonly tenantId: string;
  readonly stageId: string;
  readonly projectId: string;
  readonly productId: string;
  readonly orgId: string;
  readonly direction: BillDirection;
  readonly taxRate: Rate;
}

interface VersionedLine extends RuledLine<StageLine> {
  readonly version: FeeRuleVersion;
}

/** A bill that is not issued yet. */
export interface DraftBill {
  readonly key: BillKey;
  readonly lines: readonly BilledLine<VersionedLine>[];
  readonly totalBasis: number;
  readonly components: AmountComponents;
  readonly amount: Fen;
  readonly taxAmount: Fen;
}

/**
 * Why lines were left out of the drafts: their tenant is not certified, so that it could not see its bill; no rule holds on their day, their unit is not the rule's, their bill would be negative, or its
 * amount or one of its fees exceeds what one may come to, or its sums the safe range; of a line that corrects another one, that was not charged, or would be corrected by more than there is of it.
 */
export type LeftOutReason =
  | 'notCertified'
  | 'noRule'
  | 'otherUnit'
  | 'negative'
  | 'tooLarge'
  | 'overCorrected'
  | 'notCharged';

/** The Chinese name of each reason. @source billing.md, bills */
export const leftOutNames: Readonly<Record<LeftOutReason, string>> = {
  notCertified: '商户未认证：认证通过后重新生成即可计入',
  noRule: '当日没有适用的计费规则',
  otherUnit: '计费单位与规则不一致',
  negative: '账单金额将为负数',
  tooLarge: '金额超出一笔费用或一张账单的上限（100 亿元），或合计超出可计算的范围',
  overCorrected: '更正合计超过原明细：同一明细已由其他账期更正',
  notCharged: '所更正的明细没有收过费',
};

/** Lines that are in no draft. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly lineIds: readonly string[];
}

/** What a line is billed with. */
const billKeyOf = (line: StageLine, { terms }: FeeRuleVersion): BillKey => ({
  tenantId: line.tenantId,
  stageId: line.stageId,
  projectId: line.projectId,
  productId: line.productId,
  orgId: line.orgId,
  direction: terms.direction,
  taxRate: terms.taxRate,
});

const textOf = (key: BillKey): string =>
  JSON.stringify([key.tenantId, key.stageId, key.projectId, key.productId, key.orgId, key.direction, key.taxRate]);

/** Draws up one bill. Its minimum and cap are those of the version that holds for its last line. */
const draftOf = (key: BillKey, lines: readonly VersionedLine[]): DraftBill | LeftOutReason => {
  try {
    const fees = feesOfLines(lines);
    const last = fees.lines.at(-1);
    if (last === undefined) return 'noRule';
    if (!fees.lines.every(({ fee }) => isWithinBound(fee.fee))) return 'tooLarge';
    const amount = amountOfLines(fees.amount, last.ruled.terms, key.taxRate);
    if (!amount.ok) return amount.reason;
    if (!isWithinBound(amount.amount)) return 'tooLarge';
    return { key, lines: fees.lines, totalBasis: fees.totalBasis, ...amount };
  } catch (error) {
    // Money refuses what leaves the safe range; this is the one fault that data can cause.
    if (error instanceof RangeError) return 'tooLarge';
    throw error;
  }
};

/**
 * The drafts of lines by the rules of their days: the definition that the generation in SQL is compared with. Every line is in exactly
 * one draft or left out with its reason.
 *
 * @source R4.9, billing.md, bills
 */
export const draftBills = (
  lines: readonly StageLine[],
  versions: readonly FeeRuleVersion[],
  uncertified: ReadonlySet<string> = new Set(),
): { readonly drafts: readonly DraftBill[]; readonly leftOut: readonly LeftOut[] } => {
  const leftOut = new Map<LeftOutReason, string[]>();
  const leave = (reason: LeftOutReason, ids: readonly string[]) =>
    leftOut.set(reason, [...(leftOut.get(reason) ?? []), ...ids]);
  const corrected = new Map<string, number>();
  for (const { corrects, basis } of lines) {
    if (typeof corrects === 'object') corrected.set(corrects.lineId, (corrected.get(corrects.lineId) ?? 0) + basis);
  }
  const isOver = ({ lineId, basis, elsewhere }: ChargedLine): boolean =>
    Math.abs((corrected.get(lineId) ?? 0) + elsewhere) > Math.abs(basis);
  const groups = new Map<string, { key: BillKey; lines: VersionedLine[] }>();
  for (const line of lines) {
    const { corrects } = line;
    const charged = corrects === 'notCharged' ? undefined : corrects;
    // What corrects a line is charged as that one was, whatever holds on its own day.
    const version = charged?.version ?? versionFor(versions, line);
    if (uncertified.has(line.tenantId)) leave('notCertified', [line.lineId]);
    else if (corrects === 'notCharged') leave('notCharged', [line.lineId]);
    else if (version === undefined) leave('noRule', [line.lineId]);
    else if (version.terms.unit !== line.unit) leave('otherUnit', [line.lineId]);
    else if (charged !== undefined && isOver(charged)) leave('overCorrected', [line.lineId]);
    else {
      const key = billKeyOf(line, version);
      const group = groups.get(textOf(key)) ?? { key, lines: [] };
      group.lines.push({
        line,
        version,
        terms: version.terms,
        ...(charged !== undefined && { corrects: charged }),
      });
      groups.set(textOf(key), group);
    }
  }
  const drafts: DraftBill[] = [];
  for (const group of groups.values()) {
    const draft = draftOf(group.key, group.lines);
    if (typeof draft === 'string')
      leave(
        draft,
        group.lines.map(({ line }) => line.lineId),
      );
    else drafts.push(draft);
  }
  return { drafts, leftOut: [...leftOut].map(([reason, lineIds]) => ({ reason, lineIds })) };
};
