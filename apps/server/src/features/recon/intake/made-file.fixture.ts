import { gb18030Of } from '#features/file/gb18030.fixture';
import { days } from './made-days.fixture.ts';
import { heads } from './made-head.fixture.ts';
import { footers, furthers, type MadeLedger, madeLedger, type Recipe, sides, starts } from './made-ledger.fixture.ts';
import { units } from './made-units.fixture.ts';
import { madeWorkbook } from './made-workbook.fixture.ts';

type Lines = MadeLedger['lines'];
const delimited =
  (delimiter: string, end = '\n') =>
  (lines: Lines): string =>
    lines
      .map((cells) =>
        cells.map((cell) => (/[,;|"\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
      )
      .join(end) + end;
const commas = delimited(',', '\r\n');
const forms: Readonly<Record<string, (lines: Lines) => string | Buffer>> = {
  utf8: commas,
  mark: (lines) => `\ufeff${commas(lines)}`,
  gb18030: (lines) => gb18030Of(commas(lines)),
  tabs: delimited('\t'),
  semicolons: delimited(';'),
  bars: delimited('|'),
  workbook: (lines) => madeWorkbook(lines),
};

/** A file by combination, in its form. */
export interface MadeFile {
  readonly recipe: Recipe;
  readonly made: MadeLedger;
  /** Of a workbook its other sheet. */
  readonly sheet: MadeLedger['sheet'];
  readonly form: string;
  readonly kind: 'csv' | 'xlsx';
  readonly bytes: string | Buffer;
  /** What stands in it, as a person reads it. */
  readonly text: string;
}

/** The file of a place in a sequence: each part in its turn, so that none is left out, and in chance combinations. */
export const madeFile = (at: number, number: (below: number) => number): MadeFile => {
  const oneOf = (all: object): string => {
    const names = Object.keys(all);
    return names[(at + number(names.length)) % names.length] ?? '';
  };
  const recipe = {
    head: oneOf(heads),
    unit: oneOf(units),
    side: oneOf(sides),
    day: oneOf(days),
    footer: oneOf(footers),
    start: oneOf(starts),
    further: oneOf(furthers),
  };
  const made = madeLedger(recipe, number);
  const form = at % 3 === 0 ? 'workbook' : oneOf(forms);
  // Another sheet has only a workbook.
  const sheet = form === 'workbook' ? made.sheet : undefined;
  const bytes = sheet === undefined ? (forms[form]?.(made.lines) ?? '') : madeWorkbook(made.lines, sheet.lines);
  const text = commas([...made.lines, ...(sheet === undefined ? [] : [['-- sheet'], ...sheet.lines])]);
  return { recipe, made, sheet, form, kind: form === 'workbook' ? 'xlsx' : 'csv', bytes, text };
};
