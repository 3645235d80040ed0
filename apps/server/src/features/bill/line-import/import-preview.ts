import type { Output } from '@ronghui/contract';
import {
  type ColumnMapping,
  type ImportedLine,
  type LineField,
  lineFields,
  lineHeads,
  lineOfRow,
  mappingFault,
  maskedName,
} from '@ronghui/domain/line-import';
import { fen, ownRateText, rateOf, yuanText } from '@ronghui/domain/money';
import { cellText, columnName, recogniseColumns, shownText, skipNames } from '@ronghui/domain/table';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { wireMappingOf } from './mapping-of.ts';

type Preview = Output<'ops.lineImport.preview'>;

/** Recognises what the columns of a head stand for. */
const recognised = (head: readonly string[]): ColumnMapping =>
  Object.fromEntries(Object.entries(recogniseColumns(head, lineHeads)).map(([field, column]) => [field, { column }]));

const yuanOf = (amount: number | null): string => (amount === null ? '' : yuanText(fen(amount)));
/** A line's own rate: of its amount, or the price of a unit where it counts them. */
const rateText = ({ rateMillionths, quantity, unit }: ImportedLine): string =>
  rateMillionths === null ? '' : ownRateText(rateOf(rateMillionths, 'millionths'), quantity === null ? null : unit);

type ReadValues = Readonly<Record<LineField, string>>;

const valuesOf = (cells: readonly string[], mapping: ColumnMapping): Preview['rows'][number]['values'] => {
  const read = lineOfRow(cells, mapping);
  const raw = (field: LineField): string => {
    const source = mapping[field];
    if (source === undefined) return '';
    return 'value' in source ? source.value : cellText(cells[source.column] ?? '');
  };
  const line = read.ok ? read.line : undefined;
  const texts: Partial<ReadValues> =
    line === undefined
      ? {}
      : {
          occurredOn: line.occurredOn,
          loanAmount: yuanOf(line.loanFen),
          unit: line.unit,
          rate: rateText(line),
          borrower: line.borrowerMasked ?? '',
        };
  const faults = read.ok ? [] : read.faults;
  return lineFields
    .filter((field) => mapping[field] !== undefined || faults.some((fault) => fault.field === field))
    .map((field) => {
      const fault = faults.find((each) => each.field === field)?.reason;
      // Personal data is masked as it will be stored.
      const text = field === 'borrower' && line === undefined ? '' : (texts[field] ?? raw(field));
      return { field, text: shownText(text), ...(fault !== undefined && { fault }) };
    });
};

/** The first rows of a file as a mapping reads them; without one, as an earlier import had it, or as it is recognised. @source R11.6 */
export const previewOf = (
  seen: SeenTable,
  given: ColumnMapping | undefined,
  recalled?: { readonly name: string; readonly mapping: ColumnMapping },
): Preview => {
  const mapping = given ?? recalled?.mapping ?? recognised(seen.head.cells);
  const fault = mappingFault(mapping);
  const isName = (column: number): boolean =>
    [recognised(seen.head.cells), mapping].some(
      ({ borrower }) => borrower !== undefined && 'column' in borrower && borrower.column === column,
    );
  const columns = seen.head.cells.map((_, column) => ({
    column,
    name: columnName(seen.head.cells, column),
    samples: seen.rows.slice(0, 3).map(({ cells }) => {
      const text = shownText(cells[column]?.trim() ?? '');
      return text !== '' && isName(column) ? maskedName(text) : text;
    }),
  }));
  return {
    headRow: seen.head.no,
    columns,
    mapping: [...wireMappingOf(mapping, seen.head.cells)],
    ...(given === undefined && recalled !== undefined && { recalledFrom: recalled.name }),
    ...(fault !== null && { fault }),
    rows: seen.rows.map(({ no, cells }) => ({ row: no, values: valuesOf(cells, mapping) })),
    skipped: seen.skipped.map(({ row, reason }) => ({ row, reason: skipNames[reason] })),
  };
};
