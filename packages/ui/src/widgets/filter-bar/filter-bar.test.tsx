import { beforeEach, describe, expect, test, vi } from 'vitest';
import { act, fireEvent, render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { FilterBar, type FilterBarProps } from './filter-bar.tsx';

const fields: FilterBarProps['fields'] = [
  { kind: 'chips', name: 'status', label: '状态', options: [{ value: 'active', label: '已开通' }] },
  { kind: 'text', name: 'orderNo', label: '订单号' },
  { kind: 'select', name: 'pid', label: '产品', options: [{ value: 'p1', label: '保理' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  { kind: 'text', name: 'a', label: '甲' },
  { kind: 'text', name: 'b', label: '乙' },
];
const none = { status: '', orderNo: '', pid: '', from: '', to: '', a: '', b: '' };
const onChange = vi.fn();
const onClear = vi.fn();
const bar = (values: typeof none, pageType: 'PC' | 'H5' = 'PC') => (
  <FilterBar pageType={pageType} fields={fields} values={values} onChange={onChange} onClear={onClear} />
);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  onChange.mockReset();
  onClear.mockReset();
});

/** Lets time pass. @unit ms */
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('FilterBar', () => {
  test('R2.10 a choice applies at once, and there is nothing to submit', async () => {
    render(bar(none));
    await userEvent.selectOptions(screen.getByLabelText('产品'), 'p1');
    expect(onChange).toHaveBeenLastCalledWith({ pid: 'p1' }, { isTyped: false });
    await userEvent.click(screen.getByRole('button', { name: '已开通' }));
    expect(onChange).toHaveBeenLastCalledWith({ status: 'active' }, { isTyped: false });
    expect(screen.queryByRole('button', { name: '查询' })).toBeNull();
  });

  test('R2.10 what is typed applies once it rests, and at once on Enter and when the box is left', async () => {
    vi.useFakeTimers();
    try {
      render(bar(none));
      type('订单号', 'D');
      pass(200);
      type('订单号', ' DD1 ');
      pass(200);
      expect(onChange).not.toHaveBeenCalled();
      pass(100);
      expect(onChange.mock.calls).toEqual([[{ orderNo: 'DD1' }, { isTyped: true }]]);
      type('订单号', 'DD12');
      fireEvent.keyDown(screen.getByLabelText('订单号'), { key: 'Enter' });
      expect(onChange).toHaveBeenLastCalledWith({ orderNo: 'DD12' }, { isTyped: true });
      type('甲', '王');
      fireEvent.blur(screen.getByLabelText('甲'));
      expect(onChange).toHaveBeenLastCalledWith({ a: '王' }, { isTyped: true });
      pass(1000);
      expect(onChange).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('R2.10 what an input method is composing does not apply before it is composed', () => {
    vi.useFakeTimers();
    try {
      render(bar(none));
      const box = screen.getByLabelText('甲');
      fireEvent.compositionStart(box);
      type('甲', 'wang');
      pass(1000);
      expect(onChange).not.toHaveBeenCalled();
      type('甲', '王');
      fireEvent.compositionEnd(box);
      pass(300);
      expect(onChange.mock.calls).toEqual([[{ a: '王' }, { isTyped: true }]]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('R2.10 the bar folds beyond four controls, and is unfolded where a later one is set', async () => {
    const { unmount } = render(bar(none));
    expect(screen.queryByLabelText('乙')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '更多筛选' }));
    expect(screen.getByLabelText('乙')).toBeTruthy();
    unmount();
    render(bar({ ...none, b: 'x' }));
    expect(screen.getByLabelText<HTMLInputElement>('乙').value).toBe('x');
  });

  test('R2.10 a folded bar says how many of the controls behind its button are set', async () => {
    const { rerender } = render(bar(none));
    rerender(bar({ ...none, b: 'x' }));
    const button = screen.getByRole('button', { name: '更多筛选 · 1' });
    await userEvent.click(button);
    expect(button.textContent).toBe('收起');
    expect(screen.getByLabelText<HTMLInputElement>('乙').value).toBe('x');
  });

  test.each([
    ['PC', '更多筛选'],
    ['H5', '筛选'],
  ] as const)('R2.10 on %s it says when the controls that are folded away are asked for', async (pageType, name) => {
    const onMore = vi.fn();
    const given = { pageType, fields, values: none, onChange, onClear, onMore };
    render(<FilterBar {...given} />);
    expect(onMore).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(onMore).toHaveBeenCalledTimes(1);
  });

  test('R2.10 the way back in the history shows what was set then, also over what is being typed', async () => {
    const { rerender } = render(bar({ ...none, orderNo: 'DD1' }));
    type('订单号', 'DD19');
    rerender(bar(none));
    expect(screen.getByLabelText<HTMLInputElement>('订单号').value).toBe('');
    rerender(bar({ ...none, orderNo: 'DD0' }));
    expect(screen.getByLabelText<HTMLInputElement>('订单号').value).toBe('DD0');
    await userEvent.click(screen.getByRole('button', { name: '清除条件' }));
    expect(onClear).toHaveBeenCalledTimes(1);
  });

  test('R1.4 on H5 the controls stand in a sheet that says how many are set; choices apply while it is open', async () => {
    render(bar({ ...none, pid: 'p1' }, 'H5'));
    expect(screen.queryByLabelText('订单号')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '筛选（1）' }));
    await userEvent.selectOptions(screen.getByLabelText('产品'), '');
    expect(onChange).toHaveBeenLastCalledWith({ pid: '' }, { isTyped: false });
    await userEvent.type(screen.getByLabelText('订单号'), 'DD1{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ orderNo: 'DD1' }, { isTyped: true });
    await userEvent.click(screen.getByRole('button', { name: '查看结果' }));
    expect(screen.queryByLabelText('订单号')).toBeNull();
  });
});
