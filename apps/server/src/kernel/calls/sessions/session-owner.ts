import type { Area } from '@ronghui/contract';
import type { Session, SessionOwner } from '#kernel/calls/context';
import type { SessionRow } from '#kernel/calls/sessions/session.sql';

/** The columns of a session's owner. */
export type OwnerColumns = Pick<
  SessionRow,
  'area' | 'kind' | 'user_id' | 'tenant_id' | 'role' | 'staff_id' | 'staff_roles' | 'pending_setup'
>;

const noOwner = { user_id: null, tenant_id: null, role: null, staff_id: null, staff_roles: [], pending_setup: [] };

/** The values of these columns; null for an anonymous session. */
export const columnsOf = (owner: SessionOwner | null, area: Area): OwnerColumns => {
  if (owner === null) return { ...noOwner, area, kind: 'anon' };
  if (!('staffId' in owner)) {
    const { userId, tenantId, role } = owner;
    return { ...noOwner, area: 'portal', kind: 'merchant', user_id: userId, tenant_id: tenantId, role };
  }
  const { staffId, roles, pendingSetup } = owner;
  const staff = { staff_id: staffId, staff_roles: [...roles], pending_setup: [...pendingSetup] };
  return { ...noOwner, area: 'ops', kind: 'ops', ...staff };
};

/** The owner of a session's row; anonymous where its owner's columns are not complete. */
export const sessionOf = ({
  session_id: sessionId,
  ...row
}: OwnerColumns & Pick<SessionRow, 'session_id'>): Session => {
  const { area, kind, user_id: userId, tenant_id: tenantId, role, staff_id: staffId } = row;
  if (kind === 'merchant' && userId !== null && tenantId !== null && role !== null)
    return { sessionId, area, kind, userId, tenantId, role, staff: null };
  const nobody = { sessionId, area, userId: null, tenantId: null, role: null };
  if (kind !== 'ops' || staffId === null) return { ...nobody, kind: 'anon', staff: null };
  return { ...nobody, kind, staff: { staffId, roles: row.staff_roles, pendingSetup: row.pending_setup } };
};
