import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Masked } from './masked.tsx';

test('R1.2 personal data stays masked until it is asked for, and can be hidden again', async () => {
  const reveal = vi.fn(async () => '13800000001');
  render(<Masked label="手机号" value="138****0001" reveal={reveal} />);
  expect(screen.queryByText('13800000001')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '显示手机号' }));
  expect(screen.getByText('13800000001')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '隐藏手机号' }));
  expect(screen.getByText('138****0001')).toBeTruthy();
  expect(reveal).toHaveBeenCalledTimes(1);
});

test('R1.2 a refused reveal leaves it masked; without the right there is no button', async () => {
  const { rerender } = render(
    <Masked label="手机号" value="138****0001" reveal={() => Promise.reject(new Error('403'))} />,
  );
  await userEvent.click(screen.getByRole('button', { name: '显示手机号' }));
  expect(screen.getByText('138****0001')).toBeTruthy();
  rerender(<Masked label="手机号" value="138****0001" />);
  expect(screen.queryByRole('button')).toBeNull();
});
