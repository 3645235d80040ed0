import type { Conversation } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { end, join, noteSender, stepOut, take } from './chat-queries.ts';
import { EndDialog } from './end-dialog.tsx';
import { GiveBackDialog, TransferDialog } from './hand-dialogs.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { nameOf } from './queue-list.tsx';
import type { Reception } from './queue-queries.ts';

interface ReceptionActionsProps {
  readonly conversation: Conversation;
  /** Undefined before the conversation is open. */
  readonly conversationId: string | undefined;
  /** Undefined once it has left the queue. */
  readonly row: Reception | undefined;
}

type Asked = 'note' | 'transfer' | 'giveBack' | 'end';

/** What a member of staff may do with a reception, by what they are in it. @source service 5.2 */
export const ReceptionActions = ({ conversation, conversationId, row }: ReceptionActionsProps): JSX.Element => {
  const [asked, setAsked] = useState<Asked>();
  const [saveNote] = useState(noteSender);
  const name = row === undefined ? '客户' : nameOf(row);
  const onClose = (): void => setAsked(undefined);
  const ask = (what: Asked, label: string): JSX.Element => (
    <Button size="small" onClick={() => setAsked(what)}>
      {label}
    </Button>
  );
  return (
    <>
      {row !== undefined && <StepButton row={row} conversation={conversation} />}
      {conversationId !== undefined && ask('note', '备注')}
      {row?.own === 'serves' && (
        <>
          {ask('transfer', '转交')}
          {ask('giveBack', '放回')}
          {ask('end', '结束接待')}
        </>
      )}
      {asked === 'note' && conversationId !== undefined && (
        <NoteDialog
          name={name}
          conversationId={conversationId}
          onClose={onClose}
          onSave={(content) => saveNote(conversationId, content)}
        />
      )}
      {asked === 'transfer' && row !== undefined && (
        <TransferDialog receptionId={row.receptionId} name={name} onClose={onClose} />
      )}
      {asked === 'giveBack' && row !== undefined && (
        <GiveBackDialog receptionId={row.receptionId} name={name} onClose={onClose} />
      )}
      {asked === 'end' && row !== undefined && (
        <EndDialog
          name={name}
          onClose={onClose}
          onEnd={async (summary) => {
            await end({ receptionId: row.receptionId, ...summary });
            conversation.wake();
          }}
        />
      )}
    </>
  );
};

type Step = typeof take | typeof join | typeof stepOut;

/** The step that one presses for without a question: to take what waits, to join a colleague, to step out again. */
const stepOf = ({
  state,
  own,
}: Reception): { readonly label: string; readonly operation: string; readonly run: Step } | undefined => {
  if (state === 'waiting' || state === 'left') return { label: '接待', operation: 'ops.chat.take', run: take };
  if (state !== 'serving' || own === 'serves') return undefined;
  return own === 'joined'
    ? { label: '退出', operation: 'ops.chat.stepOut', run: stepOut }
    : { label: '加入', operation: 'ops.chat.join', run: join };
};

const StepButton = ({
  row,
  conversation,
}: {
  readonly row: Reception;
  readonly conversation: Conversation;
}): JSX.Element | null => {
  const [isBusy, setBusy] = useState(false);
  const step = stepOf(row);
  if (step === undefined) return null;
  const press = async (): Promise<void> => {
    setBusy(true);
    try {
      await step.run({ receptionId: row.receptionId });
    } catch (error) {
      showError(step.operation, error);
    }
    setBusy(false);
    conversation.wake();
  };
  return (
    <Button
      size="small"
      variant={step.operation === 'ops.chat.take' ? 'primary' : 'secondary'}
      loading={isBusy}
      onClick={() => void press()}
    >
      {step.label}
    </Button>
  );
};
