import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The most rows of each list in an export; nobody creates more by hand. */
const rowsAtMost = 10_000;

/**
 * The trial requests and messages of a user's account or mobile, with their fields still sealed; of what staff wrote down no more than that they did.
 *
 * @source R1.1, service 5.4
 */
export const listOwnLeads = (db: Db, userId: string) =>
  db
    .selectFrom('lead as l')
    .innerJoin('user_account as u', (join) => join.on('u.user_id', '=', userId))
    .select((eb) => eb('l.noted_by', 'is not', null).as('is_noted'))
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

/** What a user wrote in feedback on bills, in the tenants that they belong to. By the tenant in the primary key. */
export const listOwnFeedback = (db: Db, userId: string) =>
  db
    .selectFrom('feedback_message as e')
    .innerJoin('feedback as f', (join) =>
      join.onRef('f.tenant_id', '=', 'e.tenant_id').onRef('f.feedback_no', '=', 'e.feedback_no'),
    )
    .innerJoin('member as m', 'm.tenant_id', 'e.tenant_id')
    .select(['e.feedback_no', 'f.bill_no', 'e.kind', 'e.content', 'e.at'])
    .where('m.user_id', '=', userId)
    .where('e.sender', '=', 'merchant')
    .where('e.by_id', '=', userId)
    .orderBy('e.at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** The invoices that a user applied for, in the tenants that they belong to. By invoice_newest of each. */
export const listOwnInvoices = (db: Db, userId: string) =>
  db
    .selectFrom('invoice as i')
    .innerJoin('member as m', 'm.tenant_id', 'i.tenant_id')
    .select([
      'i.invoice_no',
      'i.type',
      'i.status',
      'i.title_name',
      'i.title_account_masked',
      'i.amount_fen',
      'i.number',
    ])
    .select(['i.applied_at'])
    .where('m.user_id', '=', userId)
    .where('i.user_id', '=', userId)
    .orderBy('i.applied_at', 'desc')
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

/** What a user decided on bills, in the tenants that they belong to. By bill_step_of_user of each. */
export const listOwnBillSteps = (db: Db, userId: string) =>
  db
    .selectFrom('bill_step as s')
    .innerJoin('member as m', 'm.tenant_id', 's.tenant_id')
    .innerJoin('bill as b', (join) =>
      join.onRef('b.tenant_id', '=', 's.tenant_id').onRef('b.bill_id', '=', 's.bill_id'),
    )
    .select(['b.bill_no', 'b.stage_name', 's.kind', 's.amount_fen', 's.reason', 's.address', 's.at'])
    .where('m.user_id', '=', userId)
    .where('s.by_id', '=', userId)
    .where('s.actor', '=', 'merchant')
    .orderBy('s.at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** The payment vouchers that a user sent for bills, in the tenants that they belong to. By the tenant in the primary key. */
export const listOwnBillVouchers = (db: Db, userId: string) =>
  db
    .selectFrom('bill_voucher as v')
    .innerJoin('member as m', 'm.tenant_id', 'v.tenant_id')
    .select(['v.paid_at', 'v.bank_serial', 'v.sent_at'])
    .select(
      sql<
        string[]
      >`array(select b.bill_no from bill_voucher_item i join bill b on b.tenant_id = i.tenant_id and b.bill_id = i.bill_id
        where i.tenant_id = v.tenant_id and i.voucher_id = v.voucher_id order by b.bill_no)`.as('bill_nos'),
    )
    .where('m.user_id', '=', userId)
    .where('v.user_id', '=', userId)
    .orderBy('v.sent_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** The exports that a user asked for, in the tenants that they belong to, as long as they are kept. By export_newest of each. */
export const listOwnExports = (db: Db, userId: string) =>
  db
    .selectFrom('export as e')
    .innerJoin('member as m', 'm.tenant_id', 'e.tenant_id')
    .select(['e.name', 'e.filter_text', 'e.asked_at'])
    .where('m.user_id', '=', userId)
    .where('e.user_id', '=', userId)
    .orderBy('e.asked_at', 'desc')
    .limit(rowsAtMost)
    .execute();

/** What a user wrote to customer service and read from it, in the tenants that they belong to, without the words of what was taken back. Primary keys. */
export const listOwnChatMessages = (db: Db, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('chat_conversation as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.user_id', '=', 'm.user_id'),
    )
    .innerJoin('chat_message as w', 'w.conversation_id', 'c.conversation_id')
    .leftJoin('chat_message as r', (join) =>
      join.onRef('r.conversation_id', '=', 'w.conversation_id').onRef('r.recalls', '=', 'w.seq'),
    )
    .select(['w.sender', 'w.type', 'w.at', 'r.seq as recalled_by'])
    .select(sql<string>`case when r.seq is null then w.content else '' end`.as('content'))
    .where('m.user_id', '=', userId)
    .where('w.recalls', 'is', null)
    .orderBy('w.at', 'desc')
    .orderBy('w.seq', 'desc')
    .limit(rowsAtMost)
    .execute();
