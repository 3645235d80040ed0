/**
 * Who belongs to a tenant and in which role. A tenant has one owner (主账号) at any time: an owner neither leaves nor steps down, but
 * hands over to another member and is finance (财务) from then on.
 *
 * @source R6.1, R10.9
 */

/** The roles of a tenant. */
export type Role = 'owner' | 'finance' | 'viewer';

/** What each role is called. @source R6.1 */
export const roleNames: Readonly<Record<Role, string>> = { owner: '主账号', finance: '财务', viewer: '只读成员' };

/** Days that an invitation waits for an answer. */
export const invitationDays = 7;
/** Invitations that may wait at the same time in one tenant. */
export const invitationsAtOnce = 50;

/** One member, as the rules see them. */
export interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** Who gets which role; in this order, so that there is never a second owner. */
export type RoleOutcome =
  | { readonly ok: true; readonly changes: readonly Member[] }
  | { readonly ok: false; readonly reason: 'notOwner' | 'ownerStays' };

/**
 * Gives a member another role. Giving the owner's role hands the tenant over: who gave it is finance afterwards.
 *
 * @reason notOwner    who asks is not the owner (any more)
 * @reason ownerStays  the owner's own role changes by handing over alone
 */
export const changeRole = (actor: Member, target: Member, role: Role): RoleOutcome => {
  if (actor.role !== 'owner') return { ok: false, reason: 'notOwner' };
  if (target.userId === actor.userId) {
    return role === 'owner' ? { ok: true, changes: [] } : { ok: false, reason: 'ownerStays' };
  }
  if (target.role === role) return { ok: true, changes: [] };
  const change = { userId: target.userId, role };
  if (role !== 'owner') return { ok: true, changes: [change] };
  return { ok: true, changes: [{ userId: actor.userId, role: 'finance' }, change] };
};

/**
 * Whether a member may be removed.
 *
 * @reason notOwner    who asks is not the owner (any more)
 * @reason ownerStays  the owner goes by handing over alone
 */
export const removeMember = (
  actor: Member,
  target: Member,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'notOwner' | 'ownerStays' } => {
  if (actor.role !== 'owner') return { ok: false, reason: 'notOwner' };
  return target.role === 'owner' ? { ok: false, reason: 'ownerStays' } : { ok: true };
};

/** How an invitation stands. */
export type InvitationStatus = 'waiting' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

/**
 * Whether an invitation can still be answered or withdrawn.
 *
 * @reason over  it was answered, withdrawn, or has waited too long
 */
export const isInvitationOpen = (
  invitation: { readonly status: string; readonly expiresAt: Date },
  now: Date,
): boolean => invitation.status === 'waiting' && invitation.expiresAt.getTime() > now.getTime();
