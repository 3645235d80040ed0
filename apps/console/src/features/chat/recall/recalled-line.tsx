import type { ConversationMessage, ConversationRow } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, type ReactNode, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { agentOf } from '../colleague-words.ts';

/** Fetches it, also ahead. */
export const loadRecalledDialog = () => import('./recalled-dialog.tsx');
const RecalledDialog = lazyPart(loadRecalledDialog);

interface RecalledLineProps {
  readonly conversationId: string;
  readonly seq: number;
  /** The colleague who took it back; undefined for oneself. */
  readonly agent: string | undefined;
}

/** What stands in the place of a message that staff took back, with the way to its words for who reads the trail. @source service 1.3 */
const RecalledLine = ({ conversationId, seq, agent }: RecalledLineProps): JSX.Element => {
  const mayRead = useAuth()['ops.audit.read'] === true;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {agent === undefined ? '您' : `${agent} `}撤回了一条消息
      {mayRead && (
        <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
          查看原文
        </Button>
      )}
      {isOpen && <RecalledDialog conversationId={conversationId} seq={seq} onClose={() => setOpen(false)} />}
    </>
  );
};

/** Makes what takes the place of messages that staff took back; null for all others. */
export const recalledLines = (
  conversationId: string,
  messages: readonly ConversationMessage[],
): ((row: ConversationRow) => ReactNode) => {
  const recalled = new Map(
    messages.flatMap((message) =>
      message.sender === 'agent' && message.recalledBy !== undefined ? [[message.seq, agentOf(message)] as const] : [],
    ),
  );
  return ({ seq }) =>
    seq !== undefined && recalled.has(seq) ? (
      <RecalledLine conversationId={conversationId} seq={seq} agent={recalled.get(seq)} />
    ) : null;
};
