import type { LeadSource } from '@ronghui/domain/lead';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The newest leads that became a merchant. By lead_of_tenant. */
export const listLeadsOf = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<{ readonly ticketNo: string; readonly source: LeadSource; readonly createdAt: string }[]> => {
  const { rows } = await sql<{ ticket_no: string; source: LeadSource; created_at: Date }>`
    select ticket_no, coalesce(topic, 'trial') as source, created_at from lead
    where won_tenant_id = ${tenantId} order by created_at desc, ticket_no desc limit ${limit}`.execute(db);
  return rows.map(({ ticket_no: ticketNo, source, created_at: createdAt }) => ({
    ticketNo,
    source,
    createdAt: createdAt.toISOString(),
  }));
};
