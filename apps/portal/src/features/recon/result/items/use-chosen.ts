import { showToast } from '@ronghui/web/screen/toasts';
import { useSelection } from '@ronghui/web/state/selection';
import { useState } from 'react';
import { filterOf } from '../item-filter.ts';
import type { Chosen, Item, ItemList } from '../result-queries.ts';
import { counted } from '../result-words.ts';

/** How many items a step takes by number, and how many by a filter. @source contract 4 */
const byNumber = 500;
const byFilter = 10_000;

const keyOf = ({ itemNo }: Item): string => String(itemNo);

/** The selected items of a list: one by one, or all that its filter finds. @source R13.3 */
export const useChosen = (list: ItemList) => {
  const selection = useSelection<Item>({ list, keyOf });
  const [allOf, setAllOf] = useState<string>();
  const { chosen } = selection;
  const filter = JSON.stringify(list.filter);
  // A step in an open item is for that one.
  const isAll = allOf === filter && chosen.size > 0 && list.open === null;
  const change = (next: ReadonlyMap<string, Item>): void => {
    setAllOf(undefined);
    selection.onChosenChange(next);
  };
  const { total } = list;
  const canTakeAll = total !== undefined && list.totalIsExact && total <= byFilter && total > chosen.size && !isAll;
  return {
    chosen,
    isAll,
    number: isAll ? (total ?? chosen.size) : chosen.size,
    /** For a step: which items, narrowed to those that it fits. Undefined where they are too many. */
    payload: (items: readonly Item[]): Chosen | undefined => {
      if (isAll) return { filter: filterOf(list.values) };
      if (items.length <= byNumber) return { itemNos: items.map(({ itemNo }) => itemNo) };
      showToast('warn', `逐项选择一次最多 ${counted(byNumber, '项')}，更多请选中筛选的全部`);
      return undefined;
    },
    clear: () => change(new Map()),
    choose: (items: readonly Item[], isOn: boolean): void => {
      const next = new Map(chosen);
      for (const item of items) {
        if (isOn) next.set(keyOf(item), item);
        else next.delete(keyOf(item));
      }
      change(next);
    },
    /** Selects what the filter finds beyond the rows in sight. */
    all: canTakeAll ? { text: `选中本筛选全部 ${counted(total, '项')}`, onPress: () => setAllOf(filter) } : undefined,
  };
};

export type ChosenItems = ReturnType<typeof useChosen>;
