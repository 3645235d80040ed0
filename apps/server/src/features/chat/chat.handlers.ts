import type { chatOperations, customerChatOperations } from '@ronghui/contract';
import { mayRate } from '@ronghui/domain/chat';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { rateAnswer } from './answer.sql.ts';
import { deskChatHandlers } from './chat.ops.handlers.ts';
import { findMessage, findOwnConversation, listMessages, lockOwnConversation, moveCursor } from './chat.sql.ts';
import { messageFor } from './conversation.ts';
import { authorOf, customerOf } from './customer.ts';
import { assignAfter } from './duty/assigning.ts';
import { dutyHandlers } from './duty/duty.handlers.ts';
import { figureHandlers } from './figures/figures.handlers.ts';
import { customerFileHandlers, deskFileHandlers } from './files/file.handlers.ts';
import { readHistory } from './history.ts';
import { madeHandlers } from './made/made.handlers.ts';
import { lockNamed, lockOrMake, wake } from './own-conversation.ts';
import { deskRecallHandlers, recallStored } from './recall/recalling.ts';
import { findReceptionById, rateReception } from './reception.sql.ts';
import { endOf, type Reception, receptionFor, type Step, standingOf, stepStored } from './receptions.ts';
import { answerAsRobot, hasRobot } from './robot.ts';
import { sendAsCustomer } from './sending.ts';
import { customerCardHandlers } from './service-desk/customer-card.handlers.ts';
import { attendTo } from './service-desk/leaving.ts';
import { quickReplyHandlers } from './service-desk/quick-reply.handlers.ts';
import { searchHandlers } from './service-desk/search.handlers.ts';
import { typingHandlers } from './service-desk/typing.handlers.ts';

const nothing = {
  conversationId: null,
  firstSeq: 1,
  lastSeq: 0,
  reception: null,
  cursors: { own: 0, other: 0 },
  unread: 0,
};

/** A step that the customer takes, and the reception after it. */
const step = async (
  context: HandlerContext<(typeof customerChatOperations)['chat.end']>,
  conversationId: string,
  asked: Pick<Step, 'action' | 'change'>,
): Promise<Reception> => {
  const customer = await customerOf(context);
  if (customer === null) return context.fail('notFound');
  const outcome = await context.transactFor(customer.person, async (tx) => {
    const conversation = await lockNamed(tx, customer, conversationId);
    return conversation && stepStored(tx, conversation, { ...asked, now: context.now, by: 'customer' });
  });
  if (outcome === null) return context.fail('notFound');
  if (!outcome.ok) return context.fail('ended');
  wake(context, customer);
  return receptionFor(context.db, outcome.row, context.now);
};

