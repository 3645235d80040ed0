import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Tabs } from './tabs.tsx';

test('R2.9 tabs are walked by arrows, Home and End, and only the chosen one is a stop of the Tab key', async () => {
  const choose = vi.fn();
  render(
    <Tabs
      label="内容"
      onValueChange={choose}
      items={[
        { value: 'a', label: '概览', content: '甲' },
        { value: 'b', label: '明细', content: '乙' },
        { value: 'c', label: '经过', content: '丙' },
      ]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: '明细' }));
  expect(screen.getByRole('tabpanel', { name: '明细' }).textContent).toBe('乙');
  await userEvent.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('概览');
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  expect(choose.mock.calls.flat()).toEqual(['b', 'c', 'a', 'c']);
});
