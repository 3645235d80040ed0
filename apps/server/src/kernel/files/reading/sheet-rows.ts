import { dayOfSerial } from '@ronghui/domain/table';
import type { SharedStrings } from './shared-strings.ts';
import { checkRow, TableFault, tableBounds } from './table-fault.ts';
import { attribute, richText, xmlText } from './xml-text.ts';

/** A row of a table with its number in the file; the first is 1. */
export interface TableRow {
  readonly no: number;
  readonly cells: readonly string[];
}

/** What the cells of a sheet need of their workbook. */
export interface CellTerms {
  readonly texts: SharedStrings;
  /** Which formats of cells are days, by their number. */
  readonly isDay: readonly boolean[];
  /** What formats show behind a number that is part of its meaning, by their number: `100` in dollars is `100 USD`. */
  readonly beside?: readonly (string | undefined)[];
  readonly is1904: boolean;
  /** Whether what stands beside its formulas was never calculated. */
  readonly isUncalculated: boolean;
}

/** A formula beside which no value stands: who wrote it did not calculate. */
const formulaMark = '=公式';

/** The column of a reference: `B7` is 1. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
};

/** Without an exponent. */
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 12 });

/** A number without what floating point added to it: 15 digits, as the programs show it. */
const numberText = (raw: string): string => {
  if (/^-?\d{1,15}(?:\.\d{1,4})?$/.test(raw) && raw.length <= 16) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? plain.format(value) : text;
};

const inside = (xml: string, open: string, close: string): string | undefined => {
  const at = xml.indexOf(open);
  if (at === -1) return undefined;
  const begin = xml.indexOf('>', at) + 1;
  const end = xml.indexOf(close, begin);
  return end === -1 ? undefined : xml.slice(begin, end);
};

/** What the elements of a sheet begin and end with, by the prefix of their names. */
const namesOf = (prefix: string) => ({
  prefix,
  row: `<${prefix}row`,
  rowEnd: `</${prefix}row>`,
  cell: `<${prefix}c`,
  cellEnd: `</${prefix}c>`,
  formula: `<${prefix}f`,
  value: `<${prefix}v`,
  valueEnd: `</${prefix}v>`,
});

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Reads the rows of a sheet, and counts what a person has to know of them. */
export class RowReader {
  readonly #terms: CellTerms;
  #no = 0;
  #formulaCells = 0;
  #hiddenRows = 0;
  #names = namesOf('');

  constructor(terms: CellTerms) {
    this.#terms = terms;
  }

  /** Cells that were read by the values beside their formulas. */
  get formulaCells(): number {
    return this.#formulaCells;
  }

  /** Rows with cells that are hidden, or left out by a filter. */
  get hiddenRows(): number {
    return this.#hiddenRows;
  }

  /** The rows in a piece of a sheet. */
  rowsIn(xml: string, prefix: string): TableRow[] {
    if (prefix !== this.#names.prefix) this.#names = namesOf(prefix);
    const rows: TableRow[] = [];
    const { row: open, rowEnd: close } = this.#names;
    for (let at = xml.indexOf(open); at !== -1; ) {
      const tagEnd = xml.indexOf('>', at);
      const tag = xml.slice(at + open.length, tagEnd);
      if (tagEnd === -1) throw this.#broken();
      const sign = tag[0];
      if (sign !== undefined && sign !== ' ' && sign !== '/' && sign !== '\n') {
        at = xml.indexOf(open, tagEnd);
        continue;
      }
      const isEmpty = tag.endsWith('/');
      const end = isEmpty ? tagEnd : xml.indexOf(close, tagEnd);
      const stated = Number(attribute(tag, 'r'));
      const no = Number.isInteger(stated) && stated > this.#no ? stated : this.#no + 1;
      this.#no = no;
      if (end === -1) throw this.#broken();
      const cells = isEmpty ? [] : this.#cellsIn(xml.slice(tagEnd + 1, end));
      checkRow(no, cells);
      if (cells.length > 0 && tag.includes('hidden') && isTrue(attribute(tag, 'hidden'))) this.#hiddenRows += 1;
      rows.push({ no, cells });
      at = xml.indexOf(open, end);
    }
    return rows;
  }

  #cellsIn(xml: string): string[] {
    const cells: string[] = [];
    const { cell: open, cellEnd: close } = this.#names;
    for (let at = xml.indexOf(open); at !== -1; ) {
      const sign = xml[at + open.length];
      if (sign !== ' ' && sign !== '>' && sign !== '/') {
        at = xml.indexOf(open, at + open.length);
        continue;
      }
      const tagEnd = xml.indexOf('>', at);
      const tag = xml.slice(at + open.length, tagEnd);
      if (tagEnd === -1) throw this.#broken();
      const reference = attribute(tag, 'r');
      const column = reference === undefined ? cells.length : columnOf(reference);
      if (column < 0 || column >= tableBounds.columns) {
        throw new TableFault(`第 ${this.#no} 行的列数超过 ${tableBounds.columns}，请检查文件是否选对。`);
      }
      const isEmpty = tag.endsWith('/');
      const end = isEmpty ? tagEnd : xml.indexOf(close, tagEnd);
      if (end === -1) throw this.#broken();
      while (cells.length < column) cells.push('');
      cells[column] = isEmpty ? '' : this.#valueOf(tag, xml.slice(tagEnd + 1, end));
      at = xml.indexOf(open, end);
    }
    return cells;
  }

  /** A cell that has no end: its search would begin again at the first one. */
  #broken(): TableFault {
    return new TableFault(`第 ${this.#no} 行的单元格不完整，文件已损坏。`);
  }

  #valueOf(tag: string, xml: string): string {
    const { prefix, formula, value, valueEnd } = this.#names;
    const type = attribute(tag, 't');
    if (type === 'inlineStr') return richText(xml, prefix);
    const raw = inside(xml, value, valueEnd);
    if (!xml.includes(formula)) return raw === undefined ? '' : this.#plainValue(tag, type, raw);
    // A text may be empty; a number that is, or that a program put down without calculating, is none.
    const isThere = raw !== undefined && (raw !== '' || type === 'str');
    if (!isThere || (this.#terms.isUncalculated && raw === '0')) return formulaMark;
    this.#formulaCells += 1;
    return this.#plainValue(tag, type, raw);
  }

  #plainValue(tag: string, type: string | undefined, raw: string): string {
    if (type === 's') {
      const text = this.#terms.texts.at(Number(raw));
      if (text === undefined) throw new TableFault(`第 ${this.#no} 行的文字在工作簿里找不到，文件已损坏。`);
      return text;
    }
    if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
    if (type !== undefined && type !== 'n') return xmlText(raw);
    const format = Number(attribute(tag, 's') ?? -1);
    const isDay = this.#terms.isDay[format] === true;
    const beside = this.#terms.beside?.[format] ?? '';
    return (isDay ? dayOfSerial(Number(raw), this.#terms.is1904) : null) ?? `${numberText(raw)}${beside}`;
  }
}
