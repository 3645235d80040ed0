import type { OpsContext } from '#kernel/calls/context';
import { type ConversationRow, ownerOf, topicOf } from '../conversation.ts';
import { deskTopic } from '../stream/topics.ts';

/** Wakes the streams of a conversation's customer, and the desk's, once the call is over and so is its commit. @source service 2.5 */
export const wakeCustomer = (
  { ports, onEnd }: Pick<OpsContext, 'ports' | 'onEnd'>,
  conversation: ConversationRow,
): void => onEnd(() => ports.wakeUps.wake(topicOf(ownerOf(conversation))));

/** Wakes the desk's streams alone: its customer sees nothing of it. */
export const wakeDesk = ({ ports, onEnd }: Pick<OpsContext, 'ports' | 'onEnd'>): void =>
  onEnd(() => ports.wakeUps.wake(deskTopic));
