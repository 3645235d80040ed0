import type { Output } from '@ronghui/contract';
import { type ColumnMapping, lineFields, moneyUnitOf } from '@ronghui/domain/line-import';
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

/** What a file's head and first rows say that is counted with, what is not used, and what they leave open. @source R11.6 */
export const lineNotesOf = (seen: SeenTable, mapping: ColumnMapping): Notes => {
  const unit = moneyUnitOf(mapping);
  const unused = unusedOf(seen, mapping);
  const notes: Notes = [];
  const amount = columnOf(mapping.loanAmount);
  const named = amount === undefined ? undefined : unitOfFile(seen.head.cells[amount] ?? '', linesAbove(seen));
  if (amount !== undefined) notes.push(...unitNotes(named, unit), ...sheetNotes(seen));
  const cells = seen.rows.map((row) => row.cells);
  const isUnsigned =
    amount !== undefined && samplesOf(cells, amount).every((text) => (fenOfText(text, unit) ?? 0) >= 0);
  const side = isUnsigned ? sideColumnOf(unused) : undefined;
  if (side !== undefined) {
    const text = `“${side.name}”像是收/支的列，明细不分收支：所有金额都按正数导入`;
    notes.push({ kind: 'question', about: 'sides', text });
  }
  const status = unused.find(({ name }) => /状态|status/iu.test(name));
  const failure = status?.samples.find(saysFailure);
  if (status !== undefined && failure !== undefined) {
    const text = `“${status.name}”里有“${shownText(failure).slice(0, 20)}”，没有成功的也会导入`;
    notes.push({ kind: 'question', about: 'status', text });
  }
  notes.push(...groupNotes(seen.head, [amount], unused));
  const isAmount = (name: string): boolean => /金额|amount/iu.test(name);
  // What may be money is named first.
  const others = unused
    .filter((each) => each !== side && (failure === undefined || each !== status))
    .toSorted((one, other) => Number(isAmount(other.name)) - Number(isAmount(one.name)));
  if (others.length > 0) {
    const names = others.slice(0, mostNamed).map(({ name }) => `“${name}”`);
    const more = others.length > mostNamed ? `等 ${others.length} 列` : '';
    notes.push({ kind: 'note', text: `没有使用的列：${names.join('、')}${more}` });
  }
  return notes;
};
