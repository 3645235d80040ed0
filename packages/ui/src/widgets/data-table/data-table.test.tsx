import { beforeEach, describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { forgetTables, TableOwner } from './table-owner.ts';

type Row = { no: string; amount: number; note: string };

const columns: readonly Column<Row>[] = [
  { key: 'no', title: '订单号', cell: ({ no }) => no, fixed: true },
  { key: 'amount', title: '金额', cell: ({ amount }) => amount, align: 'right' },
  { key: 'note', title: '备注', cell: ({ note }) => note, optional: true },
];
const rows: Row[] = [
  { no: 'DD1', amount: 1, note: '甲' },
  { no: 'DD2', amount: 2, note: '乙' },
];
const table = (given: readonly Row[] | undefined) => (
  <DataTable
    name="test"
    label="订单"
    columns={columns}
    rows={given}
    keyOf={({ no }) => no}
    hrefOf={({ no }) => `#/order?open=${no}`}
    openKey="DD2"
  />
);
const owned = (owner: string | undefined) => <TableOwner value={owner}>{table(rows)}</TableOwner>;
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

beforeEach(() => localStorage.clear());

describe('DataTable', () => {
  test('R2.9 skeleton rows stand until the first answer', () => {
    const { rerender } = render(table(undefined));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    rerender(table(rows));
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  test('ux Always: the region of a table has another name than a drawer that is called what the rows are', () => {
    render(table(rows));
    expect(screen.getByRole('region', { name: '订单列表' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: '订单' })).toBeNull();
  });

  test('R2.10 a press on a row follows its link, whose address is its own', async () => {
    render(table(rows));
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'DD1' });
    expect(link.getAttribute('href')).toBe('#/order?open=DD1');
    let followed = 0;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      followed += 1;
    });
    await userEvent.click(screen.getByRole('cell', { name: '1' }));
    expect(followed).toBe(1);
  });

  test('R10.2 columns that were put away stay away at the next visit; the one that names the row cannot be', async () => {
    const { unmount } = render(owned('portal u1'));
    expect(heads()).toEqual(['订单号', '金额']);
    const settings = within(screen.getByText('列设置').closest('details') ?? document.body);
    expect(settings.getByLabelText<HTMLInputElement>('订单号').disabled).toBe(true);
    await userEvent.click(settings.getByLabelText('备注'));
    await userEvent.click(settings.getByLabelText('金额'));
    expect(heads()).toEqual(['订单号', '备注']);
    unmount();
    render(owned('portal u1'));
    expect(heads()).toEqual(['订单号', '备注']);
  });

  test('R2.10 rows are chosen one by one or as a page, and what another page had stays chosen', async () => {
    const change = vi.fn();
    const chosenTable = (chosen: ReadonlyMap<string, Row>) => (
      <DataTable
        name="test"
        label="订单"
        columns={columns}
        rows={rows}
        keyOf={({ no }) => no}
        selection={{ chosen, onChosenChange: change, canChoose: ({ no }) => no !== 'DD3' }}
      />
    );
    const before = { no: 'DD0', amount: 0, note: '' };
    const { rerender } = render(chosenTable(new Map([['DD0', before]])));
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 DD1' }));
    expect([...(change.mock.lastCall?.[0].keys() ?? [])]).toEqual(['DD0', 'DD1']);
    await userEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }));
    expect([...(change.mock.lastCall?.[0].keys() ?? [])]).toEqual(['DD0', 'DD1', 'DD2']);
    rerender(chosenTable(new Map(rows.slice(0, 1).map((row) => [row.no, row]))));
    const head = screen.getByRole<HTMLInputElement>('checkbox', { name: '选择本页全部' });
    expect([head.checked, head.indeterminate]).toEqual([false, true]);
  });

  test('R10.2 other data in the storage is not read as settings', () => {
    localStorage.setItem('table:portal u1:test', '{"hidden":"all"}');
    render(owned('portal u1'));
    expect(heads()).toEqual(['订单号', '金额']);
  });

  test('security 4.1 columns belong to one user of one application, and can be forgotten', async () => {
    const { rerender } = render(owned('portal u1'));
    await userEvent.click(screen.getByText('列设置'));
    await userEvent.click(screen.getByRole('checkbox', { name: '金额' }));
    expect(heads()).toEqual(['订单号']);
    for (const other of ['portal u2', 'console u1', undefined]) {
      rerender(owned(other));
      expect(heads()).toEqual(['订单号', '金额']);
    }
    rerender(owned('portal u1'));
    expect(heads()).toEqual(['订单号']);
    expect(Object.keys(localStorage)).toEqual(['table:portal u1:test']);
    forgetTables('portal u');
    expect(localStorage).toHaveLength(1);
    forgetTables('portal u1');
    expect(localStorage).toHaveLength(0);
  });
});
