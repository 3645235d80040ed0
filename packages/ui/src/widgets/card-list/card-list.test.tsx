import { describe, expect, test, vi } from 'vitest';
import { intersectAll, isWatched } from '../../testing/in-sight.fixture.ts';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { CardList, type CardListProps } from './card-list.tsx';
import { RowCard } from './row-card.tsx';

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
  test('ux Merchant area a long name is clamped, and its card still says it whole', () => {
    const name = '云栖商贸（杭州）供应链管理与技术服务有限责任公司'.repeat(3);
    render(list({ rows: [name] }));
    expect(screen.getByText(name).title).toBe(name);
    expect(screen.getByText('保理').title).toBe('保理');
    expect(screen.getByRole('link').textContent).toContain(name);
  });

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
    intersectAll();
    expect(onMore).toHaveBeenCalledTimes(1);
    rerender(list({ onMore, busy: true }));
    expect(isWatched()).toBe(false);
  });

  test('R2.9 what failed waits for a press; the end says so', async () => {
    const onMore = vi.fn();
    const { rerender } = render(list({ onMore, failure: '网络环境异常' }));
    expect(isWatched()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onMore).toHaveBeenCalledTimes(1);
    // A refresh can fail at the end of the list, too.
    rerender(list({ onMore, failure: '网络环境异常', hasMore: false }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onMore).toHaveBeenCalledTimes(2);
    rerender(list({ hasMore: false, rows: ['1', '2', '3', '4', '5', '6'] }));
    expect(screen.getByText('没有更多了')).toBeTruthy();
  });
});
