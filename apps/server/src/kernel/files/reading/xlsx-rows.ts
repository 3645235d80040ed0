import { dayOfSerial } from '@ronghui/domain/table';
import { SharedStrings } from './shared-strings.ts';
import { checkRow, TableFault, tableBounds } from './table-fault.ts';
import { openWorkbook, type Workbook } from './workbook-parts.ts';
import { elementsOf } from './xml-elements.ts';
import { attribute, richText, xmlText } from './xml-text.ts';

/** A row of a table with its number in the file; the first is 1. */
export interface TableRow {
  readonly no: number;
  readonly cells: readonly string[];
}

/** A cell that is a formula is shown as one: what it gave when it was stored may not be what its author sees. */
const formulaMark = '=公式';

const readShared = async ({ sharedStrings }: Workbook): Promise<SharedStrings> => {
  const texts = new SharedStrings();
  if (sharedStrings === undefined) return texts;
  for await (const { xml, prefix } of elementsOf(sharedStrings, { root: 'sst', element: 'si' })) {
    const open = `<${prefix}si`;
    for (let at = xml.indexOf(open); at !== -1; ) {
      const next = xml.indexOf(open, at + open.length);
      texts.add(richText(next === -1 ? xml.slice(at) : xml.slice(at, next), prefix));
      at = next;
    }
  }
  return texts;
};

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

/** Reads the cells of rows. */
class RowReader {
  readonly #book: Workbook;
  readonly #texts: SharedStrings;
  #no = 0;

  constructor(book: Workbook, texts: SharedStrings) {
    this.#book = book;
    this.#texts = texts;
  }

  /** The rows in a piece of a sheet. */
  rowsIn(xml: string, prefix: string): TableRow[] {
    const rows: TableRow[] = [];
    const [open, close] = [`<${prefix}row`, `</${prefix}row>`];
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
      const cells = isEmpty ? [] : this.#cellsIn(xml.slice(tagEnd + 1, end), prefix);
      checkRow(no, cells);
      rows.push({ no, cells });
      at = xml.indexOf(open, end);
    }
    return rows;
  }

  #cellsIn(xml: string, prefix: string): string[] {
    const cells: string[] = [];
    const [open, close] = [`<${prefix}c`, `</${prefix}c>`];
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
      cells[column] = isEmpty ? '' : this.#valueOf(tag, xml.slice(tagEnd + 1, end), prefix);
      at = xml.indexOf(open, end);
    }
    return cells;
  }

  /** A cell that has no end: its search would begin again at the first one. */
  #broken(): TableFault {
    return new TableFault(`第 ${this.#no} 行的单元格不完整，文件已损坏。`);
  }

  #valueOf(tag: string, xml: string, prefix: string): string {
    if (xml.includes(`<${prefix}f`)) return formulaMark;
    const type = attribute(tag, 't');
    if (type === 'inlineStr') return richText(xml, prefix);
    const raw = inside(xml, `<${prefix}v`, `</${prefix}v>`);
    if (raw === undefined) return '';
    if (type === 's') {
      const text = this.#texts.at(Number(raw));
      if (text === undefined) throw new TableFault(`第 ${this.#no} 行的文字在工作簿里找不到，文件已损坏。`);
      return text;
    }
    if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
    if (type !== undefined && type !== 'n') return xmlText(raw);
    const isDay = this.#book.isDay[Number(attribute(tag, 's') ?? -1)] === true;
    return (isDay ? dayOfSerial(Number(raw), this.#book.is1904) : null) ?? numberText(raw);
  }
}

/** The rows of a workbook's first sheet, a piece at a time. Its texts are in memory, its rows are not. @source security 4.8 */
export const xlsxRows = async function* (bytes: Buffer): AsyncGenerator<readonly TableRow[]> {
  const book = await openWorkbook(bytes);
  const reader = new RowReader(book, await readShared(book));
  for await (const { xml, prefix } of elementsOf(book.sheet, { root: 'worksheet', element: 'row' })) {
    yield reader.rowsIn(xml, prefix);
  }
};
