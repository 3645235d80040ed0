import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { FormField, TextInput } from '@ronghui/ui';
import { type JSX, type ReactNode, useState } from 'react';
import { type Decision, operationOf } from '../bill-queries.ts';
import css from './confirmation.module.css';
import { decisionWords } from './decision-words.ts';

interface DecisionQuestionProps {
  readonly decision: Decision;
  readonly title: string;
  /** The bills with their numbers. */
  readonly children: ReactNode;
  readonly confirmText?: string;
  readonly onClose: () => void;
  /** False keeps it open. */
  readonly onConfirm: (reason: string) => unknown;
}

/** Asks before bills are decided on, with their numbers and the consequences; sending back asks for a reason. @source ux "Merchant area", R12.7 */
export const DecisionQuestion = (props: DecisionQuestionProps): JSX.Element => {
  const { decision, title, children, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  const { button, effect } = decisionWords[decision];
  const asksReason = decision === 'sendBack';
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title={title}
      confirmText={props.confirmText ?? button}
      cancelText="再看看"
      confirmDisabled={asksReason && reason.trim() === ''}
      onConfirm={() => onConfirm(reason.trim())}
      errorText={(error) => errorText(operationOf[decision], error)}
    >
      <div className={css.question}>
        {children}
        <p className={css.effect}>{effect}</p>
        {asksReason ? (
          <FormField label="退回原因">
            <TextInput
              value={reason}
              onValueChange={setReason}
              maxLength={500}
              placeholder="让确认的同事知道要核对什么"
            />
          </FormField>
        ) : null}
      </div>
    </ConfirmPopup>
  );
};
