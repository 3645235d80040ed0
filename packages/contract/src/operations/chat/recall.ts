import { type OperationSpec, operation } from '../../operation.ts';
import { id, isoTime, object, optional, text } from '../../shapes.ts';
import { chatFile, messageWords, seq } from './shapes.ts';

const none = { notFound: 'RHSY404' } as const;
const named = { conversationId: id(), seq: seq() };

/** What the desk takes back (service 1.3). */
export const deskRecallOperations = {
  'ops.chat.recall': operation({
    path: '/ftc/ops/chat/recall',
    summary: '撤回自己两分钟内发出的消息',
    who: 'ops',
    keys: ['ops.chat.write'],
    writes: true,
    request: object(named),
    reply: object({}),
    errors: { ...none, tooLate: 'RHCS004' },
  }),
  'ops.chat.recalled': operation({
    path: '/ftc/ops/chat/recalled',
    summary: '查看客服撤回的消息，留有记录',
    who: 'ops',
    keys: ['ops.audit.read'],
    request: object(named),
    reply: object({
      content: messageWords(),
      file: optional(chatFile()),
      author: text(80, { min: 0 }),
      at: isoTime(),
      recalledAt: isoTime(),
    }),
    errors: none,
  }),
} satisfies Record<string, OperationSpec>;
