import { csvLine } from '@ronghui/domain/csv';
import { yuanText } from '@ronghui/domain/money';
import { breathe, rowsAtOnce } from '#kernel/files/table/breathe';
import type { SummedTotal, TableColumn, TableFile } from '#kernel/files/table/table';
import { sumsOf } from '#kernel/files/table/table-sums';

/** Digits that a spreadsheet program would round or strip when it takes them for a number. */
const longNumber = /^(?:\d{12,}|0\d+)$/;

/** A text of a CSV: a tab after a long number keeps it a text, which no sign before it could without becoming a part of it. */
const textCell = (text: string): string => (longNumber.test(text) ? `${text}\t` : text);

const csvCell = (text: string): string => csvLine([text]).slice(0, -2);

/** A negative number is no formula: numbers are written as they are. */
const cellOf = <Row>(column: TableColumn<Row>, row: Row): string => {
  switch (column.kind) {
    case 'day':
      return column.value(row) ?? '';
    case 'text':
      return csvCell(textCell(column.value(row) ?? ''));
    case 'count':
      return String(column.value(row) ?? '');
    case 'money': {
      const amount = column.value(row);
      return amount === null ? '' : yuanText(amount, { grouping: false });
    }
  }
};

/** The beginning of a CSV: byte order mark and heads. */
export const csvHead = <Row>(columns: readonly TableColumn<Row>[]): string =>
  `\ufeff${csvLine(columns.map(({ head }) => head))}`;

/** The line of a row. */
export const csvRow = <Row>(columns: readonly TableColumn<Row>[], row: Row): string =>
  `${columns.map((column) => cellOf(column, row)).join(',')}\r\n`;

const totalLine = <Row>(columns: readonly TableColumn<Row>[], { label, sums }: SummedTotal): string =>
  `${columns
    .map(({ head }, at) => {
      const sum = sums.get(head);
      if (sum !== undefined) return yuanText(sum, { grouping: false });
      return at === 0 ? csvCell(label) : '';
    })
    .join(',')}\r\n`;

const utf8 = new TextEncoder();

/**
 * A table as a CSV for spreadsheet programs, in pieces: UTF-8 with a byte order mark, without texts that would start a formula, long numbers
 * as texts; below the rows their totals, and what the file says about itself.
 *
 * @source RFC 4180, security 4.8
 */
export const csvTable = async function* <Row>(table: TableFile<Row>): AsyncGenerator<Uint8Array> {
  const { columns, pages } = table;
  const sums = sumsOf(table);
  yield utf8.encode(csvHead(columns));
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += rowsAtOnce) {
      let lines = '';
      for (const row of page.slice(at, at + rowsAtOnce)) {
        sums.add(row);
        lines += csvRow(columns, row);
      }
      yield utf8.encode(lines);
      await breathe();
    }
  }
  const summary = sums.summary();
  const totals = summary.totals.map((total) => totalLine(columns, total)).join('');
  const about = table.about(summary).map(([label, text]) => csvLine([label, text]));
  yield utf8.encode(`${totals}\r\n${about.join('')}`);
};
