import { differenceOf, type Fen, fen, fenOfMillionths, noFen, sumFen } from '../money.ts';
import type { BilledLine } from './bill-fees.ts';
import type { FeeScheme, FeeTerms } from './fee-terms.ts';
import { basisText, chargeText } from './fee-words.ts';
import { tierOfTotal } from './line-fee.ts';

type Tiered = Extract<FeeScheme, { kind: 'tiered' }>;

/** What a tiered version charged in a bill: what its lines fill of each tier, and what was charged beside the tiers. */
export interface TierShare {
  /** By tier, in their order, what the lines come to that were charged by tiers. @unit fen, or units */
  readonly bases: readonly number[];
  /** Lines with a rate of their own, and their fees before the limits of a line. */
  readonly ownCount: number;
  readonly ownFee: Fen;
  /** Lines that correct former ones, and their fees. */
  readonly correctionCount: number;
  readonly correctionFee: Fen;
}

/** A part of what a version came to in a bill; a tier has its basis and its charge in words. */
export interface TierPart {
  readonly label: string;
  readonly basis?: string;
  readonly charge?: string;
  readonly amount: Fen;
}

/** What a line fills of each tier, with its sign. */
const filledBy = ({ method, tiers }: Tiered, { ruled: { line }, position }: BilledLine): readonly number[] => {
  const { basis } = line;
  if (method === 'whole') {
    const reached = tierOfTotal(tiers, position.total);
    return tiers.map((tier) => (tier === reached ? basis : 0));
  }
  const low = Math.min(position.before, position.before + basis);
  const high = Math.max(position.before, position.before + basis);
  return tiers.map(({ from }, at) => {
    const start = at === 0 ? low : Math.max(low, from);
    const size = Math.max(Math.min(high, tiers[at + 1]?.from ?? high) - start, 0);
    return basis < 0 ? 0 - size : size;
  });
};

/**
 * What a tiered version charged, from its lines in a bill; null where a sum leaves the safe range, because it explains and is not charged.
 *
 * In SQL: `draft-tiers.sql.ts` of the server.
 *
 * @source R10.3, billing.md, rules
 */
export const tierShareOf = (scheme: Tiered, lines: readonly BilledLine[]): TierShare | null => {
  const bases = scheme.tiers.map(() => 0n);
  const own = { count: 0, fee: 0n };
  const corrections = { count: 0, fee: 0n };
  for (const billed of lines) {
    const { fee, ruled, stood } = billed;
    if (stood !== undefined) {
      corrections.count += 1;
      corrections.fee += BigInt(fee.fee);
    } else if (ruled.line.rate !== null) {
      own.count += 1;
      own.fee += BigInt(fee.rounded);
    } else
      for (const [at, filled] of filledBy(scheme, billed).entries()) bases[at] = (bases[at] ?? 0n) + BigInt(filled);
  }
  const sums = [...bases, own.fee, corrections.fee];
  if (!sums.every((sum) => Number.isSafeInteger(Number(sum)))) return null;
  return {
    bases: bases.map(Number),
    ownCount: own.count,
    ownFee: fen(Number(own.fee)),
    correctionCount: corrections.count,
    correctionFee: fen(Number(corrections.fee)),
  };
};

/** `¥0.00 至 ¥100,000.00`, `¥100,000.00 以上`; of whole tiers `不满 ¥100,000.00`, `满 ¥100,000.00`. */
const tierName = ({ method, tiers }: Tiered, at: number, unit: string | null): string => {
  const from = basisText(tiers[at]?.from ?? 0, unit);
  const next = tiers[at + 1];
  const ofTotal = method === 'whole';
  if (next === undefined) return ofTotal ? `满 ${from}` : `${from} 以上的部分`;
  const end = basisText(next.from, unit);
  if (!ofTotal) return `${from} 至 ${end} 的部分`;
  return at === 0 ? `不满 ${end}` : `满 ${from} 不满 ${end}`;
};

/** What a version came to in a bill, with what the limits of its lines are in that; null where these were not noted. */
interface SharedFees {
  readonly amount: Fen;
  readonly lineMinimum: Fen | null;
  readonly lineCap: Fen | null;
}

/** What a limit of lines changed: nothing where there is none, whether that was noted or not. */
const limitPart = (limit: Fen | null, noted: Fen | null): Fen | null => (limit === null ? noFen : noted);

/** Why the bases of the tiers are less than what was reached: such lines count among what came before, and are not charged by it. */
const beyondTiers = '（计入累计，不按档位收费）';

const partsOf = (terms: FeeTerms, scheme: Tiered, share: TierShare, fees: SharedFees): readonly TierPart[] | null => {
  const { unit } = terms;
  const minimum = limitPart(terms.lineMinimum, fees.lineMinimum);
  const cap = limitPart(terms.lineCap, fees.lineCap);
  if (minimum === null || cap === null) return null;
  const tiers = scheme.tiers.map(({ rate }, at): TierPart => {
    const basis = share.bases[at] ?? 0;
    const amount = fenOfMillionths(BigInt(basis) * BigInt(rate));
    return { label: tierName(scheme, at, unit), basis: basisText(basis, unit), charge: chargeText(rate, unit), amount };
  });
  const beside = [
    { label: `约定${unit === null ? '费率' : '单价'}的 ${share.ownCount} 笔${beyondTiers}`, amount: share.ownFee },
    { label: `更正以前明细的 ${share.correctionCount} 笔${beyondTiers}`, amount: share.correctionFee },
    { label: '补足每笔最低收费', amount: minimum },
    { label: '扣减至每笔最高收费', amount: cap },
  ];
  const rounding = differenceOf(fees.amount, sumFen([...tiers, ...beside].map(({ amount }) => amount)));
  return [
    ...tiers,
    ...[...beside, { label: '逐笔四舍五入', amount: rounding }].filter(({ amount }) => amount !== noFen),
  ];
};

/**
 * A tiered version's part of a bill as a table: each tier with its basis and its charge, then what was charged beside the tiers, and what the
 * rounding of each line is in it. They add up to the fen. Null where it has no tiers, or where not all of them are known.
 *
 * @source R10.3, billing.md, rules
 */
export const tierParts = (terms: FeeTerms, share: TierShare | null, fees: SharedFees): readonly TierPart[] | null => {
  if (terms.scheme.kind !== 'tiered' || share === null) return null;
  try {
    return partsOf(terms, terms.scheme, share, fees);
  } catch (error) {
    // A fee that a cap brought back into the safe range had left it before: that explains nothing.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
