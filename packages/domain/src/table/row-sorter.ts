import { type Fen, fen } from '../money.ts';
import { fenOfText, type MoneyUnit } from './amount-text.ts';
import { cellText } from './cell-text.ts';
import { shownText } from './column-name.ts';
import { type RowSigns, type SkipReason, skipOfSumWord, skipReason } from './skip-reason.ts';

/** What stands in the columns of money of a row, before sides and signs. @unit fen */
export type WrittenAmounts = readonly [first: number, second: number];

/** A row as an intake reads it: one of its table; one that it leaves out by a rule of its own, with what it would be; or what is wrong with it. */
export type RowReading<Row, Own, Fault> =
  | { readonly kind: 'row'; readonly row: Row; readonly written: WrittenAmounts }
  | { readonly kind: 'left'; readonly reason: Own; readonly row: Row | null; readonly written: WrittenAmounts }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[]; readonly signs: RowSigns };

/** What a person has decided about rows of a file, by their numbers. */
export interface RowChoices {
  /** Rows that are left out by a rule, and are to count. */
  readonly takeIn: ReadonlySet<number>;
  /** So many rows that cannot be read are left out, which a person has seen. */
  readonly leaveOutFaulty: number;
}

/** What becomes of a row. */
export type SortedRow<Row, Own, Fault> =
  | { readonly kind: 'row'; readonly row: Row; readonly written: WrittenAmounts }
  | { readonly kind: 'skipped'; readonly reason: SkipReason | Own }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

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

/** A sum that the file states, and what was read until there. @unit fen */
export interface StatedSum {
  readonly row: number;
  readonly column: number;
  readonly stated: Fen;
  readonly read: Fen;
}

/** By what the rows of one file are sorted. */
export interface RowSorting<Row, Own extends string, Fault> {
  readonly read: (cells: readonly string[]) => RowReading<Row, Own, Fault>;
  readonly head: readonly string[];
  /** The columns of the written amounts, in their order. */
  readonly money: readonly (number | undefined)[];
  readonly unit: MoneyUnit;
  readonly choices: RowChoices;
  /** How a cell of a row that does not count is shown: personal data is masked. */
  readonly shown?: (text: string, column: number) => string;
  /** The head of a block of sums that ends the table. */
  readonly isEnd?: (cells: readonly string[]) => boolean;
}

const mostListed = 200;
const mostSums = 20;
const shownCells = 4;

/** Sorts the rows of one file, one after the other: what is a row of its table, what is left out and why, and what cannot be read. @source R13.1 */
export class RowSorter<Row, Own extends string, Fault> {
  readonly #terms: RowSorting<Row, Own, Fault>;
  readonly #takesIn: boolean;
  readonly #leftOut: LeftOutRow<SkipReason | Own>[] = [];
  readonly #sums: StatedSum[] = [];
  readonly #all: [number, number] = [0, 0];
  readonly #sinceSum: [number, number] = [0, 0];
  /** Rows were left out whose amounts a sum of the file may have. */
  #hasLeft = false;
  #hasEnded = false;
  #faultyLeft = 0;
  #faultyAmount = 0;

  constructor(terms: RowSorting<Row, Own, Fault>) {
    this.#terms = terms;
    this.#takesIn = terms.choices.takeIn.size > 0;
  }

  /** The rows that were left out, without blank ones: the first two hundred. */
  get leftOut(): readonly LeftOutRow<SkipReason | Own>[] {
    return this.#leftOut;
  }

  /** What can be read of the amounts of the faulty rows that were left out. @unit fen */
  get faultyAmount(): number {
    return this.#faultyAmount;
  }

  /** The sums that the file states, the first twenty. */
  get sums(): readonly StatedSum[] {
    return this.#sums;
  }

  /** The cells of a row that say something, as they may be shown. */
  shownCells(cells: readonly string[]): readonly string[] {
    const { shown = (text) => text } = this.#terms;
    return cells.flatMap((cell, column) => {
      const text = cellText(cell);
      return text === '' ? [] : [shownText(shown(text, column))];
    });
  }

