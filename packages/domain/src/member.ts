/**
 * A tenant's members and their roles. A tenant has exactly one owner (主账号): an owner cannot leave or step down, but
 * hands the tenant over to another member and becomes finance (财务).
 *
 * @source R6.1, R10.9
 */

/** The roles of a tenant. */
export type Role = 'owner' | 'finance' | 'viewer';

/** The label of each role. @source R6.1 */
export const roleNames: Readonly<Record<Role, string>> = { owner: '主账号', finance: '财务', viewer: '只读成员' };

/** Whether members of a role may be the second person who approves a confirmed bill. @source R6.1, R10.3 */
export const mayApproveBills = (role: Role): boolean => role !== 'viewer';

/** Days until an invitation expires. */
export const invitationDays = 7;
/** Maximum of open invitations per tenant. */
export const invitationsAtOnce = 50;

/** The facts of one member that the rules need. */
export interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** Role assignments, in the order in which they must be written so that there is never a second owner. */
export type RoleOutcome =
  | { readonly ok: true; readonly changes: readonly Member[] }
  | { readonly ok: false; readonly reason: 'notOwner' | 'ownerStays' };

/**
 * Changes a member's role. Giving the owner role hands the tenant over: the former owner becomes finance.
 *
 * @reason notOwner    the caller is not (or no longer) the owner
 * @reason ownerStays  the owner's own role changes only by handing over
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
 * @reason notOwner    the caller is not (or no longer) the owner
 * @reason ownerStays  the owner leaves only by handing over
 */
export const removeMember = (
  actor: Member,
  target: Member,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'notOwner' | 'ownerStays' } => {
  if (actor.role !== 'owner') return { ok: false, reason: 'notOwner' };
  return target.role === 'owner' ? { ok: false, reason: 'ownerStays' } : { ok: true };
};

/** The state of an invitation. */
export type InvitationStatus = 'waiting' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

/**
 * Whether an invitation can still be answered or withdrawn.
 *
 * @reason over  it was answered, withdrawn or has expired
 */
export const isInvitationOpen = (
  invitation: { readonly status: string; readonly expiresAt: Date },
  now: Date,
): boolean => invitation.status === 'waiting' && invitation.expiresAt.getTime() > now.getTime();
