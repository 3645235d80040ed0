import { foreignCurrency } from './amount-text.ts';
import { cellText } from './cell-text.ts';
import { looksLikeAmount, looksLikeDay } from './column-samples.ts';
import { currencyOfHead, isUnitWord, mayHaveSides, sideOfHead, strangeUnitOfHead, unitOfHead } from './head-words.ts';
import { findHead, type HeadNames, headJoint, headReach, recogniseColumns } from './table-shape.ts';

type Cells = readonly string[];

/** The head of a table: one row, or two of which the upper names what several columns of the lower have in common. */
export interface TableHead {
  /** The place of its first row. */
  readonly at: number;
  /** The rows that it stands in. */
  readonly parts: readonly Cells[];
  /** The names of the columns, those of two rows joined. */
  readonly cells: Cells;
  /** What columns have in common by the upper row; empty where it names one alone. */
  readonly groups: Cells;
}

/** @unit characters */
const longestName = 30;
const longestUpper = 100;

/** Whether a cell can be the name of a column: words, neither a day nor an amount, nor the term of a whole table with its colon. */
const isName = (text: string): boolean =>
  text.length <= longestName &&
  /\p{L}/u.test(text) &&
  !/[:：]/u.test(text) &&
  (!/\d{3}/u.test(text) || /^\d{4}年度?$/u.test(text) || /'?000/u.test(text)) &&
  !looksLikeDay(text) &&
  !looksLikeAmount(text, 'yuan');

const saysUnit = (text: string): boolean =>
  unitOfHead(text) !== undefined || strangeUnitOfHead(text) !== null || currencyOfHead(text) !== null;

/** Whether an upper name says of the columns below it what their amounts are. */
const isOfMoney = (text: string): boolean =>
  saysUnit(text) || sideOfHead(text) !== undefined || /金额|发生额|本币|外币|人民币|amount/iu.test(text);

/** What stands below a name for one column alone: the unit, the currency, or that it is an amount. */
const isMoneyWord = (text: string): boolean =>
  text.length <= 8 &&
  (/^(?:金额|发生额|人民币|本币|外币|原币)$/u.test(text) || foreignCurrency(text) !== null || isUnitWord(text));

const filledOf = (cells: Cells): readonly string[] => cells.filter((text) => text !== '');

/** The names of an upper row, each as far as it reaches: over the columns to its right that the lower row names and it does not. */
const spansOf = (
  upper: Cells,
  lower: Cells,
): readonly { readonly name: string; readonly columns: readonly number[] }[] => {
  const spans: { name: string; columns: number[] }[] = [];
  for (let column = 0; column < Math.max(upper.length, lower.length); column += 1) {
    const name = upper[column] ?? '';
    const last = spans.at(-1);
    if (name !== '') spans.push({ name, columns: [column] });
    else if (
      last !== undefined &&
      last.columns.at(-1) === column - 1 &&
      (lower[column] ?? '') !== '' &&
      (lower[last.columns[0] ?? 0] ?? '') !== ''
    )
      last.columns.push(column);
  }
  return spans;
};

const aside = /[(（【[][^)）】\]]{0,40}[)）】\]]/u;

/** A name whose unit stands in brackets: `金额/万元` is 金额（万元）. */
const bracketed = (name: string): string => {
  const [, before = '', word = ''] = /^([^/]+)\/([^/]+)$/u.exec(name) ?? [];
  return word !== '' && isUnitWord(word) ? `${before}（${word}）` : name;
};

/** A name with what stands above it; of two units the lower one is of the column, and so is its side where the upper row names none, or both. */
const joinedName = (above: string, lower: string): string => {
  if (lower === '' || lower === above) return above;
  if (above === '') return lower;
  const upper = bracketed(above.slice(0, longestUpper));
  if (isUnitWord(lower)) return `${upper}（${lower.replaceAll(/[()（）/]/gu, '')}）`;
  const name = `${saysUnit(lower) ? upper.replace(aside, '') : upper}${headJoint}${lower}`;
  const isOwnSide = sideOfHead(lower) !== undefined && sideOfHead(name) === undefined && mayHaveSides(upper);
  return isOwnSide ? `${lower}${saysUnit(lower) ? '' : (aside.exec(upper)?.[0] ?? '')}` : name;
};

