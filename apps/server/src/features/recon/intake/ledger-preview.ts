import type { Output } from '@ronghui/contract';
import { yuanText } from '@ronghui/domain/money';
import { type LedgerField, type LedgerMapping, ledgerFields, shapeOfHead } from '@ronghui/domain/recon';
import { cellText, columnName, RowSorter, shownText, skipNames } from '@ronghui/domain/table';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { surveyNotes, wireSheetsOf, wireSurveyOf, workbookNotes } from '#kernel/files/table-preview';
import { ledgerNotesOf } from './ledger-notes.ts';
import { sortingOf } from './ledger-plan.ts';
import { type LedgerPlan, type LedgerPreviewPiece, ledgerSkipNames } from './ledger-table.ts';
import { wireMappingOf } from './mapping-of.ts';

type Preview = Output<'recon.preview'>;

const sorterOf = (seen: SeenTable, { mapping, choices }: LedgerPlan) =>
  new RowSorter(sortingOf(seen, mapping, choices));

/** A row as it will count; what is wrong with it may lie in the rows before. */
type Sorted = ReturnType<ReturnType<typeof sorterOf>['take']>;

const valuesOf = (
  cells: readonly string[],
  mapping: LedgerMapping,
  read: Sorted,
): Preview['rows'][number]['values'] => {
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

const shownRows = 20;
const mostSkipped = 60;

/** The first rows, those that count and those that do not. */
const firstRowsOf = (seen: SeenTable, plan: LedgerPlan) => {
  const sorter = sorterOf(seen, plan);
  const { preamble, rows } = seen;
  const skipped: Preview['skipped'] = preamble.map(({ no }) => ({ row: no, reason: skipNames.preamble }));
  const shown: Preview['rows'] = [];
  const shownCells: (readonly string[])[] = [];
  for (const { no, cells } of rows) {
    const sorted = sorter.take(no, cells);
    if (sorted.kind === 'skipped') skipped.push({ row: no, reason: ledgerSkipNames[sorted.reason] });
    else if (shown.length < shownRows) {
      shown.push({ row: no, values: valuesOf(cells, plan.mapping, sorted) });
      shownCells.push(cells);
    } else break;
  }
  return { rows: shown, skipped: skipped.slice(0, mostSkipped), shownCells };
};

/** The first rows of a ledger as they are read, and what should be known of all of it. @source R13.1 */
export const ledgerPreviewOf = (name: string, { seen, plan, survey, workbook }: LedgerPreviewPiece): Preview => {
  const { head, rows } = seen;
  const sheets = wireSheetsOf(workbook);
  const { shownCells, ...first } = firstRowsOf(seen, plan);
  // Beside the first rows that are shown.
  const sampled = shownCells.length > 0 ? shownCells : rows.map(({ cells }) => cells);
  const { mapping, source, fault } = plan;
  return {
    name,
    shape: shapeOfHead(head.cells),
    headRow: head.no,
    columns: head.cells.map((_, column) => ({
      column,
      name: columnName(head.cells, column),
      samples: sampled.slice(0, 3).map((cells) => shownText(cells[column]?.trim() ?? '')),
    })),
    mapping: wireMappingOf(mapping, head.cells),
    ...(source !== undefined && { source }),
    ...(fault !== null && { fault }),
    ...first,
    ...(survey !== undefined && {
      survey: wireSurveyOf(survey, ledgerSkipNames),
      unknownSides: [...survey.unknownSides],
    }),
    notes: [...workbookNotes(workbook), ...surveyNotes(survey), ...ledgerNotesOf(seen, mapping)],
    ...(sheets !== undefined && { sheets }),
  };
};
