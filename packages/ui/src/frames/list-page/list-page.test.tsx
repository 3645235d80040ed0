import { beforeEach, describe, expect, test, vi } from 'vitest';
import { intersectAll } from '../../testing/in-sight.fixture.ts';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { ListPage, type ListPageProps } from './list-page.tsx';
import type { ListView } from './list-view.ts';

type Row = { no: string; product: string };
const rows: readonly Row[] = [
  { no: 'DD1', product: '保理' },
  { no: 'DD2', product: '福利' },
];
const apply = vi.fn();
const clear = vi.fn();
const retry = vi.fn();
const onPageChange = vi.fn();
const onMore = vi.fn();

const paged: ListView<Row> = {
  pageType: 'PC',
  rows: { status: 'ready', data: rows },
  busy: false,
  retry,
  total: 2,
  totalIsExact: true,
  values: { no: '' },
  isFiltered: false,
  apply,
  clear,
  open: null,
  openHref: (key) => `#/order?open=${key}`,
  pages: { page: 1, pageSize: 20, onPageChange, onPageSizeChange: () => {} },
};
const { pages: _, ...unpaged } = paged;
const endless: ListView<Row> = { ...unpaged, pageType: 'H5', more: { hasMore: true, failure: null, onMore } };

const view = (list: ListView<Row>, more: Partial<ListPageProps<Row>> = {}) => (
  <ListPage
    title="我的订单"
    list={list}
    name="test-list"
    label="订单"
    unit="笔订单"
    keyOf={({ no }) => no}
    columns={{
      no: { title: '订单号', cell: ({ no }) => no, fixed: true },
      product: { title: '产品', cell: ({ product }) => product },
    }}
    card={({ no, product }) => `${no} ${product}`}
    opens
    fields={[{ kind: 'text', name: 'no', label: '订单号' }]}
    empty={{ title: '还没有订单', text: '下单之后在这里跟进每一步。' }}
    {...more}
  />
);

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

