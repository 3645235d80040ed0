import { sql } from 'kysely';

/** A reader of notices: a user in one of their tenants. */
export interface NoticeReader {
  readonly tenantId: string;
  readonly userId: string;
}

/** The notices that a reader may see, in a statement whose `n` is the table. */
export const readableBy = ({ tenantId, userId }: NoticeReader) =>
  sql`n.user_id = ${userId} and (n.tenant_id = ${tenantId} or n.tenant_id is null)`;
