import type { Db } from '#kernel/database/db';

/** The most rows of each list in an export; nobody creates more by hand. */
const rowsAtMost = 10_000;

/** The trial requests and messages of a user's account or mobile, with their fields still sealed. @source R1.1 */
export const listOwnLeads = (db: Db, userId: string) =>
  db
    .selectFrom('lead as l')
    .innerJoin('user_account as u', (join) => join.on('u.user_id', '=', userId))
    .select(['l.ticket_no', 'l.kind', 'l.name', 'l.company', 'l.mobile_sealed', 'l.pid', 'l.content', 'l.created_at'])
    .where((eb) => eb.or([eb('l.user_id', '=', userId), eb('l.mobile_digest', '=', eb.ref('u.mobile_digest'))]))
    .orderBy('l.created_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** A user's submissions of certifications, in the tenants that they belong to. @source R6.3 */
export const listOwnSubmissions = (db: Db, userId: string) =>
  db
    .selectFrom('certification_submission as s')
    .innerJoin('member as m', 'm.tenant_id', 's.tenant_id')
    .select(['s.submission_no', 's.form', 's.masks', 's.uscc', 's.submitted_at'])
    .where('m.user_id', '=', userId)
    .where('s.user_id', '=', userId)
    .orderBy('s.submitted_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** Invitations to a user's mobile. By member_invitation_mobile, for those that wait. */
export const listOwnInvitations = (db: Db, userId: string) =>
  db
    .selectFrom('member_invitation as i')
    .innerJoin('user_account as u', 'u.mobile_digest', 'i.mobile_digest')
    .innerJoin('tenant as t', 't.tenant_id', 'i.tenant_id')
    .select(['t.name', 'i.role', 'i.status', 'i.created_at', 'i.expires_at'])
    .where('u.user_id', '=', userId)
    .orderBy('i.created_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** A user's sessions. By session_by_user. */
export const listOwnSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['device', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(rowsAtMost)
    .execute();
