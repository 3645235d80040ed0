import { type LedgerField, ledgerFieldNames, ledgerFields, ledgerMappingFault } from '@ronghui/domain/recon';
import type { Mapping, Preview } from './ledger-queries.ts';

/** A column of the file. */
export type FileColumn = Preview['columns'][number];

/** A column's own name, or its place where it has none. */
export const columnName = ({ name, column }: Pick<FileColumn, 'name' | 'column'>): string =>
  name === '' ? `第 ${column + 1} 列` : name;

/** What a column stands for. */
export const fieldOf = ({ columns }: Mapping, column: number): LedgerField | undefined =>
  columns.find((each) => each.column === column)?.field;

/** The mapping with another meaning of a column: one column a field, one field a column. */
export const withField = (
  mapping: Mapping,
  { column, name }: Pick<FileColumn, 'column' | 'name'>,
  field: LedgerField | undefined,
): Mapping => ({
  ...mapping,
  columns: [
    ...mapping.columns.filter((each) => each.column !== column && each.field !== field),
    ...(field === undefined ? [] : [{ field, column, name }]),
  ],
});

/** The mapping with another column of a field; undefined leaves the field out. */
export const withColumn = (
  mapping: Mapping,
  field: LedgerField,
  source: Pick<FileColumn, 'column' | 'name'> | undefined,
): Mapping =>
  source === undefined
    ? { ...mapping, columns: mapping.columns.filter((each) => each.field !== field) }
    : withField(mapping, source, field);

/** Why a mapping cannot be used. */
export const faultOf = ({ columns, ...formats }: Mapping): Preview['fault'] =>
  ledgerMappingFault({
    columns: Object.fromEntries(columns.map(({ field, column }) => [field, column])),
    ...formats,
  }) ?? undefined;

/** The field of a select's value. */
export const fieldNamed = (value: string): LedgerField | undefined => ledgerFields.find((field) => field === value);

/** The fields as options. */
export const fieldOptions = ledgerFields.map((value) => ({ value, label: ledgerFieldNames[value] }));

/** Fields whose values stand at the right, digit under digit. */
export const numberFields: ReadonlySet<LedgerField> = new Set(['amount', 'amountIn', 'amountOut']);

/** The texts of skipped rows by reason: 第 1–16 行（说明） */
export const skippedText = (skipped: Preview['skipped']): string => {
  const parts: { from: number; to: number; reason: string }[] = [];
  for (const { row, reason } of skipped) {
    const last = parts.at(-1);
    if (last !== undefined && last.reason === reason && last.to === row - 1) last.to = row;
    else parts.push({ from: row, to: row, reason });
  }
  return parts
    .map(({ from, to, reason }) => `第\u00a0${from === to ? from : `${from}–${to}`}\u00a0行（${reason}）`)
    .join('、');
};
