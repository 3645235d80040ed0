import { sql } from 'kysely';

/** Whether a member's tenant `m` has lines of a product that says at what rate it lends (R10.13). By line_total_by_product. */
export const hasLoans = sql<boolean>`exists (select from product p where p.annual_rate is not null
  and exists (select from line_total l where l.tenant_id = m.tenant_id and l.product_id = p.pid and l.line_count > 0))`;
