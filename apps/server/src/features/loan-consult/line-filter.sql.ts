import { sql } from 'kysely';

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

/** In the C collation every reference with the beginning is between it and it with the last character of all. */
const startsWith = (start: string) => sql`l.loan_no >= ${start} and l.loan_no <= ${`${start}\u{10ffff}`}`;

/** The condition of a filter on the lines `l` of a tenant. A stage leaves one partition. */
export const wantedLines = (tenantId: string, filter: LineFilter) => {
  const { stageId, orgId, projectId, productId, loanNo, from, to } = filter;
  return sql<boolean>`${sql.join(
    [
      sql`l.tenant_id = ${tenantId}`,
      ...(stageId === undefined ? [] : [sql`l.stage_id = ${stageId}`]),
      ...(orgId === undefined ? [] : [sql`l.org_id = ${orgId}`]),
      ...(projectId === undefined ? [] : [sql`l.project_id = ${projectId}`]),
      ...(productId === undefined ? [] : [sql`l.product_id = ${productId}`]),
      ...(loanNo === undefined ? [] : [startsWith(loanNo)]),
      ...(from === undefined ? [] : [sql`l.occurred_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`l.occurred_on <= ${to}::date`]),
    ],
    sql` and `,
  )}`;
};
