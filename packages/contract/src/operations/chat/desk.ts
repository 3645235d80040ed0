import { noteKinds, receptionStates } from '@ronghui/domain/chat';
import { assignments, dutyStatuses } from '@ronghui/domain/chat/duty';
import { serviceDays } from '@ronghui/domain/chat/hours';
import { invalid, racedOn } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  flag,
  id,
  idempotencyKey,
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
} from '../../shapes.ts';
import {
  clientId,
  deskHistoryPage,
  historyAsk,
  messageWords,
  reception,
  sentMessage,
  seq,
  standing,
} from './shapes.ts';

const none = { notFound: 'RHSY404' } as const;
/** What a `clientId` may be refused for. */
const taken = { taken: 'RHCS003' } as const;
/** The longest internal note. @unit characters */
const noteLength = 2000;

const read = { who: 'ops', keys: ['ops.chat.read'] } as const;
const written = { who: 'ops', keys: ['ops.chat.write'], writes: true } as const;
/** Somebody else has it, or nobody yet. */
const notYours = { notYours: 'RHCS006' } as const;
const ended = { ended: 'RHCS001' } as const;

/** When persons are there, how long a customer waits for one before the robot offers to leave a message, and how receptions are given out. */
const serviceSettings = {
  /** Null for always. Minutes of the day in Shanghai; 1,440 is its end. */
  hours: nullable(object({ days: word(serviceDays), opensMinute: whole(0, 1439), closesMinute: whole(1, 1440) })),
  /** @unit seconds */
  promisedSec: whole(30, 3600),
  assignment: word(assignments),
  /** How many receptions are given to one member at once; one may take more by hand. */
  maxPerAgent: whole(1, 50),
};

const settingsReply = () =>
  object({
    ...serviceSettings,
    /** How often they were set; 0 before the first time. */
    revision: count(),
    setBy: optional(text(80, { min: 0 })),
    setAt: optional(isoTime()),
  });

/** The desk's side (service 5), as far as a conversation can be held from it. */
export const deskChatOperations = {
  'ops.chat.queue': operation({
    path: '/ftc/ops/chat/queue',
    summary: '等待与进行中的接待',
    ...read,
    passive: true,
    request: object({ state: optional(word(['waiting', 'serving', 'left'])) }),
    /** The caller's own first, then who waits or is served, then messages that were left; in each those that wait longest. Of more than 100 the others follow once these end. */
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
          /** How many internal notes there are: it rises with each. */
          notes: count(),
          /** The beginning of the last message; empty where it was taken back. */
          lastWords: text(100, { min: 0 }),
          agent: nullable(text(80, { min: 0 })),
          /** What the caller does in it: serves, or has joined a colleague. */
          own: nullable(word(['serves', 'joined'])),
        }),
        { max: 100 },
      ),
    }),
  }),
  'ops.chat.history': operation({
    path: '/ftc/ops/chat/history',
    summary: '读取一个会话的消息',
    ...read,
    passive: true,
    request: object({ conversationId: id(), ...historyAsk }),
    reply: object({ ...deskHistoryPage, ...standing }),
    errors: { ...none, invalid },
  }),
  'ops.chat.notes': operation({
    path: '/ftc/ops/chat/notes',
    summary: '一个会话的内部备注',
    ...read,
    passive: true,
    /** Those that stand after message `fromSeq` or later. */
    request: object({ conversationId: id(), fromSeq: optional(whole(0, 2_147_483_647)) }),
    /** The last 200 of them, in their order. */
    reply: object({
      notes: list(
        object({
          noteNo: whole(1, 2_147_483_647),
          /** The message that it stands after; 0 before the first. */
          afterSeq: count(),
          kind: word(noteKinds),
          content: text(noteLength, { min: 0 }),
          author: text(80, { min: 0 }),
          /** To whom the reception was given. */
          to: optional(text(80, { min: 0 })),
          at: isoTime(),
        }),
        { max: 200 },
      ),
      hasMore: flag(),
    }),
    errors: none,
  }),
  'ops.chat.note': operation({
    path: '/ftc/ops/chat/note',
    summary: '添加内部备注，客户看不到',
    ...written,
    /** It is placed after the last message. */
    request: object({ conversationId: id(), clientId: clientId(), content: text(noteLength) }),
    reply: object({ noteNo: whole(1, 2_147_483_647), at: isoTime() }),
    errors: { ...none, ...taken },
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
  'ops.chat.colleagues': operation({
    path: '/ftc/ops/chat/colleagues',
    summary: '可以接手接待的同事',
    who: 'ops',
    keys: ['ops.chat.write'],
    request: object({}),
    reply: object({
      items: list(
        object({
          staffId: id(),
          name: text(80, { min: 0 }),
          /** `off` for who is away, too. */
          status: word(dutyStatuses),
          serving: count(),
        }),
      ),
    }),
  }),
  'ops.chat.transfer': operation({
    path: '/ftc/ops/chat/transfer',
    summary: '把接待转交给同事，可以附备注',
    ...written,
    idempotent: true,
    request: object({
      receptionId: id(),
      to: id(),
      note: optional(text(noteLength)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ reception: reception() }),
    errors: { ...none, ...ended, ...notYours, invalid },
  }),
  'ops.chat.giveBack': operation({
    path: '/ftc/ops/chat/giveBack',
    summary: '把接待放回排队，可以附备注',
    ...written,
    idempotent: true,
    request: object({ receptionId: id(), note: optional(text(noteLength)), idempotencyKey: idempotencyKey() }),
    reply: object({ reception: reception() }),
    errors: { ...none, ...ended, ...notYours },
  }),
  'ops.chat.join': operation({
    path: '/ftc/ops/chat/join',
    summary: '加入同事的接待，一起回复',
    ...written,
    request: object({ receptionId: id() }),
    reply: object({}),
    /** One that waits is taken. */
    errors: { ...none, ...ended, ...notYours },
  }),
  'ops.chat.stepOut': operation({
    path: '/ftc/ops/chat/stepOut',
    summary: '退出同事的接待',
    ...written,
    request: object({ receptionId: id() }),
    reply: object({}),
    errors: none,
  }),
  'ops.chat.send': operation({
    path: '/ftc/ops/chat/send',
    summary: '回复客户',
    ...written,
    /** Words, or the picture or file that `ops.chat.upload` answered. */
    request: object({
      conversationId: id(),
      clientId: clientId(),
      content: optional(messageWords()),
      fileId: optional(id()),
    }),
    reply: object(sentMessage),
    errors: { ...none, ...taken, ...ended, ...notYours, invalid },
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
  'ops.chat.settings': operation({
    path: '/ftc/ops/chat/settings',
    summary: '客服的服务时间、承诺的接待时间与分配',
    ...read,
    request: object({}),
    reply: settingsReply(),
  }),
  'ops.chat.setSettings': operation({
    path: '/ftc/ops/chat/setSettings',
    summary: '设置服务时间、承诺的接待时间与分配',
    ...written,
    idempotent: true,
    /** All of it is replaced. `revision` is what was read. */
    request: object({ ...serviceSettings, revision: count(), idempotencyKey: idempotencyKey() }),
    reply: settingsReply(),
    errors: { invalid, changed: racedOn('RHSY409', { name: 'chatService' }) },
  }),
} satisfies Record<string, OperationSpec>;
