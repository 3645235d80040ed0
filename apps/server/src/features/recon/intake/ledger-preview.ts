import type { Output } from '@ronghui/contract';
import { yuanText } from '@ronghui/domain/money';
import {
  type LedgerField,
  type LedgerMapping,
  ledgerFields,
  ledgerMappingFault,
  ledgerRowOf,
  recogniseLedger,
  shapeOfHead,
} from '@ronghui/domain/recon';
import { cellText, columnName, shownText, skipNames } from '@ronghui/domain/table';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { wireMappingOf } from './mapping-of.ts';

type Preview = Output<'recon.preview'>;

const valuesOf = (cells: readonly string[], mapping: LedgerMapping): Preview['rows'][number]['values'] => {
  const read = ledgerRowOf(cells, mapping);
  const faults = read.kind === 'faulty' ? read.faults : [];
  const raw = (field: LedgerField): string => {
    const column = mapping.columns[field];
    return column === undefined ? '' : cellText(cells[column] ?? '');
  };
  const amount = read.kind === 'row' ? yuanText(read.row.amount) : undefined;
  const texts: Partial<Record<LedgerField, string>> =
    read.kind === 'row'
      ? {
          occurredOn: read.row.occurredOn,
          // The amount as it counts, signs turned; of two columns each stands as it is.
          ...(mapping.columns.amount !== undefined && amount !== undefined && { amount }),
        }
      : {};
  return ledgerFields
    .filter((field) => mapping.columns[field] !== undefined || faults.some((fault) => fault.field === field))
    .map((field) => {
      const fault = faults.find((each) => each.field === field)?.reason;
      return { field, text: shownText(texts[field] ?? raw(field)), ...(fault !== undefined && { fault }) };
    });
};

/** The first rows of a ledger as a mapping reads them; without one, as its source was saved, or as it is recognised. @source R13.1 */
export const ledgerPreviewOf = (
  { head, rows, skipped }: SeenTable,
  {
    name,
    given,
    saved,
  }: {
    readonly name: string;
    readonly given: LedgerMapping | undefined;
    readonly saved: { readonly name: string; readonly mapping: LedgerMapping } | undefined;
  },
): Preview => {
  const mapping = given ?? saved?.mapping ?? recogniseLedger(head.cells);
  const fault = ledgerMappingFault(mapping);
  return {
    name,
    shape: shapeOfHead(head.cells),
    headRow: head.no,
    columns: head.cells.map((_, column) => ({
      column,
      name: columnName(head.cells, column),
      samples: rows.slice(0, 3).map(({ cells }) => shownText(cells[column]?.trim() ?? '')),
    })),
    mapping: wireMappingOf(mapping, head.cells),
    ...(given === undefined && saved !== undefined && { source: saved.name }),
    ...(fault !== null && { fault }),
    rows: rows.map(({ no, cells }) => ({ row: no, values: valuesOf(cells, mapping) })),
    skipped: skipped.map(({ row, reason }) => ({ row, reason: skipNames[reason] })),
  };
};
