import type { MemberRole, Output } from '@ronghui/contract';
import { type NoticeKind, type NoticePlace, noticeDays } from '@ronghui/domain/notice';
import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { readableBy } from './notice-readable.sql.ts';

/**
 * The recipients of a notice: the members of a tenant, those with some roles, one of them, or all but one; or a person, in all their tenants.
 */
export type NoticeAudience =
  | {
      readonly tenantId: string;
      readonly roles?: readonly MemberRole[];
      readonly userId?: string;
      readonly butUserId?: string;
    }
  | { readonly tenantId: null; readonly userId: string }
  | { readonly tenantId: null; readonly mobileDigest: Buffer };

/** A notice as it is left. */
export interface NewNotice {
  readonly kind: NoticeKind;
  /** At most 80 characters; a longer one is cut. */
  readonly title: string;
  /** At most 500. */
  readonly text: string;
  /** The page that it opens, and the row there. */
  readonly place?: NoticePlace;
  readonly placeId?: string;
}

/**
 * Leaves a notice, in the transaction of the event that it reports: a row for each recipient. The statement is sent with those that follow;
 * nobody waits for it. A notice for a person without a tenant needs the service's transaction. The recipients' settings decide on SMS and mail.
 *
 * @source R10.11
 */
export const leaveNotice = (tx: Tx, audience: NoticeAudience, notice: NewNotice): void => {
  const { kind, place = null, placeId = null } = notice;
  const [title, text] = [notice.title.slice(0, 80), notice.text.slice(0, 500)];
  const values = sql`${kind}, ${title}, ${text}, ${place}, ${placeId}`;
  const columns = sql.raw('insert into notice (tenant_id, user_id, kind, title, text, place, place_id)');
  if (audience.tenantId === null) {
    const person =
      'userId' in audience ? sql`user_id = ${audience.userId}` : sql`mobile_digest = ${audience.mobileDigest}`;
    send(tx, sql`${columns} select null, user_id, ${values} from user_account where ${person}`);
    return;
  }
  const { tenantId, roles, userId, butUserId } = audience;
  const those = [
    ...(roles === undefined ? [] : [sql` and role = any(${[...roles]}::text[])`]),
    ...(userId === undefined ? [] : [sql` and user_id = ${userId}`]),
    ...(butUserId === undefined ? [] : [sql` and user_id <> ${butUserId}`]),
  ];
  send(
    tx,
    sql`${columns} select ${tenantId}, user_id, ${values} from member where tenant_id = ${tenantId}${sql.join(those, sql``)}`,
  );
};

/** The filter of a list. */
export interface NoticeFilter {
  readonly kind?: NoticeKind | undefined;
  readonly unread?: boolean | undefined;
}

const shown = wireList<Output<'notice.page'>['items'][number]>()(
  { n: 'notice' },
  {
    always: {
      noticeId: 'n.notice_id',
      kind: 'n.kind',
      title: 'n.title',
      text: 'n.text',
      place: 'n.place',
      placeId: 'n.place_id',
      createdAt: 'n.created_at',
      readAt: 'n.read_at',
    },
    present: {},
  },
);

/** The columns of a notice in a list. */
type NoticeRow = RowOf<typeof shown>;

/** A notice in the contract's shape. */
export const noticeOf = shown.recordOf;

/** A page of a reader's notices, newest first, with the total where it is asked for: one statement, by notice_newest or notice_by_kind. */
export const listNotices = async (
  db: Db,
  tenantId: string,
  { userId, filter, listing }: { readonly userId: string; readonly filter: NoticeFilter; readonly listing: Listing },
): Promise<ReadPart<NoticeRow>> => {
  const { after } = listing;
  const where = sql.join(
    [
      readableBy({ tenantId, userId }),
      ...(filter.kind === undefined ? [] : [sql`n.kind = ${filter.kind}`]),
      ...(filter.unread === true ? [sql`n.read_at is null`] : []),
      ...(filter.unread === false ? [sql`n.read_at is not null`] : []),
    ],
    sql` and `,
  );
  return readPart(db, listing, {
    list: shown,
    from: sql`notice n`,
    where,
    beyond: after === null ? sql`` : sql` and (n.created_at, n.notice_id) < (${after.at}, ${after.key})`,
    orderBy: sql`created_at desc, notice_id desc`,
    key: 'notice_id',
  });
};

/** Marks notices as read: the given ones, or all with `null`; returns how many of the given ones the reader has. */
export const markRead = async (tx: Tx, tenantId: string, userId: string, noticeIds: readonly string[] | null) => {
  const those = noticeIds === null ? sql`` : sql` and n.notice_id = any(${[...noticeIds]}::text[])`;
  await sql`
    update notice n set read_at = app_now() where ${readableBy({ tenantId, userId })} and n.read_at is null${those}`.execute(
    tx,
  );
  if (noticeIds === null) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notice n where ${readableBy({ tenantId, userId })}${those}`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Stores a person's settings for SMS and mail. */
export const saveNoticeSettings = async (
  tx: Tx,
  userId: string,
  wanted: readonly { readonly kind: NoticeKind; readonly sms: boolean; readonly mail: boolean }[],
): Promise<void> => {
  const rows = wanted.map(({ kind, sms, mail }) => ({ user_id: userId, kind, sms, mail }));
  await tx
    .insertInto('notice_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
        sms: eb.ref('excluded.sms'),
        mail: eb.ref('excluded.mail'),
        updated_at: sql<Date>`app_now()`,
      })),
    )
    .execute();
};

/** A notice that is still to be sent by SMS or mail, with the reader's settings. */
export interface WaitingNotice {
  readonly notice_id: string;
  readonly user_id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  readonly sms: boolean;
  readonly mail: boolean;
  readonly mobile_sealed: Buffer;
  readonly email_sealed: Buffer | null;
}

/**
 * Takes notices that were not sent yet, oldest first, and marks them as sent: their messages are enqueued in the same transaction, so that
 * each is sent once. A notice that its reader has read meanwhile is not sent. By notice_waiting.
 */
export const takeWaitingNotices = async (tx: Tx, limit: number): Promise<WaitingNotice[]> => {
  const { rows } = await sql<WaitingNotice>`
    with taken as (
      update notice set waits = false
      where notice_id in (select notice_id from notice where waits order by created_at limit ${limit} for update skip locked)
      returning notice_id, user_id, kind, title, text, created_at, read_at)
    select t.notice_id, t.user_id, t.kind, t.title, t.text, coalesce(s.sms and t.read_at is null, false) as sms,
      coalesce(s.mail and t.read_at is null, false) as mail, u.mobile_sealed, u.email_sealed
    from taken t join user_account u using (user_id) left join notice_setting s on s.user_id = t.user_id and s.kind = t.kind
    where u.status = 'active' order by t.created_at`.execute(tx);
  return rows;
};

/** Deletes old notices; at most `limit` rows, by notice_age. */
export const deleteOldNotices = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from notice where notice_id in (
      select notice_id from notice where created_at < app_now() - ${noticeDays}::int * interval '1 day' limit ${limit})`.execute(
    tx,
  );
  return Number(gone.numAffectedRows ?? 0);
};

/** Whether a user has a proved mail address. Primary key. */
export const hasOwnEmail = async (tx: Tx, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('user_account')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_sealed', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes a person's settings for SMS and mail. */
export const deleteNoticeSettings = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('notice_setting').where('user_id', '=', userId).execute();
};
