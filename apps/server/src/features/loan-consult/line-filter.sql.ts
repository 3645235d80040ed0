import { sql } from 'kysely';
import { hasReference } from '#features/bill/bill.reads';

/** The filter of R10.5; days are those on which lines occurred, both included. */
export interface LineFilter {
  readonly stageId?: string | undefined;
  readonly orgId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly productId?: string | undefined;
  /** The reference or its beginning. */
  readonly loanNo?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The condition of a filter on the lines `l` of a tenant. A stage leaves one partition. The reference is a range of bill_line_once; where very
 * many lines have its beginning, it is compared as a truth value, which leaves the walk to the index that has the order of the list.
 */
export const wantedLines = (tenantId: string, filter: LineFilter, reference: 'range' | 'compared' = 'range') => {
  const { stageId, orgId, projectId, productId, loanNo, from, to } = filter;
  return sql<boolean>`${sql.join(
    [
      sql`l.tenant_id = ${tenantId}`,
      ...(stageId === undefined ? [] : [sql`l.stage_id = ${stageId}`]),
      ...(orgId === undefined ? [] : [sql`l.org_id = ${orgId}`]),
      ...(projectId === undefined ? [] : [sql`l.project_id = ${projectId}`]),
      ...(productId === undefined ? [] : [sql`l.product_id = ${productId}`]),
      ...(loanNo === undefined
        ? []
        : [reference === 'range' ? hasReference(loanNo) : sql`${hasReference(loanNo)} is true`]),
      ...(from === undefined ? [] : [sql`l.occurred_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`l.occurred_on <= ${to}::date`]),
    ],
    sql` and `,
  )}`;
};
