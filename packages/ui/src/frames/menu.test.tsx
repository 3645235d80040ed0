import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/screen.fixture.ts';
import { Menu } from './menu.tsx';

test('R2.3 the user menu closes by Esc with the focus on its button, by a choice and when the focus leaves', async () => {
  const logout = vi.fn();
  const { container } = render(
    <>
      <Menu
        label="王**"
        items={[
          { label: '商户中心', href: '#/merchant' },
          { label: '退出', onSelect: logout },
        ]}
      />
      <button type="button">后面</button>
    </>,
  );
  const menu = container.querySelector('details');
  const summary = container.querySelector('summary');
  await userEvent.click(screen.getByText('王**'));
  expect(menu?.open).toBe(true);
  screen.getByRole('link', { name: '商户中心' }).focus();
  await userEvent.keyboard('{Escape}');
  expect([menu?.open, document.activeElement === summary]).toEqual([false, true]);
  await userEvent.click(screen.getByText('王**'));
  await userEvent.click(screen.getByRole('button', { name: '退出' }));
  expect([menu?.open, logout.mock.calls.length]).toEqual([false, 1]);
  await userEvent.click(screen.getByText('王**'));
  screen.getByRole('link', { name: '商户中心' }).focus();
  screen.getByRole('button', { name: '后面' }).focus();
  expect(menu?.open).toBe(false);
});
