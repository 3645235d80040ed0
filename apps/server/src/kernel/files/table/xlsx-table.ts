import { startsFormula } from '@ronghui/domain/csv';
import { type FenSum, yuanText } from '@ronghui/domain/money';
import { breathe, rowsAtOnce } from '#kernel/files/table/breathe';
import type { SummedTotal, TableColumn, TableFile } from '#kernel/files/table/table';
import { sumsOf } from '#kernel/files/table/table-sums';
import {
  contentTypes,
  lettersOf,
  packageRelations,
  sheetFoot,
  sheetHead,
  styleSheet,
  styles,
  workbookOf,
  workbookRelations,
  xmlText,
} from '#kernel/files/table/xlsx-parts';
import { type ZipEntry, zipPieces } from '#kernel/files/zip';

/** The rows of a sheet below its head; a program opens no more. */
const rowsOfSheet = 1_048_575;
/** A program keeps fifteen digits of a number: a longer one stands as a text. */
const exactReach = 999_999_999_999_999;

const utf8 = new TextEncoder();

const textCell = (text: string, place: string, style?: number): string =>
  text === ''
    ? ''
    : `<c r="${place}" s="${style ?? (startsFormula(text) ? styles.apostrophe : styles.text)}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const moneyCell = (amount: FenSum, place: string, style: number = styles.money): string =>
  Math.abs(Number(amount)) > exactReach
    ? textCell(yuanText(amount), place, styles.text)
    : `<c r="${place}" s="${style}"><v>${yuanText(amount, { grouping: false })}</v></c>`;

const countCell = (value: number, place: string): string =>
  Math.abs(value) > exactReach
    ? textCell(String(value), place, styles.text)
    : `<c r="${place}" s="${styles.count}"><v>${value}</v></c>`;

/** The number of a day in a program, which counts from 30 December 1899. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;

/** A day as a date; what is none, or lies before the calendars of programs agree, is a text. */
const dayCell = (day: string, place: string): string => {
  const number = dayNumber(day);
  return Number.isInteger(number) && number > 60
    ? `<c r="${place}" s="${styles.day}"><v>${number}</v></c>`
    : textCell(day, place);
};

const cellOf = <Row>(column: TableColumn<Row>, row: Row, place: string): string => {
  switch (column.kind) {
    case 'text':
      return textCell(column.value(row) ?? '', place);
    case 'day':
      return dayCell(column.value(row) ?? '', place);
    case 'count': {
      const value = column.value(row);
      return value === null ? '' : countCell(value, place);
    }
    case 'money': {
      const amount = column.value(row);
      return amount === null ? '' : moneyCell(amount, place);
    }
  }
};

const totalRow = (
  columns: readonly { readonly head: string; readonly letters: string }[],
  { label, sums }: SummedTotal,
  row: number,
): string =>
  `<row r="${row}">${columns
    .map(({ head, letters }, at) => {
      const sum = sums.get(head);
      if (sum !== undefined) return moneyCell(sum, `${letters}${row}`, styles.totalMoney);
      return at === 0 ? textCell(label, `${letters}${row}`, styles.total) : '';
    })
    .join('')}</row>`;

const part = (name: string, text: string): ZipEntry => ({ name, body: [utf8.encode(text)] });

/** The rows of pages one by one, of which some are taken for a sheet, and the next sheet goes on. */
const takerOf = <Row>(pages: AsyncIterable<readonly Row[]>) => {
  const source = pages[Symbol.asyncIterator]();
  let page: readonly Row[] = [];
  let at = 0;
  let isOver = false;
  const fill = async (): Promise<void> => {
    while (!isOver && at >= page.length) {
      const next = await source.next();
      if (next.done === true) isOver = true;
      else [page, at] = [next.value, 0];
    }
  };
  return {
    /** At most `atMost` of the next rows; none at the end. */
    async take(atMost: number): Promise<readonly Row[]> {
      await fill();
      if (isOver) return [];
      const rows = page.slice(at, at + atMost);
      at += rows.length;
      return rows;
    },
    async hasMore(): Promise<boolean> {
      await fill();
      return !isOver;
    },
    /** Closes the source, however the file ended. */
    async close(): Promise<void> {
      await source.return?.();
    },
  };
};

/**
 * A table as a workbook (XLSX), in pieces: the rows in sheets of at most 1,048,575, the totals below the last, and a sheet that says what the
 * file holds. Texts are typed as texts, so that no program takes one for a formula or rounds a number; amounts are numbers with two decimals, days are dates. The rows, without the
 * totals, can be filtered by their heads.
 *
 * @source ECMA-376, security 4.8
 */
export const xlsxTable = async function* <Row>(
  table: TableFile<Row>,
  { rowsPerSheet = rowsOfSheet }: { readonly rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  const sums = sumsOf(table);
  const columns = table.columns.map((column, at) => ({ column, head: column.head, letters: lettersOf(at) }));
  const rows = takerOf(table.pages);
  const names: string[] = [];
  let isTotalled = false;

  const sheet = async function* (): AsyncGenerator<Uint8Array> {
    const heads = columns.map(({ head, letters }) => textCell(head, `${letters}1`, styles.head)).join('');
    yield utf8.encode(`${sheetHead(table.columns.map(({ width }) => width))}<row r="1">${heads}</row>`);
    let written = 0;
    while (written < rowsPerSheet) {
      const here = await rows.take(Math.min(rowsAtOnce, rowsPerSheet - written));
      if (here.length === 0) break;
      let xml = '';
      for (const row of here) {
        sums.add(row);
        written += 1;
        const place = written + 1;
        xml += `<row r="${place}">`;
        for (const { column, letters } of columns) xml += cellOf(column, row, `${letters}${place}`);
        xml += '</row>';
      }
      yield utf8.encode(xml);
      await breathe();
    }
    // Totals that do not fit below the last row stand on a sheet of their own.
    if (!(await rows.hasMore()) && written + table.totals.length <= rowsPerSheet) {
      const { totals } = sums.summary();
      yield utf8.encode(totals.map((total, at) => totalRow(columns, total, written + 2 + at)).join(''));
      isTotalled = true;
    }
    yield utf8.encode(sheetFoot(`A1:${lettersOf(Math.max(columns.length - 1, 0))}${written + 1}`));
  };

  const entries = async function* (): AsyncGenerator<ZipEntry> {
    do {
      names.push(names.length === 0 ? table.name : `${table.name} ${names.length + 1}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, body: sheet() };
    } while (!isTotalled);
    names.push('说明');
    const about = table
      .about(sums.summary())
      .map(
        ([label, text], at) =>
          `<row r="${at + 1}">${textCell(label, `A${at + 1}`, styles.head)}${textCell(text, `B${at + 1}`)}</row>`,
      );
    yield part(`xl/worksheets/sheet${names.length}.xml`, `${sheetHead([20, 80])}${about.join('')}${sheetFoot()}`);
    yield part('xl/styles.xml', styleSheet);
    yield part('xl/workbook.xml', workbookOf(names));
    yield part('xl/_rels/workbook.xml.rels', workbookRelations(names.length));
    yield part('_rels/.rels', packageRelations);
    yield part('[Content_Types].xml', contentTypes(names.length));
  };

  try {
    yield* zipPieces(entries(), table.at);
  } finally {
    await rows.close();
  }
};
