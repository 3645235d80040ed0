import { type JSX, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import { FaultyRows } from './faulty-rows.tsx';
import { FirstRows } from './first-rows.tsx';
import { LeftOutRows } from './left-out-rows.tsx';
import { ReadFigures } from './read-figures.tsx';
import { ReadingNotes } from './reading-notes.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { StatedSums } from './stated-sums.tsx';

const yuan = (amount: number): string => `¥${amount}`;
const plain = (element: Element | null): string => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const leftOut = [
  { row: 2, reason: '说明', cells: ['制表：陈静'], canTakeIn: false },
  { row: 9, reason: '合计行', cells: ['合计', '12.00'], amount: 1200, canTakeIn: true },
];

/** Reads the file again when `answer` is pressed, as a server does. */
function Read({ rows = leftOut }: { rows?: typeof leftOut }): JSX.Element {
  const [takenIn, setTakenIn] = useState<readonly number[]>([]);
  const [answered, setAnswered] = useState<readonly number[]>([]);
  const left = rows.filter(({ row }) => !answered.includes(row));
  const reasons = left.map(({ reason }) => ({ reason, rows: 1 }));
  return (
    <>
      <LeftOutRows
        rows={left}
        total={left.length}
        reasons={reasons}
        amountText={yuan}
        takenIn={takenIn}
        onTakeIn={(row) => setTakenIn([...takenIn, row])}
        onTakeBack={(row) => setTakenIn(takenIn.filter((each) => each !== row))}
        busy={takenIn !== answered}
      />
      <button type="button" onClick={() => setAnswered(takenIn)}>
        answer
      </button>
    </>
  );
}

describe('LeftOutRows', () => {
  test('R13.1 says how many rows are left out and why; one that is taken in keeps its place, its cells and the focus, also when it is taken back', async () => {
    render(<Read />);
    const summary = document.querySelector('summary');
    expect(plain(summary)).toBe('未读入 2 行：说明 1、合计行 1');
    const items = () =>
      within(screen.getByRole('list', { name: '未读入的行', hidden: true })).getAllByRole('listitem', { hidden: true });
    expect(items().map(plain)).toEqual(['第 2 行说明制表：陈静', '第 9 行合计行合计12.00¥1200计入']);
    const button = screen.getByRole('button', { name: '计入第 9 行', hidden: true });
    for (const [verb, item, line] of [
      ['计入', '第 9 行已计入合计12.00¥1200撤回', '未读入 1 行：说明 1；另计入 1 行'],
      ['撤回', '第 9 行合计行合计12.00¥1200计入', '未读入 2 行：说明 1、合计行 1'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: `${verb}第 9 行`, hidden: true }));
      expect(items().map(plain)[1]).toBe(item);
      await userEvent.click(screen.getByText('answer'));
      expect(items().map(plain)[1]).toBe(item);
      expect(plain(summary)).toBe(line);
      expect(button.isConnected).toBe(true);
    }
  });

  test('R13.1 a row that was taken in before is named by its number', () => {
    render(
      <LeftOutRows rows={[]} total={0} amountText={yuan} takenIn={[7]} onTakeIn={() => {}} onTakeBack={() => {}} />,
    );
    expect(plain(document.querySelector('summary'))).toBe('另计入 1 行');
    expect(screen.getByRole('button', { name: '撤回第 7 行', hidden: true })).toBeTruthy();
  });

  test('R13.1 more than twenty rows, and more than are listed, are counted', async () => {
    const rows = Array.from({ length: 23 }, (_, place) => ({ row: place + 1, reason: '说明', cells: ['x'] }));
    const reasons = [
      { reason: '说明', rows: 1233 },
      { reason: '合计行', rows: 1, amount: 900 },
    ];
    render(<LeftOutRows rows={rows} total={1234} reasons={reasons} amountText={yuan} />);
    const shown = () => screen.getAllByRole('listitem', { hidden: true }).length;
    expect(plain(document.querySelector('summary'))).toBe('未读入 1,234 行：说明 1,233、合计行 1');
    expect(shown()).toBe(20);
    expect(plain(screen.getByText('这里列出其中', { exact: false }))).toBe(
      '这里列出其中 23 行，另有 1,211 行没有列出，请在原文件里查看。合计行共 ¥900。',
    );
    await userEvent.click(screen.getByRole('button', { name: /展开其余 3/, hidden: true }));
    expect(shown()).toBe(23);
    expect(screen.queryByRole('button', { name: /^计入/, hidden: true })).toBeNull();
  });

  test('R13.1 nothing that was left out is nothing on the page', () => {
    render(<LeftOutRows rows={[]} total={0} amountText={yuan} />);
    expect(document.querySelector('details')).toBeNull();
  });
});

