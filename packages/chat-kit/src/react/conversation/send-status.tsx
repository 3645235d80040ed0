import type { JSX } from 'react';
import type { ConversationRow } from '../../headless/conversation/conversation-rows.ts';
import { conversationTexts } from '../../headless/texts.ts';

/** Properties of `SendStatus`. */
export interface SendStatusProps {
  row: Pick<ConversationRow, 'status' | 'words' | 'clientId'>;
  /** Called to send an unsent message again. */
  onRetry: (clientId: string) => void;
  texts?: Partial<typeof conversationTexts> | undefined;
}

/** How far a message of one's own has come; nothing for those of others. */
export function SendStatus({ row, onRetry, texts }: SendStatusProps): JSX.Element | null {
  const { status, clientId } = row;
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
    </div>
  );
}
