import { Composer, type Conversation, type ConversationRow, MessageList, useConversation } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from './chat.module.css';
import { end, type Reception, take } from './chat-queries.ts';
import { EndDialog } from './end-dialog.tsx';
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
  const { state, list, composer } = useConversation(conversation, { side: 'agent', texts: agentTexts });
  const mayWrite = useAuth()['ops.chat.write'] === true;
  const [isEnding, setEnding] = useState(false);
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
        {mayWrite && served === 'serving' && row !== undefined && (
          <Button size="small" onClick={() => setEnding(true)}>
            结束接待
          </Button>
        )}
      </header>
      <div className={css.list}>
        <MessageList renderInside={renderCard} {...list} timeZone="Asia/Shanghai" {...sides} />
      </div>
      <Composer
        {...composer}
        className={css.composer}
        limit={messageLimit}
        accept={false}
        disabled={disabledReason(mayWrite, served)}
      />
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

/** The words of a message with a card, and what it points to. */
const renderCard = (_message: unknown, { card, messageContent }: ConversationRow): ReactNode => {
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
