import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** What has changed of a conversation shows in these numbers, and whose it is. */
export interface StateRow {
  readonly conversation_id: string;
  readonly tenant_id: string | null;
  readonly user_id: string | null;
  readonly visitor_id: string | null;
  readonly session_id: string | null;
  readonly last_seq: number;
  readonly reception_version: number;
  readonly customer: number;
  readonly staff: number;
}

/** Whose streams are open. */
export interface OpenStreams {
  readonly tenantIds: readonly string[];
  /** In the order of their tenants. */
  readonly userIds: readonly string[];
  readonly visitorIds: readonly string[];
  readonly sessionIds: readonly string[];
}

/** The state of all conversations of some streams, in one statement: by the unique keys of users, visitors and sessions. @source service 2.5 */
export const listStates = async (db: Db, open: OpenStreams): Promise<StateRow[]> => {
  const { rows } = await sql<StateRow>`
    with own as (
      select c.*, null::text as session_id from unnest(${open.tenantIds}::text[], ${open.userIds}::text[]) o (tenant_id, user_id)
        join chat_conversation c on c.tenant_id = o.tenant_id and c.user_id = o.user_id
      union all
      select c.*, v.session_id from chat_visitor v join chat_conversation c on c.visitor_id = v.visitor_id
        where v.visitor_id = any(${open.visitorIds}) or v.session_id = any(${open.sessionIds}))
    select own.conversation_id, own.tenant_id, own.user_id, own.visitor_id, own.session_id, own.last_seq, own.reception_version,
      coalesce(k.customer, 0) as customer, coalesce(k.staff, 0) as staff
    from own left join lateral (
      select max(seq) filter (where side = 'customer') as customer, max(seq) filter (where side = 'staff') as staff
      from chat_cursor where conversation_id = own.conversation_id) k on true`.execute(db);
  return rows;
};
