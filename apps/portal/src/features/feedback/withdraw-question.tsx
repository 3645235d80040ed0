import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { rmbText } from '@ronghui/domain/money';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { type FeedbackDetail, withdrawFeedback } from './feedback-queries.ts';

interface QuestionProps {
  readonly feedback: FeedbackDetail;
  readonly onClose: () => void;
}

/** Asks before a feedback is withdrawn. @source R10.4 */
export const WithdrawQuestion = ({ feedback, onClose }: QuestionProps): JSX.Element => {
  const { feedbackNo, billNo, billAmount } = feedback;
  const attempt = useAttemptKey();
  const apply = async (): Promise<void> => {
    await attempt({ feedbackNo }, withdrawFeedback);
    showToast('ok', '反馈已撤回，账单回到待确认');
  };
  return (
    <ConfirmPopup
      open
      danger
      onClose={onClose}
      title="撤回这条反馈？"
      confirmText="撤回反馈"
      cancelText="暂不撤回"
      onConfirm={apply}
      errorText={(error) => errorText('feedback.withdraw', error)}
    >
      <p>
        撤回后，账单 {billNo} 按 {rmbText(billAmount)} 回到待确认；撤回不能恢复，仍有异议的需要重新提出。
      </p>
    </ConfirmPopup>
  );
};
