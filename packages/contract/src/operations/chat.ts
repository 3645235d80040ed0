import { receptionStates } from '@ronghui/domain/chat';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  whole,
  word,
} from '../shapes.ts';
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
      type: word(['text', 'custom']),
      content: optional(messageWords()),
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

const read = { who: 'ops', keys: ['ops.chat.read'] } as const;
const written = { who: 'ops', keys: ['ops.chat.write'], writes: true } as const;
/** Somebody else has it, or nobody yet. */
const notYours = { notYours: 'RHCS006' } as const;
const ended = { ended: 'RHCS001' } as const;

/** The desk's side (service 5), as far as a conversation can be held from it. */
export const deskChatOperations = {
  'ops.chat.queue': operation({
    path: '/ftc/ops/chat/queue',
    summary: '等待与进行中的接待',
    ...read,
    passive: true,
    request: object({ state: optional(word(['waiting', 'serving', 'left'])) }),
    /** Those that wait longest first; of more than 100 the others follow once these are taken. */
    reply: object({
      items: list(
        object({
          conversationId: id(),
          receptionId: id(),
          state: word(receptionStates),
          version: whole(1, 2_147_483_647),
          /** The merchant's name; null for a visitor. */
          tenantName: nullable(text(100, { min: 0 })),
          since: isoTime(),
          unread: count(),
          /** The beginning of the last message; empty where it was taken back. */
          lastWords: text(100, { min: 0 }),
          agent: nullable(text(80, { min: 0 })),
        }),
        { max: 100 },
      ),
    }),
  }),
  'ops.chat.history': operation({
    path: '/ftc/ops/chat/history',
    summary: '读取一个会话的消息',
    ...read,
    request: object({ conversationId: id(), ...historyAsk }),
    reply: object({ ...historyPage, ...standing }),
    errors: { ...none, invalid },
  }),
  'ops.chat.answers': operation({
    path: '/ftc/ops/chat/answers',
    summary: '机器人的回答按文档的评价',
    who: 'ops',
    // For those who write the documents, too.
    keys: ['ops.content.read'],
    request: object({ days: optional(whole(1, 90)), ...pageFields }),
    reply: pageOf(
      object({
        slug: id(),
        /** Empty for a document that is no more. */
        title: text(100, { min: 0 }),
        helpful: count(),
        notHelpful: count(),
      }),
    ),
  }),
  'ops.chat.take': operation({
    path: '/ftc/ops/chat/take',
    summary: '接待等待中的客户',
    ...written,
    request: object({ receptionId: id() }),
    reply: object({ reception: reception() }),
    errors: { ...none, ...ended, ...notYours },
  }),
  'ops.chat.send': operation({
    path: '/ftc/ops/chat/send',
    summary: '回复客户',
    ...written,
    request: object({ conversationId: id(), clientId: clientId(), content: messageWords() }),
    reply: object(sentMessage),
    errors: { ...none, ...taken, ...ended, ...notYours },
  }),
  'ops.chat.read': operation({
    path: '/ftc/ops/chat/read',
    summary: '标记客服已读到哪一条',
    ...written,
    request: object({ conversationId: id(), seq: seq() }),
    reply: object({}),
    errors: none,
  }),
  'ops.chat.end': operation({
    path: '/ftc/ops/chat/end',
    summary: '结束接待并写小结',
    ...written,
    request: object({ receptionId: id(), category: optional(text(40)), summary: optional(text(500)) }),
    reply: object({ reception: reception() }),
    errors: { ...none, ...ended, ...notYours },
  }),
} satisfies Record<string, OperationSpec>;

/** Customer service (客服): a conversation of numbered messages, its receptions, and the desk. */
export const chatOperations = { ...customerChatOperations, ...deskChatOperations } satisfies Record<
  string,
  OperationSpec
>;
