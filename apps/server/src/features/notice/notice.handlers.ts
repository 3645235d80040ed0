import type { noticeOperations } from '@ronghui/contract';
import { noticeKinds } from '@ronghui/domain/notice';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { countUnread, listNoticeSettings } from './notice.reads.ts';
import { hasOwnEmail, listNotices, markRead, noticeOf, saveNoticeSettings } from './notice.sql.ts';

/** Every kind with the person's setting; by default nothing is sent by SMS or mail. */
const settingsOf = async (tx: Tx, userId: string) => {
  const [rows, hasEmail] = [await listNoticeSettings(tx, userId), await hasOwnEmail(tx, userId)];
  const items = noticeKinds.map((kind) => {
    const { sms, mail } = rows.find((row) => row.kind === kind) ?? { sms: false, mail: false };
    return { kind, sms, mail };
  });
  return { items, hasEmail };
};

/** What else the frame of every page counts for its reader. */
interface OtherCounts {
  /** The messages of customer service that the reader has not read. */
  readonly countMessages: (context: HandlerContext<(typeof noticeOperations)['notice.unreadCount']>) => Promise<number>;
}

/** In-site notices (R10.11). */
export const noticeHandlers = ({ countMessages }: OtherCounts): HandlersFor<typeof noticeOperations> => ({
  'notice.page': async ({ kind, unread, ...input }, { db, tenantId, userId, ports }) => {
    const listing = listingOf(input, ports.limits);
    // Before the list: a notice that comes in between is missing in the count, not in the list.
    const isFirst = listing.after === null && listing.page === 1;
    const counted = isFirst ? { unread: await countUnread(db, tenantId, userId) } : {};
    const part = await listNotices(db, tenantId, { userId, filter: { kind, unread }, listing });
    const frame = pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.notice_id }));
    return { items: part.rows.slice(0, listing.pageSize).map(noticeOf), ...frame, ...counted };
  },

  'notice.unreadCount': async (_input, context) => {
    const { db, tenantId, userId } = context;
    return { unread: await countUnread(db, tenantId, userId), messages: await countMessages(context) };
  },

  'notice.read': async ({ noticeIds }, { tenantId, userId, transact, fail }) => {
    const named = noticeIds === undefined ? null : [...new Set(noticeIds)];
    return transact(async (tx) => {
      const found = await markRead(tx, tenantId, userId, named);
      if (named !== null && found < named.length) return fail('notFound');
      return { unread: await countUnread(tx, tenantId, userId) };
    });
  },

  'notice.settings': (_input, { userId, transactAsService }) => transactAsService((tx) => settingsOf(tx, userId)),

  'notice.saveSettings': async ({ items }, context) => {
    const { userId, fail } = context;
    // The last setting of a kind counts.
    const wanted = [...new Map(items.map((item) => [item.kind, item])).values()];
    return context.transactAsService(async (tx) => {
      if (wanted.some(({ mail }) => mail) && !(await hasOwnEmail(tx, userId))) return fail('noEmail');
      await saveNoticeSettings(tx, userId, wanted);
      context.audit({ object: userId, after: { wanted } });
      return settingsOf(tx, userId);
    });
  },
});
