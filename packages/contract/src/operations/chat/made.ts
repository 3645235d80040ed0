import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { id, idempotencyKey, kid, name, object, optional, sealed, text, word } from '../../shapes.ts';

/** What the desk makes of a conversation (service 5.4). */
export const chatMadeOperations = {
  'ops.chat.makeLead': operation({
    path: '/ftc/ops/chat/makeLead',
    summary: '把会话记为线索，会话旁留有备注',
    who: 'ops',
    keys: ['ops.chat.write'],
    writes: true,
    idempotent: true,
    /** Name, company and mobile are those of the merchant's user where they are left out; of a visitor name and mobile are wanted. */
    request: object({
      conversationId: id(),
      topic: word(['consult', 'cooperate', 'feedback', 'complaint']),
      content: text(2000),
      name: optional(name(40)),
      company: optional(name(120)),
      mobile: optional(sealed('mobile')),
      kid: optional(kid()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ ticketNo: id() }),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'ops.chat.noteTenant': operation({
    path: '/ftc/ops/chat/noteTenant',
    summary: '给会话的商户写备注，会话旁留有记录',
    who: 'ops',
    keys: ['ops.chat.write'],
    writes: true,
    idempotent: true,
    request: object({ conversationId: id(), content: text(2000), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    /** A visitor belongs to no merchant. */
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
