import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { closeRun, type Run } from '../result-queries.ts';
import { counted } from '../result-words.ts';
import css from './steps.module.css';

/** Asks before a run is closed, with what is left of it and what closing means. @source R13.4, ux "Merchant area" */
export const CloseQuestion = ({ run, onClose }: { run: Run; onClose: () => void }): JSX.Element => {
  const { runId, version, differencesLeft = 0, totals = [] } = run;
  const attempt = useAttemptKey();
  const accepted = totals.reduce((sum, each) => sum + each.accepted, 0);
  const sent = totals.reduce((sum, each) => sum + each.sent, 0);
  const close = async (): Promise<void> => {
    await attempt({ runId, version }, closeRun);
    showToast('ok', '对账已结束，对账结果单已生成');
    navigate(paths.reconStatement(runId));
  };
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title="结束这次对账？"
      confirmText="结束对账"
      cancelText="再看看"
      onConfirm={close}
      errorText={(error) => errorText('recon.close', error)}
    >
      <div className={css.question}>
        {differencesLeft > 0 ? (
          <p className={css.left}>还有 {counted(differencesLeft, '项')}差异没有处理，将照原样写入对账结果单。</p>
        ) : (
          <p className={css.left}>差异已全部处理。</p>
        )}
        <p>
          已认可 {counted(accepted, '项')}，已提差异反馈 {counted(sent, '项')}。
        </p>
        <p>
          结束后生成对账结果单，结果不能再更改，也不能再从这里提出差异；账单不因此确认。商户账文件随后删除，文件名、大小与校验码长期保留。如有变化，可以重新上传再对一次。
        </p>
      </div>
    </ConfirmPopup>
  );
};