describe('FaultyRows', () => {
  const rows = [{ row: 7, cells: ['LN-7', 'x'], faults: [{ field: 'amount', text: 'x', reason: '不是数字' }] }];
  test('R13.1 rows that cannot be read are shown with their reasons before they are skipped, and the skip is taken back', async () => {
    const skip = vi.fn();
    const props = { fieldName: () => '金额', onSkip: skip };
    const { rerender } = render(<FaultyRows {...props} rows={rows} total={3} skipped={0} />);
    const group = screen.getByRole('group', { name: '读不出的行' });
    expect(plain(group)).toContain('有 3 行读不出');
    expect(plain(within(group).getByRole('listitem'))).toBe('第 7 行LN-7x金额“x”：不是数字');
    await userEvent.click(screen.getByRole('button', { name: /跳过这 3/ }));
    rerender(<FaultyRows {...props} rows={rows} total={3} skipped={3} busy />);
    expect(plain(group)).toContain('已选择跳过 3 行读不出的行');
    await userEvent.click(screen.getByRole('button', { name: '撤回' }));
    rerender(<FaultyRows {...props} rows={[]} total={0} skipped={0} busy />);
    expect(plain(group)).toContain('有 3 行读不出');
    // Others came to light since: all of them are skipped at once.
    rerender(<FaultyRows {...props} rows={rows} total={2} skipped={3} />);
    expect(plain(group)).toContain('还有 2 行读不出');
    await userEvent.click(screen.getByRole('button', { name: /跳过这 2/ }));
    expect(skip.mock.calls).toEqual([[3], [0], [5]]);
  });

  test('R13.1 of a long file what cannot be read behind the rows that were looked at can be skipped too, and that is taken back', async () => {
    const skip = vi.fn();
    const props = { fieldName: () => '金额', onSkip: skip, onlyFirst: 100_000 };
    const { rerender } = render(<FaultyRows {...props} rows={[]} total={0} skipped={0} />);
    const group = screen.getByRole('group', { name: '读不出的行' });
    expect(plain(group)).toContain('文件很长，只看过前 100,000 行，都读得出');
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull();
    rerender(<FaultyRows {...props} rows={rows} total={1} skipped={0} />);
    expect(plain(group)).toContain('有 1 行读不出');
    await userEvent.click(screen.getByRole('button', { name: '跳过全部读不出的行' }));
    rerender(<FaultyRows {...props} rows={[]} total={0} skipped={2_000_000} />);
    expect(plain(group)).toContain('已选择跳过全部读不出的行');
    expect(screen.queryByRole('button', { name: /全部/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '撤回' }));
    expect(skip.mock.calls).toEqual([[2_000_000], [0]]);
  });
});

