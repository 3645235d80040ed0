import type { Output } from '@ronghui/contract';
import type { Db } from '#kernel/database/db';
import { findById, type StaffRow } from './staff.sql.ts';

/** A member of staff as the console shows them. */
export type StaffUser = Output<'ops.user.info'>['user'];

/** The columns that the owner sees. */
export const staffUserOf = ({ staffId, account, name, roles }: StaffRow): StaffUser => ({
  staffId,
  account,
  name,
  roles,
});

/** A member of staff in their own view. */
export const findStaffUser = async (db: Db, staffId: string): Promise<StaffUser | undefined> => {
  const row = await findById(db, staffId);
  return row && staffUserOf(row);
};
