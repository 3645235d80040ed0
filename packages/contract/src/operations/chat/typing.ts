import { type OperationSpec, operation } from '../../operation.ts';
import { id, object } from '../../shapes.ts';

const typing = () => ({
  request: object({ conversationId: id() }),
  reply: object({}),
  errors: { notFound: 'RHSY404' } as const,
});

/** That a customer is typing; nothing is stored, and the other side hears of it at most every two seconds. @source service 2.2 */
export const customerTypingOperations = {
  'chat.typing': operation({
    path: '/chat/gateway/chat.typing',
    summary: '正在输入，不留记录',
    who: 'visitor',
    door: 'chat',
    ...typing(),
  }),
} satisfies Record<string, OperationSpec>;

/** That a member of staff is typing, for the customer whom they serve. @source service 5.2 */
export const deskTypingOperations = {
  'ops.chat.typing': operation({
    path: '/ftc/ops/chat/typing',
    summary: '客服正在输入，不留记录',
    who: 'ops',
    keys: ['ops.chat.write'],
    ...typing(),
  }),
} satisfies Record<string, OperationSpec>;
