import type { ConversationMessage, ConversationState } from '@ronghui/chat-kit';
import { useState } from 'react';

/** The colleague who wrote a message; undefined for one's own and for those of others. */
export const agentOf = (message: ConversationMessage): string | undefined =>
  // The transport gives it as the contract has it.
  Reflect.get(message, 'agent') as string | undefined;

/** Who of the colleagues has written to the customer since one began to type; undefined for nobody. @source service 5.2 */
export const useWrittenMeanwhile = ({ draft, to, messages }: ConversationState): string | undefined => {
  const isTyping = draft !== '' && to > 0;
  // Up to where one had read when one began.
  const [since, setSince] = useState<number>();
  if (isTyping !== (since !== undefined)) setSince(isTyping ? to : undefined);
  if (since === undefined) return undefined;
  return messages
    .filter(({ seq }) => seq > since && seq <= to)
    .map(agentOf)
    .findLast((name) => name !== undefined);
};
