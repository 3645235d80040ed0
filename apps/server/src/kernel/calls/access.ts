import {
  type AuthKey,
  areaOf,
  keysOfRole,
  keysOfStaff,
  type MemberRole,
  memberRoles,
  type OperationSpec,
  type OpsAuthKey,
} from '@ronghui/contract';
import type { Session } from '#kernel/calls/context';
import { Refusal } from '#kernel/refusal';

const keysByRole: ReadonlyMap<MemberRole, ReadonlySet<AuthKey>> = new Map(
  memberRoles.map((role) => [role, new Set(keysOfRole(role))]),
);
const nothing: ReadonlySet<AuthKey> = new Set();

/**
 * Refuses a merchant's call whose page shows another tenant than the session's: somebody has switched in another tab. A call that does not say what
 * it shows is for the session's. @source R10.9
 */
export const checkTenant = (spec: OperationSpec, session: Session, shown: string | undefined): void => {
  if (shown === undefined || spec.who !== 'merchant' || session.kind !== 'merchant') return;
  if (shown !== session.tenantId) throw new Refusal('RHTE001');
};

/** Until when merchants and visitors only read, and how long that is; null when they may write. */
export type ReadOnlyGate = () => Promise<{ readonly until: Date; readonly waitSec: number } | null>;

/** The longest that a caller is asked to wait before the next try. @unit seconds */
const longestWaitSec = 3600;

/** How writes of merchants and visitors are refused while the site is read-only; null where they are not: staff work on, and people come in and go out. @source running 6.5 */
export const findReadOnly = async (spec: OperationSpec, readOnly: ReadOnlyGate): Promise<Refusal | null> => {
  if (spec.writes !== true || areaOf(spec) === 'ops' || spec.whileReadOnly === true) return null;
  const found = await readOnly();
  if (found === null) return null;
  return new Refusal('RHSY503', { until: found.until.toISOString() }, Math.min(found.waitSec, longestWaitSec));
};

/** Whether a write goes on all the same, by what it asks for. */
export const goesOnReadOnly = ({ whileReadOnly }: OperationSpec, payload: Readonly<Record<string, unknown>>): boolean =>
  typeof whileReadOnly === 'object' && whileReadOnly.scenes.some((scene) => scene === payload['scene']);

/** An operation without keys is open to everyone who is logged in. */
const expectAny = <Key extends AuthKey | OpsAuthKey>(held: ReadonlySet<Key>, keys: readonly Key[] = []): void => {
  if (keys.length > 0 && !keys.some((key) => held.has(key))) throw new Refusal('RHSY403');
};

/**
 * Who may call, in one place (R6.3): 401 without a session of the operation's kind, 403 without one of its keys, and for staff also until
 * their account is set up (R11.1). What is not allowed here is refused.
 */
export const checkAccess = (spec: OperationSpec, session: Session): void => {
  switch (spec.who) {
    case 'visitor':
      return;
    case 'ops': {
      if (session.kind !== 'ops') throw new Refusal('RHSY401');
      const { roles, pendingSetup } = session.staff;
      const [need] = pendingSetup;
      if (need !== undefined && spec.duringSetup !== true) throw new Refusal('RHST001', { need });
      expectAny(keysOfStaff(roles), spec.keys);
      return;
    }
    case 'merchant':
      if (session.kind !== 'merchant') throw new Refusal('RHSY401');
      expectAny(keysByRole.get(session.role) ?? nothing, spec.keys);
  }
};
