import { type Fen, fen } from '@ronghui/domain/money';
import {
  fenOfText,
  foreignCurrency,
  type MoneyUnit,
  moneyUnitNames,
  mostAre,
  type SkipReason,
  type SurveyedTable,
  shownText,
  sideOfText,
} from '@ronghui/domain/table';
import type { Heading, HeadRow } from './reading/table-body.ts';
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

const note = (text: string) => ({ kind: 'note' as const, text: shownText(text) });
const asked = (text: string) => ({ kind: 'question' as const, text: shownText(text) });

/** What of the rows of a file is counted in one way and might be meant in another. */
export const surveyNotes = (survey: SurveyedTable<string, unknown> | undefined) => {
  if (survey === undefined) return [];
  const { givenBack, leftOutReasons } = survey;
  const doubtful = leftOutReasons.find(({ reason }) => reason === 'afterSums');
  const numbered = leftOutReasons.find(({ reason }) => reason === 'numberedSums');
  return [
    ...(givenBack.first === null
      ? []
      : [asked(`支出里有 ${counted(givenBack.rows)} 行带负号（如第 ${givenBack.first} 行），按冲回支出计入，请核对`)]),
    ...(doubtful === undefined
      ? []
      : [asked(`汇总之后有 ${counted(doubtful.rows)} 行有日期和金额、没有编号，没有计入，请核对`)]),
    ...(numbered === undefined
      ? []
      : [asked(`有 ${counted(numbered.rows)} 行有编号、日期和金额，却写着合计或余额，没有计入，请核对`)]),
  ];
};

const counted = (rows: number): string => rows.toLocaleString('en-US');

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

/** A sheet whose name speaks of another currency: what its amounts are in is asked. */
export const sheetNotes = ({ sheet = '' }: Pick<Heading, 'sheet'>) => {
  const code = foreignCurrency(sheet);
  return code === null ? [] : [asked(`工作表名${quoted({ name: sheet })}里有 ${code}，金额按人民币读取，请核对`)];
};

/** A column that stands for nothing, with what the first rows have in it. */
export interface UnusedColumn {
  readonly column: number;
  readonly name: string;
  readonly samples: readonly string[];
}

const ofSides = /[收付支借贷]|方向|来往|debit|credit|^dr|^cr/iu;

/** The column that says on which side amounts are: by its name or because both sides occur; one word alone may be a state (`paid`). */
export const sideColumnOf = <Column extends Pick<UnusedColumn, 'name' | 'samples'>>(
  unused: readonly Column[],
): Column | undefined =>
  unused.find(({ name, samples }) => {
    if (samples.length === 0 || !mostAre(samples, (text) => sideOfText(text) !== null)) return false;
    const sides = new Set(samples.map(sideOfText));
    return ofSides.test(name) || (sides.has('in') && sides.has('out'));
  });

/** What says of an entry that it goes the other way than those beside it: `退货` among `消费`, `提现` among `充值`. */
const otherWay =
  /退(?:款|货|费|回|单|票|$)|冲[正销账红]|红冲|撤销|提现|支出|转出|支取|取款|扣款|refund|reversal|charge ?back|withdraw/iu;
const longestKind = 10;

/** The column by whose kinds some amounts go the other way than others, and the first such kind. */
export const kindColumnOf = <Column extends Pick<UnusedColumn, 'name' | 'samples'>>(
  unused: readonly Column[],
): { readonly column: Column; readonly kind: string } | undefined => {
  for (const column of unused) {
    const { name, samples } = column;
    const kind = samples.find((text) => otherWay.test(text));
    // States are asked about elsewhere, and a long text is no kind.
    if (kind === undefined || /状态|status/iu.test(name) || samples.some((text) => text.length > longestKind)) continue;
    if (samples.some((text) => !otherWay.test(text))) return { column, kind: shownText(kind) };
  }
  return undefined;
};

/** What stands under the same upper name as the chosen amounts and does not count: principal and interest under one name are two amounts. */
export const groupNotes = (
  { groups = [] }: HeadRow,
  money: readonly (number | undefined)[],
  unused: readonly UnusedColumn[],
) => {
  const chosen = new Set(money.map((column) => (column === undefined ? '' : (groups[column] ?? ''))));
  const others = unused.filter(({ column, name, samples }) => {
    const group = groups[column] ?? '';
    const isOther = group !== '' && chosen.has(group) && !/余额|结余|结存|笔数|数量|税/u.test(name);
    return isOther && samples.some((text) => (fenOfText(text) ?? 0) !== 0);
  });
  return others
    .slice(0, mostRepeated)
    .map(({ name }) => asked(`“${name.slice(0, 40)}”与所选的金额在同一个表头之下，没有计入，请核对`));
};

/** What a person should know of a workbook beside its rows. */
export const workbookNotes = (facts: WorkbookFacts | undefined) => {
  if (facts === undefined) return [];
  const { formulaCells, hiddenRows, sheet, alsoRead = [], otherSheets = [], sheetRows = [] } = facts;
  const others = otherSheets.filter(({ hasRows, isHidden }) => hasRows && !isHidden);
  const read = sheet === undefined ? [] : [sheet, ...alsoRead];
  const withRows = read.map((each, at) => `${quoted(each)}${rowsText(sheetRows[at])}`);
  const repeated = alsoRead.filter((each) => each.repeated > 0);
  const why = (reason: string, words: string) => {
    const of = others.filter((each) => each.why === reason);
    return of.length === 0 ? [] : [`${someOf(of.map(quoted), 50)}${words}`];
  };
  const reasons = [...why('terms', '单位或币种不同'), ...why('repeats', '与已读的行重复')];
  return [
    ...(formulaCells === 0 ? [] : [note(`${counted(formulaCells)} 个单元格是公式，按文件里存的结果读取`)]),
    ...(hiddenRows === 0 ? [] : [note(`${counted(hiddenRows)} 行在表格里是隐藏或被筛掉的，也已读取`)]),
    ...(alsoRead.length === 0
      ? []
      : [note(`表头相同的 ${read.length} 张工作表一并读取：${someOf(withRows, 120)}，行号接在前一张之后`)]),
    ...repeated
      .map(({ repeated: rows, ...each }) =>
        asked(`工作表${quoted(each)}有 ${counted(rows)} 行与前面工作表的行相同，都已计入，请核对是否重复`),
      )
      .slice(0, mostRepeated),
    ...(sheet === undefined || others.length === 0
      ? []
      : [
          asked(
            `只读取工作表${quoted(sheet)}${read.length === 1 ? '' : `等 ${read.length} 张`}，另有 ${others.length} 张工作表有内容${reasons.length === 0 ? '' : `：${reasons.join('，')}`}`,
          ),
        ]),
  ];
};

const mostRepeated = 3;
const quoted = ({ name }: { readonly name: string }): string => `“${shownText(name).slice(0, 20)}”`;
const rowsText = (rows: number | undefined): string => (rows === undefined ? '' : ` ${counted(rows)} 行`);

/** The first of some words that fit, and how many there are. */
const someOf = (words: readonly string[], most: number): string => {
  let [text, shown] = ['', 0];
  for (const word of words) {
    if (shown > 0 && text.length + word.length > most) return `${text}等 ${words.length} 张`;
    text += `${shown === 0 ? '' : '、'}${word}`;
    shown += 1;
  }
  return text;
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
