import type { Conversation } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { navigate } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

interface CardOfferProps {
  readonly conversation: Conversation;
  /** `bill.…` or `order.…`, by which the page was opened. */
  readonly card: string;
}

const names: Readonly<Record<string, string>> = { bill: '账单', order: '订单' };

/** What the customer came from, sent by a press alone; each side reads it with rights of their own. @source service 3.3 */
export const CardOffer = ({ conversation, card }: CardOfferProps): JSX.Element | null => {
  const [, kind = '', id = ''] = /^([a-z]+)\.([A-Za-z0-9_-]{1,64})$/.exec(card) ?? [];
  const name = Object.hasOwn(names, kind) ? names[kind] : undefined;
  if (name === undefined) return null;
  const close = (): void => navigate(paths.chat(), { replace: true });
  const send = (): void => {
    conversation.send({ type: 'custom', content: `咨询${name} ${id}`, card: { kind, id } });
    close();
  };
  return (
    <>
      <span>{`您正在看${name} ${id}`}</span>
      <Button size="small" onClick={send}>
        {`发送这张${name}`}
      </Button>
      <Button size="small" variant="ghost" onClick={close}>
        不用了
      </Button>
    </>
  );
};
