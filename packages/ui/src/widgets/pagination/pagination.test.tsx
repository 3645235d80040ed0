import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Pagination } from './pagination.tsx';
import { totalText } from './total-text.ts';

test('R2.10 the first, the last and the pages around the current one are named, and ends have no way on', async () => {
  const go = vi.fn();
  const { rerender } = render(<Pagination page={6} pageSize={20} total={1284} onPageChange={go} />);
  const names = () => screen.getAllByRole('button', { name: /^第/ }).map((button) => button.textContent);
  expect(names()).toEqual(['1', '5', '6', '7', '65']);
  expect(screen.getByText('共 1,284 条')).toBeTruthy();
  expect(screen.getByRole('button', { name: '第 6 页' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: '下一页' }));
  expect(go).toHaveBeenCalledWith(7);
  rerender(<Pagination page={1} pageSize={20} total={0} onPageChange={go} />);
  expect(names()).toEqual(['1']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一页' }).disabled).toBe(true);
  rerender(<Pagination page={3} pageSize={10} total={50} onPageChange={go} />);
  expect(names()).toEqual(['1', '2', '3', '4', '5']);
});

test.each([
  [9_999, true, '9,999'],
  [10_000, true, '10,000'],
  [10_001, true, '10,000+'],
  [100_000, false, '10,000+'],
  [500, false, '500+'],
])('contract 4 a list of %s rows (counted to its end: %s) is shown as %s', (total, isExact, text) => {
  expect(totalText(total, isExact)).toBe(text);
});
