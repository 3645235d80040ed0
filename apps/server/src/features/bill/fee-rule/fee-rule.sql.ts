import type { Output } from '@ronghui/contract';
import type { FeeTerms } from '@ronghui/domain/fee-rule';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { columnsOfTerms, type VersionRow, wireVersionOf } from './fee-rule-terms.ts';

/** What a rule is for. */
export interface RuleScope {
  readonly productId: string;
  readonly orgId: string | null;
  readonly tenantId: string | null;
}

const versionColumns = sql`v.rule_id, r.product_id, r.org_id, r.tenant_id, v.version, v.holds_from, v.direction, v.unit, v.kind,
  v.rate_millionths, v.fee_fen, v.per, v.method, v.tier_from, v.tier_rate, v.line_minimum_fen, v.line_cap_fen, v.bill_minimum_fen,
  v.bill_cap_fen, v.tax_millionths, v.made_by, v.created_at`;

/** A rule with its latest version; `listed_at` is when it was made. */
interface RuleRow extends VersionRow {
  readonly listed_at: Date;
  readonly product_name: string;
  readonly org_name: string | null;
  readonly tenant_name: string | null;
}

/** Rules in a list. */
export const listedRule = {
  columns: sql`${versionColumns}, r.created_at as listed_at,
    coalesce((select p.name from product p where p.pid = r.product_id), r.product_id) as product_name,
    (select o.name from org o where o.org_id = r.org_id) as org_name,
    (select t.name from tenant t where t.tenant_id = r.tenant_id) as tenant_name`,
  recordOf: (row: RuleRow): Output<'ops.feeRule.page'>['items'][number] => ({
    ruleId: row.rule_id,
    productId: row.product_id,
    orgId: row.org_id,
    tenantId: row.tenant_id,
    productName: row.product_name,
    orgName: row.org_name,
    tenantName: row.tenant_name,
    version: row.version,
    latest: wireVersionOf(row),
  }),
};

/** The filter of the rules' list. */
interface RuleFilter {
  readonly ruleId?: string | undefined;
  readonly productId?: string | undefined;
  readonly tenantId?: string | undefined;
}

/** A page of rules with their latest versions, the newest rule first. By fee_rule_newest. */
export const listRules = (
  db: Db,
  { filter: { ruleId, productId, tenantId }, listing }: { readonly filter: RuleFilter; readonly listing: Listing },
): Promise<ReadPart<RuleRow>> =>
  readPart(db, listing, {
    list: listedRule,
    from: sql`fee_rule r join fee_rule_version v on v.rule_id = r.rule_id and v.version = r.version`,
    where: sql.join(
      [
        sql`true`,
        ...(ruleId === undefined ? [] : [sql`r.rule_id = ${ruleId}`]),
        ...(productId === undefined ? [] : [sql`r.product_id = ${productId}`]),
        ...(tenantId === undefined ? [] : [sql`r.tenant_id = ${tenantId}`]),
      ],
      sql` and `,
    ),
    beyond: sql``,
    orderBy: sql`listed_at desc, rule_id desc`,
    key: 'rule_id',
  });

/** All versions of a rule, the latest first; none where there is no such rule. By the primary key. */
export const listVersions = async (db: Db, ruleId: string): Promise<readonly VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select ${versionColumns} from fee_rule r join fee_rule_version v using (rule_id)
      where r.rule_id = ${ruleId} order by v.version desc`.execute(db);
  return rows;
};

const latestOf = (tx: Tx, ruleId: string) =>
  tx
    .selectFrom('fee_rule')
    .select(['product_id as productId', 'org_id as orgId', 'tenant_id as tenantId', 'version'])
    .where('rule_id', '=', ruleId);

/** A rule with its scope and the number of its latest version, locked until the transaction ends. By the primary key. */
export const lockRule = (tx: Tx, ruleId: string): Promise<(RuleScope & { readonly version: number }) | undefined> =>
  latestOf(tx, ruleId).forNoKeyUpdate().executeTakeFirst();

/** The same for a transaction that stores nothing: others like it need not wait, one that adds a version does. */
export const holdRule = (tx: Tx, ruleId: string): Promise<(RuleScope & { readonly version: number }) | undefined> =>
  latestOf(tx, ruleId).forShare().executeTakeFirst();

/** Which part of a scope there is not. */
export const findMissingPart = async (
  tx: Tx,
  { productId, orgId, tenantId }: RuleScope,
): Promise<keyof RuleScope | null> => {
  const { rows } = await sql<{ has_product: boolean; has_org: boolean; has_tenant: boolean }>`
    select exists (select from product where pid = ${productId}) as has_product,
      ${orgId}::text is null or exists (select from org where org_id = ${orgId}) as has_org,
      ${tenantId}::text is null or exists (select from tenant where tenant_id = ${tenantId}) as has_tenant`.execute(tx);
  const [row] = rows;
  if (row?.has_product !== true) return 'productId';
  if (!row.has_org) return 'orgId';
  return row.has_tenant ? null : 'tenantId';
};

/** Adds a rule without versions; false, and none added, where there is one of its scope. */
export const insertRule = async (
  tx: Tx,
  { ruleId, productId, orgId, tenantId }: RuleScope & { readonly ruleId: string },
): Promise<boolean> => {
  const added = await tx
    .insertInto('fee_rule')
    .values({ rule_id: ruleId, product_id: productId, org_id: orgId, tenant_id: tenantId })
    .onConflict((conflict) => conflict.constraint('fee_rule_scope').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** A version to add. */
export interface NewVersion {
  readonly ruleId: string;
  readonly tenantId: string | null;
  readonly version: number;
  readonly holdsFrom: string;
  readonly terms: FeeTerms;
  readonly madeBy: string;
}

/** Adds a version to a rule that the caller has locked, or has just added. */
export const insertVersion = async (tx: Tx, version: NewVersion): Promise<void> => {
  const { ruleId, tenantId, holdsFrom, terms, madeBy } = version;
  await tx
    .insertInto('fee_rule_version')
    .values({
      ...columnsOfTerms(terms),
      rule_id: ruleId,
      version: version.version,
      tenant_id: tenantId,
      holds_from: holdsFrom,
      made_by: madeBy,
    })
    .execute();
  await tx
    .updateTable('fee_rule')
    .set({ version: version.version, updated_at: sql<Date>`app_now()` })
    .where('rule_id', '=', ruleId)
    .execute();
};
