import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Bills that are paid together, as they are. */
export interface NewSet {
  readonly setNo: string;
  readonly fingerprint: string;
  readonly amount: Fen;
  readonly userId: string;
  readonly bills: readonly { readonly billId: string; readonly version: number; readonly open: Fen }[];
}

/** The payment code of a set; undefined where there is none of these bills as they are. By payment_set_once, and the key of items. */
export const findSetCode = async (db: Db, tenantId: string, fingerprint: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('payment_set as s')
    .innerJoin('payment_code as c', (join) =>
      join.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.item_no', '=', 's.set_no').on('c.kind', '=', 'set'),
    )
    .select('c.code')
    .where('s.tenant_id', '=', tenantId)
    .where('s.fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.code;
};

/** How many sets of a tenant were made within an hour, and in how many seconds the first of them is older. By payment_set_newest. */
export const countRecentSets = async (
  db: Db,
  tenantId: string,
): Promise<{ readonly count: number; readonly wait: number }> => {
  const { rows } = await sql<{ count: number; wait: number | null }>`
    select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 hour' - app_now()))::int as wait
      from payment_set where tenant_id = ${tenantId} and created_at > app_now() - interval '1 hour'`.execute(db);
  return { count: rows[0]?.count ?? 0, wait: Math.max(1, rows[0]?.wait ?? 1) };
};

/** Adds a set, whose code the database draws; one that another call has added meanwhile stays. */
export const insertSet = async (
  tx: Tx,
  tenantId: string,
  { setNo, fingerprint, amount, userId, bills }: NewSet,
): Promise<void> => {
  const added = await tx
    .insertInto('payment_set')
    .values({ tenant_id: tenantId, set_no: setNo, fingerprint, amount_fen: amount, user_id: userId })
    .onConflict((conflict) => conflict.constraint('payment_set_once').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return;
  await tx
    .insertInto('payment_set_bill')
    .values(
      bills.map(({ billId, version, open }) => ({
        tenant_id: tenantId,
        set_no: setNo,
        bill_id: billId,
        bill_version: version,
        open_fen: open,
      })),
    )
    .execute();
};
