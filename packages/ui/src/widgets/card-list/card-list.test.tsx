import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { act, render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { CardList, type CardListProps } from './card-list.tsx';
import { RowCard } from './row-card.tsx';

let near: (() => void) | undefined;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell;
      }
      observe(): void {
        near = () => this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      disconnect(): void {
        near = undefined;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const list = (changes: Partial<CardListProps<string>> = {}) => (
  <CardList
    label="订单"
    rows={['DD1', 'DD2', 'DD1']}
    keyOf={(row) => row}
    hrefOf={(row) => `#/order?open=${row}`}
    hasMore
    busy={false}
    onMore={() => {}}
    {...changes}
  >
    {(row) => <RowCard title={row} facts={[{ label: '产品', value: '保理' }]} amount="¥1.00" />}
  </CardList>
);

describe('CardList', () => {
  test('R2.9 each row is one link, shown once even when two pages hold it', () => {
    render(list());
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#/order?open=DD1',
      '#/order?open=DD2',
    ]);
  });

  test('R2.9 the next cards come when the end comes near, once at a time', () => {
    const onMore = vi.fn();
    const { rerender } = render(list({ onMore }));
    act(() => near?.());
    expect(onMore).toHaveBeenCalledTimes(1);
    rerender(list({ onMore, busy: true }));
    expect(near).toBeUndefined();
  });

  test('R2.9 what failed waits for a press; the end says so', async () => {
    const onMore = vi.fn();
    const { rerender } = render(list({ onMore, failure: '网络环境异常' }));
    expect(near).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onMore).toHaveBeenCalledTimes(1);
    rerender(list({ hasMore: false, rows: ['1', '2', '3', '4', '5', '6'] }));
    expect(screen.getByText('没有更多了')).toBeTruthy();
  });
});
