import { fenOfText, foreignCurrency, type MoneyUnit } from './amount-text.ts';
import { cellText, saysNothing } from './cell-text.ts';
import { dayOfSerial, dayOfText } from './day-text.ts';

/** What the first rows have in a column, without what says nothing. */
export const samplesOf = (rows: readonly (readonly string[])[], column: number): readonly string[] =>
  rows.map((cells) => cellText(cells[column] ?? '')).filter((text) => !saysNothing(text));

const [mostKinds, longestKind] = [20, 24];

/** What stands in the columns that have few kinds of texts, as sides, states and kinds of entries do: one that occurs late in a file is one, too. */
export class ColumnKinds {
  readonly #kinds: (Set<string> | null)[];
  /** Those that may still be such a column. */
  #open: readonly number[];

  /** @param columns how many there are */
  constructor(columns: number) {
    this.#kinds = Array.from({ length: columns }, () => new Set());
    this.#open = this.#kinds.map((_, column) => column);
  }

  take(cells: readonly string[]): void {
    let hasClosed = false;
    for (const column of this.#open) {
      const text = cells[column] ?? '';
      const kinds = this.#kinds[column];
      if (text === '' || kinds === undefined || kinds === null || kinds.has(text)) continue;
      if (text.length > longestKind || kinds.size === mostKinds) {
        this.#kinds[column] = null;
        hasClosed = true;
      } else kinds.add(text);
    }
    if (hasClosed) this.#open = this.#open.filter((column) => this.#kinds[column] !== null);
  }

  /** The texts of each column in their order; none of one that has many, or long ones. */
  get found(): readonly (readonly string[])[] {
    return this.#kinds.map((kinds) => [...(kinds ?? [])]);
  }
}

/** What a column has in the first rows, and what kinds stand in it further below; without lines beside the table, as far as they are known. */
export const samplesOfAll = (
  {
    rows,
    beside,
    kinds,
  }: {
    readonly rows: readonly { readonly no: number; readonly cells: readonly string[] }[];
    /** The numbers of those of the first rows that are no rows of the table. */
    readonly beside?: readonly number[] | undefined;
    readonly kinds?: readonly (readonly string[])[] | undefined;
  },
  column: number,
): readonly string[] => {
  const first = samplesOf(
    rows.flatMap(({ no, cells }) => (beside?.includes(no) === true ? [] : [cells])),
    column,
  );
  const known = new Set(first);
  const later = (kinds?.[column] ?? []).map(cellText).filter((text) => !saysNothing(text) && !known.has(text));
  return [...first, ...new Set(later)];
};

/** Whether most of the texts are as they are wanted; of none nobody knows, and nothing speaks against it. */
export const mostAre = (texts: readonly string[], isWanted: (text: string) => boolean): boolean =>
  texts.filter(isWanted).length * 2 >= texts.length;

const turned = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}(?!\d)/;

/** Whether a text is a day, in whatever order it is written. */
export const looksLikeDay = (text: string): boolean => dayOfText(text) !== null || turned.test(text.normalize('NFKC'));

/** Whether a text is an amount, also one in another currency: what column is meant is one thing, whether it can be read another. */
export const looksLikeAmount = (text: string, unit: MoneyUnit): boolean =>
  fenOfText(text, unit) !== null || (/\d/.test(text) && foreignCurrency(text) !== null);

/** The numbers of spreadsheets for days from 2000 to 2099. */
const looksLikeSerial = (text: string): boolean =>
  /^\d{5}(?:\.\d+)?$/.test(text) &&
  Number(text) >= 36_526 &&
  dayOfSerial(Number(text), false) !== null &&
  Number(text) < 73_051;

/** In which order the days of a column are written; where its values do not tell, as they stand. */
export const dayOrderOf = (texts: readonly string[]): 'ymd' | 'dmy' | 'mdy' | 'serial' => {
  if (texts.length > 0 && texts.every(looksLikeSerial)) return 'serial';
  const parts = texts.flatMap((text) => {
    const [, first, second] = turned.exec(text.normalize('NFKC')) ?? [];
    return first === undefined || second === undefined ? [] : [{ first: Number(first), second: Number(second) }];
  });
  if (parts.length < texts.length || parts.length === 0) return 'ymd';
  const [isDayFirst, isMonthFirst] = [parts.some(({ first }) => first > 12), parts.some(({ second }) => second > 12)];
  if (isDayFirst === isMonthFirst) return 'ymd';
  return isDayFirst ? 'dmy' : 'mdy';
};
