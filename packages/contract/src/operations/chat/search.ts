import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { dayOrTime, id, isoTime, list, nullable, object, optional, text, word } from '../../shapes.ts';
import { seq } from './shapes.ts';

/** The search of the desk (service 5.5). */
export const chatSearchOperations = {
  'ops.chat.search': operation({
    path: '/ftc/ops/chat/search',
    summary: '查找全部会话中的消息',
    who: 'ops',
    keys: ['ops.chat.read'],
    /** `words` stand in the first 500 signs of a message, in whatever way they are written; `staffId` is the member who wrote it. */
    request: object({
      words: optional(text(60)),
      tenantId: optional(id()),
      staffId: optional(id()),
      from: optional(dayOrTime()),
      to: optional(dayOrTime()),
      cursor: optional(text(200, { pattern: '^[A-Za-z0-9_-]+$' })),
    }),
    /** Newest first; those that were taken back are left out, so that a part may have fewer than there are to come. */
    reply: object({
      items: list(
        object({
          conversationId: id(),
          seq: seq(),
          at: isoTime(),
          sender: word(['user', 'robot', 'agent', 'system']),
          /** Which colleague wrote it. */
          agent: optional(text(80, { min: 0 })),
          /** Null for a visitor. */
          tenantName: nullable(text(120, { min: 0 })),
          /** Its first 200 signs. */
          content: text(200, { min: 0 }),
        }),
        { max: 30 },
      ),
      nextCursor: nullable(text(200)),
    }),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
