import {
  Composer,
  type Conversation,
  type ConversationMessage,
  type ConversationRow,
  MessageList,
  useConversation,
} from '@ronghui/chat-kit';
import { recallMinutes } from '@ronghui/domain/chat/recall';
import { Button } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, type ReactNode, useEffect, useMemo } from 'react';
import { useAuth, useUser } from '#kernel/start-up.ts';
import { CardBox, type Reference } from './card/card-box.tsx';
import css from './chat.module.css';
import { useNotes } from './chat-queries.ts';
import { agentOf, useWrittenMeanwhile } from './colleague-words.ts';
import { deskLineStore } from './desk-line.ts';
import { renderFile } from './file/message-file.tsx';
import { isNote, NoteBox, noteRowsOf, withNotes } from './note-rows.tsx';
import { nameOf } from './queue-list.tsx';
import type { Reception } from './queue-queries.ts';
import { QuickReplies } from './quick-reply/quick-replies.tsx';
import { recalledLines } from './recall/recalled-line.tsx';
import { ReceptionActions } from './reception-actions.tsx';

interface ConversationPanelProps {
  readonly conversation: Conversation;
  /** Undefined once it has left the queue. */
  readonly row: Reception | undefined;
}

const agentTexts = {
  recalled: '客户撤回了一条消息',
  ownRecalled: '您撤回了一条消息',
  placeholder: '回车发送，/ 用快捷回复',
};
/** @source service 1.3 */
const recalling = {
  recallMs: recallMinutes * 60_000,
  onRecallFailed: (error: unknown) => showError('ops.chat.recall', error),
};
/** What colleagues wrote stands on the same side, under their names. */
const sides = { ownSenders: ['agent'], texts: { own: '客服' } } as const;
const messageLimit = 5_000;

/** A customer's conversation with its composer; a reception that waits is taken first. @source service 5.2 */
export const ConversationPanel = ({ conversation, row }: ConversationPanelProps): JSX.Element => {
  const { state, rows, list, composer } = useConversation(conversation, {
    ...recalling,
    side: 'agent',
    texts: agentTexts,
  });
  const mayWrite = useAuth()['ops.chat.write'] === true;
  const notes = useNotes(state.conversationId ?? '', {
    fromSeq: rows.length === 0 ? undefined : Math.max(0, state.from - 1),
    known: row?.notes,
  });
  const noteRows = useMemo(() => noteRowsOf(notes.data?.notes ?? []), [notes.data]);
  const shown = useMemo(() => withNotes(rows, noteRows), [rows, noteRows]);
  const renderAbove = useMemo(() => authorsAbove(state.messages), [state.messages]);
  const renderMessage = useMemo(() => {
    const recalled = recalledLines(state.conversationId ?? '', state.messages);
    return (message: unknown, each: ConversationRow): ReactNode => recalled(each) ?? renderFile(message, each);
  }, [state.conversationId, state.messages]);
  const writer = useWrittenMeanwhile(state);
  // Without the stream the queue says that there is something new; the conversation itself asks nothing by the clock.
  const isUp = deskLineStore.use();
  const mark = row && !isUp ? `${row.version} ${row.unread} ${row.lastWords}` : undefined;
  useEffect(() => {
    if (mark !== undefined) conversation.wake();
  }, [conversation, mark]);
  const name = row === undefined ? '客户' : nameOf(row);
  const user = useUser();
  const ownName = user?.name || user?.account || '';
  return (
    <section className={css.panel} aria-label={`与${name}的会话`}>
      <header className={css.head}>
        <h2 className={css.name}>{name}</h2>
        <span className={css.typing} role="status">
          {state.typing === 'user' && '正在输入…'}
        </span>
        {mayWrite && <ReceptionActions conversation={conversation} conversationId={state.conversationId} row={row} />}
      </header>
      {notes.isError && (
        <p className={css.more} role="alert">
          内部备注没有读出来
          <Button size="small" variant="ghost" onClick={() => void notes.refetch()}>
            重试
          </Button>
        </p>
      )}
      {notes.data?.hasMore === true && <p className={css.more}>{'这里只显示最近的\u00a0200\u00a0条备注'}</p>}
      <div className={css.list}>
        <MessageList
          {...list}
          messages={shown}
          renderAbove={renderAbove}
          renderInside={renderInside}
          renderMessage={renderMessage}
          timeZone="Asia/Shanghai"
          {...sides}
        />
      </div>
      <QuickReplies
        draft={state.draft}
        names={{ customer: row?.tenantName ?? '您', agent: ownName }}
        onChoose={conversation.setDraft}
      >
        <Composer
          {...composer}
          notice={composer.notice ?? (writer && `${writer} 在您输入时回复了客户，请看过再发送`)}
          className={css.composer}
          limit={messageLimit}
          accept="image/png,image/jpeg,.pdf,.xlsx,.csv"
          disabled={disabledReason(mayWrite, row, state.reception?.state)}
        />
      </QuickReplies>
    </section>
  );
};

/** Makes what stands above a colleague's message: the name; one's own has none. */
const authorsAbove = (messages: readonly ConversationMessage[]) => {
  const names = new Map(
    messages.flatMap((message) => {
      const name = message.recalledBy === undefined ? agentOf(message) : undefined;
      return name === undefined ? [] : [[message.seq, name] as const];
    }),
  );
  return (_message: unknown, { seq }: ConversationRow): ReactNode => {
    const name = seq === undefined ? undefined : names.get(seq);
    return name && <span className={css.author}>{name}</span>;
  };
};

/** A note, or the words of a message with a card and what it points to. */
const renderInside = (_message: unknown, row: ConversationRow): ReactNode => {
  if (isNote(row)) return <NoteBox note={row.note} />;
  const { card, messageContent } = row;
  // The transport gives it as the contract has it.
  const given = card as Reference | undefined;
  return given !== undefined && !('fileId' in given) && <CardBox card={given} words={messageContent} />;
};

const disabledReason = (
  mayWrite: boolean,
  row: Reception | undefined,
  known: Reception['state'] | undefined,
): string | false => {
  if (!mayWrite) return '您可以看，不能回复';
  const state = row?.state ?? known;
  if (state === undefined || state === 'ended') return '接待已结束，客户再写来时可以接待';
  // The answer to a message that was left takes it.
  if (state === 'left') return false;
  if (state !== 'serving') return '接待后才能回复';
  return row?.own === null ? '由同事接待，加入后可以一起回复' : false;
};
