import {
  dayOfText,
  fenOfText,
  looksLikeAmount,
  type MoneyUnit,
  mostAre,
  recogniseColumns,
  samplesOf,
  sideOfHead,
  unitOfFile,
  unitOfHead,
  unitOfPreamble,
} from '../table.ts';
import { type ColumnMapping, type LineField, lineHeads } from './line-columns.ts';

type Rows = readonly (readonly string[])[];

/** A mapping with the unit that the file names for its amounts, where the mapping says none: in their head, or above the table. @source R11.6 */
export const withFileUnit = (mapping: ColumnMapping, head: readonly string[], preamble: Rows = []): ColumnMapping => {
  const source = mapping.loanAmount;
  if (source === undefined || 'value' in source || source.unit !== undefined) return mapping;
  const unit = unitOfFile(head[source.column] ?? '', preamble);
  return unit === undefined || unit === 'yuan' ? mapping : { ...mapping, loanAmount: { ...source, unit } };
};

/** A mapping of an earlier file: the unit that this one names goes before the one that was kept. @source R11.6 */
export const withOwnUnit = (mapping: ColumnMapping, head: readonly string[], preamble: Rows = []): ColumnMapping => {
  const source = mapping.loanAmount;
  if (source === undefined || 'value' in source) return mapping;
  const unit = unitOfFile(head[source.column] ?? '', preamble);
  return unit === undefined ? mapping : { ...mapping, loanAmount: { ...source, unit } };
};

/** Whether a file has its amounts in two columns, one for each side: neither is the amount alone. */
const hasTwoSides = (head: readonly string[]): boolean => {
  const sides = head.map(sideOfHead);
  return sides.includes('in') && sides.includes('out');
};

/** Amounts of something else than a line's. */
const ofOther = /优惠|折扣|税额|运费|退款|抵扣|红包|补贴|余额|限额|额度/u;

/** So many signs a unit has at most: a column of another meaning has names. */
const longestUnit = 4;

/** The rows by which columns are distinguished: those before a blank one, as what stands behind it may be notes. */
const sampledRows = (rows: Rows): Rows => {
  const end = rows.findIndex((cells) => cells.every((cell) => cell.trim() === ''));
  return end > 0 ? rows.slice(0, end) : rows;
};

/** How a file of lines is read without help: what its head says, and what stands below it. @source R11.6 */
export const recogniseLines = (
  head: readonly string[],
  { preamble = [], rows = [] }: { readonly preamble?: Rows; readonly rows?: Rows } = {},
): ColumnMapping => {
  const ofAll: MoneyUnit = preamble.map(unitOfPreamble).find((unit) => unit !== undefined) ?? 'yuan';
  const isOfSides = hasTwoSides(head);
  const sampled = sampledRows(rows);
  const found = recogniseColumns(head, lineHeads, (field, column) => {
    const samples = samplesOf(sampled, column);
    if (field === 'occurredOn') return mostAre(samples, (text) => dayOfText(text) !== null);
    if (field === 'unit') return mostAre(samples, (text) => [...text].length <= longestUnit);
    if (field !== 'loanAmount') return true;
    if (ofOther.test(head[column] ?? '')) return false;
    if (isOfSides && sideOfHead(head[column] ?? '') !== undefined) return false;
    const unit = unitOfHead(head[column] ?? '') ?? ofAll;
    return mostAre(samples, (text) => looksLikeAmount(text, unit) || fenOfText(text) !== null);
  });
  const { quantity, unit, loanAmount, ...rest } = found;
  const counts = quantity !== undefined && (loanAmount === undefined || unit !== undefined);
  // A number of pieces beside an amount is no second basis, unless its unit says so.
  const columns: Partial<Record<LineField, number>> = {
    ...rest,
    ...(loanAmount !== undefined && { loanAmount }),
    ...(counts && { quantity }),
    ...(unit !== undefined && { unit }),
  };
  const mapping: ColumnMapping = Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, { column }]),
  );
  return withFileUnit(mapping, head, preamble);
};
