import { foreignCurrency, type MoneyUnit, moneyUnitNames } from './amount-text.ts';
import { isFormula } from './cell-text.ts';
import { hasHalfSign } from './half-signs.ts';
import type { RowSigns } from './skip-reason.ts';

/** What no text may hold: the database refuses NUL, and the rest is invisible. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const unclean = /[\u0000-\u001f\u007f\ud800-\udfff]/;
/** Nearly no text has any sign of the pattern; pairs of surrogates are letters. */
const isUnclean = (text: string): boolean =>
  unclean.test(text) &&
  unclean.test(!hasHalfSign(text) ? text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, '') : text);

/** Why the text of a cell cannot be taken, where it may have at most so many signs; undefined where it can. */
export const textFault = (text: string, most: number | undefined): string | undefined => {
  if (isFormula(text)) return '是公式，请改为数值或文字';
  if (most !== undefined && text.length > most && [...text].length > most) return `超过 ${most} 个字`;
  return isUnclean(text) ? '含有不能显示的字符' : undefined;
};

/** Why a text is no amount in a unit. */
export const amountFault = (text: string, unit: MoneyUnit): string => {
  const code = foreignCurrency(text);
  if (code !== null) return `不是人民币金额（${code}）`;
  if (unit === 'fen') return '不是以分为单位的金额：应为整数';
  return unit === 'yuan'
    ? '不是金额：应如 1,234.56，最多两位小数'
    : `不是以${moneyUnitNames[unit]}为单位的金额：应如 1.5，换算后最多到分`;
};

/** Whether something of a row's fields was read, is there and could not be, or is not there. */
export const fieldsState = <Field extends string>(
  fields: readonly Field[],
  texts: Readonly<Partial<Record<Field, string | undefined>>>,
  faults: readonly { readonly field: string; readonly text: string }[],
): RowSigns['day'] => {
  if (faults.some(({ field, text }) => text !== '' && fields.some((name) => name === field))) return 'unread';
  return fields.some((name) => texts[name] !== undefined) ? 'read' : 'blank';
};

/** The first field whose column another one before it has taken, with that one; null where none has. */
export const takenColumn = <Field extends string>(
  fields: readonly Field[],
  columnOf: (field: Field) => number | undefined,
): { readonly field: Field; readonly other: Field } | null => {
  const taken = new Map<number, Field>();
  for (const field of fields) {
    const column = columnOf(field);
    if (column === undefined) continue;
    const other = taken.get(column);
    if (other !== undefined) return { field, other };
    taken.set(column, field);
  }
  return null;
};
