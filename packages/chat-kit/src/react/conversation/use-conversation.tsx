'use client';

import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Conversation } from '../../headless/conversation/conversation.ts';
import type { OutgoingContent } from '../../headless/conversation/conversation-message.ts';
import {
  type ConversationRow,
  createRowReader,
  type RowOptions,
} from '../../headless/conversation/conversation-rows.ts';
import type { ConversationState } from '../../headless/conversation/conversation-state.ts';
import { conversationTexts } from '../../headless/texts.ts';
import type { MessageListHandle, MessageListProps } from '../message-list.tsx';
import { useEvent } from '../use-event.ts';
import { useStable } from '../use-stable.ts';
import type { ComposerProps } from './composer.tsx';
import { SendStatus } from './send-status.tsx';

/** Options of `useConversation`. */
export interface ConversationViewOptions extends RowOptions {
  /** Whether a person sees the conversation, and so reads what comes in; default true. */
  isShown?: boolean | undefined;
  /** How long a message of one's own can be taken back; default not at all. */
  recallMs?: number | undefined;
  /** Called when a message was not taken back. */
  onRecallFailed?: ((error: unknown) => void) | undefined;
}

type ListProps =
  | 'messages'
  | 'rowKey'
  | 'textFormat'
  | 'convertTime'
  | 'hasMore'
  | 'loadingOlder'
  | 'olderFailed'
  | 'onReachTop';

/** A conversation on a page: its state, and the properties of its list and its composer, to be spread into them. */
export interface ConversationView {
  state: ConversationState;
  rows: readonly ConversationRow[];
  list: Pick<MessageListProps<ConversationRow>, ListProps | 'renderBelow'> & {
    ref: RefObject<MessageListHandle | null>;
  };
  composer: Pick<ComposerProps, 'value' | 'onChange' | 'onSend' | 'notice' | 'texts'>;
}

const rowKey = ({ key }: ConversationRow): string => key;

/** Follows a conversation and runs it while the page shows it. */
export function useConversation(
  conversation: Conversation,
  { isShown = true, recallMs = 0, onRecallFailed, side, texts }: ConversationViewOptions = {},
): ConversationView {
  const words = useStable({ ...conversationTexts, ...texts });
  const state = useSyncExternalStore(conversation.subscribe, conversation.state, conversation.state);
  const read = useMemo(() => createRowReader({ side, texts: words }), [side, words]);
  const rows = read(state);
  const ref = useRef<MessageListHandle>(null);
  useEffect(() => conversation.start(), [conversation]);
  useEffect(() => {
    const wake = (): void => {
      if (document.visibilityState !== 'hidden') conversation.wake();
    };
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [conversation]);
  const { to } = state;
  useEffect(() => {
    if (!isShown || to === 0) return;
    const see = (): void => {
      if (document.visibilityState !== 'hidden') conversation.seen(to);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [conversation, isShown, to]);

  const recall = useEvent((seq: number) => {
    conversation.recall(seq).then(conversation.wake, (error: unknown) => onRecallFailed?.(error));
  });
  const renderBelow = useCallback(
    (_message: unknown, row: ConversationRow): ReactNode =>
      row.status && (
        <SendStatus row={row} onRetry={conversation.retry} onRecall={recall} recallMs={recallMs} texts={words} />
      ),
    [conversation, words, recall, recallMs],
  );
  const onSend = useEvent((content: OutgoingContent) => {
    conversation.send(content);
    ref.current?.toEnd();
  });
  // a stream may hold on for a while after the net is gone; a message that got no answer says it
  const isCut = state.line === 'down' || (state.isHeld && state.own.some(({ status }) => status === 'waiting'));
  const isUnsent = state.own.some(({ status }) => status === 'failed');
  return {
    state,
    rows,
    list: {
      ref,
      messages: rows,
      rowKey,
      textFormat: 'text',
      convertTime: true,
      hasMore: state.from > state.firstSeq,
      loadingOlder: state.older === 'loading' || (!state.isOpen && !state.isHeld),
      olderFailed: state.older === 'failed',
      onReachTop: conversation.older,
      renderBelow,
    },
    composer: {
      value: state.draft,
      onChange: conversation.setDraft,
      onSend,
      notice: isCut ? words.offline : isUnsent ? words.unsent : undefined,
      texts: words,
    },
  };
}
