import { averageRate, differenceOf, exactRmbText, type Fen, noFen, percentText, scaledFen, sumFen } from '../money.ts';
import type { AmountComponents } from './bill-amount.ts';

/** What a comparison depends on of a bill. */
export interface ComparedBill {
  readonly lineCount: number;
  /** The sum of the bases. @unit fen, or units of `unit` */
  readonly basis: number;
  readonly unit: string | null;
  /** Every line costs a fixed amount, whatever its basis. */
  readonly isPerLine: boolean;
  readonly components: AmountComponents;
}

/** A reason for a difference, and its share of it. */
export interface ComparisonPart {
  readonly label: string;
  readonly amount: Fen;
}

const count = (value: number): string => value.toLocaleString('en-US');

const linesLabel = (former: number, present: number): string =>
  `笔数${present < former ? '减少' : '增加'} ${count(Math.abs(present - former))} 笔（${count(former)} → ${count(present)}）`;

const basisLabel = (part: Fen, unit: string | null): string =>
  `平均每笔${unit === null ? '计费金额' : '数量'}${part < 0 ? '减少' : '增加'}`;

const ratesLabel = (former: ComparedBill, present: ComparedBill): string => {
  if (former.isPerLine || present.isPerLine || former.unit !== present.unit) return '收费标准变化';
  const [from, to] = [former, present].map(({ basis, components, unit }) => {
    const rate = averageRate(components.lines, basis);
    if (rate === null) return null;
    return unit === null ? percentText(rate, 2) : exactRmbText(BigInt(rate));
  });
  if (from === null || to === null) return '收费标准变化';
  if (from === to) return '逐笔四舍五入的差额';
  return `平均${present.unit === null ? '费率' : '单价'} ${from} → ${to}`;
};

/** Whether the fees of both bills follow their bases. */
const isByBasis = (former: ComparedBill, present: ComparedBill): boolean =>
  !former.isPerLine && !present.isPerLine && former.unit === present.unit && former.basis > 0;

/**
 * The difference of the lines' fees: what more or fewer lines would have made with the former average, what their larger or smaller bases
 * would have made at the former average rate, and what remains, which other rates, tiers and limits of a line have made.
 */
const lineParts = (former: ComparedBill, present: ComparedBill): readonly ComparisonPart[] => {
  const [from, to] = [former.components.lines, present.components.lines];
  const byLines = scaledFen(from, present.lineCount, former.lineCount);
  const byBasis = isByBasis(former, present) ? scaledFen(from, present.basis, former.basis) : byLines;
  if (byLines === null || byBasis === null) return [{ label: '明细费用变化', amount: differenceOf(to, from) }];
  const basisPart = differenceOf(byBasis, byLines);
  return [
    { label: linesLabel(former.lineCount, present.lineCount), amount: differenceOf(byLines, from) },
    { label: basisLabel(basisPart, present.unit), amount: basisPart },
    { label: ratesLabel(former, present), amount: differenceOf(to, byBasis) },
  ];
};

/**
 * Why a bill is more or less than the one of the stage before: parts that sum to the difference of the two amounts to the fen. Parts of 0
 * are left out.
 *
 * @source issue 10, "Every figure explains itself"; contract 5, bill.detail
 */
export const compareBills = (former: ComparedBill, present: ComparedBill): readonly ComparisonPart[] => {
  const [from, to] = [former.components, present.components];
  const parts = [
    ...lineParts(former, present),
    { label: '账单最低收费', amount: differenceOf(to.minimum, from.minimum) },
    { label: '账单最高收费', amount: differenceOf(to.cap, from.cap) },
    { label: '调整', amount: differenceOf(sumFen(to.adjustments), sumFen(from.adjustments)) },
  ];
  return parts.filter(({ amount }) => amount !== noFen);
};
