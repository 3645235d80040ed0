import { showToast } from '@ronghui/web/screen/toasts';
import type { Item, Run } from '../result-queries.ts';
import { canAccept, canUnmatch } from '../result-words.ts';
import { useSteps } from '../steps/use-steps.ts';
import type { ChosenItems } from './use-chosen.ts';

interface HandSpec {
  readonly run: Run;
  readonly chosen: ChosenItems;
  /** After a step was taken; with the items that are no more. */
  readonly onTaken: (gone: readonly Item[]) => void;
}

const haveBothSides = (items: readonly Item[]): boolean =>
  items.some(({ ledger }) => ledger.length > 0) && items.some(({ lines }) => lines.length > 0);

/** The steps by hand on items: each is sent for those that it fits, and answers whether it was taken. @source R13.3 */
export const useHand = ({ run, chosen, onTaken }: HandSpec) => {
  const steps = useSteps(run);
  const after = (isTaken: boolean, gone: readonly Item[] = []): boolean => {
    if (isTaken) onTaken(gone);
    return isTaken;
  };
  return {
    busy: steps.busy,
    match: async (items: readonly Item[]): Promise<boolean> => {
      if (chosen.isAll || items.length < 2 || !haveBothSides(items)) {
        showToast('warn', chosen.isAll ? '勾对请逐项选择' : '勾对需要两边各至少一行，请再选');
        return false;
      }
      return after(await steps.match(items.map(({ itemNo }) => itemNo)), items);
    },
    unmatch: async (items: readonly Item[]): Promise<boolean> => {
      const fit = items.filter(canUnmatch);
      const payload = chosen.payload(fit);
      return fit.length > 0 && payload !== undefined && after(await steps.unmatch(payload), fit);
    },
    /** Without `isAccepted` it accepts, or takes that back where all of them are accepted. */
    accept: async (items: readonly Item[], isAccepted?: boolean): Promise<boolean> => {
      const fit = items.filter(canAccept);
      if (fit.length === 0) showToast('info', '没有差异，无须认可');
      const payload = chosen.payload(fit);
      if (fit.length === 0 || payload === undefined) return false;
      return after(await steps.accept(payload, isAccepted ?? !fit.every((item) => item.isAccepted)));
    },
    note: async (items: readonly Item[], text: string): Promise<boolean> => {
      const payload = chosen.payload(items);
      return payload !== undefined && after(await steps.note(payload, text));
    },
    undo: async (): Promise<boolean> => {
      if (run.canUndo) return after(await steps.undo());
      showToast('info', '没有可以撤销的步骤');
      return false;
    },
  };
};
