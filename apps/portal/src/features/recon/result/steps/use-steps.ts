import { CallError } from '@ronghui/client';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { useRef, useState } from 'react';
import {
  acceptItems,
  type Chosen,
  matchItems,
  noteItems,
  type Run,
  undoStep,
  unmatchItems,
} from '../result-queries.ts';

/** Shows why a step was refused; the result is fetched again where it was not as shown. */
export const showStepError = (operationId: string, error: unknown): void => {
  if (error instanceof CallError && error.errCode === 'RHSY409')
    showToast('warn', '这次对账刚刚有了变化，结果已刷新，请核对后再办');
  else showError(operationId, error);
};

const listed = (chosen: Chosen) =>
  'filter' in chosen
    ? { itemNos: undefined, filter: chosen.filter }
    : { itemNos: [...chosen.itemNos], filter: undefined };

/** The steps by hand on a run, one at a time; each answers whether it was taken. @source R13.3 */
export const useSteps = (run: Run) => {
  const { runId, version } = run;
  const attempt = useAttemptKey();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const take = async (operationId: string, work: () => Promise<unknown>, text: string): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(true);
    try {
      await work();
      showToast('ok', text);
      return true;
    } catch (error) {
      showStepError(operationId, error);
      return false;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    match: (itemNos: readonly number[]) =>
      take('recon.match', () => attempt({ runId, itemNos: [...itemNos], version }, matchItems), '已勾对，可以撤销'),
    unmatch: (chosen: Chosen) =>
      take(
        'recon.unmatch',
        () => attempt({ runId, ...listed(chosen), version }, unmatchItems),
        '已取消勾对，各行单独列出，可以撤销',
      ),
    accept: (chosen: Chosen, isAccepted: boolean) =>
      take(
        'recon.accept',
        () => attempt({ runId, ...listed(chosen), version, isAccepted }, acceptItems),
        isAccepted ? '已认可，可以撤销' : '已收回认可',
      ),
    note: (chosen: Chosen, note: string) =>
      take(
        'recon.note',
        () => attempt({ runId, ...listed(chosen), version, note }, noteItems),
        note === '' ? '备注已清除' : '备注已保存',
      ),
    undo: () => take('recon.undo', () => attempt({ runId, version }, undoStep), '已撤销上一步'),
  };
};
