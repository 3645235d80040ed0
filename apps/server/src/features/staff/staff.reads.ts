import type { Output } from '@ronghui/contract';
import type { Db } from '#kernel/database/db';
import { findById, type StaffRow } from './staff.sql.ts';

/** A member of staff as the console knows them. */
export type StaffUser = Output<'ops.user.info'>['user'];

/** The part of a row that its owner sees. */
export const staffUserOf = ({ staffId, account, name, roles }: StaffRow): StaffUser => ({
  staffId,
  account,
  name,
  roles,
});

/** A member of staff as they see themselves. */
export const findStaffUser = async (db: Db, staffId: string): Promise<StaffUser | undefined> => {
  const row = await findById(db, staffId);
  return row && staffUserOf(row);
};
