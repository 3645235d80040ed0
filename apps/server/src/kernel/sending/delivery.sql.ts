import type { RefusalClass, SmsProvider } from '@ronghui/domain/sender/sms';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What became of a message at a provider: `absent` was sent without an answer and never arrived there. */
export type DeliveryState = 'accepted' | 'delivered' | 'failed' | 'refused' | 'unknown' | 'absent';

/** One handing over. */
export interface Delivery {
  readonly messageId: string;
  readonly provider: SmsProvider;
  readonly scene: string;
  readonly mobileMasked: string;
  readonly priceCentifen: number;
  readonly state: DeliveryState;
  readonly refusal: RefusalClass | null;
  readonly reason: string | null;
  readonly providerMessageId: string | null;
}

/** Adds a handing over. */
export const insertDelivery = async (tx: Tx, row: Delivery): Promise<void> => {
  await tx
    .insertInto('sms_delivery')
    .values({
      message_id: row.messageId,
      provider: row.provider,
      provider_message_id: row.providerMessageId?.slice(0, 128) ?? null,
      scene: row.scene,
      mobile_masked: row.mobileMasked,
      state: row.state,
      refusal: row.refusal,
      reason: row.reason?.slice(0, 200) ?? null,
      price_centifen: row.priceCentifen,
    })
    .execute();
};

/** The state of a message at a provider; by sms_delivery_of_message. */
export const findDeliveryState = async (db: Db, messageId: string, provider: string): Promise<string | undefined> => {
  const found = await db
    .selectFrom('sms_delivery')
    .select('state')
    .where('message_id', '=', messageId)
    .where('provider', '=', provider)
    .orderBy('delivery_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.state;
};

/** Writes what the provider says of a message whose answer was lost; by sms_delivery_of_message. A report may have come before. */
export const settleLostDelivery = async (
  tx: Tx,
  {
    messageId,
    provider,
    accepted,
  }: { readonly messageId: string; readonly provider: string; readonly accepted: boolean },
): Promise<void> => {
  await tx
    .updateTable('sms_delivery')
    .set({ state: accepted ? 'accepted' : 'absent' })
    .where('message_id', '=', messageId)
    .where('provider', '=', provider)
    .where('state', '=', 'unknown')
    .execute();
};

/** A report of a provider on a message, by its own number or by ours. */
export interface DeliveryReport {
  readonly providerMessageId: string;
  readonly messageId: string;
  readonly isDelivered: boolean;
  readonly reason: string;
}

/**
 * Applies reports of one provider: the first on a message counts, and only where the provider may have the message. By sms_delivery_of_provider and
 * sms_delivery_of_message; at most as many rows as reports.
 *
 * @source running 2.4
 */
export const applyReports = async (
  tx: Tx,
  provider: SmsProvider,
  reports: readonly DeliveryReport[],
): Promise<number> => {
  const done = await sql`
    update sms_delivery d set settled_at = app_now(),
      state = case when r.delivered then 'delivered' else 'failed' end,
      reason = case when r.delivered then d.reason else left(r.reason, 200) end
    from (select distinct on (theirs, ours) theirs, ours, delivered, reason from unnest(
      ${reports.map(({ providerMessageId }) => providerMessageId)}::text[], ${reports.map(({ messageId }) => messageId)}::text[],
      ${reports.map(({ isDelivered }) => isDelivered)}::boolean[], ${reports.map(({ reason }) => reason)}::text[]
    ) with ordinality as given (theirs, ours, delivered, reason, at) order by theirs, ours, at) r
    where d.provider = ${provider} and d.state in ('accepted', 'unknown')
      and (r.theirs <> '' and d.provider_message_id = r.theirs or r.ours <> '' and d.message_id = r.ours)`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};

/** Days that a handing over is kept: three bills of a carrier. @unit days */
const deliveryDays = 100;

/** Deletes old rows, by sms_delivery_by_time; at most `limit`. */
export const deleteOldDeliveries = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from sms_delivery where delivery_id in (
      select delivery_id from sms_delivery where created_at < app_now() - ${deliveryDays} * interval '1 day'
      order by created_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
