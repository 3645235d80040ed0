import type { ConversationRow } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, type ReactNode, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './chat-page.module.css';
import type { ChatFile } from './chat-queries.ts';

interface Card {
  readonly kind: string;
  readonly id: string;
}

/** A picture or file as the transport gives it. */
interface FileCard extends ChatFile {
  readonly kind: 'image' | 'file';
}

const isFile = (card: object | undefined): card is FileCard => card !== undefined && 'fileId' in card;

/** Fetched where a conversation has a picture or file. */
const MessageFile = lazyPart(() => import('./message-file.tsx'));

/** What takes the place of a message that shows a picture or file; its frame stands from the start, so that nothing moves. */
export const renderFile = (_message: unknown, { card }: ConversationRow): ReactNode => {
  if (!isFile(Object(card))) return undefined;
  return (
    <div className={css.file}>
      <MessageFile file={card as FileCard} />
    </div>
  );
};

/** Where a card leads, by its kind; each reader sees it there with rights of their own. @source service 3.3 */
const targets: Readonly<Record<string, (id: string) => { readonly path: string; readonly label: string }>> = {
  document: (id) => ({ path: paths.docs(id), label: '查看全文' }),
  bill: (id) => ({ path: paths.bill(id), label: '查看账单' }),
  order: (id) => ({ path: paths.order(id), label: '查看订单' }),
  invoice: (id) => ({ path: paths.invoices({ open: id }), label: '查看发票' }),
};

type Rate = (seq: number, helpful: boolean) => Promise<boolean>;

/** Makes the inside of messages with a card: their words, the way to what they are about, and whether the robot's answer helped. */
export const cardRenderer =
  (onRate: Rate) =>
  (_message: unknown, row: ConversationRow): ReactNode => {
    // The transport gives it as the contract has it.
    const card = row.card as Card | undefined;
    if (card === undefined || isFile(card)) return undefined;
    const target = targets[card.kind]?.(card.id);
    return (
      <div className={css.card}>
        <p>{row.messageContent}</p>
        {target && <a href={href(target.path)}>{target.label}</a>}
        {card.kind === 'document' && row.seq !== undefined && <Helpful seq={row.seq} onRate={onRate} />}
      </div>
    );
  };

/** Whether an answer helped; the last word counts. @source service 4.2 */
const Helpful = ({ seq, onRate }: { readonly seq: number; readonly onRate: Rate }): JSX.Element => {
  const [chosen, setChosen] = useState<boolean>();
  const choice = (helpful: boolean): JSX.Element => (
    <Button
      size="small"
      variant="ghost"
      aria-pressed={chosen === helpful}
      onClick={async () => {
        if (await onRate(seq, helpful)) setChosen(helpful);
      }}
    >
      {helpful ? '有帮助' : '没帮助'}
    </Button>
  );
  return (
    <div className={css.helpful}>
      {choice(true)}
      {choice(false)}
      {chosen !== undefined && <span role="status">谢谢，已记下</span>}
    </div>
  );
};
