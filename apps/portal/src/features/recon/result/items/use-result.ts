import { navigate } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { useState } from 'react';
import { type Item, type Run, useItems } from '../result-queries.ts';
import { canBecomeRule } from '../result-words.ts';
import { useActive } from './use-active.ts';
import { useChosen } from './use-chosen.ts';
import { useDispute } from './use-dispute.ts';
import { useHand } from './use-hand.ts';

/** What stands in front of the result. */
export type Asked =
  | { readonly kind: 'note' | 'dispute'; readonly items: readonly Item[] }
  | { readonly kind: 'rule'; readonly item: Item }
  | { readonly kind: 'help' };

/** A result in work: its list, what is selected, where the keyboard is, and every step. @source R13.3 */
export const useResult = (run: Run) => {
  const list = useItems(run.runId);
  const items = list.rows.status === 'ready' ? list.rows.data : [];
  const chosen = useChosen(list);
  const place = useActive(list, items);
  const dispute = useDispute(run.runId);
  const [asked, setAsked] = useState<Asked>();
  const hand = useHand({
    run,
    chosen,
    onTaken: (gone) => {
      chosen.clear();
      dispute.leave(gone);
      place.stay();
    },
  });
  return {
    run,
    list,
    items,
    chosen,
    place,
    dispute,
    hand,
    asked,
    ask: (next: Asked | undefined) => setAsked(next),
    /** Nothing stands in front of the result any more. */
    close: (): void => {
      setAsked(undefined);
      if (list.open !== null) list.close();
    },
    open: (item: Item) => navigate(list.openHref(String(item.itemNo)).slice(1)),
    /** What a key is for: the selected items, otherwise the one at which the keyboard is. */
    targets: (): readonly Item[] => {
      if (chosen.chosen.size > 0) return [...chosen.chosen.values()];
      return place.active === undefined ? [] : [place.active];
    },
    addToDispute: (some: readonly Item[]): void => {
      if (chosen.isAll) showToast('warn', '加入差异反馈请逐项选择');
      else if (dispute.toggle(some) && chosen.chosen.size > 0) chosen.clear();
    },
    makeRule: (some: readonly Item[]): void => {
      const [only, ...others] = some;
      if (only !== undefined && others.length === 0 && canBecomeRule(only)) setAsked({ kind: 'rule', item: only });
      else showToast('info', '手工勾对或认可、有对方且有差额的一对一，才能设为规则');
    },
    sendDispute: (): void => {
      if (dispute.items.size > 0) setAsked({ kind: 'dispute', items: [...dispute.items.values()] });
      else showToast('info', '还没有加入差异反馈的项');
    },
  };
};

export type Result = ReturnType<typeof useResult>;
