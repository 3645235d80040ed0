import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { FormField, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './authorization-drawer.module.css';
import { type AuthorizationDetail, revokeAuthorization } from './authorization-queries.ts';

interface QuestionProps {
  readonly record: AuthorizationDetail;
  readonly onClose: () => void;
}

/** Asks before a consent is withdrawn, and why. @source R10.6 */
export const RevokeQuestion = ({ record, onClose }: QuestionProps): JSX.Element => {
  const [reason, setReason] = useState('');
  const attempt = useAttemptKey();
  const apply = async (): Promise<void> => {
    const input = { recordId: record.recordId, reason: reason.trim() || undefined };
    await attempt(input, revokeAuthorization);
    showToast('ok', '授权已撤回，立即生效');
  };
  return (
    <ConfirmPopup
      open
      danger
      onClose={onClose}
      title={`撤回《${record.title}》？`}
      confirmText="撤回"
      cancelText="暂不撤回"
      onConfirm={apply}
      errorText={(error) => errorText('authorization.revoke', error)}
    >
      <div className={css.question}>
        <p>{record.follows}</p>
        <FormField label="原因（选填）">
          <TextInput value={reason} onValueChange={setReason} maxLength={200} placeholder="不写也可以" />
        </FormField>
      </div>
    </ConfirmPopup>
  );
};
