import { type Fen, fen, yuanText } from '../money.ts';
import { grouped } from './pairing.ts';

/** A row that stands alone: of its side the only one of its item. */
export interface LoneRow {
  readonly itemNo: number;
  readonly reference: string | null;
  readonly amount: Fen;
  readonly occurredOn: string;
}

/** Items of the other side that may belong to a row, one or two, and why. */
export interface Suggestion {
  readonly itemNos: readonly number[];
  readonly reason: string;
}

/** How many suggestions a row has, how many of the nearest amounts are looked at on each side, and what those may differ by. */
export const suggestionBounds = { most: 5, near: 5, nearShare: 0.05, referenceSigns: 4 } as const;

interface Ranked extends Suggestion {
  /** The smaller the likelier. */
  readonly rank: number;
}

const dayNo = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const daysBetween = (one: LoneRow, other: LoneRow): number => Math.abs(dayNo(one.occurredOn) - dayNo(other.occurredOn));
const daysText = (days: number): string => (days === 0 ? '同一天' : `相差\u00a0${days}\u00a0天`);
const mostDays = 99;

/** Why two references may be one: a character differs, or one has more in front (zeros, a prefix); null where neither. */
export const similarReference = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null || one === other) return null;
  const [short = [], long = []] = [[...one], [...other]].sort((a, b) => a.length - b.length);
  if (short.length < suggestionBounds.referenceSigns) return null;
  if (short.length === long.length)
    return short.filter((sign, at) => sign !== long[at]).length === 1 ? '业务编号只差一个字符' : null;
  const front = long.slice(0, long.length - short.length);
  if (long.slice(front.length).join('') !== short.join('')) return null;
  return front.every((sign) => sign === '0')
    ? '业务编号只差前面的零'
    : `业务编号只差前缀“${front.slice(0, 20).join('')}”`;
};

const sameSign = (one: LoneRow, other: LoneRow): boolean => Math.sign(one.amount) === Math.sign(other.amount);

/** The nearest smaller and larger amounts, by size, then by number. */
const nearAmounts = (own: LoneRow, others: readonly LoneRow[]): ReadonlySet<LoneRow> => {
  const size = Math.abs(own.amount);
  const bySize = [...others].sort(
    (one, other) => Math.abs(one.amount) - Math.abs(other.amount) || one.itemNo - other.itemNo,
  );
  const above = bySize.filter(({ amount }) => Math.abs(amount) > size).slice(0, suggestionBounds.near);
  const below = bySize.filter(({ amount }) => Math.abs(amount) < size).slice(-suggestionBounds.near);
  return new Set([...above, ...below]);
};

const single = (own: LoneRow, other: LoneRow, isNear: boolean): readonly Ranked[] => {
  if (!sameSign(own, other)) return [];
  const days = daysBetween(own, other);
  const itemNos = [other.itemNo];
  const similar = similarReference(own.reference, other.reference);
  const difference = Math.abs(own.amount - other.amount);
  const near = Math.min(days, mostDays);
  if (difference === 0) {
    const reason = `金额相同，${daysText(days)}${similar === null ? '' : `，${similar}`}`;
    return [{ itemNos, reason, rank: similar === null ? days : days - 1_000_000 }];
  }
  const byAmount = `金额相差\u00a0${yuanText(fen(difference))}\u00a0元，${daysText(days)}`;
  if (similar !== null) return [{ itemNos, reason: `${similar}，${byAmount}`, rank: 1_000_000 + near }];
  if (!isNear || difference > Math.abs(own.amount) * suggestionBounds.nearShare) return [];
  return [{ itemNos, reason: byAmount, rank: 3_000_000 + days * 10 + difference / Math.abs(own.amount) }];
};

/** Two rows within the days whose sum is the amount. */
const pairsOf = (own: LoneRow, others: readonly LoneRow[], dayTolerance: number): readonly Ranked[] => {
  const parts = others.filter(
    (other) =>
      sameSign(own, other) && Math.abs(other.amount) < Math.abs(own.amount) && daysBetween(own, other) <= dayTolerance,
  );
  const byAmount = grouped(parts, ({ amount }) => amount as number);
  return parts.flatMap((one) =>
    (byAmount.get(own.amount - one.amount) ?? [])
      .filter((other) => one.itemNo < other.itemNo)
      .map((other) => {
        const days = Math.max(daysBetween(own, one), daysBetween(own, other));
        const text = days === 0 ? '同一天' : `相差\u00a0${days}\u00a0天以内`;
        return { itemNos: [one.itemNo, other.itemNo], reason: `两笔合计金额相同，${text}`, rank: 2_000_000 + days };
      }),
  );
};

const compareItems = (one: Suggestion, other: Suggestion): number =>
  (one.itemNos[0] ?? 0) - (other.itemNos[0] ?? 0) || (one.itemNos[1] ?? 0) - (other.itemNos[1] ?? 0);

/**
 * What may belong to a row without a match, the likeliest first: the same amount on the nearest day, a similar reference, two rows whose sum is
 * the amount, a near amount. Suggestions are shown and never applied unasked. The definition that the candidates in SQL are compared with.
 *
 * @source R13.2
 */
export const suggestMatches = (
  own: LoneRow,
  others: readonly LoneRow[],
  dayTolerance: number,
): readonly Suggestion[] => {
  const near = nearAmounts(own, others);
  return [...others.flatMap((other) => single(own, other, near.has(other))), ...pairsOf(own, others, dayTolerance)]
    .sort((one, other) => one.rank - other.rank || compareItems(one, other))
    .slice(0, suggestionBounds.most)
    .map(({ itemNos, reason }) => ({ itemNos, reason }));
};
