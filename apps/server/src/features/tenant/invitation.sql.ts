import type { InvitationStatus } from '@ronghui/domain/member';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** An invitation that waits for its answer. */
export interface NewInvitation {
  readonly invitationId: string;
  readonly mobileDigest: Buffer;
  readonly mobileMasked: string;
  readonly role: 'finance' | 'viewer';
  readonly invitedBy: string;
  readonly days: number;
}

/** Waits for its answer, and not for too long. */
export const isOpen = sql<boolean>`member_invitation.status = 'waiting' and member_invitation.expires_at > app_now()`;

/** How many invitations of a tenant wait. By the index on what waits. */
export const countWaitingInvitations = async (db: Db, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('member_invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Makes room for a new invitation where an older one has waited too long. */
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

/** Adds an invitation and tells when it ends; none when one for this mobile waits already. */
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

/** What of a tenant's invitations waits, the newest first. By the index on what waits; bounded by the rule on how many may. */
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

/** An invitation of a tenant, held until the transaction ends. Primary key. */
export const lockInvitation = (tx: Tx, tenantId: string, invitationId: string) =>
  tx
    .selectFrom('member_invitation')
    .select(held)
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .forUpdate()
    .executeTakeFirst();

/** An invitation to a user's present mobile, held until the transaction ends. Above tenants; by the unique id. */
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

/** Ends an invitation that waited. Primary key. */
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

/** Ends all of a tenant's invitations that wait. By the index on what waits. */
export const withdrawInvitations = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx
    .updateTable('member_invitation')
    .set({ status: 'withdrawn', answered_at: sql<Date>`app_now()`, answered_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .execute();
};
