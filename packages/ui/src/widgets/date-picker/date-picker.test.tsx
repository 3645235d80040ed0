import { useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fireEvent, render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import { FormField } from '../form-field/form-field.tsx';
import { DateField } from './date-field.tsx';
import { DateRangeField } from './date-range-field.tsx';

function Day({ onChange, min }: { onChange: (day: string) => void; min?: string }) {
  const [value, setValue] = useState('2026-11-20');
  return (
    <FormField label="有效期至">
      <DateField
        value={value}
        min={min}
        today="2026-11-22"
        onValueChange={(day) => {
          setValue(day);
          onChange(day);
        }}
      />
    </FormField>
  );
}

// What a first press fetches takes its time on a busy machine.
beforeAll(() => import('./calendar.tsx'));

const dayButton = (name: RegExp) => screen.findByRole('button', { name });

describe('DateField', () => {
  test('R1.5 a day is written YYYY-MM-DD, whatever the language of the browser, and may be typed in any usual form', async () => {
    const change = vi.fn();
    render(<Day onChange={change} />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '有效期至' });
    expect([box.type, box.value]).toEqual(['text', '2026-11-20']);
    await userEvent.clear(box);
    await userEvent.type(box, '2027/1/5');
    expect(change).toHaveBeenLastCalledWith('2027-01-05');
    expect(box.value).toBe('2027/1/5');
    await userEvent.tab();
    expect(box.value).toBe('2027-01-05');
  });

  test('R1.5 what is no day comes as it was typed', async () => {
    const change = vi.fn();
    render(<Day onChange={change} />);
    const box = screen.getByRole('textbox', { name: '有效期至' });
    await userEvent.clear(box);
    await userEvent.type(box, '2027-02-30');
    expect(change).toHaveBeenLastCalledWith('2027-02-30');
  });

  test('R2.9 the calendar speaks Chinese, goes by keyboard, closes with the choice and gives the focus back', async () => {
    const change = vi.fn();
    render(<Day onChange={change} />);
    const opener = screen.getByRole('button', { name: '选择日期' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const chosen = await dayButton(/2026年11月20日.*已选择/);
    expect(document.activeElement).toBe(chosen);
    expect(screen.getByRole('grid', { name: /十一月 2026|2026.*11/ })).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(change).toHaveBeenLastCalledWith('2026-11-28');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('R2.9 the focus returns to the button also where the press did not focus it', async () => {
    render(<Day onChange={() => {}} />);
    const opener = screen.getByRole('button', { name: '选择日期' });
    fireEvent.click(opener);
    await userEvent.click(await dayButton(/2026年11月21日/));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('R5.1 a day outside the bounds cannot be pressed; Esc closes without a choice', async () => {
    const change = vi.fn();
    render(<Day onChange={change} min="2026-11-22" />);
    await userEvent.click(screen.getByRole('button', { name: '选择日期' }));
    const early = await dayButton(/2026年11月21日/);
    expect(early.hasAttribute('disabled') || early.getAttribute('aria-disabled') === 'true').toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(change).not.toHaveBeenCalled();
  });
});

describe('DateRangeField', () => {
  const field = (from: string, to: string, change: (range: { from: string; to: string }) => void) => (
    <DateRangeField label="下单日期" from={from} to={to} today="2026-11-22" onRangeChange={change} />
  );

  test('R2.10 the ranges that are asked for most are one press', async () => {
    const change = vi.fn();
    const { rerender } = render(field('', '', change));
    await userEvent.click(screen.getByRole('button', { name: '下单日期：全部时间' }));
    const presets = within(screen.getByRole('group', { name: '常用时间' }));
    expect(presets.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '今天',
      '近 7 天',
      '本月',
      '上月',
      '本季',
      '今年',
    ]);
    await userEvent.click(presets.getByRole('button', { name: '上月' }));
    expect(change).toHaveBeenLastCalledWith({ from: '2026-10-01', to: '2026-10-31' });
    rerender(field('2026-10-01', '2026-10-31', change));
    await userEvent.click(screen.getByRole('button', { name: '下单日期：2026-10-01 – 2026-10-31' }));
    expect(screen.getByRole('button', { name: '上月' }).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: '全部时间' }));
    expect(change).toHaveBeenLastCalledWith({ from: '', to: '' });
  });

  test('R2.9 the focus returns to the button after a choice and after Esc, also where the press did not focus it', async () => {
    render(field('', '', () => {}));
    const opener = screen.getByRole('button', { name: '下单日期：全部时间' });
    fireEvent.click(opener);
    await userEvent.click(screen.getByRole('button', { name: '上月' }));
    expect(document.activeElement).toBe(opener);
    opener.blur();
    fireEvent.click(opener);
    screen.getByRole('button', { name: '上月' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: '常用时间' })).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('R2.10 two presses make a range, in either order, and the first of them anew where one was set', async () => {
    const change = vi.fn();
    render(field('2026-11-01', '2026-11-22', change));
    await userEvent.click(screen.getByRole('button', { name: '下单日期：2026-11-01 – 2026-11-22' }));
    await userEvent.click(await dayButton(/2026年11月18日/));
    expect(screen.getByText('从 2026-11-18 起，选择结束日期')).toBeTruthy();
    expect(change).not.toHaveBeenCalled();
    await userEvent.click(await dayButton(/2026年11月10日/));
    expect(change.mock.calls).toEqual([[{ from: '2026-11-10', to: '2026-11-18' }]]);
  });

  test.each([
    ['2026-11-01', '', '2026-11-01 起'],
    ['', '2026-11-01', '至 2026-11-01'],
    ['2026-11-01', '2026-11-01', '2026-11-01'],
  ])('R1.5 from %s to %s is called %s', (from, to, text) => {
    render(field(from, to, () => {}));
    expect(screen.getByRole('button', { name: `下单日期：${text}` })).toBeTruthy();
  });
});
