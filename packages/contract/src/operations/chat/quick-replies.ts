import { quickReplyBounds } from '@ronghui/domain/chat/quick-reply';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { flag, id, idempotencyKey, list, object, optional, text, whole } from '../../shapes.ts';

const words = { title: text(quickReplyBounds.title), content: text(quickReplyBounds.content), shared: flag() };
const version = () => whole(1, 2_147_483_647);
const written = { who: 'ops', keys: ['ops.chat.write'], writes: true, idempotent: true } as const;
const none = { notFound: 'RHSY404', changed: raced('RHSY409', 'replyId') } as const;

/** Quick replies of the desk (service 5.2): the caller's own, and those that all share. */
export const quickReplyOperations = {
  'ops.chat.quickReplies': operation({
    path: '/ftc/ops/chat/quickReplies',
    summary: '自己的与共用的快捷回复',
    who: 'ops',
    keys: ['ops.chat.read'],
    request: object({}),
    /** The caller's own first, each by the title. */
    reply: object({
      items: list(object({ replyId: id(), version: version(), ...words }), {
        max: quickReplyBounds.own + quickReplyBounds.shared,
      }),
    }),
  }),
  'ops.chat.saveQuickReply': operation({
    path: '/ftc/ops/chat/saveQuickReply',
    summary: '添加或修改快捷回复',
    ...written,
    /** `replyId` with the `version` that was read; without them a new one. `shared` of one that is there stays as it is. */
    request: object({
      replyId: optional(id()),
      version: optional(version()),
      ...words,
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ replyId: id(), version: version() }),
    errors: { ...none, invalid },
  }),
  'ops.chat.removeQuickReply': operation({
    path: '/ftc/ops/chat/removeQuickReply',
    summary: '删除快捷回复',
    ...written,
    request: object({ replyId: id(), version: version(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: none,
  }),
} satisfies Record<string, OperationSpec>;
