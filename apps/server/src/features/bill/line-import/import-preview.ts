import type { Output } from '@ronghui/contract';
import {
  type ColumnMapping,
  type ImportedLine,
  type LineField,
  lineFields,
  lineReader,
  maskedName,
  type ReadRow,
} from '@ronghui/domain/line-import';
import { fen, ownRateText, rateOf, yuanText } from '@ronghui/domain/money';
import { cellText, columnName, RowSorter, shownText, skipNames } from '@ronghui/domain/table';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { surveyNotes, wireSheetsOf, wireSurveyOf, workbookNotes } from '#kernel/files/table-preview';
import { lineNotesOf } from './import-notes.ts';
import { recognisedLines, sortingOf } from './import-plan.ts';
import { type LinePlan, type LinePreviewPiece, tooMuch } from './import-table.ts';
import { wireMappingOf } from './mapping-of.ts';

type Preview = Output<'ops.lineImport.preview'>;

const yuanOf = (amount: number | null): string => (amount === null ? '' : yuanText(fen(amount)));
/** A line's own rate: of its amount, or the price of a unit where it counts them. */
const rateText = ({ rateMillionths, quantity, unit }: ImportedLine): string =>
  rateMillionths === null ? '' : ownRateText(rateOf(rateMillionths, 'millionths'), quantity === null ? null : unit);

type ReadValues = Readonly<Record<LineField, string>>;

const valuesOf = (
  cells: readonly string[],
  read: ReadRow,
  mapping: ColumnMapping,
): Preview['rows'][number]['values'] => {
  const raw = (field: LineField): string => {
    const source = mapping[field];
    if (source === undefined) return '';
    return 'value' in source ? source.value : cellText(cells[source.column] ?? '');
  };
  const line = read.kind === 'row' ? read.row : undefined;
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
  const faults = read.kind === 'row' ? [] : read.faults;
  return lineFields
    .filter((field) => mapping[field] !== undefined || faults.some((fault) => fault.field === field))
    .map((field) => {
      const fault = faults.find((each) => each.field === field)?.reason;
      // Personal data is masked as it will be stored.
      const text = field === 'borrower' && line === undefined ? '' : (texts[field] ?? raw(field));
      return { field, text: shownText(text), ...(fault !== undefined && { fault }) };
    });
};

const shownRows = 20;
const mostSkipped = 60;
const mostSamples = 3;

/**
 * The first rows, those that count and those that do not, with the cells of the first that count. Where none does, as long as the columns of day and
 * amount are not known, the cells of the first others are there to choose the columns by.
 */
const firstRowsOf = (seen: SeenTable, { mapping, choices }: LinePlan) => {
  const { head, preamble, rows } = seen;
  const sorter = new RowSorter(sortingOf(seen, mapping, choices));
  const read = lineReader(head.cells, mapping);
  const skipped: Preview['skipped'] = preamble.map(({ no }) => ({ row: no, reason: skipNames.preamble }));
  const shown: Preview['rows'] = [];
  const samples: (readonly string[])[] = [];
  const skippedSamples: (readonly string[])[] = [];
  for (const { no, cells } of rows) {
    const sorted = sorter.take(no, cells);
    if (sorted.kind === 'skipped') {
      skipped.push({ row: no, reason: skipNames[sorted.reason] });
      if (skippedSamples.length < mostSamples) skippedSamples.push(cells);
    } else if (shown.length < shownRows) {
      shown.push({ row: no, values: valuesOf(cells, read(cells), mapping) });
      if (samples.length < mostSamples) samples.push(cells);
    } else break;
  }
  return {
    first: { rows: shown, skipped: skipped.slice(0, mostSkipped) },
    samples: samples.length > 0 ? samples : skippedSamples,
  };
};

/** What should be known of the whole file; a name that is at fault is masked as all are. */
const surveyOf = (survey: NonNullable<LinePreviewPiece['survey']>): Pick<Preview, 'survey' | 'doubts'> => {
  const { outside, repeated } = survey;
  const faulty = survey.faulty.map(({ faults, ...row }) => ({
    ...row,
    faults: faults.map((fault) => (fault.field === 'borrower' ? { ...fault, text: maskedName(fault.text) } : fault)),
  }));
  return {
    survey: wireSurveyOf({ ...survey, faulty }, skipNames),
    doubts: {
      outside: { rows: outside.rows, first: [...outside.first] },
      repeated: { rows: repeated.rows, first: [...repeated.first] },
    },
  };
};

/** The first rows of a file as they are read, and what should be known of all of it. @source R11.6 */
export const previewOf = ({ seen, plan, survey, workbook }: LinePreviewPiece): Preview => {
  const { head } = seen;
  const sheets = wireSheetsOf(workbook);
  const { mapping, recalledFrom } = plan;
  const { first, samples } = firstRowsOf(seen, plan);
  const names = new Set(
    [recognisedLines(seen), mapping].map(({ borrower }) =>
      borrower !== undefined && 'column' in borrower ? borrower.column : undefined,
    ),
  );
  const isTooMuch = survey?.tooMuchAt != null;
  const fault = isTooMuch ? ({ field: 'loanAmount', message: tooMuch(survey.tooMuchAt) } as const) : plan.fault;
  const columns = head.cells.map((_, column) => ({
    column,
    name: columnName(head.cells, column),
    samples: samples.map((cells) => {
      const text = shownText(cells[column]?.trim() ?? '');
      return text !== '' && names.has(column) ? maskedName(text) : text;
    }),
  }));
  return {
    headRow: head.no,
    columns,
    mapping: [...wireMappingOf(mapping, head.cells)],
    ...(recalledFrom !== undefined && { recalledFrom }),
    ...(fault !== null && { fault }),
    ...first,
    ...(survey !== undefined && !isTooMuch && surveyOf(survey)),
    notes: [...workbookNotes(workbook), ...surveyNotes(survey), ...lineNotesOf(seen, mapping)],
    ...(sheets !== undefined && { sheets }),
  };
};
