import { type Output, opsAuthMap } from '@ronghui/contract';
import { pendingSetupOf } from '@ronghui/domain/staff';
import type { OpsContext, StaffOwner, VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { staffUserOf } from './staff.reads.ts';
import { findById, type StaffRow } from './staff.sql.ts';

/** The reply of a login. */
export type SignedIn = Output<'ops.login'>;

/** The pending set-up of an account, in the contract's words. */
export const setupOf = ({ pendingSetup }: Pick<StaffOwner, 'pendingSetup'>) => ({
  mustChangePwd: pendingSetup.includes('password'),
  totpRequired: pendingSetup.includes('totp'),
});

/** Replaces the caller's session by one of this member of staff, in the transaction that proved their identity. @source security 4.1 */
export const signIn = async (tx: Tx, { sessions, ports }: VisitorContext, staff: StaffRow): Promise<SignedIn> => {
  const { staffId, roles } = staff;
  const pendingSetup = pendingSetupOf({
    mustChangePassword: staff.mustChangePassword,
    hasTotp: staff.totpSecretSealed !== null,
    isTotpCompulsory: !ports.config.demo,
  });
  const sign = await sessions.begin(tx, { staffId, roles, pendingSetup });
  return { user: staffUserOf(staff), auth: opsAuthMap(roles), sign, ...setupOf({ pendingSetup }) };
};

/** The caller's own account; a session without an account is a fault. */
export const ownRow = async ({ db, staffId }: OpsContext): Promise<StaffRow> => {
  const row = await findById(db, staffId);
  if (row === undefined) throw new Error('a session of staff without its account');
  return row;
};
