import { type Fen, fen } from '../money.ts';
import { fenOfText, type MoneyUnit } from './amount-text.ts';
import { cellText, saysNothing } from './cell-text.ts';
import { shownText } from './column-name.ts';
import { LeftOutRows } from './left-out-rows.ts';
import { isHeadAgain, isHeadPart, type RowSigns, type SkipReason, skipOfSumWord, skipReason } from './skip-reason.ts';

/** What stands in the columns of money of a row, before sides and signs. @unit fen */
export type WrittenAmounts = readonly [first: number, second: number];

/** How a row writes what goes out: with a minus, or without. */
export type OutSign = 'minus' | 'plain';

/** What is read beside a row: its amounts as they stand, and how what goes out is written, where something does. */
interface Written<Row> {
  readonly written: WrittenAmounts;
  readonly out?: OutSign | undefined;
  /** What one with a minus is where what goes out has none: an entry that gives back. */
  readonly givenBack?: Row | undefined;
}

/** A row as an intake reads it: one of its table; one that it leaves out by a rule of its own, with what it would be; or what is wrong with it. */
export type RowReading<Row, Own, Fault> =
  | ({ readonly kind: 'row'; readonly row: Row } & Written<Row>)
  | ({ readonly kind: 'left'; readonly reason: Own; readonly row: Row | null } & Written<Row>)
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
  /** The rows of a head that stands in two, each as it may come again. */
  readonly headParts?: readonly (readonly string[])[] | undefined;
  /** The columns of the written amounts, in their order. */
  readonly money: readonly (number | undefined)[];
  readonly unit: MoneyUnit;
  readonly choices: RowChoices;
  /** The columns by which a person knows a row, its number first, such as its day: of a row with many cells they are shown before others. */
  readonly known?: readonly (number | undefined)[];
  /** How a cell of a row that does not count is shown: personal data is masked. */
  readonly shown?: (text: string, column: number) => string;
  /** The head of a block of sums below a table. */
  readonly isEnd?: (cells: readonly string[]) => boolean;
  /** Whether a row has the number that rows of its table have; below a block of sums one without is doubtful. */
  readonly isNumbered?: (row: Row) => boolean;
  /** What is wrong with a row that writes what goes out otherwise than rows before it that count. */
  readonly mixedOut?: (cells: readonly string[], before: number) => readonly Fault[];
}

const mostSums = 20;
const shownCells = 4;

/**
 * Sorts the rows of one file, one after the other: what is a row of its table, what is left out and why, and what cannot be read. Only rows
 * that count say anything of those after them.
 *
 * @source R13.1
 */
export class RowSorter<Row, Own extends string, Fault> {
  readonly #terms: RowSorting<Row, Own, Fault>;
  readonly #takesIn: boolean;
  readonly #leftOut = new LeftOutRows<SkipReason | Own>();
  readonly #sums: StatedSum[] = [];
  readonly #all: [number, number] = [0, 0];
  readonly #sinceSum: [number, number] = [0, 0];
  /** Rows were left out whose amounts a sum of the file may have. */
  #hasLeft = false;
  #hasRows = false;
  #hasEnded = false;
  /** How rows that count write what goes out: the first of them, and how many have no minus. */
  #out: { readonly sign: OutSign; readonly row: number; plain: number } | undefined;
  readonly #givenBack: number[] = [];
  #faultyLeft = 0;

  constructor(terms: RowSorting<Row, Own, Fault>) {
    this.#terms = terms;
    this.#takesIn = terms.choices.takeIn.size > 0;
  }

  /** The rows that were left out, without blank ones. */
  get leftOut(): Pick<LeftOutRows<SkipReason | Own>, 'noted' | 'listed' | 'counts'> {
    return this.#leftOut;
  }

  /** The sums that the file states, the first twenty. */
  get sums(): readonly StatedSum[] {
    return this.#sums;
  }

  /** The rows that give back what went out, because they alone have a minus. */
  get givenBack(): readonly number[] {
    return this.#givenBack;
  }

  /** So many cells of a row that say something, as they may be shown, in their order: those by which it is known, its amounts, and the first of the others. */
  shownCells(cells: readonly string[], most: number, withMoney = true): readonly string[] {
    const { shown = (text) => text, known = [], money } = this.#terms;
    const filled = cells.flatMap((_, column) => (cellText(cells[column] ?? '') === '' ? [] : [column]));
    const wanted = [...known, ...(withMoney ? money : [])].filter((column) => filled.includes(column ?? -1));
    const chosen = [...new Set([...wanted, ...filled])].slice(0, most);
    return filled
      .filter((column) => chosen.includes(column))
      .map((column) => shownText(shown(cellText(cells[column] ?? ''), column)));
  }

  /** Another part of the table begins, as on a further sheet: what ended before says nothing of it. */
  begin(): void {
    this.#sinceSum.fill(0);
    this.#hasEnded = false;
  }

  /** Leaves out a row above the head of a further sheet. */
  takeAbove(no: number, cells: readonly string[]): SortedRow<Row, Own, Fault> & { readonly kind: 'skipped' } {
    const reason = cells.every((cell) => cellText(cell) === '') ? 'blank' : 'preamble';
    return this.#leave(no, cells, { reason, canTakeIn: false });
  }

