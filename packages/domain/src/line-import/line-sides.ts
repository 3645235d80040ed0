import {
  cellText,
  fenOfText,
  flowHeads,
  isErrorValue,
  isFlowHead,
  isSideOfBalance,
  recogniseColumns,
  type Side,
  saysNothing,
  sideOfHead,
  sideOfText,
  withoutSide,
} from '../table.ts';
import type { ColumnMapping } from './line-columns.ts';

/** The column by which rows of a file of lines stand on a side of an account. */
interface LineSides {
  readonly column: number;
  /** Its head says nothing else; of a longer name only its content shows whether it is of sides. */
  readonly isExact: boolean;
  /** Why a row with this side is no line; null where it is one. @unit fen for the amount */
  readonly faultOf: (text: string, amount: number) => string | null;
}

const otherwise = '请不导入这一行；如果这一列另有含义，请删去它再上传';
const paidOut = `这一行是支出，不是明细，${otherwise}`;
const nobodys = '不计收支的交易不是明细，请不导入这一行';
const unknown = `看不出这一行是收入还是支出，${otherwise}`;

/** What stands for a side only below a head that promises sides: a minus or a plus alone, and the numbers of banks. */
const agreedSide = (text: string, name: string): Side | null => {
  if (text === '-') return 'out';
  if (!/借|debit|dr/iu.test(name)) return null;
  return text === '1' ? 'out' : text === '2' ? 'in' : null;
};

const mappedColumns = (mapping: ColumnMapping): ReadonlySet<number | undefined> =>
  new Set(Object.values(mapping).map((source) => ('column' in source ? source.column : undefined)));

/**
 * The column of sides that a head names, unless it stands for something else; null where there is none. What goes out by it is below zero, and a
 * line has an amount above it: words that name no side are not taken for one.
 *
 * @source R11.6
 */
export const lineSides = (head: readonly string[], mapping: ColumnMapping): LineSides | null => {
  const mapped = mappedColumns(mapping);
  const { flow: column } = recogniseColumns(
    head,
    { flow: flowHeads },
    (_, at) => !mapped.has(at) && !isSideOfBalance(head, at),
  );
  if (column === undefined) return null;
  const name = head[column] ?? '';
  // A longer name may be of something else: what is no side there says nothing.
  const isExact = isFlowHead(name);
  return {
    column,
    isExact,
    faultOf(text, amount) {
      if (text === '') return null;
      const side = sideOfText(text) ?? (isExact ? agreedSide(text, name) : null);
      if (side === 'neutral') return nobodys;
      // What is below zero already corrects a line.
      if (side === 'in' || amount <= 0) return null;
      return side === 'out' ? paidOut : isExact ? unknown : null;
    },
  };
};

/** Whether a head of a side stands above amounts: it is called as the chosen one is, or an amount; not a fee, a day or a bank (转出日期). */
const isOfAmounts = (name: string, chosen: string): boolean => {
  const rest = withoutSide(name);
  if (rest === withoutSide(chosen)) return true;
  const bare = rest.replaceAll(/人民币|rmb|cny|[十百千万亿]{0,4}[元圆]/gu, '');
  return bare === '' || (/(?:额|amount)$/u.test(bare) && !/费|限额/u.test(bare));
};

/** Whether a cell says that there is an amount, be it one that cannot be read or calculated. */
const saysAmount = (text: string): boolean => isErrorValue(text) || (!saysNothing(text) && fenOfText(text) !== 0);

/**
 * Where a person took the amounts of one of two sides: why a row is no line that has an amount on the other one, perhaps beside a zero on this. Null
 * where the amounts are of both, or no other column has a side.
 */
export const otherSideFault = (
  head: readonly string[],
  mapping: ColumnMapping,
): ((cells: readonly string[]) => { readonly text: string; readonly reason: string } | null) | null => {
  const source = mapping.loanAmount;
  const chosen = source !== undefined && 'column' in source ? (head[source.column] ?? '') : '';
  const own = sideOfHead(chosen);
  if (own === undefined) return null;
  const mapped = mappedColumns(mapping);
  const others = head.flatMap((name, column) => {
    const side = mapped.has(column) ? undefined : sideOfHead(name);
    return side === undefined || side === own || !isOfAmounts(name, chosen)
      ? []
      : [{ name: name.trim().slice(0, 40), column }];
  });
  if (others.length === 0) return null;
  return (cells) => {
    for (const { name, column } of others) {
      const text = cellText(cells[column] ?? '');
      if (saysAmount(text)) return { text, reason: `“${name}”一列也有金额，${otherwise}` };
    }
    return null;
  };
};
