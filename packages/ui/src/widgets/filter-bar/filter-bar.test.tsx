import { describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
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

describe('FilterBar', () => {
  test('R2.10 a choice applies at once, what is typed by Enter, and both keep what else is set', async () => {
    const onApply = vi.fn();
    const values = { ...none, from: '2026-11-01' };
    render(<FilterBar pageType="PC" fields={fields} values={values} onApply={onApply} />);
    await userEvent.type(screen.getByLabelText('订单号'), 'DD1');
    expect(onApply).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByLabelText('产品'), 'p1');
    expect(onApply).toHaveBeenLastCalledWith({ ...values, orderNo: 'DD1', pid: 'p1' });
    await userEvent.type(screen.getByLabelText('订单号'), '2{Enter}');
    expect(onApply).toHaveBeenLastCalledWith({ ...values, orderNo: 'DD12', pid: 'p1' });
    await userEvent.click(screen.getByRole('button', { name: '已开通' }));
    expect(onApply).toHaveBeenLastCalledWith({ ...values, orderNo: 'DD12', pid: 'p1', status: 'active' });
  });

  test('R2.10 the bar folds beyond four controls, and is unfolded where a later one is set', async () => {
    const { unmount } = render(<FilterBar pageType="PC" fields={fields} values={none} onApply={() => {}} />);
    expect(screen.queryByLabelText('乙')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '更多条件' }));
    expect(screen.getByLabelText('乙')).toBeTruthy();
    unmount();
    render(<FilterBar pageType="PC" fields={fields} values={{ ...none, b: 'x' }} onApply={() => {}} />);
    expect(screen.getByLabelText<HTMLInputElement>('乙').value).toBe('x');
  });

  test('R2.10 reset empties everything; the way back in the history shows what was set then', async () => {
    const onApply = vi.fn();
    const bar = (values: typeof none) => <FilterBar pageType="PC" fields={fields} values={values} onApply={onApply} />;
    const { rerender } = render(bar({ ...none, orderNo: 'DD1' }));
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    expect(onApply).toHaveBeenLastCalledWith(none);
    rerender(bar(none));
    expect(screen.getByLabelText<HTMLInputElement>('订单号').value).toBe('');
    rerender(bar({ ...none, orderNo: 'DD0' }));
    expect(screen.getByLabelText<HTMLInputElement>('订单号').value).toBe('DD0');
  });

  test('R1.4 on H5 the controls stand in a sheet that says how many are set, and apply when it closes', async () => {
    const onApply = vi.fn();
    render(<FilterBar pageType="H5" fields={fields} values={{ ...none, pid: 'p1' }} onApply={onApply} />);
    expect(screen.queryByLabelText('订单号')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '筛选（1）' }));
    await userEvent.type(screen.getByLabelText('订单号'), 'DD1');
    expect(onApply).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '查看结果' }));
    expect(onApply).toHaveBeenCalledWith({ ...none, pid: 'p1', orderNo: 'DD1' });
    expect(screen.queryByLabelText('订单号')).toBeNull();
  });
});
