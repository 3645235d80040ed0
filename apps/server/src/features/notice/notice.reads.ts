import type { Output } from '@ronghui/contract';
import { unreadReach } from '@ronghui/domain/notice';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { listNotices, noticeOf } from './notice.sql.ts';
import { type NoticeReader, readableBy } from './notice-readable.sql.ts';

/** How many notices a reader has not read, counted up to `unreadReach`. By notice_unread, which has an entry for each unread one. */
export const countUnread = async (db: Db, tenantId: string, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notice n where ${readableBy({ tenantId, userId })} and n.read_at is null limit ${unreadReach}) each_one`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** A person's settings for SMS and mail, for the kinds that they have set. */
export const listNoticeSettings = (db: Db, userId: string) =>
  db.selectFrom('notice_setting').select(['kind', 'sms', 'mail']).where('user_id', '=', userId).limit(20).execute();

/** A reader's newest notices, in the contract's shape. By notice_newest. */
export const listLatestNotices = async (
  db: Db,
  { tenantId, userId }: NoticeReader,
  limit: number,
): Promise<Output<'notice.page'>['items']> => {
  const listing = { page: 1, pageSize: limit, offset: 0, after: null, wantsTotal: false };
  const { rows } = await listNotices(db, tenantId, { userId, filter: {}, listing });
  return rows.slice(0, limit).map(noticeOf);
};
