import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { RadioGroup } from '../radio-group/radio-group.tsx';
import { SegmentedOptions } from './segmented-options.tsx';

test('R1.1 options of a SKU are radio buttons under a legend; what cannot be had cannot be chosen', async () => {
  const choose = vi.fn();
  render(
    <SegmentedOptions
      label="规格"
      value="a"
      onValueChange={choose}
      options={[
        { value: 'a', label: '标准版' },
        { value: 'b', label: '专业版', hint: '50 人起' },
        { value: 'c', label: '集团版', disabled: true },
      ]}
    />,
  );
  expect(screen.getByRole('radiogroup', { name: '规格' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '标准版' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: /专业版/ }));
  await userEvent.click(screen.getByRole('radio', { name: '集团版' }));
  expect(choose.mock.calls).toEqual([['b']]);
});

test('R5.1 a group of radio buttons tells what is wrong with it', () => {
  render(
    <RadioGroup
      label="付费方式"
      value={null}
      onValueChange={() => {}}
      required
      error="请选择付费方式"
      options={[{ value: 'a', label: '预付' }]}
    />,
  );
  const group = screen.getByRole('radiogroup', { name: '付费方式' });
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('请选择付费方式');
});
