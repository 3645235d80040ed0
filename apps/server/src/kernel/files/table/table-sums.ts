import { addSums, type Fen, type FenSum, fen, noFen } from '@ronghui/domain/money';
import type { SummedTotal, TableColumn, TableFile, TableSummary, TableTotal } from '#kernel/files/table/table';

/** The totals of a table while its rows go by. Sums are exact, however many rows there are. */
export interface TableSums<Row> {
  add(row: Row): void;
  readonly rows: number;
  summary(): TableSummary;
}

interface Summed<Row> {
  readonly head: string;
  readonly value: (row: Row) => Fen | null;
  /** Of the rows since `former` was added to last: as long as it is safe a number, because rows are many. */
  sum: Fen;
  former: FenSum;
}

const summedColumns = <Row>(
  columns: readonly TableColumn<Row>[],
  { heads, label }: TableTotal<Row>,
): readonly Summed<Row>[] =>
  heads.map((head) => {
    const column = columns.find((each) => each.head === head);
    if (column?.kind !== 'money') throw new Error(`${label} sums ${head}, which is no column of money`);
    return { head, value: column.value, sum: noFen, former: noFen };
  });

/** Begins the totals of a table. */
export const sumsOf = <Row>({ columns, totals }: Pick<TableFile<Row>, 'columns' | 'totals'>): TableSums<Row> => {
  const each = totals.map((total) => ({ total, count: 0, columns: summedColumns(columns, total) }));
  let rows = 0;
  return {
    add(row) {
      rows += 1;
      for (const one of each) {
        if (!one.total.counts(row)) continue;
        one.count += 1;
        for (const column of one.columns) {
          const amount = column.value(row);
          if (amount === null) continue;
          const sum = column.sum + amount;
          if (Number.isSafeInteger(sum)) column.sum = fen(sum);
          else {
            column.former = addSums([column.former, column.sum]);
            column.sum = amount;
          }
        }
      }
    },
    get rows() {
      return rows;
    },
    summary: () => ({
      rows,
      totals: each.map(
        ({ total, count, columns: own }): SummedTotal => ({
          label: total.label,
          count,
          sums: new Map(own.map(({ head, sum, former }) => [head, addSums([former, sum])])),
        }),
      ),
    }),
  };
};
