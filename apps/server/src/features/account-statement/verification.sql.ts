import type { FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { movements } from './movement.sql.ts';

/** The next merchants that were billed, by their ids. By the primary key of `tenant`. */
export const listBilledTenants = async (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ tenant_id: string }>`
    select t.tenant_id from tenant t where t.tenant_id > ${after}
      and exists (select from bill b where b.tenant_id = t.tenant_id and b.status <> 'draft') order by t.tenant_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ tenant_id }) => tenant_id);
};

/** A bill whose movements do not come to what is open of it. */
export interface UntiedBill {
  readonly bill_no: string;
  readonly moved: FenSum;
  readonly open: FenSum;
}

/** The issued bills of a merchant that differ from their movements, in one statement, so that both are of one moment. By the keys of bills and steps. */
export const listUntiedBills = async (db: Db, tenantId: string, limit: number): Promise<readonly UntiedBill[]> => {
  const { rows } = await sql<UntiedBill>`
    with m as materialized (
      select x.bill_id, sum(x.amount_fen) as moved from (${movements({ tenantId, before: new Date('2101-01-01') })}) x where x.bill_id is not null group by 1)
    select b.bill_no, coalesce(m.moved, 0) as moved, b.amount_fen - b.paid_fen - b.written_off_fen as open
      from bill b left join m on m.bill_id = b.bill_id
      where b.tenant_id = ${tenantId} and b.status <> 'draft' and coalesce(m.moved, 0) <> b.amount_fen - b.paid_fen - b.written_off_fen
      order by b.bill_no limit ${limit}`.execute(db);
  return rows;
};