  take(no: number, cells: readonly string[]): SortedRow<Row, Own, Fault> {
    const { read, head, choices, isEnd } = this.#terms;
    if (!this.#hasEnded && isEnd?.(cells) === true) this.#hasEnded = true;
    const reading = read(cells);
    const isWanted = this.#takesIn && choices.takeIn.has(no);
    if (this.#hasEnded && !isWanted) return this.#leave(no, cells, 'totals', reading);
    if (reading.kind === 'left') {
      if (isWanted && reading.row !== null) {
        return this.#count({ kind: 'row', row: reading.row, written: reading.written });
      }
      return this.#leave(no, cells, reading.reason, reading);
    }
    if (reading.kind === 'row') {
      const skipped = isWanted ? null : skipOfSumWord(cells);
      return skipped === null ? this.#count(reading) : this.#leave(no, cells, skipped, reading);
    }
    const skipped = isWanted ? null : skipReason(cells, reading.signs, head);
    if (skipped !== null) return this.#leave(no, cells, skipped, reading);
    if (this.#faultyLeft >= choices.leaveOutFaulty) return { kind: 'faulty', faults: reading.faults };
    this.#faultyLeft += 1;
    return this.#leave(no, cells, 'faulty', reading);
  }

  #count(sorted: SortedRow<Row, Own, Fault> & { readonly kind: 'row' }): SortedRow<Row, Own, Fault> {
    const [first, second] = sorted.written;
    this.#all[0] += first;
    this.#all[1] += second;
    this.#sinceSum[0] += first;
    this.#sinceSum[1] += second;
    return sorted;
  }

  #leave(
    no: number,
    cells: readonly string[],
    reason: SkipReason | Own,
    reading: RowReading<Row, Own, Fault>,
  ): SortedRow<Row, Own, Fault> {
    if (reason === 'blank') return { kind: 'skipped', reason };
    if (reason === 'totals' && !this.#hasEnded) this.#compare(no, cells);
    if (reading.kind === 'left') this.#hasLeft = true;
    const amount = reason === 'faulty' || this.#leftOut.length < mostListed ? this.#amountOf(cells) : null;
    if (reason === 'faulty') this.#faultyAmount += amount ?? 0;
    if (this.#leftOut.length < mostListed) {
      const filled = this.shownCells(cells);
      const canTakeIn = reading.kind === 'row' || (reading.kind === 'left' && reading.row !== null);
      this.#leftOut.push({ row: no, reason, cells: filled.slice(0, shownCells), amount, canTakeIn });
    }
    return { kind: 'skipped', reason };
  }

  #amountOf(cells: readonly string[]): Fen | null {
    return this.#amountsOf(cells).find((each) => each !== null) ?? null;
  }

  #amountsOf(cells: readonly string[]): readonly (Fen | null)[] {
    const { money, unit } = this.#terms;
    return money.map((column) => (column === undefined ? null : fenOfText(cellText(cells[column] ?? ''), unit)));
  }

  /** Compares a sum of the file with what was read: since the last one, or since the head. */
  #compare(no: number, cells: readonly string[]): void {
    const stated = this.#amountsOf(cells);
    // A year's sum has the months before.
    const isOfLonger = cells.some((cell) => /累计|本年|年初/u.test(cell));
    if (isOfLonger || this.#hasLeft || stated.every((each) => each === null)) return;
    // What goes out may be written with a minus in the rows, and without one in their sum.
    const asStated = (read: readonly number[]): readonly number[] =>
      read.map((sum, at) => (at === 1 && -sum === stated[at] ? -sum : sum));
    const agrees = (read: readonly number[]): boolean => stated.every((each, at) => each === null || each === read[at]);
    const since = asStated(this.#sinceSum);
    const read = agrees(since) ? since : asStated(this.#all);
    for (const [at, each] of stated.entries()) {
      const column = this.#terms.money[at];
      const sum = read[at] ?? 0;
      if (each === null || column === undefined || !Number.isSafeInteger(sum) || this.#sums.length >= mostSums)
        continue;
      this.#sums.push({ row: no, column, stated: each, read: fen(sum) });
    }
    this.#sinceSum.fill(0);
  }
}
