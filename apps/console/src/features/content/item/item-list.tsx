import type { ContentRecord, KeyedRecord } from '@ronghui/domain/content';
import { Button, ChevronDownIcon, CloseIcon, EmptyState, IconButton, PlusIcon } from '@ronghui/ui';
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react';
import css from '../content.module.css';
import type { BodyOf } from '../content-queries.ts';
import { freshId } from '../record/fresh-id.ts';
import type { Editor } from '../record/record-editor.ts';

/** A record that is a list. */
export type ListRecord = Exclude<ContentRecord, 'site' | KeyedRecord>;
type ItemOf<Name extends ListRecord> = BodyOf<Name>['items'][number];

/** One item, and how its fields are changed. */
export interface ItemForm<Item> {
  readonly item: Item;
  readonly change: (changes: Partial<Item>) => void;
  readonly faultAt: (field: keyof Item & string) => string | undefined;
}

interface ItemListProps<Name extends ListRecord> {
  readonly editor: Editor<Name>;
  /** What one item is called: 轮播. */
  readonly unit: string;
  readonly most: number;
  /** A new item; its id is made by the list. */
  readonly blank: Omit<ItemOf<Name>, 'id'>;
  readonly titleOf: (item: ItemOf<Name>) => string;
  readonly children: (form: ItemForm<ItemOf<Name>>) => ReactNode;
}

/** The items with one of them moved to another place. */
export const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, place) => place !== from);
  const item = items[from];
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
};

/** A list of items in their order: each is edited where it stands, moved up and down, removed, and new ones are added at the end. @source R11.3 */
export const ItemList = <Name extends ListRecord>({
  editor,
  unit,
  most,
  blank,
  titleOf,
  children,
}: ItemListProps<Name>): JSX.Element => {
  // All lists have items with an id; the union of their types has no common array.
  const items = editor.body.items as readonly ItemOf<Name>[];
  const store = (next: readonly ItemOf<Name>[]): void =>
    editor.change({ ...editor.body, items: next } as Editor<Name>['body']);
  const { list, announce, announcement, focusOn } = useMoves();
  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    store(moved(items, from, to));
    announce(`${titleOf(item)} 现在是第 ${to + 1}\u00a0项，共 ${items.length}\u00a0项`);
    focusOn(to, to < from ? 'up' : 'down');
  };
  return (
    <div className={css.stack}>
      <div role="status" className={css.note}>
        {announcement}
      </div>
      {items.length === 0 ? (
        <EmptyState title={`还没有${unit}`} text="添加之后在这里编辑，发布后显示在门户上。" />
      ) : null}
      <ol className={css.items} aria-label={`${unit}，按显示的顺序`} ref={list}>
        {items.map((item, place) => (
          <li key={item.id} className={css.item} aria-label={titleOf(item)}>
            <div className={css.head}>
              <h2 className={css.title}>
                {place + 1}. {titleOf(item) || `新的${unit}`}
              </h2>
              <div className={css.actions}>
                <IconButton
                  size="small"
                  data-move="up"
                  label={`上移 ${titleOf(item)}`}
                  icon={<ChevronDownIcon className={css.up} />}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  size="small"
                  data-move="down"
                  label={`下移 ${titleOf(item)}`}
                  icon={<ChevronDownIcon />}
                  disabled={place === items.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <IconButton
                  size="small"
                  label={`移除 ${titleOf(item)}`}
                  icon={<CloseIcon />}
                  onClick={() => {
                    store(items.filter((_, at) => at !== place));
                    announce(`${titleOf(item)} 已移除，发布后生效`);
                    focusOn(Math.max(0, Math.min(place, items.length - 2)), 'down');
                  }}
                />
              </div>
            </div>
            {children({
              item,
              change: (changes) => store(items.map((each, at) => (at === place ? { ...each, ...changes } : each))),
              faultAt: (field) => editor.faultAt(`items.${place}.${field}`),
            })}
          </li>
        ))}
      </ol>
      {items.length < most ? (
        <div>
          <Button
            data-add
            icon={<PlusIcon />}
            onClick={() =>
              store([
                ...items,
                {
                  ...blank,
                  id: freshId(
                    idWords[editor.name.record],
                    items.map(({ id }) => id),
                  ),
                } as ItemOf<Name>,
              ])
            }
          >
            添加{unit}
          </Button>
        </div>
      ) : (
        <p className={css.note}>最多 {most}&nbsp;项。</p>
      )}
    </div>
  );
};

/** How the ids of new items begin. */
const idWords: Readonly<Record<ListRecord, string>> = { slides: 'slide', categories: 'category', partners: 'partner' };

/** Announces where an item went, and keeps the focus on the button that moved it. */
const useMoves = () => {
  const [announcement, announce] = useState('');
  const [wanted, setWanted] = useState<{ readonly place: number; readonly way: 'up' | 'down' }>();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    const item = list.current?.children[wanted.place];
    // Where none is left, what adds one.
    if (item === undefined) return list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus();
    const own = item.querySelector<HTMLButtonElement>(`[data-move="${wanted.way}"]`);
    const other = item.querySelector<HTMLElement>('[data-move]:not(:disabled), button:not(:disabled)');
    (own?.disabled === false ? own : other)?.focus();
  }, [wanted]);
  return { announcement, announce, list, focusOn: (place: number, way: 'up' | 'down') => setWanted({ place, way }) };
};
