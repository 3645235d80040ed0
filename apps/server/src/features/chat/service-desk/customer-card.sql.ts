import type { Output } from '@ronghui/contract';
import type { ReceptionState } from '@ronghui/domain/chat';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** Whose a conversation is, in words. */
export interface CustomerRow {
  readonly created_at: Date;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly certification_status: NonNullable<Output<'ops.chat.customer'>['tenant']>['certificationStatus'] | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly mobile_masked: string | null;
}

/** The customer of a conversation. Primary keys. */
export const findCustomerOf = async (db: Db, conversationId: string): Promise<CustomerRow | null> => {
  const { rows } = await sql<CustomerRow>`
    select c.created_at, c.tenant_id, t.name as tenant_name, t.certification_status, c.user_id, u.name as user_name, u.mobile_masked
    from chat_conversation c left join tenant t on t.tenant_id = c.tenant_id left join user_account u on u.user_id = c.user_id
    where c.conversation_id = ${conversationId}`.execute(db);
  return rows[0] ?? null;
};

/** A reception of a conversation. */
interface PastRow {
  readonly reception_id: string;
  readonly state: ReceptionState;
  readonly spoken_at: Date;
  readonly opened_at: Date;
  readonly ended_at: Date | null;
  readonly staff_id: string | null;
  readonly category: string | null;
  readonly summary: string | null;
  readonly stars: number | null;
}

/** The newest receptions of a conversation. By chat_reception_newest. */
export const listPastReceptions = async (db: Db, conversationId: string, limit: number): Promise<PastRow[]> => {
  const { rows } = await sql<PastRow>`
    select reception_id, state, spoken_at, opened_at, ended_at, staff_id, category, summary, stars from chat_reception
    where conversation_id = ${conversationId} order by version desc limit ${limit}`.execute(db);
  return rows;
};
