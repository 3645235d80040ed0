import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import type { Question } from '@ronghui/web/forms/question';
import type { JSX } from 'react';

interface SubmitProps {
  readonly question: Question;
  /** Whether a passed certification stays in force during the review. */
  readonly isChange: boolean;
}

/** Warns that a submission can be neither changed nor withdrawn before its review. @source R4.11, R12.7 */
export const SubmitQuestion = ({ question: { pending }, isChange }: SubmitProps): JSX.Element | null =>
  pending === undefined ? null : (
    <ConfirmPopup
      open
      title={isChange ? '提交认证变更？' : '提交认证？'}
      confirmText="提交"
      loadingText="正在提交"
      onConfirm={pending.confirm}
      onClose={pending.cancel}
    >
      提交后进入审核，有结果之前不能修改，也不能撤回。{isChange ? '现在有效的认证不受影响。' : ''}
    </ConfirmPopup>
  );
