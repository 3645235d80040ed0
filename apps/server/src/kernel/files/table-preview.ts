import { type Fen, fen } from '@ronghui/domain/money';
import { type MoneyUnit, moneyUnitNames, type SkipReason, type SurveyedTable, shownText } from '@ronghui/domain/table';
import type { WorkbookFacts } from './reading/xlsx-rows.ts';

/** What should be known of a whole file, as a preview has it; the reasons are in words. */
export const wireSurveyOf = <Field extends string, Own extends string>(
  {
    faulty,
    leftOut,
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
  sums: [...sums],
});

const amountOf = (amount: Fen | null): { readonly amount?: Fen } => (amount === null ? {} : { amount });

/** What a person should know of the unit that amounts are read in, and of what the file itself names. */
export const unitNotes = (
  named: MoneyUnit | undefined,
  unit: MoneyUnit,
): { kind: 'note' | 'question'; text: string }[] => {
  const name = moneyUnitNames[unit];
  if (named !== undefined && named !== unit)
    return [{ kind: 'question', text: `文件写明单位是“${moneyUnitNames[named]}”，现在按“${name}”读取，请核对` }];
  if (unit === 'yuan') return [];
  return named === undefined
    ? [{ kind: 'question', text: `文件没有写明单位，金额按“${name}”换算为元，请核对` }]
    : [{ kind: 'note', text: `单位：${name}，已换算为元` }];
};

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
