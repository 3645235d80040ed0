import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** Money that a payment channel reported. */
export interface ChannelMoney {
  readonly tenantId: string;
  /** Day and time in Shanghai. */
  readonly on: string;
  readonly time: string;
  readonly amount: Fen;
  /** The channel's own number of the payment. */
  readonly transaction: string;
  /** The merchant's number at the channel, which is an account of ours. */
  readonly ownAccount: string;
  readonly remark: string;
}

/** Who registers what a channel reported. */
const channelName = 'channel';

/** Adds the receipt of a paid intent, all of it unapplied; returns its number. @source receipts 1.3 */
export const insertChannelReceipt = async (tx: Tx, money: ChannelMoney): Promise<string> => {
  const { tenantId, on, time, amount, transaction, ownAccount, remark } = money;
  const { rows } = await sql<{ receipt_no: string }>`
    insert into receipt (receipt_no, tenant_id, source, received_on, received_time, serial, own_account, remark, amount_fen, unapplied_fen, stated_fen, registered_by)
      values ('SK' || to_char(${on}::date, 'YYYYMMDD') || scattered_number(nextval('receipt_number')), ${tenantId}, 'channel', ${on}::date, ${time}, ${transaction},
        ${ownAccount}, ${remark}, ${amount}, ${amount}, ${amount}, ${channelName})
      returning receipt_no`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a receipt was not added');
  return row.receipt_no;
};
