import { describe, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { PageState, type PageStatus } from './page-state.tsx';

function view(state: PageStatus<string>, onRetry = () => {}) {
  return (
    <PageState state={state} loading={<Skeleton count={3} />} empty={<p>还没有订单</p>} onRetry={onRetry}>
      {(data) => <p>{data}</p>}
    </PageState>
  );
}

describe('PageState', () => {
  test('R2.2 while it loads it is busy and says `loading`', () => {
    const { container } = render(view({ status: 'loading' }));
    expect(container.firstElementChild?.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('loading');
  });

  test('R2.9 empty, forbidden and ready are announced in the existing live region', () => {
    const { rerender, container } = render(view({ status: 'loading' }));
    const region = screen.getByRole('status');
    rerender(view({ status: 'empty' }));
    expect(region.textContent).toBe('还没有订单');
    expect(container.firstElementChild?.getAttribute('aria-busy')).toBe('false');
    rerender(view({ status: 'forbidden' }));
    expect(region.textContent).toContain('没有查看这里的权限');
    rerender(view({ status: 'ready', data: '三个订单' }));
    expect(screen.getByText('三个订单')).toBeTruthy();
    expect(region.textContent).toBe('');
  });

  test('R2.9 a failure is alerted with its sentence, its trace id to copy and a retry', async () => {
    const retry = vi.fn();
    render(view({ status: 'failed', message: '网络不稳，没有取到内容', traceId: '7f3a' }, retry));
    expect(screen.getByRole('alert').textContent).toContain('网络不稳，没有取到内容');
    expect(screen.getByRole('alert').textContent).toContain('7f3a');
    expect(await screen.findByRole('button', { name: '复制追踪号' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
