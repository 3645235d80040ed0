import { type RawBuilder, sql } from 'kysely';
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

/** By which condition of a filter lines are looked for: what PostgreSQL likes, the reference, or the others. */
type FoundBy = 'any' | 'reference' | 'others';

/** A condition as a truth value: no index is entered by it, but one that holds its columns decides it. */
const compared = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql`(${condition}) is true`;

/**
 * The condition of a filter on the lines `l` of a tenant. A stage leaves one partition. The reference is a range of bill_line_once. A plan that is
 * kept does not know how many lines a reference finds: what they are not to be found by is compared as a truth value, which leaves them to
 * the index of the reference, or to one that has the order of the list.
 */
export const wantedLines = (tenantId: string, filter: LineFilter, foundBy: FoundBy = 'any') => {
  const { stageId, orgId, projectId, productId, loanNo, from, to } = filter;
  const others: readonly RawBuilder<boolean>[] = [
    ...(orgId === undefined ? [] : [sql<boolean>`l.org_id = ${orgId}`]),
    ...(projectId === undefined ? [] : [sql<boolean>`l.project_id = ${projectId}`]),
    ...(productId === undefined ? [] : [sql<boolean>`l.product_id = ${productId}`]),
    ...(from === undefined ? [] : [sql<boolean>`l.occurred_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<boolean>`l.occurred_on <= ${to}::date`]),
  ];
  const reference = loanNo === undefined ? [] : [hasReference(loanNo)];
  return sql<boolean>`${sql.join(
    [
      sql`l.tenant_id = ${tenantId}`,
      ...(stageId === undefined ? [] : [sql`l.stage_id = ${stageId}`]),
      ...(foundBy === 'reference' ? others.map(compared) : others),
      ...(foundBy === 'others' ? reference.map(compared) : reference),
    ],
    sql` and `,
  )}`;
};
