import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { flag, id, nullable, object, optional, text, whole, word } from '../shapes.ts';
import { customerCardOperations } from './chat/customer-card.ts';
import { deskChatOperations } from './chat/desk.ts';
import { dutyOperations } from './chat/duty.ts';
import { chatFigureOperations } from './chat/figures.ts';
import { customerFileOperations, deskFileOperations } from './chat/files.ts';
import { chatMadeOperations } from './chat/made.ts';
import { quickReplyOperations } from './chat/quick-replies.ts';
import { deskRecallOperations } from './chat/recall.ts';
import { chatSearchOperations } from './chat/search.ts';
import {
  card,
  clientId,
  historyAsk,
  historyPage,
  messageWords,
  reception,
  sentMessage,
  seq,
  standing,
} from './chat/shapes.ts';
import { customerTypingOperations, deskTypingOperations } from './chat/typing.ts';

/** At the chat gateway alone, for visitors and merchants alike; what one may read follows from who asks. */
const door = { who: 'visitor', door: 'chat' } as const;
const write = { ...door, writes: true } as const;
const none = { notFound: 'RHSY404' } as const;
/** What a `clientId` may be refused for. */
const taken = { taken: 'RHCS003' } as const;
const tooFast = { code: 'RHCS002', data: object({ retryAfter: whole(0, 86_400) }) } as const;

/** The customer's side of customer service (contract 6). */
export const customerChatOperations = {
  'chat.open': operation({
    path: '/chat/gateway/chat.open',
    summary: '打开自己的会话',
    ...door,
    request: object({}),
    reply: object({
      /** Null for one who has not written yet. */
      conversationId: nullable(id()),
      firstSeq: seq(),
      ...standing,
    }),
  }),
  'chat.history': operation({
    path: '/chat/gateway/chat.history',
    summary: '读取会话的消息',
    ...door,
    passive: true,
    request: object({ conversationId: id(), ...historyAsk }),
    reply: object(historyPage),
    errors: { ...none, invalid },
  }),
  'chat.send': operation({
    path: '/chat/gateway/chat.send',
    summary: '发送消息',
    ...write,
    request: object({
      /** Left out by a visitor's first message, which makes the conversation. */
      conversationId: optional(id()),
      clientId: clientId(),
      type: word(['text', 'image', 'file', 'custom']),
      /** Of a text, and by choice of a card. */
      content: optional(messageWords()),
      /** Of a picture or a file: what `chat.upload` answered. */
      fileId: optional(id()),
      card: optional(card()),
    }),
    reply: object(sentMessage),
    errors: { ...none, ...taken, invalid, tooFast },
  }),
  'chat.recall': operation({
    path: '/chat/gateway/chat.recall',
    summary: '撤回两分钟内发出的消息',
    ...write,
    request: object({ conversationId: id(), seq: seq() }),
    reply: object({}),
    errors: { ...none, tooLate: 'RHCS004' },
  }),
  'chat.read': operation({
    path: '/chat/gateway/chat.read',
    summary: '标记已读到哪一条',
    ...write,
    request: object({ conversationId: id(), seq: seq() }),
    reply: object({}),
    errors: none,
  }),
  'chat.handOver': operation({
    path: '/chat/gateway/chat.handOver',
    summary: '转人工客服',
    ...write,
    request: object({ conversationId: id(), subject: optional(text(40)) }),
    reply: object({ reception: reception() }),
    errors: { ...none, ended: 'RHCS001' },
  }),
  'chat.end': operation({
    path: '/chat/gateway/chat.end',
    summary: '结束接待',
    ...write,
    request: object({ conversationId: id() }),
    reply: object({ reception: reception() }),
    errors: { ...none, ended: 'RHCS001' },
  }),
  'chat.helpful': operation({
    path: '/chat/gateway/chat.helpful',
    summary: '评价机器人的一条回答',
    ...write,
    request: object({ conversationId: id(), seq: seq(), helpful: flag() }),
    reply: object({}),
    errors: none,
  }),
  'chat.rate': operation({
    path: '/chat/gateway/chat.rate',
    summary: '评价一次接待',
    ...write,
    request: object({ receptionId: id(), stars: whole(1, 5), words: optional(text(500)) }),
    reply: object({}),
    errors: { ...none, notRateable: 'RHCS005' },
  }),
} satisfies Record<string, OperationSpec>;

/** Customer service (客服): a conversation of numbered messages, its receptions, and the desk. */
export const chatOperations = {
  ...customerChatOperations,
  ...customerTypingOperations,
  ...customerFileOperations,
  ...deskChatOperations,
  ...deskFileOperations,
  ...deskTypingOperations,
  ...dutyOperations,
  ...customerCardOperations,
  ...quickReplyOperations,
  ...deskRecallOperations,
  ...chatSearchOperations,
  ...chatFigureOperations,
  ...chatMadeOperations,
} satisfies Record<string, OperationSpec>;
