import { unreadReach } from '@ronghui/domain/notice';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** A reader of notices: a user in one of their tenants. */
export interface NoticeReader {
  readonly tenantId: string;
  readonly userId: string;
}

/** The notices that a reader may see, in a statement whose `n` is the table. */
export const readableBy = ({ tenantId, userId }: NoticeReader) =>
  sql`n.user_id = ${userId} and (n.tenant_id = ${tenantId} or n.tenant_id is null)`;

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
