import type { feeRuleOperations } from '@ronghui/contract';
import { feeRuleText } from '@ronghui/domain/fee-rule';
import { findStaffUser } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import {
  findMissingPart,
  insertRule,
  insertVersion,
  listedRule,
  listRules,
  listVersions,
  lockRule,
  type RuleScope,
} from './fee-rule.sql.ts';
import { missingPart, scopeTaken, versionFaults } from './fee-rule-faults.ts';
import { termsOfWire, trailedVersionOf, versionOf, wireVersionOf } from './fee-rule-terms.ts';
import { tryRule } from './fee-rule-trial.ts';

/** The part of a scope that is not the rule's. */
const changedPart = (kept: RuleScope, given: RuleScope): keyof RuleScope | undefined =>
  (['productId', 'orgId', 'tenantId'] as const).find((part) => kept[part] !== given[part]);

const nameOfStaff = async (db: Db, staffId: string): Promise<string> => {
  const staff = await findStaffUser(db, staffId);
  return staff === undefined || staff.name === '' ? (staff?.account ?? staffId) : staff.name;
};

/** Fee rules: their versions are added, never changed (billing.md, rules; R11.6). */
export const feeRuleHandlers: HandlersFor<typeof feeRuleOperations> = {
  'ops.feeRule.page': async ({ ruleId, productId, tenantId, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listRules(db, { filter: { ruleId, productId, tenantId }, listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, ({ rule_id, listed_at }) => ({
      at: listed_at,
      key: rule_id,
    }));
    return { items: part.rows.slice(0, listing.pageSize).map(listedRule.recordOf), ...frame };
  },

  'ops.feeRule.versions': async ({ ruleId }, { db, fail }) => {
    const versions = await listVersions(db, ruleId);
    const [latest] = versions;
    if (latest === undefined) return fail('notFound');
    const { product_id: productId, org_id: orgId, tenant_id: tenantId } = latest;
    return { ruleId, productId, orgId, tenantId, versions: versions.map(wireVersionOf) };
  },

  'ops.feeRule.save': async ({ ruleId: given, version: read, holdsFrom, terms: asked, ...input }, context) => {
    const { productId, orgId, tenantId, ...rest } = input;
    allTaken(rest);
    const { db, transact, ports, staffId, audit, fail } = context;
    const terms = termsOfWire(asked);
    const faults = versionFaults(holdsFrom, terms);
    if (faults.length > 0) return fail('invalid', { fields: faults });
    const madeBy = await nameOfStaff(db, staffId);
    const scope = { productId, orgId, tenantId };
    const ruleId = given ?? ports.ids.id();
    return transact(async (tx) => {
      const kept = given === undefined ? undefined : await lockRule(tx, given);
      if (given !== undefined && kept === undefined) return fail('notFound');
      if (kept !== undefined && kept.version !== read) return fail('changed');
      const other = kept === undefined ? undefined : changedPart(kept, scope);
      if (other !== undefined) return fail('invalid', wrongField(other, '规则的适用范围不能修改'));
      const nowhere = kept === undefined ? await findMissingPart(tx, scope) : null;
      if (nowhere !== null) return fail('invalid', missingPart(nowhere));
      if (kept === undefined && !(await insertRule(tx, { ruleId, ...scope }))) return fail('invalid', scopeTaken);
      const version = (kept?.version ?? 0) + 1;
      const [latest] = kept === undefined ? [] : await listVersions(tx, ruleId);
      await insertVersion(tx, { ruleId, tenantId, version, holdsFrom, terms, madeBy });
      audit({
        object: ruleId,
        before: latest === undefined ? null : trailedVersionOf(versionOf(latest)),
        after: trailedVersionOf({ ...scope, version, holdsFrom, terms }),
      });
      return { ruleId, version, text: feeRuleText({ version, holdsFrom, terms }) };
    });
  },

  'ops.feeRule.trial': tryRule,
};
