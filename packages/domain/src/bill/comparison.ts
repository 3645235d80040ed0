import {
  averageRate,
  differenceOf,
  exactRmbText,
  type Fen,
  fen,
  noFen,
  percentText,
  scaledFen,
  sumFen,
} from '../money.ts';
import type { AmountComponents } from './bill-amount.ts';

/** What the minimums and the caps of its lines changed of their fees, together. */
interface LineLimits {
  readonly minimum: Fen;
  readonly cap: Fen;
}

/** What a comparison depends on of a bill. */
export interface ComparedBill {
  readonly lineCount: number;
  /** The sum of the bases. @unit fen, or units of `unit` */
  readonly basis: number;
  readonly unit: string | null;
  /** Every line costs a fixed amount, whatever its basis. */
  readonly isPerLine: boolean;
  readonly components: AmountComponents;
  /** What minimums and caps of its lines are in their fees; null where that was not noted when it was drawn up. */
  readonly lineLimits: LineLimits | null;
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

/** A bill with the fees of its lines before their limits. */
interface Unlimited extends Omit<ComparedBill, 'components' | 'lineLimits'> {
  readonly lines: Fen;
}

const ratesLabel = (former: Unlimited, present: Unlimited): string => {
  if (former.isPerLine || present.isPerLine || former.unit !== present.unit) return '收费标准变化';
  const [from, to] = [former, present].map(({ basis, lines, unit }) => {
    const rate = averageRate(lines, basis);
    if (rate === null) return null;
    return unit === null ? percentText(rate, 2) : exactRmbText(BigInt(rate));
  });
  if (from === null || to === null) return '收费标准变化';
  if (from === to) return '逐笔四舍五入的差额';
  return `平均${present.unit === null ? '费率' : '单价'} ${from} → ${to}`;
};

/** Whether the fees of both bills follow their bases. */
const isByBasis = (former: Unlimited, present: Unlimited): boolean =>
  !former.isPerLine && !present.isPerLine && former.unit === present.unit && former.basis > 0;

/**
 * The difference of the lines' fees before their limits: what more or fewer lines would have made with the former average, what their larger
 * or smaller bases would have made at the former average rate, and what remains, which other rates and tiers have made.
 */
const rateParts = (former: Unlimited, present: Unlimited): readonly ComparisonPart[] => {
  const [from, to] = [former.lines, present.lines];
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

/** The fees of a bill's lines before their limits; null where that is not known, or beyond the safe range. */
const unlimitedOf = ({ components, lineLimits, ...bill }: ComparedBill): Unlimited | null => {
  if (lineLimits === null) return null;
  const lines = components.lines - lineLimits.minimum - lineLimits.cap;
  return Number.isSafeInteger(lines) ? { ...bill, lines: fen(lines) } : null;
};

/** The parts of the lines' fees, with the limits of a line as parts of their own. */
const lineParts = (former: ComparedBill, present: ComparedBill): readonly ComparisonPart[] => {
  const [from, to] = [unlimitedOf(former), unlimitedOf(present)];
  if (from === null || to === null) {
    const [before, after] = [former, present].map(({ components, ...bill }) => ({ ...bill, lines: components.lines }));
    if (before === undefined || after === undefined) return [];
    // Nobody knows how much of it the limits are; the words say that they are in it.
    return rateParts(before, after).map((part, at) =>
      at === 2 ? { ...part, label: '收费标准变化，含每笔最低与最高收费' } : part,
    );
  }
  const limitPart = (which: keyof LineLimits): Fen =>
    differenceOf(present.lineLimits?.[which] ?? noFen, former.lineLimits?.[which] ?? noFen);
  return [
    ...rateParts(from, to),
    { label: '每笔最低收费', amount: limitPart('minimum') },
    { label: '每笔最高收费', amount: limitPart('cap') },
  ];
};

/**
 * Why a bill is more or less than the one of the stage before: parts that sum to the difference of the two amounts to the fen. Parts of 0
 * are left out.
 *
 * @source figures.md; contract 5, bill.detail
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