test('R13.1 a sum of the file is compared with what was read: which row, which column, and by how much', () => {
  const sums = [
    { row: 9, column: 2, stated: 900, read: 900 },
    { row: 12, column: 2, stated: 900, read: 880 },
    { row: 15, column: 2, stated: 100, read: 150 },
    { row: 15, column: 3, stated: 0, read: 0 },
  ];
  render(
    <StatedSums
      sums={sums}
      amountText={yuan}
      columnName={(column) => (column === 2 ? '收入' : '支出')}
      differenceOf={(amount, less) => amount - less}
    />,
  );
  expect(screen.getAllByRole('listitem').map(plain)).toEqual([
    '文件第 12 行写明 ¥900，读入 ¥880，相差 ¥20',
    '文件第 15 行“收入”写明 ¥100，读入 ¥150，相差 ¥50',
    '与文件合计行一致（第 9 行、第 15 行）',
  ]);
});

test('R13.1 what is open stands before what is known, with what can be done about it', async () => {
  const press = vi.fn();
  render(
    <ReadingNotes
      notes={[
        { kind: 'note', text: '单位：万元，已换算为元' },
        { kind: 'question', text: '“方向”还没有使用' },
      ]}
      actionOf={({ text }) => (
        <button type="button" onClick={() => press(text)}>
          不用选
        </button>
      )}
    />,
  );
  expect(screen.getAllByRole('listitem').map(plain)).toEqual(['“方向”还没有使用不用选', '单位：万元，已换算为元']);
  await userEvent.click(screen.getByRole('button'));
  expect(press.mock.calls).toEqual([['“方向”还没有使用']]);
});

test('R13.1 a sheet is chosen by its place and name; hidden and empty ones say so', async () => {
  const choose = vi.fn();
  const sheets = [
    { at: 0, name: '封面', isRead: false, hasRows: false, isHidden: false },
    { at: 1, name: '十月', isRead: true, hasRows: true, isHidden: false },
    { at: 2, name: '底稿', isRead: false, hasRows: true, isHidden: true },
  ];
  render(<SheetChoice sheets={sheets} onChoose={choose} />);
  const field = screen.getByLabelText<HTMLSelectElement>('工作表');
  expect(field.value).toBe('1');
  expect([...field.options].map((option) => [plain(option), option.disabled])).toEqual([
    ['第 1 张 封面（空）', true],
    ['第 2 张 十月', false],
    ['第 3 张 底稿（隐藏）', false],
  ]);
  expect(screen.getByText(/^共\s3\s张，读取选中的一张和表头与它相同的；其中\s1\s张是隐藏的$/)).toBeTruthy();
  await userEvent.selectOptions(field, '2');
  expect(choose.mock.calls).toEqual([[2]]);
});

test('R13.1 the figures say of how much of the file they are', () => {
  const sums = [{ label: '收入', amount: '¥12.00' }];
  const { rerender } = render(<ReadFigures rows={1234} sums={sums} />);
  expect(plain(screen.getByRole('status'))).toBe('将读入 1,234 行，收入 ¥12.00');
  rerender(<ReadFigures rows={1234} sums={sums} onlyFirst={100_000} busy />);
  expect(plain(screen.getByRole('status'))).toBe('前 100,000 行中将读入 1,234 行，收入 ¥12.00；其余的行在开始时读取');
});

describe('FirstRows', () => {
  test('R13.1 a cell that cannot be read says why below what stands there, and a column can be given a meaning in its head', () => {
    render(
      <FirstRows
        label="前几行"
        columns={[
          { key: 0, name: '编号', control: <button type="button">含义</button> },
          { key: 1, name: '金额', isNumber: true },
        ]}
        rows={[{ row: 7, cells: [{ text: 'L-7' }, { text: '一百元', fault: '不是金额' }] }]}
      />,
    );
    const region = within(screen.getByRole('region', { name: '前几行' }));
    expect(region.getAllByRole('columnheader').map(plain)).toEqual(['行', '编号含义', '金额']);
    expect(region.getByRole('row', { name: '7 L-7 一百元 不是金额' })).toBeDefined();
  });

  test('R13.1 a table without rows says so', () => {
    render(<FirstRows label="前几行" columns={[{ key: 0, name: '编号' }]} rows={[]} />);
    expect(screen.getByText('表头之下没有明细行。')).toBeDefined();
  });
});
