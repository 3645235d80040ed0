import { Button, Callout, PlusIcon } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import common from '../content.module.css';
import css from './block.module.css';
import { OrderButtons } from './order-buttons.tsx';
import { useOrder } from './use-order.ts';

interface ItemRowsProps<Item> {
  /** What one is called: 图片, 卡片. */
  readonly unit: string;
  readonly most: number;
  readonly items: readonly Item[];
  readonly blank: Item;
  readonly titleOf: (item: Item) => string;
  readonly onItemsChange: (items: Item[]) => void;
  readonly error: string | undefined;
  readonly children: (item: Item, change: (changes: Partial<Item>) => void, place: number) => ReactNode;
}

/** The pictures of a carousel or the cards of a group, in their order. */
export const ItemRows = <Item extends object>({
  unit,
  most,
  items,
  blank,
  titleOf,
  onItemsChange,
  error,
  children,
}: ItemRowsProps<Item>): JSX.Element => {
  const named = (item: Item): string => titleOf(item) || `新的${unit}`;
  const { list, announcement, order } = useOrder({
    items,
    unit,
    titleOf: named,
    onItemsChange: (next) => onItemsChange([...next]),
  });
  return (
    <div className={common.stack}>
      <div role="status" className={common.note}>
        {announcement}
      </div>
      {error === undefined ? null : <Callout tone="warn">{error}</Callout>}
      <ol className={css.rows} aria-label={`${unit}，按显示的顺序`} ref={list}>
        {items.map((item, place) => (
          <li key={order.ids[place]} className={css.row} aria-label={named(item)}>
            <div className={common.head}>
              <strong>
                {place + 1}. {named(item)}
              </strong>
              <OrderButtons
                title={named(item)}
                place={place}
                count={items.length}
                onMove={(to) => order.move(place, to)}
                onRemove={() => order.remove(place)}
              />
            </div>
            {children(
              item,
              (changes) => onItemsChange(items.map((each, at) => (at === place ? { ...each, ...changes } : each))),
              place,
            )}
          </li>
        ))}
      </ol>
      {items.length < most ? (
        <div>
          <Button data-add size="small" icon={<PlusIcon />} onClick={() => order.add(blank, items.length)}>
            添加{unit}
          </Button>
        </div>
      ) : (
        <p className={common.note}>最多 {most}&nbsp;项。</p>
      )}
    </div>
  );
};
