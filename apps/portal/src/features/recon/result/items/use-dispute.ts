import { showToast } from '@ronghui/web/screen/toasts';
import { useState } from 'react';
import type { Item } from '../result-queries.ts';
import { canDispute, counted } from '../result-words.ts';

/** The items of one feedback at most. @source contract 4 */
const atMost = 200;

/** The items that are put together for feedback, over filters and pages. @source R13.3 */
export const useDispute = () => {
  const [items, setItems] = useState<ReadonlyMap<number, Item>>(new Map());
  const leave = (some: readonly Item[]): void =>
    setItems((before) => {
      const left = new Map(before);
      for (const { itemNo } of some) left.delete(itemNo);
      return left;
    });
  return {
    items,
    leave,
    clear: () => setItems(new Map()),
    /** Adds those that can be disputed, or takes them out where all of them are in. Answers whether anything was done. */
    toggle: (some: readonly Item[]): boolean => {
      const fit = some.filter(canDispute);
      if (fit.length === 0) {
        showToast('info', '没有差额，或已经提出，不能加入差异反馈');
        return false;
      }
      if (fit.every(({ itemNo }) => items.has(itemNo))) {
        leave(fit);
        return true;
      }
      const next = new Map([...items, ...fit.map((item) => [item.itemNo, item] as const)]);
      if (next.size > atMost) {
        showToast('warn', `差异反馈一次最多 ${counted(atMost, '项')}`);
        return false;
      }
      setItems(next);
      return true;
    },
  };
};
