import { type Fen, fen } from '../money.ts';

/** What of a line its place in an account's balance follows from. @unit fen */
interface ChainedLine {
  readonly rowNo: number;
  readonly amount: Fen;
  readonly balance: Fen | null;
}

/** In which order the lines of a file stand: the oldest first, the newest first, or only some lines of their days. */
export const lineOrders = ['forward', 'backward', 'partial'] as const;
export type LineOrder = (typeof lineOrders)[number];

/** What the balances of a file say. */
export type BalanceChain =
  | { readonly order: 'forward' | 'backward'; readonly opening: Fen; readonly closing: Fen }
  | { readonly order: 'partial' }
  /** The balance after a row is not the one before it and its amount. */
  | { readonly order: 'broken'; readonly rowNo: number; readonly expected: Fen; readonly stated: Fen };

interface Break {
  readonly rowNo: number;
  readonly expected: Fen;
  readonly stated: Fen;
}

/** Where the balances of lines break, the oldest first: the first break, and how many there are. */
const breaksOf = (lines: readonly ChainedLine[]): { readonly first: Break | null; readonly count: number } => {
  let first: Break | null = null;
  let count = 0;
  for (const [at, { rowNo, amount, balance }] of lines.entries()) {
    const before = lines[at - 1]?.balance;
    if (before == null || balance === null) continue;
    const expected = fen(before + amount);
    if (expected === balance) continue;
    count += 1;
    first ??= { rowNo, expected, stated: balance };
  }
  return { first, count };
};

/**
 * The chain of balances of a file, tried in both orders. Lines of one direction, lines without balances, and lines of which a person says that they were
 * filtered are a part of their days and have none.
 *
 * @source receipts 2.1
 */
export const balanceChain = (lines: readonly ChainedLine[], isFiltered: boolean): BalanceChain => {
  const [first] = lines;
  const isComplete = first !== undefined && lines.every(({ balance }) => balance !== null);
  if (isFiltered || !isComplete) return { order: 'partial' };
  const turned = lines.toReversed();
  const [forward, backward] = [breaksOf(lines), breaksOf(turned)];
  const order = forward.count <= backward.count ? 'forward' : 'backward';
  const broken = order === 'forward' ? forward.first : backward.first;
  if (broken !== null) {
    const isOneWay = lines.every(({ amount }) => amount > 0 === first.amount > 0);
    return isOneWay ? { order: 'partial' } : { order: 'broken', ...broken };
  }
  const [oldest = first, newest = first] = order === 'forward' ? [first, lines.at(-1)] : [turned[0], turned.at(-1)];
  return {
    order,
    opening: fen((oldest.balance ?? 0) - oldest.amount),
    closing: fen(newest.balance ?? 0),
  };
};
