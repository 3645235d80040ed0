import { type MoneyUnit, moneyUnitNames } from './amount-text.ts';
import { cellText } from './cell-text.ts';
import { unitOfHead } from './head-words.ts';
import { recogniseColumns } from './table-shape.ts';

const longestUnit = 12;

/**
 * Where a file says row by row in which unit its amounts are: why a row cannot be read that names another one; null where no column does. A plain
 * 单位 may be of what is counted, so there only a unit of money says something.
 *
 * @param used the columns that stand for something else
 */
export const unitColumnFault = (
  head: readonly string[],
  { used, unit }: { readonly used: ReadonlySet<number | undefined>; readonly unit: MoneyUnit },
): ((cells: readonly string[]) => { readonly text: string; readonly reason: string } | null) | null => {
  const { exact, plain } = recogniseColumns(
    head,
    { exact: ['金额单位', '货币单位'], plain: ['单位', '计量单位'] },
    (_, column) => !used.has(column),
  );
  const column = exact ?? plain;
  if (column === undefined) return null;
  const name = (head[column] ?? '').trim().slice(0, longestUnit);
  return (cells) => {
    const text = cellText(cells[column] ?? '');
    if (text.length > longestUnit || (exact === undefined && !/[元圆]/u.test(text))) return null;
    const named = unitOfHead(`(${text})`);
    return named === undefined || named === unit
      ? null
      : { text, reason: `“${name}”一列写的是${moneyUnitNames[named]}，现在按${moneyUnitNames[unit]}读取` };
  };
};
