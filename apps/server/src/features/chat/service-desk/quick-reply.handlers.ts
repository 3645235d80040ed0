import type { chatOperations } from '@ronghui/contract';
import { quickReplyBounds } from '@ronghui/domain/chat/quick-reply';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import {
  countQuickReplies,
  deleteQuickReply,
  listQuickReplies,
  lockQuickReply,
  storeQuickReply,
} from './quick-reply.sql.ts';

type QuickReplyOperations = Pick<
  typeof chatOperations,
  'ops.chat.quickReplies' | 'ops.chat.saveQuickReply' | 'ops.chat.removeQuickReply'
>;

const full = (most: number) => wrongField('title', `最多保存 ${most} 条，请先删除不用的`);

/** Words that are written often: a member's own, and those that all share. @source service 5.2 */
export const quickReplyHandlers: HandlersFor<QuickReplyOperations> = {
  'ops.chat.quickReplies': async (_input, { db, staffId }) => {
    const rows = await listQuickReplies(db, staffId, quickReplyBounds);
    const items = rows.map(({ reply_id: replyId, staff_id: owner, title, content, version }) => ({
      replyId,
      version,
      title,
      content,
      shared: owner === null,
    }));
    return { items };
  },

  'ops.chat.saveQuickReply': async ({ replyId, version, title, content, shared, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail, audit } = context;
    return context.transact(async (tx) => {
      if (replyId === undefined) {
        const [owner, most] = shared ? [null, quickReplyBounds.shared] : [staffId, quickReplyBounds.own];
        if ((await countQuickReplies(tx, owner)) >= most) return fail('invalid', full(most));
        const made = { reply_id: ports.ids.id(), staff_id: owner, title, content, version: 1 };
        await storeQuickReply(tx, made);
        audit({ object: made.reply_id, after: { title } });
        return { replyId: made.reply_id, version: 1 };
      }
      const known = await lockQuickReply(tx, replyId, staffId);
      if (known === null) return fail('notFound');
      if (known.version !== version) return fail('changed');
      const next = { ...known, title, content, version: known.version + 1 };
      await storeQuickReply(tx, next);
      audit({ object: replyId, before: { title: known.title }, after: { title } });
      return { replyId, version: next.version };
    });
  },

  'ops.chat.removeQuickReply': async ({ replyId, version, ...rest }, context) => {
    allTaken(rest);
    const { staffId, fail, audit } = context;
    return context.transact(async (tx) => {
      const known = await lockQuickReply(tx, replyId, staffId);
      if (known === null) return fail('notFound');
      if (known.version !== version) return fail('changed');
      await deleteQuickReply(tx, replyId);
      audit({ object: replyId, before: { title: known.title } });
      return {};
    });
  },
};
