import { unclaimableKinds } from '@ronghui/domain/recon';
import { useDraft } from '@ronghui/web/forms/draft';
import { showToast } from '@ronghui/web/screen/toasts';
import { useState } from 'react';
import { type Item, useItemsByNo } from '../result-queries.ts';
import { canDispute, counted } from '../result-words.ts';

/** The items of one feedback at most. @source contract 4 */
const atMost = 200;

interface Kept {
  readonly itemNos: readonly number[];
}
const none: Kept = { itemNos: [] };

/** The numbers of the items that were put together, kept over leaving the page, and the items themselves. */
const useKept = (runId: string) => {
  const { fields, change, clear } = useDraft<Kept>(`recon-dispute-${runId}`, none);
  // Other items are known from the list in which they were chosen.
  const [asked] = useState(fields.itemNos);
  const read = useItemsByNo(runId, asked);
  const [seen, setSeen] = useState<ReadonlyMap<number, Item>>(new Map());
  const found = new Map((read ?? []).filter(canDispute).map((item) => [item.itemNo, item] as const));
  const itemOf = (itemNo: number): Item | undefined => found.get(itemNo) ?? seen.get(itemNo);
  return {
    // What stands no more is left out once that is known.
    itemNos: fields.itemNos.filter(
      (itemNo) => itemOf(itemNo) !== undefined || (read === undefined && asked.includes(itemNo)),
    ),
    itemOf,
    keep: (itemNos: readonly number[], items: readonly Item[] = []): void => {
      if (items.length > 0) setSeen(new Map([...seen, ...items.map((item) => [item.itemNo, item] as const)]));
      if (itemNos.length === 0) clear();
      else change({ itemNos });
    },
  };
};

/** The items that are put together for feedback, over filters, pages and leaving the run. @source R13.3, ux "Always" */
export const useDispute = (runId: string) => {
  const { itemNos, itemOf, keep } = useKept(runId);
  const items: ReadonlyMap<number, Item> = new Map(
    itemNos.flatMap((itemNo) => {
      const item = itemOf(itemNo);
      return item === undefined ? [] : [[itemNo, item] as const];
    }),
  );
  const leave = (some: readonly Item[]): void =>
    keep(itemNos.filter((itemNo) => some.every((item) => item.itemNo !== itemNo)));
  return {
    items,
    leave,
    clear: () => keep([]),
    /** Adds those that can be disputed, or takes them out where all of them are in. Answers whether anything was done. */
    toggle: (some: readonly Item[]): boolean => {
      const fit = some.filter(canDispute);
      if (fit.length === 0) {
        const [reason] = some.flatMap(({ kind }) => unclaimableKinds[kind] ?? []);
        showToast('info', reason ?? '没有差额、已认可或已经提出，不能加入差异反馈');
        return false;
      }
      if (fit.every(({ itemNo }) => items.has(itemNo))) {
        leave(fit);
        return true;
      }
      const next = [...new Set([...itemNos, ...fit.map(({ itemNo }) => itemNo)])];
      if (next.length > atMost) {
        showToast('warn', `差异反馈一次最多 ${counted(atMost, '项')}`);
        return false;
      }
      keep(next, fit);
      return true;
    },
  };
};
