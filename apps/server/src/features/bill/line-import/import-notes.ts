import type { Output } from '@ronghui/contract';
import { type ColumnMapping, lineFields, lineSides, moneyUnitOf, paymentColumn } from '@ronghui/domain/line-import';
import {
  agreedSides,
  columnName,
  fenOfText,
  samplesOf,
  samplesOfAll,
  saysFailure,
  shownText,
  sideOfText,
  unitOfFile,
} from '@ronghui/domain/table';
import { linesAbove } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { groupNotes, kindColumnOf, sheetNotes, sideColumnOf, unitNotes } from '#kernel/files/table-preview';

type Notes = NonNullable<Output<'ops.lineImport.preview'>['notes']>;

const mostNamed = 6;
const mostStates = 3;

const columnOf = (source: ColumnMapping[keyof ColumnMapping]): number | undefined =>
  source !== undefined && 'column' in source ? source.column : undefined;

/** The columns that stand for nothing and have something in them. */
const unusedOf = (seen: SeenTable, mapping: ColumnMapping) => {
  const { head } = seen;
  const used = new Set(lineFields.map((field) => columnOf(mapping[field])));
  return head.cells.flatMap((_, column) => {
    const name = columnName(head.cells, column);
    const samples = samplesOfAll(seen, column);
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

/** The column of sides: by one that its head names rows are no lines; one that only its content shows is asked about, where amounts have no sign. */
const sidesOf = (
  { head }: SeenTable,
  mapping: ColumnMapping,
  { unused, isUnsigned }: { readonly unused: readonly Unused[]; readonly isUnsigned: boolean },
): Spoken | undefined => {
  const sides = lineSides(head.cells, mapping);
  const own = unused.find(({ column }) => column === sides?.column);
  if (sides !== null && own !== undefined) {
    if (own.samples.some((text) => sides.faultOf(text, 1) !== null))
      return { column: own, notes: named(`“${own.name}”写明不是收入`) };
    // Words of sides are known below any head; signs and numbers only below one that says nothing else.
    const isKnown = own.samples.every((text) => text !== '+' && sideOfText(text) !== null);
    if (sides.isExact || isKnown) return { column: own, notes: [] };
  }
  if (!isUnsigned) return undefined;
  const column =
    sideColumnOf(unused) ?? (own !== undefined && agreedSides(own.samples) !== undefined ? own : undefined);
  if (column === undefined) {
    const other = kindColumnOf(unused);
    if (other === undefined) return undefined;
    const text = `“${other.column.name}”里有“${other.kind}”，明细不分收支：所有金额都按正数导入`;
    return { column: other.column, notes: [{ kind: 'question', about: 'sides', text }] };
  }
  const text = `“${column.name}”像是收/支的列，明细不分收支：所有金额都按正数导入`;
  return { column, notes: [{ kind: 'question', about: 'sides', text }] };
};

/** The columns of states, where one says that something failed: by that of payments rows are no lines, others are asked about. */
const statesOf = ({ head }: SeenTable, unused: readonly Unused[], isOfMoney: boolean): readonly Spoken[] => {
  const payment = isOfMoney ? paymentColumn(head.cells) : undefined;
  const states = unused.flatMap((column): Spoken[] => {
    const failure = column.samples.find(saysFailure);
    if (failure === undefined) return [];
    if (column.column === payment) return [{ column, notes: named(`“${column.name}”写明没有成功`) }];
    if (!/状态|status/iu.test(column.name)) return [];
    const text = `“${column.name}”里有“${shownText(failure).slice(0, 20)}”，没有成功的也会导入`;
    return [{ column, notes: [{ kind: 'question', about: 'status', text }] }];
  });
  return states.slice(0, mostStates);
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
  const sides = amount === undefined ? undefined : sidesOf(seen, mapping, { unused, isUnsigned });
  const states = statesOf(seen, unused, amount !== undefined);
  const spoken = [...(sides === undefined ? [] : [sides]), ...states];
  notes.push(...spoken.flatMap((each) => each.notes));
  notes.push(...groupNotes(seen.head, [amount], unused));
  const isAmount = (name: string): boolean => /金额|amount/iu.test(name);
  // What may be money is named first.
  const others = unused
    .filter((each) => spoken.every(({ column }) => column !== each))
    .toSorted((one, other) => Number(isAmount(other.name)) - Number(isAmount(one.name)));
  if (others.length > 0) {
    const names = others.slice(0, mostNamed).map(({ name }) => `“${name}”`);
    const more = others.length > mostNamed ? `等 ${others.length} 列` : '';
    notes.push({ kind: 'note', text: `没有使用的列：${names.join('、')}${more}` });
  }
  return notes;
};