  take(no: number, cells: readonly string[]): SortedRow<Row, Own, Fault> {
    const { read, head, headParts = [], choices, isEnd } = this.#terms;
    if (this.#hasEnded) {
      if (isHeadAgain(cells, head) || isHeadPart(cells, headParts)) this.begin();
    } else if (isEnd?.(cells) === true) this.#hasEnded = true;
    const reading = read(cells);
    const isWanted = this.#takesIn && choices.takeIn.has(no);
    const isReadable = reading.kind === 'row' || (reading.kind === 'left' && reading.row !== null);
    const leave = (reason: SkipReason | Own) => {
      if (reading.kind === 'left') this.#hasLeft = true;
      return this.#leave(no, cells, { reason, canTakeIn: isReadable });
    };
    if (this.#hasEnded && !isWanted) {
      const reason = this.#belowSums(cells, reading);
      if (reason !== null) return leave(reason);
      this.begin();
    }
    if (reading.kind === 'left') {
      if (isWanted && reading.row !== null)
        return this.#count(no, cells, { ...reading, kind: 'row', row: reading.row });
      return leave(reading.reason);
    }
    if (reading.kind === 'row') {
      const reason = isWanted ? null : skipOfSumWord(cells);
      if (reason === null) return this.#count(no, cells, reading);
      return leave(this.#hasNumber(cells) ? 'numberedSums' : reason);
    }
    const reason = isWanted ? null : isHeadPart(cells, headParts) ? 'head' : skipReason(cells, reading.signs, head);
    return reason === null ? this.#unread(no, cells, reading.faults) : leave(reason);
  }

  /** Whether a row has a number that is no word of a sum: it may be a row whose text only says 合计. */
  #hasNumber(cells: readonly string[]): boolean {
    const [column] = this.#terms.known ?? [];
    const number = cellText(cells[column ?? -1] ?? '');
    return !saysNothing(number) && skipOfSumWord([number]) === null;
  }

  /**
   * Why a row below the head of a block of sums is left out; null for a row of the table, with which the block is over. Rows of a summary have no
   * day: one with a day that cannot be read to its end is named as such.
   */
  #belowSums(cells: readonly string[], reading: RowReading<Row, Own, Fault>): SkipReason | Own | null {
    if (reading.kind === 'faulty') {
      if (reading.signs.day === 'read') return skipReason(cells, reading.signs);
      return cells.every((cell) => cellText(cell) === '') ? 'blank' : 'totals';
    }
    const reason = skipOfSumWord(cells);
    if (reason !== null) return reason;
    const { isNumbered = () => true } = this.#terms;
    if (reading.row === null || isNumbered(reading.row)) return reading.kind === 'left' ? reading.reason : null;
    return 'afterSums';
  }

  #count(
    no: number,
    cells: readonly string[],
    reading: RowReading<Row, Own, Fault> & { readonly kind: 'row' },
  ): SortedRow<Row, Own, Fault> {
    const sorted = this.#turned(no, reading);
    if (sorted === null) return this.#unread(no, cells, this.#terms.mixedOut?.(cells, this.#out?.row ?? no) ?? []);
    const { written } = reading;
    const [first, second] = written;
    this.#hasRows = true;
    this.#all[0] += first;
    this.#all[1] += second;
    this.#sinceSum[0] += first;
    this.#sinceSum[1] += second;
    return sorted;
  }

  /**
   * A row by how the rows before it write what goes out; null where they contradict it. Among such without a minus one with it gives back, unless
   * these were more: in whatever order the rows come, they are read like this or not at all.
   */
  #turned<Reading extends RowReading<Row, Own, Fault> & { readonly kind: 'row' }>(
    no: number,
    reading: Reading,
  ): Reading | null {
    const { out, givenBack } = reading;
    if (out === undefined) return reading;
    this.#out ??= { sign: out, row: no, plain: 0 };
    const known = this.#out;
    if (out === 'plain') {
      if (known.sign === 'minus') return null;
      known.plain += 1;
      return reading;
    }
    if (known.sign === 'minus') return reading;
    if (givenBack === undefined || this.#givenBack.length >= known.plain) return null;
    this.#givenBack.push(no);
    return { ...reading, row: givenBack };
  }

  #unread(no: number, cells: readonly string[], faults: readonly Fault[]): SortedRow<Row, Own, Fault> {
    if (this.#faultyLeft >= this.#terms.choices.leaveOutFaulty) return { kind: 'faulty', faults };
    this.#faultyLeft += 1;
    return this.#leave(no, cells, { reason: 'faulty', canTakeIn: false });
  }

  #leave(
    no: number,
    cells: readonly string[],
    { reason, canTakeIn }: { readonly reason: SkipReason | Own; readonly canTakeIn: boolean },
  ): SortedRow<Row, Own, Fault> & { readonly kind: 'skipped' } {
    if (reason === 'blank') return { kind: 'skipped', reason };
    if (reason === 'totals' && !this.#hasEnded) this.#compare(no, cells);
    const amount = this.#amountOf(cells);
    // Its amount is beside them.
    const shown = () => this.shownCells(cells, shownCells, false);
    this.#leftOut.add({ row: no, reason, cells: shown, amount, canTakeIn });
    return { kind: 'skipped', reason };
  }

  /** Of two columns the one that has something. */
  #amountOf(cells: readonly string[]): Fen | null {
    const amounts = this.#amountsOf(cells).filter((each) => each !== null);
    return amounts.find((each) => each !== 0) ?? amounts[0] ?? null;
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
    // One above all rows is of those below it.
    if (isOfLonger || this.#hasLeft || !this.#hasRows || stated.every((each) => each === null)) return;
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