const customerHandlers: HandlersFor<typeof customerChatOperations> = {
  'chat.open': async (_input, context) => {
    const customer = await customerOf(context);
    if (customer === null) return nothing;
    const conversation = await context.transactFor(customer.person, (tx) => findOwnConversation(tx, customer.owner));
    if (conversation === null) return nothing;
    const standing = await standingOf(context.db, conversation, { side: 'customer', now: context.now });
    return { conversationId: conversation.conversation_id, firstSeq: conversation.first_seq, ...standing };
  },

  'chat.history': async ({ conversationId, ...asked }, context) => {
    if (asked.before !== undefined && asked.after !== undefined)
      return context.fail('invalid', wrongField('before', '不能与 after 同时填写'));
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const page = await context.transactFor(customer.person, async (tx) => {
      const conversation = await findOwnConversation(tx, customer.owner);
      if (conversation?.conversation_id !== conversationId) return null;
      return readHistory((reading) => listMessages(tx, conversationId, reading), asked);
    });
    if (page === null) return context.fail('notFound');
    return { messages: page.rows.map((row) => messageFor(row, customer.authorId)), hasMore: page.hasMore };
  },

  'chat.send': async ({ conversationId, clientId, type, content, card, fileId }, context) => {
    const { ports, now, fail } = context;
    if (type === 'text' && content === undefined) return fail('invalid', wrongField('content', '请输入内容'));
    if ((type === 'custom') !== (card !== undefined)) return fail('invalid', wrongField('card', '只有卡片消息带卡片'));
    if ((type === 'image' || type === 'file') !== (fileId !== undefined))
      return fail('invalid', wrongField('fileId', '只有图片和文件消息带文件'));
    const customer = conversationId === undefined ? await authorOf(context) : await customerOf(context);
    if (customer === null) return fail('notFound');
    if ('waitSec' in customer) return fail('tooFast', { retryAfter: customer.waitSec });
    const sending = { authorId: customer.authorId, clientId, type, content: content ?? '', card, fileId };
    const begins = (await hasRobot(context.db)) ? 'robot' : 'waiting';
    const making = { now, newId: () => ports.ids.id(), begins } as const;
    const sent = await context.transactFor(customer.person, async (tx) => {
      const conversation =
        conversationId === undefined
          ? await lockOrMake(tx, customer, making.newId)
          : await lockNamed(tx, customer, conversationId);
      return conversation === null ? null : sendAsCustomer(tx, conversation, { sending, making });
    });
    if (sent === null) return fail('notFound');
    if (!sent.ok) return fail(sent);
    if (type === 'text') await answerAsRobot(context, { ...sent, text: content ?? '' });
    await attendTo(context, sent.conversationId);
    wake(context, customer);
    return { conversationId: sent.conversationId, seq: sent.seq, at: sent.at.toISOString() };
  },

  'chat.recall': async ({ conversationId, seq }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const outcome = await context.transactFor(customer.person, async (tx) => {
      const conversation = await lockNamed(tx, customer, conversationId);
      const message = conversation === null ? null : await findMessage(tx, conversationId, seq);
      if (conversation === null || message === null) return 'notFound';
      return recallStored(tx, conversation, { message, sender: 'user', authorId: customer.authorId, now: context.now });
    });
    if (outcome !== 'done') return context.fail(outcome);
    wake(context, customer);
    return {};
  },

  'chat.read': async ({ conversationId, seq }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const moved = await context.transactFor(customer.person, async (tx) => {
      const conversation = await findOwnConversation(tx, customer.owner);
      if (conversation?.conversation_id !== conversationId) return null;
      return moveCursor(tx, conversationId, { side: 'customer', seq });
    });
    if (moved === null) return context.fail('notFound');
    if (moved) wake(context, customer);
    return {};
  },

  'chat.handOver': async ({ conversationId, subject }, context) => {
    const reception = await step(context, conversationId, { action: 'handOver', change: { subject } });
    const attended = await attendTo(context, conversationId);
    // The step has its readers woken once the call is over.
    return { reception: attended === null ? reception : await receptionFor(context.db, attended, context.now) };
  },

  'chat.end': async ({ conversationId }, context) => {
    const reception = await step(context, conversationId, { action: 'end' });
    await assignAfter(context);
    return { reception };
  },

  'chat.helpful': async ({ conversationId, seq, helpful }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const isStored = await context.transactFor(customer.person, async (tx) => {
      const conversation = await findOwnConversation(tx, customer.owner);
      if (conversation?.conversation_id !== conversationId) return false;
      const message = await findMessage(tx, conversationId, seq);
      // What answers nothing is no answer.
      if (message?.sender !== 'robot' || message.card_kind !== 'document') return false;
      await rateAnswer(tx, { conversationId, seq, helpful });
      return true;
    });
    return isStored ? {} : context.fail('notFound');
  },

  'chat.rate': async ({ receptionId, stars, words }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const outcome = await context.transactFor(customer.person, async (tx) => {
      const conversation = await lockOwnConversation(tx, customer.owner);
      const reception = conversation === null ? null : await findReceptionById(tx, receptionId);
      if (reception === null || reception.conversation_id !== conversation?.conversation_id) return 'notFound';
      if (reception.rated_at !== null) return reception.stars === stars ? 'done' : 'notRateable';
      if (!mayRate(endOf(reception, context.now), context.now)) return 'notRateable';
      await rateReception(tx, receptionId, { stars, words: words ?? null });
      return 'done';
    });
    return outcome === 'done' ? {} : context.fail(outcome);
  },
};

/** Customer service (service.md): the customer's side at the chat gateway, and the desk. */
export const chatHandlers: HandlersFor<typeof chatOperations> = {
  ...customerHandlers,
  ...customerFileHandlers,
  ...deskChatHandlers,
  ...deskFileHandlers,
  ...typingHandlers,
  ...dutyHandlers,
  ...customerCardHandlers,
  ...quickReplyHandlers,
  ...deskRecallHandlers,
  ...searchHandlers,
  ...figureHandlers,
  ...madeHandlers,
};
