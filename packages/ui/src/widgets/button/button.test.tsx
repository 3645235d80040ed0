import { describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Button } from './button.tsx';

describe('Button', () => {
  test('R2.9 while it is busy it says so, stays focusable and does nothing, not even submit', async () => {
    const press = vi.fn();
    const submit = vi.fn();
    render(
      <form onSubmit={submit}>
        <Button type="submit" loading onClick={press}>
          提交
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: '提交' });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  test('R2.1 with an href it is a link, without one a button that submits no form by accident', () => {
    render(
      <>
        <Button href="#/portal/home">首页</Button>
        <Button>普通</Button>
      </>,
    );
    expect(screen.getByRole('link', { name: '首页' }).getAttribute('href')).toBe('#/portal/home');
    expect(screen.getByRole('button', { name: '普通' }).getAttribute('type')).toBe('button');
  });
});
