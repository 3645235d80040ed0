import type { ConversationRow } from '@ronghui/chat-kit';
import { href } from '@ronghui/web/navigation/hash-location';
import type { ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './chat-page.module.css';

interface Card {
  readonly kind: string;
  readonly id: string;
}

/** Where a card leads, by its kind; each reader sees it there with rights of their own. @source service 3.3 */
const targets: Readonly<Record<string, (id: string) => { readonly path: string; readonly label: string }>> = {
  document: (id) => ({ path: paths.docs(id), label: '查看全文' }),
  bill: (id) => ({ path: paths.bill(id), label: '查看账单' }),
  order: (id) => ({ path: paths.order(id), label: '查看订单' }),
};

/** The inside of a message with a card: its words, and the way to what it is about. */
export const renderCard = (_message: unknown, row: ConversationRow): ReactNode => {
  // The transport gives it as the contract has it.
  const card = row.card as Card | undefined;
  if (card === undefined) return undefined;
  const target = targets[card.kind]?.(card.id);
  return (
    <div className={css.card}>
      <p>{row.messageContent}</p>
      {target && <a href={href(target.path)}>{target.label}</a>}
    </div>
  );
};
