import type { Output } from '@ronghui/contract';
import { type LedgerField, type LedgerMapping, ledgerFields } from '@ronghui/domain/recon';
import { columnName, fenOfText, mostAre, samplesOf, samplesOfAll, shownText, unitOfFile } from '@ronghui/domain/table';
import { linesAbove } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { groupNotes, kindColumnOf, sheetNotes, sideColumnOf, unitNotes } from '#kernel/files/table-preview';

type Notes = NonNullable<Output<'recon.preview'>['notes']>;

const note = (text: string): Notes[number] => ({ kind: 'note', text: shownText(text) });
const asked = (text: string): Notes[number] => ({ kind: 'question', text: shownText(text) });

const sideNames = { in: '收入', out: '支出', neutral: '不计收支' } as const;

const moneyFields: readonly LedgerField[] = ['amount', 'amountIn', 'amountOut', 'refund'];

/** The columns that stand for nothing, with what is in them. */
const unusedOf = (seen: SeenTable, { columns }: LedgerMapping) => {
  const { head } = seen;
  const used = new Set(ledgerFields.map((field) => columns[field]));
  return head.cells.flatMap((_, column) => {
    const name = columnName(head.cells, column);
    return used.has(column) || name === '' ? [] : [{ column, name, samples: samplesOfAll(seen, column) }];
  });
};

/** Whether the amounts say nothing of their side: none has a sign, and no column does. */
const hasNoSide = ({ rows }: SeenTable, { columns, unit }: LedgerMapping): boolean => {
  const { amount, flow } = columns;
  if (amount === undefined || flow !== undefined) return false;
  const cells = rows.map((row) => row.cells);
  return samplesOf(cells, amount).every((text) => (fenOfText(text, unit) ?? 0) >= 0);
};

/** What a file's head and first rows say that is counted with, and what they leave open. @source R13.1 */
export const ledgerNotesOf = (seen: SeenTable, mapping: LedgerMapping): Notes => {
  const { columns, unit, dayOrder, sign, sides } = mapping;
  const notes: Notes = [];
  const money = columns.amount ?? columns.amountIn ?? columns.amountOut;
  const named = money === undefined ? undefined : unitOfFile(seen.head.cells[money] ?? '', linesAbove(seen));
  notes.push(...unitNotes(named, unit));
  if (columns.currency === undefined) notes.push(...sheetNotes(seen));
  if (dayOrder === 'serial')
    notes.push(note(`日期是表格软件的序列号，已换算${seen.is1904 === true ? '（从 1904 年起算）' : ''}`));
  if (sign === 'reversed') notes.push(note('金额的正负已反过来'));
  if (sides !== undefined) {
    const text = `收/支：${sides.map(({ value, side }) => `“${value}”为${sideNames[side]}`).join('，')}`;
    notes.push({ ...note(text), about: 'sides' });
  }
  if (columns.refund !== undefined) notes.push(note('退款金额已从金额中减去'));
  if (columns.status !== undefined) notes.push(note('没有成功的交易不计入'));
  if (columns.reference === undefined) notes.push(asked('没有认出“业务编号”的列：只能按日期和金额核对'));
  const unused = unusedOf(seen, mapping);
  if (hasNoSide(seen, mapping)) {
    const side = sideColumnOf(unused);
    if (side !== undefined) {
      const text = `“${side.name}”像是收/支的列，还没有使用：金额都没有正负号，请选择`;
      notes.push({ ...asked(text), about: 'sides' });
    } else {
      const other = kindColumnOf(unused);
      if (other !== undefined) {
        const text = `“${other.column.name}”里有“${other.kind}”，金额却都没有负号：如果是支出，请把这一列选为收/支`;
        notes.push({ ...asked(text), about: 'sides' });
      }
    }
  }
  notes.push(
    ...groupNotes(
      seen.head,
      moneyFields.map((field) => columns[field]),
      unused,
    ),
  );
  const isMoney = moneyFields.some((field) => columns[field] !== undefined);
  const others = unused.filter(
    ({ name, samples }) =>
      /金额|amount|^(?:fee|net|费用|净额)$/iu.test(name) &&
      samples.length > 0 &&
      mostAre(samples, (text) => fenOfText(text) !== null),
  );
  if (isMoney && others.length > 0) {
    const names = others.slice(0, 5).map(({ name }) => `“${name.slice(0, 20)}”`);
    notes.push(note(`没有使用的金额列：${names.join('、')}`));
  }
  return notes;
};
