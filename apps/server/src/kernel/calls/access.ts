import { type AuthKey, keysOfRole, type MemberRole, memberRoles, type OperationSpec } from '@ronghui/contract';
import type { Session } from '#kernel/calls/context';
import { Refusal } from '#kernel/calls/refusal';

const heldBy: ReadonlyMap<MemberRole, ReadonlySet<AuthKey>> = new Map(
  memberRoles.map((role) => [role, new Set(keysOfRole(role))]),
);

const holdsAny = (role: MemberRole | null, keys: readonly AuthKey[]): boolean => {
  const held = role === null ? undefined : heldBy.get(role);
  return held !== undefined && keys.some((key) => held.has(key));
};

/**
 * Who may call, in one place (R6.3): 401 without a session of the operation's kind, 403 without one of its keys. What is not allowed
 * here is refused.
 */
export const checkAccess = (spec: Pick<OperationSpec, 'who' | 'keys'>, session: Session): void => {
  switch (spec.who) {
    case 'visitor':
      return;
    case 'ops':
      if (session.kind !== 'ops') throw new Refusal('RHSY401');
      return;
    case 'merchant':
      if (session.kind !== 'merchant' || session.userId === null || session.tenantId === null)
        throw new Refusal('RHSY401');
      if (spec.keys !== undefined && spec.keys.length > 0 && !holdsAny(session.role, spec.keys)) {
        throw new Refusal('RHSY403');
      }
  }
};
