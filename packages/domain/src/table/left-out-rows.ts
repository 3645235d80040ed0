import type { Fen } from '../money.ts';

/** A row that was left out, as a person sees it. */
export interface LeftOutRow<Reason extends string = string> {
  readonly row: number;
  readonly reason: Reason;
  /** Its first cells that say something. */
  readonly cells: readonly string[];
  /** @unit fen */
  readonly amount: Fen | null;
  /** It can be read as a row, if a person wants it. */
  readonly canTakeIn: boolean;
}

/** How many rows of a file were left out for a reason, and what can be read of their amounts. @unit fen for the amount */
export interface LeftOutCount<Reason extends string = string> {
  readonly reason: Reason;
  readonly rows: number;
  /** Null where none can be read, or they come to more than sums hold. */
  readonly amount: number | null;
}

const mostListed = 200;

interface Group {
  rows: number;
  amount: number;
  hasAmount: boolean;
  /** Noted of those that a person can take in, and of the others. */
  readonly noted: [takable: number, others: number];
}

/** The rows of one file that were left out: each reason with its number and sum, and the first rows of each. */
export class LeftOutRows<Reason extends string> {
  readonly #noted: LeftOutRow<Reason>[] = [];
  readonly #groups = new Map<Reason, Group>();

  /** The first two hundred of each reason that a person can take in, and of those that nobody can, as they came: the list only grows. */
  get noted(): readonly LeftOutRow<Reason>[] {
    return this.#noted;
  }

  /** All reasons, each in full. */
  get counts(): readonly LeftOutCount<Reason>[] {
    return Array.from(this.#groups, ([reason, { rows, amount, hasAmount }]) => ({
      reason,
      rows,
      amount: hasAmount && Number.isSafeInteger(amount) ? amount : null,
    }));
  }

  /** Two hundred of them, in the order of the file: the first of each reason, then what a person can take in before what nobody can, the reasons by turns. */
  get listed(): readonly LeftOutRow<Reason>[] {
    if (this.#noted.length <= mostListed) return this.#noted;
    const ranks = new Map<string, number>();
    return this.#noted
      .map((row, at) => {
        const key = `${row.canTakeIn} ${row.reason}`;
        const rank = ranks.get(key) ?? 0;
        ranks.set(key, rank + 1);
        return { row, at, rank, turn: rank === 0 ? 0 : row.canTakeIn ? 1 : 2 };
      })
      .sort((one, other) => one.turn - other.turn || one.rank - other.rank || one.at - other.at)
      .slice(0, mostListed)
      .sort((one, other) => one.at - other.at)
      .map(({ row }) => row);
  }

  /** @param cells asked only for a row that is noted */
  add({ cells, ...row }: Omit<LeftOutRow<Reason>, 'cells'> & { readonly cells: () => readonly string[] }): void {
    const known = this.#groups.get(row.reason);
    const group: Group = known ?? { rows: 0, amount: 0, hasAmount: false, noted: [0, 0] };
    if (known === undefined) this.#groups.set(row.reason, group);
    group.rows += 1;
    if (row.amount !== null) {
      group.amount += row.amount;
      group.hasAmount = true;
    }
    const at = row.canTakeIn ? 0 : 1;
    if (group.noted[at] >= mostListed) return;
    group.noted[at] += 1;
    this.#noted.push({ ...row, cells: cells() });
  }
}
