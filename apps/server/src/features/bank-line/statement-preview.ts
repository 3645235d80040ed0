import type { Output } from '@ronghui/contract';
import { type BankField, bankFields } from '@ronghui/domain/bank-line';
import { yuanText } from '@ronghui/domain/money';
import { cellText, columnName, RowSorter, shownText, skipNames, unitOfFile } from '@ronghui/domain/table';
import { linesAbove } from '#kernel/files/reading/table-body';
import {
  sheetNotes,
  surveyNotes,
  unitNotes,
  wireSheetsOf,
  wireSurveyOf,
  workbookNotes,
} from '#kernel/files/table-preview';
import { wireMappingOf } from './mapping-of.ts';
import { sortingOf } from './statement-reader.ts';
import { type StatementPreviewPiece, statementSkipNames } from './statement-table.ts';

type Preview = Omit<Output<'ops.bankLine.preview'>, 'file' | 'refused' | 'refusedRows'>;

const shownRows = 20;
const mostSkipped = 60;

/** The first rows, those that count and those that do not, with the cells of those that count. */
const firstRowsOf = ({ seen, plan }: StatementPreviewPiece) => {
  const sorter = new RowSorter(sortingOf(seen, plan));
  const { columns } = plan.mapping;
  const skipped: Preview['skipped'] = seen.preamble.map(({ no }) => ({ row: no, reason: skipNames.preamble }));
  const rows: Preview['rows'] = [];
  const shownCells: (readonly string[])[] = [];
  for (const { no, cells } of seen.rows) {
    const sorted = sorter.take(no, cells);
    if (sorted.kind === 'skipped') {
      skipped.push({ row: no, reason: statementSkipNames[sorted.reason] });
      continue;
    }
    if (rows.length >= shownRows) break;
    const faults = sorted.kind === 'faulty' ? sorted.faults : [];
    const read: Partial<Record<BankField, string>> =
      sorted.kind === 'row'
        ? {
            occurredOn: sorted.row.occurredOn,
            ...(columns.amount !== undefined && { amount: yuanText(sorted.row.amount) }),
          }
        : {};
    const values = bankFields.flatMap((field) => {
      const column = columns[field];
      const fault = faults.find((each) => each.field === field)?.reason;
      if (column === undefined && fault === undefined) return [];
      const text = read[field] ?? (column === undefined ? '' : cellText(cells[column] ?? ''));
      return [{ field, text: shownText(text), ...(fault !== undefined && { fault }) }];
    });
    rows.push({ row: no, values });
    shownCells.push(cells);
  }
  return { rows, skipped: skipped.slice(0, mostSkipped), shownCells };
};

/** The first rows of a statement as they are read, and what should be known of all of it. @source receipts 2.1 */
export const statementPreviewOf = (piece: StatementPreviewPiece): Preview => {
  const { seen, plan, survey, workbook } = piece;
  const { head } = seen;
  const { mapping, recalledFrom, fault } = plan;
  const { shownCells, ...first } = firstRowsOf(piece);
  const sampled = shownCells.length > 0 ? shownCells : seen.rows.map(({ cells }) => cells);
  const sheets = wireSheetsOf(workbook);
  const money = mapping.columns.amount ?? mapping.columns.amountIn ?? mapping.columns.amountOut;
  const named = money === undefined ? undefined : unitOfFile(head.cells[money] ?? '', linesAbove(seen));
  return {
    headRow: head.no,
    columns: head.cells.map((_, column) => ({
      column,
      name: columnName(head.cells, column),
      samples: sampled.slice(0, 3).map((cells) => shownText(cells[column]?.trim() ?? '')),
    })),
    mapping: wireMappingOf(mapping, head.cells),
    ...(recalledFrom !== undefined && { recalledFrom }),
    ...(fault !== null && { fault }),
    ...first,
    ...(survey !== undefined && { survey: wireSurveyOf(survey, statementSkipNames) }),
    notes: [
      ...workbookNotes(workbook),
      ...surveyNotes(survey),
      ...unitNotes(named, mapping.unit),
      ...(mapping.columns.currency === undefined ? sheetNotes(seen) : []),
    ],
    ...(sheets !== undefined && { sheets }),
  };
};
