import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Checkbox } from './checkbox.tsx';

test('R5.1 a consent is never ticked beforehand, its label ticks it, and its error is tied to it', async () => {
  const tick = vi.fn();
  render(
    <Checkbox onCheckedChange={tick} error="请先阅读并同意">
      我已阅读并同意 <a href="#/portal/agreement/terms">《用户协议》</a>
    </Checkbox>,
  );
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /我已阅读并同意/ });
  expect(box.checked).toBe(false);
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('请先阅读并同意');
  await userEvent.click(screen.getByText(/我已阅读/));
  expect(tick.mock.calls).toEqual([[true]]);
});
