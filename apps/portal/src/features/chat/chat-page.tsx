import '@ronghui/chat-kit/message-list.css';
import '@ronghui/chat-kit/conversation.css';
import '@ronghui/ui/chat-kit.css';
import { Composer, MessageList, type Reception, useConversation } from '@ronghui/chat-kit';
import { recallMinutes } from '@ronghui/domain/chat/recall';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useHashLocation } from '@ronghui/web/navigation/hash-location';
import { type JSX, useMemo, useState } from 'react';
import { PrivacyNote } from '#features/agreement/agreement.shared.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './chat-page.module.css';
import { cardRenderer, renderFile } from './message-card.tsx';
import { conversationOf, type OwnConversation } from './own-conversation.ts';
import { ReceptionLine } from './reception-line.tsx';
import { answerRater, showChatFault, useChatSteps } from './use-chat-steps.ts';

/** Fetched when a reception has ended. */
const RatingForm = lazyPart(() => import('./rating-form.tsx'));

/** Fetched where one came from something to ask about. */
const CardOffer = lazyPart(() => import('./card-offer.tsx'));

const messageLimit = 5_000;
/** @source service 1.3 */
const recalling = { recallMs: recallMinutes * 60_000, onRecallFailed: showChatFault };
const questions = ['如何对账', '账单什么时候到期', '企业认证失败怎么办'];

/** The customer's side of customer service as a whole page. @source R12.11, service 3.1 */
export const ChatPage = (): JSX.Element => {
  const user = useUser();
  const own = conversationOf(user);
  return <Chat key={own.owner} own={own} isMember={user !== null} />;
};

const Chat = ({ own, isMember }: { readonly own: OwnConversation; readonly isMember: boolean }): JSX.Element => {
  const { state, rows, list, composer } = useConversation(own.conversation, recalling);
  const { conversationId, reception } = state;
  const steps = useChatSteps(own.call, own.conversation, conversationId);
  const [ratedId, setRatedId] = useState<string>();
  const renderCard = useMemo(
    () => cardRenderer(answerRater(own.call, own.conversation, conversationId)),
    [own, conversationId],
  );
  const card = new URLSearchParams(useHashLocation().search).get('card');
  const isEmpty = state.isOpen && rows.length === 0;
  return (
    <section className={css.page} aria-label="在线客服">
      <h1 className={css.title}>在线客服</h1>
      <ReceptionLine
        reception={reception}
        isTyping={state.typing === 'agent'}
        onHandOver={steps.handOver}
        onEnd={steps.end}
      />
      <DataNote />
      <div className={css.list}>
        <MessageList
          {...list}
          renderInside={renderCard}
          renderMessage={renderFile}
          timeZone="Asia/Shanghai"
          empty={isEmpty ? <p className={css.greeting}>您好，请问有什么可以帮您？</p> : undefined}
        />
      </div>
      {reception?.state === 'ended' && ratedId !== reception.receptionId && (
        <RatingForm
          key={reception.receptionId}
          onRate={async (rating) => {
            if (await steps.rate({ receptionId: reception.receptionId, ...rating })) setRatedId(reception.receptionId);
          }}
        />
      )}
      {card !== null && (
        <div className={css.offer}>{state.isOpen && <CardOffer conversation={own.conversation} card={card} />}</div>
      )}
      <Composer
        {...composer}
        className={css.composer}
        limit={messageLimit}
        accept={acceptOf(isMember, reception?.state)}
        quickQuestions={isEmpty ? questions : []}
      />
    </section>
  );
};

const pictures = 'image/png,image/jpeg';

/** What may be attached: by visitors pictures alone, while a person serves. On a phone it offers the camera too. @source service 2.6 */
const acceptOf = (isMember: boolean, state: Reception['state'] | undefined): string | false => {
  if (isMember) return `${pictures},.pdf,.xlsx,.csv`;
  return state === 'serving' && pictures;
};

/** What is done with what is written, above the first message. @source service 3.5 */
const DataNote = (): JSX.Element => (
  <div className={css.note}>
    <p>对话由平台客服查看并保存，请勿发送密码和验证码。</p>
    <PrivacyNote />
  </div>
);