const joined = (at: number, [first, second]: readonly [Cells, Cells]): TableHead => {
  const [upper, lower] = [first.map(cellText), second.map(cellText)];
  const cells = Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => lower[column] ?? '');
  const groups = cells.map(() => '');
  for (const { name, columns } of spansOf(upper, lower)) {
    for (const column of columns) {
      cells[column] = joinedName(name, lower[column] ?? '');
      if (columns.length > 1) groups[column] = name;
    }
  }
  return { at, parts: [first, second], cells, groups };
};

/** Whether a row below a head goes on with it: names below a name that spans them, or below each its unit. A row of the table has other cells too. */
const goesOn = (first: Cells, second: Cells): boolean => {
  const [upper, lower] = [first.map(cellText), second.map(cellText)];
  const names = filledOf(lower);
  if (names.length === 0 || !names.every((text) => isName(text) || isMoneyWord(text))) return false;
  const spans = spansOf(upper, lower);
  const below = (columns: readonly number[]): readonly string[] => columns.map((column) => lower[column] ?? '');
  const isSpread = spans.some(({ columns }) => columns.length > 1);
  return (
    (isSpread || names.every(isMoneyWord)) &&
    spans.every(
      ({ name, columns }) =>
        columns.length > 1 || below(columns).every((text) => text === '' || text === name || isMoneyWord(text)),
    )
  );
};

/** Whether a row above a head belongs to it: names that say what amounts are, or that span others. One with a single name at the beginning is a title. */
const standsAbove = (first: Cells, second: Cells): boolean => {
  const [upper, lower] = [first.map(cellText), second.map(cellText)];
  const names = filledOf(upper);
  if (!names.every(isName) || (names.length === 1 && upper[0] !== '')) return false;
  const isOfAmounts = spansOf(upper, lower).some(
    ({ name, columns }) => isOfMoney(name) && columns.some((column) => (lower[column] ?? '') !== ''),
  );
  return isOfAmounts || goesOn(first, second);
};

/** Whether a row of names says a unit, a currency or a side, which may not be lost. */
const saysTerms = (cells: Cells): boolean =>
  cells.map(cellText).some((text) => isName(text) && (saysUnit(text) || sideOfHead(text) !== undefined));

/**
 * The head among the first rows, in one row or in two. A name that is merged over several columns stands in the first of them, as in a file
 * without merged cells.
 *
 * @source R11.6, R13.1
 */
export const tableHead = <Field extends string>(rows: readonly Cells[], names: HeadNames<Field>): TableHead | null => {
  const at = findHead(rows, names);
  const found = rows[at];
  if (found === undefined || found.every((cell) => cell.trim() === '')) return null;
  const scoreOf = (cells: Cells): number => Object.keys(recogniseColumns(cells, names)).length;
  const [above, below] = [rows[at - 1], at + 1 < headReach ? rows[at + 1] : undefined];
  const own = scoreOf(found);
  const candidates: readonly (TableHead & { readonly score: number })[] = [
    ...(below !== undefined && goesOn(found, below) ? [joined(at, [found, below])] : []),
    ...(above !== undefined && standsAbove(above, found) ? [joined(at - 1, [above, found])] : []),
  ]
    .map((head) => ({ ...head, score: scoreOf(head.cells) }))
    // What spans columns or says how amounts are read is not lost, even where it makes columns unknown: a person is asked then.
    .filter(
      ({ at: from, parts: [upper = [], lower = []], score }) =>
        from === at || score >= own || goesOn(upper, lower) || saysTerms(upper),
    );
  const [best] = [...candidates].sort((one, other) => other.score - one.score);
  if (best === undefined) return { at, parts: [found], cells: found, groups: [] };
  const { score: _, ...head } = best;
  return head;
};
