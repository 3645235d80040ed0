import type { JSX } from 'react';
import type { ConversationRow } from '../../headless/conversation/conversation-rows.ts';
import { conversationTexts } from '../../headless/texts.ts';
import { RecallButton } from './recall-button.tsx';

/** Properties of `SendStatus`. */
export interface SendStatusProps {
  row: Pick<ConversationRow, 'status' | 'words' | 'clientId'> & Partial<Pick<ConversationRow, 'seq' | 'createTime'>>;
  /** Called to send an unsent message again. */
  onRetry: (clientId: string) => void;
  /** Called to take a message back, as long after its time as `recallMs` says; without it nothing is taken back. */
  onRecall?: ((seq: number) => void) | undefined;
  recallMs?: number | undefined;
  texts?: Partial<typeof conversationTexts> | undefined;
}

/** How far a message of one's own has come; nothing for those of others. */
export function SendStatus({ row, onRetry, onRecall, recallMs = 0, texts }: SendStatusProps): JSX.Element | null {
  const { status, clientId, seq, createTime } = row;
  const isSent = status === 'sent' || status === 'read';
  if (status === undefined) return null;
  const words = { ...conversationTexts, ...texts };
  return (
    <div className={`ck ck-status ck-status-${status}`}>
      {words[status]}
      {status === 'unsent' && row.words !== undefined && `：${row.words}`}
      {status === 'unsent' && clientId !== undefined && (
        <>
          {' · '}
          <button type="button" onClick={() => onRetry(clientId)}>
            {words.retry}
          </button>
        </>
      )}
      {isSent && recallMs > 0 && onRecall && seq !== undefined && createTime !== undefined && (
        <RecallButton at={createTime} withinMs={recallMs} label={words.recall} onPress={() => onRecall(seq)} />
      )}
    </div>
  );
}
