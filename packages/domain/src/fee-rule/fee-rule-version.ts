import type { FeeTerms } from './fee-terms.ts';

/** What a rule is for: a product, and optionally an org and a tenant alone. */
export interface FeeRuleScope {
  readonly productId: string;
  readonly orgId: string | null;
  readonly tenantId: string | null;
}

/** A version of a rule. */
export interface FeeRuleVersion extends FeeRuleScope {
  readonly ruleId: string;
  readonly version: number;
  /** The day from which it holds, by the line's `occurredOn`. */
  readonly holdsFrom: string;
  readonly terms: FeeTerms;
}

/** What a rule is looked up for. */
interface RuledFact {
  readonly productId: string;
  readonly orgId: string;
  readonly tenantId: string;
  readonly occurredOn: string;
}

const holds = (version: FeeRuleVersion, { productId, orgId, tenantId, occurredOn }: RuledFact): boolean =>
  version.productId === productId &&
  (version.orgId === null || version.orgId === orgId) &&
  (version.tenantId === null || version.tenantId === tenantId) &&
  version.holdsFrom <= occurredOn;

/** 3 for a rule of an org and a tenant, 2 of a tenant, 1 of an org, 0 of the product alone. */
const narrowness = ({ orgId, tenantId }: FeeRuleScope): number =>
  (tenantId === null ? 0 : 2) + (orgId === null ? 0 : 1);

/** Positive where the first goes before the second. */
const precedence = (one: FeeRuleVersion, other: FeeRuleVersion): number => {
  const byScope = narrowness(one) - narrowness(other);
  if (byScope !== 0) return byScope;
  if (one.holdsFrom !== other.holdsFrom) return one.holdsFrom > other.holdsFrom ? 1 : -1;
  return one.version - other.version;
};

/**
 * The version that holds for a fact: of the narrowest rule that has one on that day, the latest. What is agreed with a tenant is narrower
 * than what holds for an org. Undefined where no rule holds.
 *
 * In SQL: `order by (tenant_id is not null) desc, (org_id is not null) desc, holds_from desc, version desc limit 1`.
 *
 * @source billing.md, rules
 */
export const versionFor = <Version extends FeeRuleVersion>(
  versions: readonly Version[],
  fact: RuledFact,
): Version | undefined =>
  versions
    .filter((version) => holds(version, fact))
    .reduce<Version | undefined>(
      (first, each) => (first === undefined || precedence(each, first) > 0 ? each : first),
      undefined,
    );
