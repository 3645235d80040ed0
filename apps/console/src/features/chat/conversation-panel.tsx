import { Composer, type Conversation, type ConversationRow, MessageList, useConversation } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from './chat.module.css';
import { end, noteSender, type Reception, take, useNotes } from './chat-queries.ts';
import { EndDialog } from './end-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { isNote, NoteBox, noteRowsOf, withNotes } from './note-rows.tsx';
import { nameOf } from './queue-list.tsx';

interface ConversationPanelProps {
  readonly conversation: Conversation;
  /** Undefined once it has left the queue. */
  readonly row: Reception | undefined;
}

const agentTexts = { recalled: '客户撤回了一条消息', ownRecalled: '您撤回了一条消息' };
const sides = { ownSenders: ['agent'] } as const;
const messageLimit = 5_000;

/** A customer's conversation with its composer; a reception that waits is taken first. @source service 5.2 */
export const ConversationPanel = ({ conversation, row }: ConversationPanelProps): JSX.Element => {
  const { state, rows, list, composer } = useConversation(conversation, { side: 'agent', texts: agentTexts });
  const mayWrite = useAuth()['ops.chat.write'] === true;
  const [isEnding, setEnding] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const [saveNote] = useState(noteSender);
  const conversationId = state.conversationId ?? '';
  const notes = useNotes(conversationId, {
    fromSeq: rows.length === 0 ? undefined : Math.max(0, state.from - 1),
    known: row?.notes,
  });
  const noteRows = useMemo(() => noteRowsOf(notes.data?.notes ?? []), [notes.data]);
  const shown = useMemo(() => withNotes(rows, noteRows), [rows, noteRows]);
  // The queue says that there is something new; the conversation itself asks nothing by the clock.
  const mark = row && `${row.version} ${row.unread} ${row.lastWords}`;
  useEffect(() => {
    if (mark !== undefined) conversation.wake();
  }, [conversation, mark]);
  const served = row?.state ?? state.reception?.state;
  const name = row === undefined ? '客户' : nameOf(row);
  return (
    <section className={css.panel} aria-label={`与${name}的会话`}>
      <header className={css.head}>
        <h2 className={css.name}>{name}</h2>
        {mayWrite && row !== undefined && <TakeButton row={row} conversation={conversation} />}
        {mayWrite && state.isOpen && (
          <Button size="small" onClick={() => setNoting(true)}>
            备注
          </Button>
        )}
        {mayWrite && served === 'serving' && row !== undefined && (
          <Button size="small" onClick={() => setEnding(true)}>
            结束接待
          </Button>
        )}
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
        <MessageList {...list} messages={shown} renderInside={renderInside} timeZone="Asia/Shanghai" {...sides} />
      </div>
      <Composer
        {...composer}
        className={css.composer}
        limit={messageLimit}
        accept={false}
        disabled={disabledReason(mayWrite, served)}
      />
      {isNoting && (
        <NoteDialog
          name={name}
          conversationId={conversationId}
          onClose={() => setNoting(false)}
          onSave={(content) => saveNote(conversationId, content)}
        />
      )}
      {isEnding && row !== undefined && (
        <EndDialog
          name={name}
          onClose={() => setEnding(false)}
          onEnd={async (summary) => {
            await end({ receptionId: row.receptionId, ...summary });
            conversation.wake();
          }}
        />
      )}
    </section>
  );
};

/** A note, or the words of a message with a card and what it points to. */
const renderInside = (_message: unknown, row: ConversationRow): ReactNode => {
  if (isNote(row)) return <NoteBox note={row.note} />;
  const { card, messageContent } = row;
  // The transport gives it as the contract has it.
  const given = card as Reference | undefined;
  return (
    given && (
      <div className={css.card}>
        <p>{messageContent}</p>
        <span>{`${cardNames[given.kind] ?? '卡片'} ${given.id}`}</span>
      </div>
    )
  );
};

interface Reference {
  readonly kind: string;
  readonly id: string;
}
const cardNames: Readonly<Record<string, string>> = {
  document: '文档',
  bill: '账单',
  order: '订单',
  invoice: '发票',
  feedback: '反馈',
};

const disabledReason = (mayWrite: boolean, state: Reception['state'] | undefined): string | false => {
  if (!mayWrite) return '您可以看，不能回复';
  if (state === 'serving') return false;
  return state === undefined || state === 'ended' ? '接待已结束，客户再写来时可以接待' : '接待后才能回复';
};

const TakeButton = ({ row, conversation }: Required<ConversationPanelProps>): JSX.Element | null => {
  const [isBusy, setBusy] = useState(false);
  if (row === undefined || row.state === 'serving' || row.state === 'ended') return null;
  const press = async (): Promise<void> => {
    setBusy(true);
    try {
      await take({ receptionId: row.receptionId });
    } catch (error) {
      showError('ops.chat.take', error);
    }
    setBusy(false);
    conversation.wake();
  };
  return (
    <Button size="small" variant="primary" loading={isBusy} onClick={() => void press()}>
      接待
    </Button>
  );
};
