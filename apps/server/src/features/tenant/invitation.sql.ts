import type { InvitationStatus } from '@ronghui/domain/member';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** An invitation without an answer yet. */
export interface NewInvitation {
  readonly invitationId: string;
  readonly mobileDigest: Buffer;
  readonly mobileMasked: string;
  readonly role: 'finance' | 'viewer';
  readonly invitedBy: string;
  readonly days: number;
}

/** Whether an invitation is unanswered and not expired. */
export const isOpen = sql<boolean>`member_invitation.status = 'waiting' and member_invitation.expires_at > app_now()`;

/** How many invitations of a tenant are open. By the partial index on open ones. */
export const countWaitingInvitations = async (db: Db, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('member_invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Closes an expired invitation, so that a new one can be added. */
export const expireInvitation = async (tx: Tx, tenantId: string, mobileDigest: Buffer): Promise<void> => {
  await tx
    .updateTable('member_invitation')
    .set({ status: 'expired', answered_at: sql<Date>`expires_at` })
    .where('tenant_id', '=', tenantId)
    .where('mobile_digest', '=', mobileDigest)
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .execute();
};

/** Adds an invitation and returns when it expires; undefined when one for this mobile is open. */
export const insertInvitation = async (
  tx: Tx,
  tenantId: string,
  invitation: NewInvitation,
): Promise<Date | undefined> => {
  const added = await tx
    .insertInto('member_invitation')
    .values({
      tenant_id: tenantId,
      invitation_id: invitation.invitationId,
      mobile_digest: invitation.mobileDigest,
      mobile_masked: invitation.mobileMasked,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      expires_at: sql<Date>`app_now() + ${invitation.days}::int * interval '1 day'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return added?.expires_at;
};

/** A tenant's open invitations, the newest first. By the partial index on open ones; their number is limited. */
export const listInvitations = (db: Db, tenantId: string) =>
  db
    .selectFrom('member_invitation')
    .select(['invitation_id', 'mobile_masked', 'role', 'created_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where(isOpen)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

const held = ['tenant_id', 'role', 'status', 'expires_at', 'invited_by', 'mobile_masked'] as const;

/** An invitation of a tenant, locked until the transaction ends. Primary key. */
export const lockInvitation = (tx: Tx, tenantId: string, invitationId: string) =>
  tx
    .selectFrom('member_invitation')
    .select(held)
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .forUpdate()
    .executeTakeFirst();

/** An invitation to a user's current mobile, locked until the transaction ends. Across tenants; by the unique id. */
export const lockInvitationOf = (tx: Tx, userId: string, invitationId: string) =>
  tx
    .selectFrom('member_invitation')
    .select(held)
    .where('invitation_id', '=', invitationId)
    .where('mobile_digest', '=', (eb) =>
      eb.selectFrom('user_account').select('mobile_digest').where('user_id', '=', userId),
    )
    .forUpdate()
    .executeTakeFirst();

/** Closes an open invitation. Primary key. */
export const closeInvitation = async (
  tx: Tx,
  tenantId: string,
  end: {
    readonly invitationId: string;
    readonly status: Exclude<InvitationStatus, 'waiting' | 'expired'>;
    readonly userId: string;
  },
): Promise<void> => {
  await tx
    .updateTable('member_invitation')
    .set({ status: end.status, answered_at: sql<Date>`app_now()`, answered_by: end.userId })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', end.invitationId)
    .execute();
};

/** Closes all open invitations of a tenant. By the partial index on open ones. */
export const withdrawInvitations = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx
    .updateTable('member_invitation')
    .set({ status: 'withdrawn', answered_at: sql<Date>`app_now()`, answered_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .execute();
};
