import { type AuthKey, keysOfRole, memberRoles } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { isWaitingChange } from '../account.reads.ts';

/** Keeps the mobile that a member of staff has entered, in place of one from before. The caller holds the account. */
export const replaceMobileChange = async (
  tx: Tx,
  userId: string,
  { digest, masked, by }: { readonly digest: Buffer; readonly masked: string; readonly by: string },
): Promise<void> => {
  await sql`
    insert into mobile_change (user_id, mobile_digest, mobile_masked, entered_by) values (${userId}, ${digest}, ${masked}, ${by})
      on conflict (user_id) do update set mobile_digest = excluded.mobile_digest, mobile_masked = excluded.mobile_masked,
        entered_by = excluded.entered_by, entered_at = app_now()`.execute(tx);
};

/** Nothing waits any more. */
export const deleteMobileChange = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('mobile_change').where('user_id', '=', userId).execute();
};

/** Deletes what no second member of staff has entered in time; a provider has a handful. */
export const deleteOldMobileChanges = async (tx: Tx, limit: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from mobile_change where user_id in (select user_id from mobile_change where not ${isWaitingChange} limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
};

const rolesWith = (key: AuthKey) => memberRoles.filter((role) => keysOfRole(role).includes(key));

/** Whether a user may confirm bills in one of their tenants. By member_user. */
export const mayConfirmBills = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('member')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', 'in', rolesWith('bill.confirm'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