describe('ListPage', () => {
  test('R2.9 while it loads the table stands with its head and skeleton rows, and the filter with it', () => {
    render(view({ ...paged, rows: { status: 'loading' }, total: undefined }));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['订单号', '产品']);
    expect(screen.getByRole('search')).toBeTruthy();
  });

  test('R2.9 rows of PC stand in a table with their number, and open at an address of their own', () => {
    render(view(paged));
    expect(screen.getByText('共 2 笔订单')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'DD1' }).getAttribute('href')).toBe('#/order?open=DD1');
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull();
  });

  test('R2.10 more than fit on the smallest page have page numbers, as far as the server goes', async () => {
    render(view({ ...paged, total: 12_345 }));
    // Both say the same.
    expect(screen.getByText('共 10,000+ 笔订单')).toBeTruthy();
    expect(screen.getByText('共 10,000+ 条')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '第 500 页' }));
    expect(onPageChange).toHaveBeenCalledWith(500);
  });

  test('R2.9 the filter cannot be used before it is known that there is something to filter, and stays from then on', () => {
    const waiting = { ...paged, rows: { status: 'loading' }, total: undefined } as const;
    const { rerender, unmount } = render(view(waiting));
    const isUsable = () => screen.getByRole('search').closest('[inert]') === null;
    expect(isUsable()).toBe(false);
    rerender(view(paged));
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '订单号' });
    expect(isUsable()).toBe(true);
    // The filter was cleared: what it finds now is not known yet.
    rerender(view(waiting));
    expect(isUsable()).toBe(true);
    expect(screen.getByRole('textbox', { name: '订单号' })).toBe(box);
    unmount();
    const filtered = render(view({ ...waiting, isFiltered: true }));
    expect(isUsable()).toBe(true);
    filtered.unmount();
    render(view({ ...paged, rows: { status: 'failed', message: '系统繁忙' } }));
    expect(isUsable()).toBe(true);
  });

  test('R2.9 the number of rows that another filter found is announced, once they have come', () => {
    const { rerender } = render(view(paged));
    const regions = screen.getAllByRole('status');
    const announced = () => regions.map((region) => region.textContent).join('');
    expect(announced()).toBe('');
    const filtered = { ...paged, values: { no: 'DD' }, isFiltered: true };
    rerender(view({ ...filtered, busy: true }));
    expect(announced()).toBe('');
    rerender(view({ ...filtered, total: 1 }));
    expect(announced()).toBe('共 1 笔订单');
    rerender(view({ ...filtered, rows: { status: 'ready', data: [] }, total: 0 }));
    expect(announced()).toContain('没有符合条件的订单');
    expect(announced()).not.toContain('共 0');
  });

  test('R2.9 rows that could not be refreshed stay, which a line announces with its time, and can be refreshed', async () => {
    const stale = { message: '网络环境异常', since: '2026-11-20T01:30:00.000Z' };
    const { rerender } = render(view(paged));
    const regions = screen.getAllByRole('status');
    rerender(view({ ...paged, rows: { status: 'ready', data: rows, stale } }));
    expect(screen.getByRole('link', { name: 'DD1' })).toBeTruthy();
    expect(regions.map((region) => region.textContent).join('')).toContain(
      '没有刷新成功，显示的是 2026-11-20 09:30 的内容。网络环境异常',
    );
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(retry).toHaveBeenCalledTimes(1);
    rerender(view({ ...paged, rows: { status: 'ready', data: rows, stale: { ...stale, busy: true } } }));
    expect(screen.getByRole('button', { name: '重试' }).getAttribute('aria-busy')).toBe('true');
  });

  test('R2.9 a list with nothing in it and no filter shows no filter, and says what will stand here', () => {
    render(view({ ...paged, rows: { status: 'ready', data: [] }, total: 0 }));
    expect(screen.getByText('还没有订单')).toBeTruthy();
    expect(screen.queryByRole('search')).toBeNull();
  });

  test('R2.9 a queue in which nothing waits keeps its filter: the other chips may hold something', () => {
    const chips = {
      kind: 'chips',
      name: 'no',
      label: '等待办理',
      unset: '待审核',
      options: [{ value: 'all', label: '全部' }],
    } as const;
    render(view({ ...paged, rows: { status: 'ready', data: [] }, total: 0 }, { fields: [chips] }));
    expect(screen.getByText('还没有订单')).toBeTruthy();
    expect(screen.getByRole('button', { name: '全部' })).toBeTruthy();
  });

  test('R2.9 where the filter finds nothing the filter stays, and one press empties it', async () => {
    render(view({ ...paged, rows: { status: 'ready', data: [] }, total: 0, values: { no: 'X' }, isFiltered: true }));
    expect(screen.getByText('没有符合条件的订单')).toBeTruthy();
    expect(screen.getByRole('search')).toBeTruthy();
    const [first] = screen.getAllByRole('button', { name: '清除条件' }).slice(-1);
    await userEvent.click(first ?? document.body);
    expect(clear).toHaveBeenCalledTimes(1);
  });

  test('R2.9 a page that the list does not reach leads back to the first', async () => {
    const pages = { page: 7, pageSize: 20, onPageChange, onPageSizeChange: () => {} };
    render(view({ ...paged, rows: { status: 'ready', data: [] }, pages }));
    await userEvent.click(screen.getByRole('button', { name: '回到第一页' }));
    expect(onPageChange).toHaveBeenCalledWith(1);
    expect(screen.getByRole('search')).toBeTruthy();
  });

  test('R2.9 a failure shows its trace id and can be tried again; a role without the right reads so', async () => {
    const { rerender } = render(
      view({ ...paged, rows: { status: 'failed', message: '系统繁忙，请稍后再试', traceId: '7f3a' } }),
    );
    expect(screen.getByRole('alert').textContent).toContain('7f3a');
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(retry).toHaveBeenCalledTimes(1);
    const actions = <button type="button">导出</button>;
    rerender(view({ ...paged, rows: { status: 'forbidden' } }, { actions }));
    expect(screen.getByText('您没有查看这里的权限')).toBeTruthy();
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
    rerender(view(paged, { actions }));
    expect(screen.getByRole('button', { name: '导出' })).toBeTruthy();
  });

  test('R1.4 on H5 rows are cards that grow towards the end', () => {
    render(view(endless));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('link', { name: 'DD2 福利' }).getAttribute('href')).toBe('#/order?open=DD2');
    intersectAll();
    expect(onMore).toHaveBeenCalledTimes(1);
  });

  test('R2.10 a list without columns is the same cards under each other, with page numbers on PC', () => {
    const props = view({ ...paged, total: 30 }).props as ListPageProps<Row>;
    render(<ListPage {...props} columns={{ no: 'elsewhere', product: 'elsewhere' }} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['DD1 保理', 'DD2 福利']);
    expect(screen.getByRole('navigation', { name: '分页' })).toBeTruthy();
  });

  test('R1.4 a list in a card of its caller has rows and page numbers on H5 as well', () => {
    render(view({ ...paged, pageType: 'H5', total: 30 }, { inCard: true }));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('navigation', { name: '分页' })).toBeTruthy();
    expect(screen.queryByText('共 30 笔订单')).toBeNull();
  });

  test('R2.10 the sums are those of the filter and keep their place until they come', () => {
    const { rerender } = render(view(paged, { sums: [{ label: '应付', value: undefined }] }));
    expect(screen.getByRole('term').textContent).toBe('应付');
    expect(screen.getByRole('definition').textContent).toBe('');
    rerender(view(paged, { sums: [{ label: '应付', value: '¥1,234.56' }] }));
    expect(screen.getByRole('definition').textContent).toBe('¥1,234.56');
  });

  test.each([
    ['PC', paged],
    ['H5', endless],
  ] as const)('R2.10 on %s a bar says how many are chosen, on other pages too, while any is', async (_type, list) => {
    const change = vi.fn();
    const selection = {
      chosen: new Map([['DD0', { no: 'DD0', product: '' }]]),
      onChosenChange: change,
      actions: <button type="button">确认</button>,
      all: { text: '选中本筛选全部 3 笔', onPress: () => {} },
    };
    const { rerender } = render(view(list, { selection: { ...selection, chosen: new Map() } }));
    const regions = screen.getAllByRole('status');
    const announced = () => regions.map((region) => region.textContent).join(' ');
    rerender(view(list, { selection }));
    expect(announced()).toContain('已选 1 笔订单');
    const bar = screen.getByRole('region', { name: '批量操作' });
    expect(bar.textContent).toContain('已选 1 笔订单');
    expect(bar.textContent).toContain('选中本筛选全部 3 笔');
    await userEvent.click(screen.getByRole('checkbox', { name: /^选择 DD1/ }));
    expect([...(change.mock.lastCall?.[0].keys() ?? [])]).toEqual(['DD0', 'DD1']);
    await userEvent.click(screen.getByRole('button', { name: '取消选择' }));
    expect(change.mock.lastCall?.[0].size).toBe(0);
    rerender(view(list, { selection: { ...selection, chosen: new Map() } }));
    expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull();
    expect(announced()).toContain('已取消选择');
  });
});
