import { currencyHeads } from './head-words.ts';
import { lowerName } from './table-shape.ts';

/** Heads of a column that says on which side of an account each row stands. */
export const flowHeads: readonly string[] = [
  '收/支',
  '收支类型',
  '收支方向',
  '收支标志',
  '收支',
  '资金流向',
  '借贷标志',
  '借贷标识',
  '借贷标记',
  '借/贷',
  '借贷方向',
  '借贷',
  '收付标志',
  '收付标识',
  '收付方向',
  '收/付',
  '收付',
  '来往账标志',
  '来往账',
  '来往标志',
  '往来标志',
  '交易方向',
  '方向',
  '动账方向',
  '资金方向',
  '出入账',
  '+/-',
  'd/c',
  'debit/credit',
  'dr/cr',
];

/** @unit characters */
const longestHead = 100;

/** Whether a head is one of some names in full, but for its upper name, case, spaces and what stands in brackets. */
const isOneOf = (name: string, heads: readonly string[]): boolean =>
  heads.includes(
    lowerName(name.slice(0, longestHead))
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\([^()]*\)|\s/gu, ''),
  );

/** Whether a head promises sides, so that other words below it are asked about. */
export const isFlowHead = (name: string): boolean => isOneOf(name, flowHeads);

/** Whether a head promises currencies; a longer name may be of something else, such as 货币资金. */
export const isCurrencyHead = (name: string): boolean => isOneOf(name, currencyHeads);

/** Whether a column of sides is that of the balance in a book's account, which stands behind it. */
export const isSideOfBalance = (head: readonly string[], column: number): boolean =>
  /^(?:余额)?方向$/u.test(lowerName(head[column] ?? '').trim()) && /余额|结余|结存/u.test(head[column + 1] ?? '');
