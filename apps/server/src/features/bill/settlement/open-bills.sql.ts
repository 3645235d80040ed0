import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { dueOn, hasApproval, hasStatus } from '../record/bill-status.sql.ts';

/** A payable bill that is confirmed, approved and open. */
export interface OpenBill {
  readonly tenant_id: string;
  readonly bill_id: string;
  readonly bill_no: string;
  readonly open_fen: Fen;
  readonly due_on: string;
  readonly version: number;
}

const columns = sql`b.tenant_id, b.bill_id, b.bill_no, b.amount_fen - b.paid_fen as open_fen, ${dueOn} as due_on, b.version`;
const isOpen: RawBuilder<boolean> = sql`(b.direction = 'payable' and ${hasStatus('confirmed')} and ${hasApproval('none')} and b.amount_fen > b.paid_fen)`;

/** Those of some bills that are open. By the primary key. */
export const listOpenOf = async (
  db: Db,
  bills: readonly { readonly tenantId: string; readonly billId: string }[],
): Promise<readonly OpenBill[]> => {
  const { rows } = await sql<OpenBill>`
    select ${columns} from unnest(${bills.map(({ tenantId }) => tenantId)}::text[], ${bills.map(({ billId }) => billId)}::text[]) n (tenant_id, bill_id)
      join bill b on b.tenant_id = n.tenant_id and b.bill_id = n.bill_id where ${isOpen} order by b.due_on, b.bill_no`.execute(
    db,
  );
  return rows;
};

/** The first open bills of some merchants, those that are due first in front. By bill_by_due. */
export const listOpenOfTenants = async (
  db: Db,
  tenantIds: readonly string[],
  each: number,
): Promise<readonly OpenBill[]> => {
  const { rows } = await sql<OpenBill>`
    select o.* from unnest(${[...tenantIds]}::text[]) n (tenant_id) cross join lateral (
        select ${columns} from bill b where b.tenant_id = n.tenant_id and ${isOpen} order by b.due_on, b.bill_no limit ${each}) o
      order by o.due_on, o.bill_no`.execute(db);
  return rows;
};
