import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { CopyButton } from './copy-button.tsx';

test('R2.9 it copies, and says so to those who cannot see the tick', async () => {
  const user = userEvent.setup();
  render(<CopyButton text="ZD202610-0042" label="复制账单号" />);
  await user.click(screen.getByRole('button', { name: '复制账单号' }));
  expect(await navigator.clipboard.readText()).toBe('ZD202610-0042');
  expect(screen.getByRole('status').textContent).toBe('已复制');
});

test('R2.9 where nothing can be copied it says what to do instead', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<CopyButton text="x" />);
  await user.click(screen.getByRole('button', { name: '复制' }));
  expect(screen.getByRole('status').textContent).toBe('复制失败，请手动选择文字');
  vi.restoreAllMocks();
});
