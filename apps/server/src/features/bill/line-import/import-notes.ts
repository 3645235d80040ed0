import type { Output } from '@ronghui/contract';
import { type ColumnMapping, lineFields, lineSides, moneyUnitOf, paymentColumn } from '@ronghui/domain/line-import';
import { columnName, fenOfText, samplesOf, saysFailure, shownText, unitOfFile } from '@ronghui/domain/table';
import { linesAbove } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { groupNotes, sheetNotes, sideColumnOf, unitNotes } from '#kernel/files/table-preview';

type Notes = NonNullable<Output<'ops.lineImport.preview'>['notes']>;

const mostNamed = 6;

const columnOf = (source: ColumnMapping[keyof ColumnMapping]): number | undefined =>
  source !== undefined && 'column' in source ? source.column : undefined;

/** The columns that stand for nothing and have something in them. */
const unusedOf = ({ head, rows }: SeenTable, mapping: ColumnMapping) => {
  const used = new Set(lineFields.map((field) => columnOf(mapping[field])));
  const cells = rows.map((row) => row.cells);
  return head.cells.flatMap((_, column) => {
    const name = columnName(head.cells, column);
    const samples = samplesOf(cells, column);
    return used.has(column) || name === '' || samples.length === 0
      ? []
      : [{ column, name: shownText(name).slice(0, 20), samples }];
  });
};

type Unused = ReturnType<typeof unusedOf>[number];
/** A column that says what rows are, and what is to be known of it. */
interface Spoken {
  readonly column: Unused;
  readonly notes: Notes;
}

const named = (text: string): Notes => [{ kind: 'note', text: `${text}的行不作明细，按读不出的行列出` }];

/** The column of sides: by one that its head names rows are no lines; one that only its content shows is asked about. */
const sidesOf = ({ head }: SeenTable, mapping: ColumnMapping, unused: readonly Unused[]): Spoken | undefined => {
  const sides = lineSides(head.cells, mapping);
  const own = unused.find(({ column }) => column === sides?.column);
  if (sides !== null && own !== undefined) {
    const isFaulty = own.samples.some((text) => sides.faultOf(text, 1) !== null);
    return { column: own, notes: isFaulty ? named(`“${own.name}”写明不是收入`) : [] };
  }
  const column = sideColumnOf(unused);
  if (column === undefined) return undefined;
  const text = `“${column.name}”像是收/支的列，明细不分收支：所有金额都按正数导入`;
  return { column, notes: [{ kind: 'question', about: 'sides', text }] };
};

/** The column of states, where one says that something failed. */
const stateOf = ({ head }: SeenTable, unused: readonly Unused[], isOfMoney: boolean): Spoken | undefined => {
  const payment = isOfMoney ? paymentColumn(head.cells) : undefined;
  const column =
    unused.find((each) => each.column === payment) ?? unused.find(({ name }) => /状态|status/iu.test(name));
  const failure = column?.samples.find(saysFailure);
  if (column === undefined || failure === undefined) return undefined;
  if (column.column === payment) return { column, notes: named(`“${column.name}”写明没有成功`) };
  const text = `“${column.name}”里有“${shownText(failure).slice(0, 20)}”，没有成功的也会导入`;
  return { column, notes: [{ kind: 'question', about: 'status', text }] };
};

/** What a file's head and first rows say that is counted with, what is not used, and what they leave open. @source R11.6 */
export const lineNotesOf = (seen: SeenTable, mapping: ColumnMapping): Notes => {
  const unit = moneyUnitOf(mapping);
  const unused = unusedOf(seen, mapping);
  const notes: Notes = [];
  const amount = columnOf(mapping.loanAmount);
  const ofFile = amount === undefined ? undefined : unitOfFile(seen.head.cells[amount] ?? '', linesAbove(seen));
  if (amount !== undefined) notes.push(...unitNotes(ofFile, unit), ...sheetNotes(seen));
  const cells = seen.rows.map((row) => row.cells);
  const isUnsigned =
    amount !== undefined && samplesOf(cells, amount).every((text) => (fenOfText(text, unit) ?? 0) >= 0);
  const sides = isUnsigned ? sidesOf(seen, mapping, unused) : undefined;
  const state = stateOf(seen, unused, amount !== undefined);
  notes.push(...(sides?.notes ?? []), ...(state?.notes ?? []));
  notes.push(...groupNotes(seen.head, [amount], unused));
  const isAmount = (name: string): boolean => /金额|amount/iu.test(name);
  // What may be money is named first.
  const others = unused
    .filter((each) => each !== sides?.column && each !== state?.column)
    .toSorted((one, other) => Number(isAmount(other.name)) - Number(isAmount(one.name)));
  if (others.length > 0) {
    const names = others.slice(0, mostNamed).map(({ name }) => `“${name}”`);
    const more = others.length > mostNamed ? `等 ${others.length} 列` : '';
    notes.push({ kind: 'note', text: `没有使用的列：${names.join('、')}${more}` });
  }
  return notes;
};
