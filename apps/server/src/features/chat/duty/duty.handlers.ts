import type { chatOperations, Output } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import { assignAfter } from './assigning.ts';
import { storeDuty, touchDuty } from './duty.sql.ts';
import { listMembers } from './members.ts';

type DutyOperations = Pick<typeof chatOperations, 'ops.chat.duty' | 'ops.chat.setDuty'>;

const dutyOf = async (db: Db, staffId: string): Promise<Output<'ops.chat.duty'>> => {
  const members = await listMembers(db);
  const { status = 'off', serving = 0 } = members.find((one) => one.staffId === staffId) ?? {};
  return { status, serving, online: members.filter((one) => one.status === 'online').length };
};

/** Who is there to take receptions. @source service 5.3 */
export const dutyHandlers: HandlersFor<DutyOperations> = {
  'ops.chat.duty': async (_input, { db, staffId, transactAhead }) => {
    // This is what shows that a page is open.
    await transactAhead((tx) => touchDuty(tx, [staffId]));
    return dutyOf(db, staffId);
  },

  'ops.chat.setDuty': async ({ status }, context) => {
    const { staffId, audit } = context;
    await context.transact(async (tx) => {
      await storeDuty(tx, staffId, status);
      audit({ object: staffId, after: { dutyStatus: status } });
    });
    if (status === 'online') await assignAfter(context);
    return dutyOf(context.db, staffId);
  },
};
