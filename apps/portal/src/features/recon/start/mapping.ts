import { type LedgerField, ledgerFieldNames, ledgerFields, ledgerMappingFault } from '@ronghui/domain/recon';
import type { Mapping, Preview } from './ledger-queries.ts';

/** A column of the file. */
export type FileColumn = Preview['columns'][number];

/** What the parts of the preview take. */
export interface ColumnsProps {
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly fault: Preview['fault'];
  /** The id of the element that says the fault. */
  readonly faultId: string;
  readonly onChange: (mapping: Mapping) => void;
}

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

/** A side of the account, as a value of the column of sides names it. */
export type SideChoice = NonNullable<Mapping['sides']>[number];

/** The mapping with the side of a value of its column of sides. */
export const withSide = (mapping: Mapping, chosen: SideChoice): Mapping => ({
  ...mapping,
  sides: [...(mapping.sides ?? []).filter(({ value }) => value !== chosen.value), chosen],
});

const placeOf = ({ columns }: Mapping, wanted: LedgerField): number | undefined =>
  columns.find(({ field }) => field === wanted)?.column;

/**
 * The mapping that follows another: sides of the values of one column say nothing of another's, and a refund is of the amount that it was found
 * beside, not of a fee.
 */
export const following = (next: Mapping, former: Mapping | undefined): Mapping => {
  if (former === undefined) return next;
  const isChanged = (field: LedgerField): boolean => placeOf(next, field) !== placeOf(former, field);
  const { sides, ...rest } = next;
  const isRefundOfOther = isChanged('amount') && !isChanged('refund');
  return {
    ...rest,
    ...(isRefundOfOther && { columns: next.columns.filter(({ field }) => field !== 'refund') }),
    ...(sides !== undefined && !isChanged('flow') && { sides }),
  };
};

/** The columns of a file that stand for nothing, by their names. */
export const unusedNames = ({ columns }: Pick<Preview, 'columns'>, mapping: Mapping): readonly string[] =>
  columns.filter(({ column }) => fieldOf(mapping, column) === undefined).map(columnName);

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
export const numberFields: ReadonlySet<LedgerField> = new Set(['amount', 'amountIn', 'amountOut', 'refund']);

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
