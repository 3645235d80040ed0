import type { LeftOutCount, LeftOutRow } from './left-out-rows.ts';
import type { RowSorter, StatedSum } from './row-sorter.ts';
import { isBesideTable, type SkipReason } from './skip-reason.ts';

/** A row that cannot be read, with what is wrong with it. */
export interface FaultyRow<Fault> {
  readonly row: number;
  readonly cells: readonly string[];
  readonly faults: readonly Fault[];
}

/** What a person should know of a whole file before it counts. */
export interface SurveyedTable<Own extends string, Fault> {
  readonly rows: number;
  readonly faultyRows: number;
  readonly faulty: readonly FaultyRow<Fault>[];
  /** Without blank rows. */
  readonly leftOutRows: number;
  readonly leftOut: readonly LeftOutRow<SkipReason | Own>[];
  /** All of them by their reasons. */
  readonly leftOutReasons: readonly LeftOutCount<SkipReason | Own>[];
  readonly sums: readonly StatedSum[];
  /** Rows that were read as giving back what went out, because they alone have a minus. */
  readonly givenBack: { readonly rows: number; readonly first: number | null };
  /** It went to the last row. */
  readonly isComplete: boolean;
}

/** So many rows of a file are gone through before it counts. */
export const surveyedRows = 100_000;

const shownFaulty = 5;
const shownCells = 6;

/** Goes through the rows of one file and keeps what is noted of it. */
export class TableSurvey<Row, Own extends string, Fault> {
  readonly #sorter: RowSorter<Row, Own, Fault>;
  readonly #onRow: (row: Row, no: number) => void;
  readonly #onFaulty: (faults: readonly Fault[]) => void;
  readonly #faulty: FaultyRow<Fault>[] = [];
  #rows = 0;
  #faultyRows = 0;
  #leftOutRows = 0;

  constructor(
    sorter: RowSorter<Row, Own, Fault>,
    {
      onRow,
      onFaulty = () => undefined,
    }: { readonly onRow: (row: Row, no: number) => void; readonly onFaulty?: (faults: readonly Fault[]) => void },
  ) {
    this.#sorter = sorter;
    this.#onRow = onRow;
    this.#onFaulty = onFaulty;
  }

  /** Goes on to a further sheet, with the rows above its head. */
  beginSheet(above: readonly { readonly no: number; readonly cells: readonly string[] }[]): void {
    this.#sorter.begin();
    for (const { no, cells } of above) {
      if (this.#sorter.takeAbove(no, cells).reason !== 'blank') this.#leftOutRows += 1;
    }
  }

  /** Takes a row; whether it stands in the table, be it read or not. */
  take(no: number, cells: readonly string[]): boolean {
    const sorted = this.#sorter.take(no, cells);
    if (sorted.kind === 'row') {
      this.#rows += 1;
      this.#onRow(sorted.row, no);
      return true;
    }
    if (sorted.kind === 'skipped') {
      if (sorted.reason !== 'blank') this.#leftOutRows += 1;
      return !isBesideTable(sorted.reason);
    }
    this.#faultyRows += 1;
    this.#onFaulty(sorted.faults);
    if (this.#faulty.length < shownFaulty)
      this.#faulty.push({ row: no, cells: this.#sorter.shownCells(cells, shownCells), faults: sorted.faults });
    return true;
  }

  result(isComplete: boolean): SurveyedTable<Own, Fault> {
    const { leftOut, sums, givenBack } = this.#sorter;
    return {
      rows: this.#rows,
      faultyRows: this.#faultyRows,
      faulty: this.#faulty,
      leftOutRows: this.#leftOutRows,
      leftOut: leftOut.listed,
      leftOutReasons: leftOut.counts,
      sums,
      givenBack: { rows: givenBack.length, first: givenBack[0] ?? null },
      isComplete,
    };
  }
}
