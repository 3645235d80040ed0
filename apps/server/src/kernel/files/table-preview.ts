import { type Fen, fen } from '@ronghui/domain/money';
import { type SkipReason, type SurveyedTable, shownText } from '@ronghui/domain/table';
import type { WorkbookFacts } from './reading/xlsx-rows.ts';

/** What should be known of a whole file, as a preview has it; the reasons are in words. */
export const wireSurveyOf = <Field extends string, Own extends string>(
  {
    faulty,
    leftOut,
    leftOutReasons,
    sums,
    income,
    expense,
    ...counts
  }: SurveyedTable<Own, { readonly field: Field; readonly text: string; readonly reason: string }> & {
    readonly income: number;
    readonly expense: number;
  },
  skipNames: Readonly<Record<SkipReason | Own, string>>,
) => ({
  rows: counts.rows,
  faultyRows: counts.faultyRows,
  leftOutRows: counts.leftOutRows,
  isComplete: counts.isComplete,
  income: fen(income),
  expense: fen(expense),
  faulty: faulty.map(({ row, cells, faults }) => ({
    row,
    cells: [...cells],
    faults: faults.map(({ field, text, reason }) => ({ field, text: shownText(text), reason })),
  })),
  leftOut: leftOut.map(({ row, reason, cells, amount, canTakeIn }) => ({
    row,
    reason: skipNames[reason],
    cells: [...cells],
    ...amountOf(amount),
    canTakeIn,
  })),
  leftOutReasons: leftOutReasons.map(({ reason, rows, amount }) => ({
    reason: skipNames[reason],
    rows,
    ...(amount !== null && { amount: fen(amount) }),
  })),
  sums: [...sums],
});

/** What of the rows of a file is counted in one way and might be meant in another. */
export const surveyNotes = (survey: SurveyedTable<string, unknown> | undefined) => {
  const asked = (text: string) => ({ kind: 'question' as const, text });
  if (survey === undefined) return [];
  const { givenBack, leftOutReasons } = survey;
  const doubtful = leftOutReasons.find(({ reason }) => reason === 'afterSums');
  return [
    ...(givenBack.first === null
      ? []
      : [asked(`支出里有 ${counted(givenBack.rows)} 行带负号（如第 ${givenBack.first} 行），按冲回支出计入，请核对`)]),
    ...(doubtful === undefined
      ? []
      : [asked(`汇总之后有 ${counted(doubtful.rows)} 行有日期和金额、没有编号，没有计入，请核对`)]),
  ];
};

const counted = (rows: number): string => rows.toLocaleString('en-US');

const amountOf = (amount: Fen | null): { readonly amount?: Fen } => (amount === null ? {} : { amount });

/** What a person should know of a workbook beside its rows. */
export const workbookNotes = (facts: WorkbookFacts | undefined) => {
  const note = (text: string) => ({ kind: 'note' as const, text });
  if (facts === undefined) return [];
  const { formulaCells, hiddenRows, sheet, alsoRead = [], otherSheets = [] } = facts;
  const others = otherSheets.filter(({ hasRows, isHidden }) => hasRows && !isHidden);
  return [
    ...(formulaCells === 0
      ? []
      : [note(`${formulaCells.toLocaleString('en-US')} 个单元格是公式，按文件里存的结果读取`)]),
    ...(hiddenRows === 0 ? [] : [note(`${hiddenRows.toLocaleString('en-US')} 行在表格里是隐藏或被筛掉的，也已读取`)]),
    ...(alsoRead.length === 0
      ? []
      : [
          note(
            `表头相同的工作表一并读取：${alsoRead
              .map(({ name }) => `“${shownText(name).slice(0, 20)}”`)
              .join('、')
              .slice(0, 120)}，行号接在前一张之后`,
          ),
        ]),
    ...(sheet === undefined || others.length === 0
      ? []
      : [
          {
            kind: 'question' as const,
            text: `只读取工作表“${shownText(sheet.name).slice(0, 40)}”，另有 ${others.length} 张工作表有内容`,
          },
        ]),
  ];
};

/** The sheets of a workbook that has several, in the order of their tabs. */
export const wireSheetsOf = (facts: WorkbookFacts | undefined) => {
  const { sheet, alsoRead = [], otherSheets = [] } = facts ?? {};
  if (sheet === undefined || otherSheets.length + alsoRead.length === 0) return undefined;
  const read = { at: sheet.at, name: shownText(sheet.name), isRead: true, hasRows: true, isHidden: false };
  const others = otherSheets.map(({ at, name, hasRows, isHidden }) => ({
    at,
    name: shownText(name),
    isRead: false,
    hasRows,
    isHidden,
  }));
  const alike = alsoRead.map(({ at, name }) => ({ ...read, at, name: shownText(name) }));
  return [read, ...alike, ...others].toSorted((a, b) => a.at - b.at).slice(0, 255);
};
