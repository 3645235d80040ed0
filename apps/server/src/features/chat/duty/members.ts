import type { Output } from '@ronghui/contract';
import { listStaffHolding } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { listDuty } from './duty.sql.ts';

/** Who may take receptions, whether they are there, and how many each serves. @source service 5.3 */
export const listMembers = async (db: Db): Promise<Output<'ops.chat.colleagues'>['items']> => {
  const holding = await listStaffHolding(db, 'ops.chat.write');
  const duty = await listDuty(
    db,
    holding.map(({ staffId }) => staffId),
  );
  const byId = new Map(duty.map((row) => [row.staff_id, row]));
  return holding.map((one) => {
    const { status = 'off', serving = 0 } = byId.get(one.staffId) ?? {};
    return { ...one, status, serving };
  });
};
