import { draftBills, type StageLine } from '@ronghui/domain/bill';
import {
  type BilledLine,
  byDayAndReference,
  type FeeRuleVersion,
  type LineFee,
  tierShareOf,
} from '@ronghui/domain/fee-rule';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { partsToRun } from '#kernel/testing/random-parts';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { columnsOfTerms } from '../fee-rule/fee-rule-terms.ts';
import { liftBounds } from '../former-amounts.fixture.ts';
import { addOrg, addStage } from '../line.fixture.ts';
import { drawUpDrafts } from './generation.ts';
import { storeFormers, withFormers } from './random-formers.fixture.ts';
import { type Parties, randomProducts } from './random-stages.fixture.ts';

let app: TestApp;
let parties: Parties;
beforeAll(async () => {
  app = await testApp();
  // Lines that were imported before amounts had a bound are among the random ones.
  await liftBounds(app, ['bill_line']);
  const merchants = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)];
  parties = { tenants: merchants.map(({ tenantId }) => tenantId), orgs: [await addOrg(app), await addOrg(app)] };
  for (const tenantId of parties.tenants) {
    await certifyTenant(app, { tenantId });
    for (const letter of ['a', 'b']) {
      await app.rows('insert into project (tenant_id, project_id, name) values ($1, $2, $2)', [
        tenantId,
        `${tenantId}-${letter}`,
      ]);
    }
  }
});
afterAll(() => app.close());

const storeVersions = async (versions: readonly FeeRuleVersion[]) => {
  const rows = versions.map(({ ruleId, productId, orgId, tenantId, version, holdsFrom, terms }) => ({
    ...columnsOfTerms(terms),
    rule_id: ruleId,
    product_id: productId,
    org_id: orgId,
    tenant_id: tenantId,
    version,
    holds_from: holdsFrom,
    made_by: '财务',
    created_at: app.clock.now(),
  }));
  await app.rows(
    `insert into fee_rule (rule_id, product_id, org_id, tenant_id)
      select distinct rule_id, product_id, org_id, tenant_id from jsonb_populate_recordset(null::fee_rule, $1)`,
    [JSON.stringify(rows)],
  );
  await app.rows('insert into fee_rule_version select * from jsonb_populate_recordset(null::fee_rule_version, $1)', [
    JSON.stringify(rows),
  ]);
};

const storeLines = async (stageId: string, lines: readonly StageLine[]) => {
  const rows = lines.map((line) => ({
    tenant_id: line.tenantId,
    stage_id: stageId,
    line_id: line.lineId,
    loan_no: line.loanNo,
    project_id: line.projectId,
    product_id: line.productId,
    org_id: line.orgId,
    loan_fen: line.unit === null ? line.basis : null,
    quantity: line.unit === null ? null : line.basis,
    unit: line.unit ?? '元',
    rate_millionths: line.rate,
    occurred_on: line.occurredOn,
    corrects_line_id: line.corrects === 'notCharged' ? 'unknown' : (line.corrects?.lineId ?? null),
    created_at: app.clock.now(),
  }));
  await app.rows('insert into bill_line select * from jsonb_populate_recordset(null::bill_line, $1)', [
    JSON.stringify(rows),
  ]);
};

const generate = (stageId: string) =>
  app.database.transact('service', (tx) => drawUpDrafts(tx, stageId, async () => undefined));

/** What the generation stored, by the names of the domain. */
const storedOf = async (stageId: string) => {
  const bills = await app.rows(
    `select tenant_id, project_id, product_id, org_id, direction, tax_millionths, line_count, basis, lines_fen, minimum_fen, cap_fen,
      amount_fen, tax_fen, status, bill_no from bill where stage_id = $1`,
    [stageId],
  );
  const fees = await app.rows(
    'select line_id, place, before, rule_id, rule_version, fee_fen, stood from line_fee where stage_id = $1',
    [stageId],
  );
  const rules = await app.rows(
    `select r.rule_id, r.rule_version, b.tenant_id, b.project_id, b.org_id, r.line_count, r.basis, r.tier_basis, r.fee_fen,
        r.line_minimum_fen, r.line_cap_fen, r.tier_share
      from bill_rule r join bill b using (tenant_id, bill_id) where b.stage_id = $1`,
    [stageId],
  );
  const leftOut = await app.rows('select reason, line_count, examples from bill_left_out where stage_id = $1', [
    stageId,
  ]);
  return { bills, fees, rules, leftOut };
};

const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** The same by the domain's definition. */
const definedBy = (lines: readonly StageLine[], versions: readonly FeeRuleVersion[]) => {
  const { drafts, leftOut } = draftBills(lines.toSorted(byDayAndReference), versions);
  return {
    drafts,
    bills: drafts.map(({ key, lines: billed, totalBasis, components, amount, taxAmount }) => ({
      tenant_id: key.tenantId,
      project_id: key.projectId,
      product_id: key.productId,
      org_id: key.orgId,
      direction: key.direction,
      tax_millionths: key.taxRate,
      line_count: billed.length,
      basis: totalBasis,
      lines_fen: components.lines,
      minimum_fen: components.minimum,
      cap_fen: components.cap,
      amount_fen: amount,
      tax_fen: taxAmount,
      status: 'draft',
      bill_no: null,
    })),
    fees: drafts.flatMap(({ lines: billed }) =>
      billed.map(({ ruled: { line, version }, position, fee, stood }, at) => ({
        line_id: line.lineId,
        place: at + 1,
        before: position.before,
        rule_id: version.ruleId,
        rule_version: version.version,
        fee_fen: fee.fee,
        stood: stood ?? null,
      })),
    ),
    leftOut: leftOut.map(({ reason, lineIds }) => ({ reason, line_count: lineIds.length })),
    leftOutIds: new Map(leftOut.map(({ reason, lineIds }) => [reason, new Set(lineIds)])),
  };
};

/** What the limits of lines come to, as it is stored: nothing beyond the safe range. */
const limitsOf = (fees: readonly LineFee[]) => {
  const kept = (which: LineFee['limit']) => {
    const own = fees.filter(({ limit }) => limit === which);
    const sum = own.reduce((total, { fee, rounded }) => total + BigInt(fee) - BigInt(rounded), 0n);
    return Number.isSafeInteger(Number(sum)) ? Number(sum) : null;
  };
  return { line_minimum_fen: kept('minimum'), line_cap_fen: kept('cap') };
};

type Share = ReturnType<typeof tierShareOf>;

/** In one order of its fields: the database keeps another one. */
const tierFacts = (share: Share) =>
  share === null ? null : [share.bases, share.ownCount, share.ownFee, share.correctionCount, share.correctionFee];

const tiersOf = (own: readonly BilledLine[]): Share => {
  const scheme = own[0]?.ruled.terms.scheme;
  return scheme?.kind === 'tiered' ? tierShareOf(scheme, own) : null;
};

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const productsAtOnce = 15;

describe('R4.9 the generation in SQL is the definition of the domain, to the fen', () => {
  it.each(partsToRun(seeds, 5))(
    'R4.9 fees, components, tax, shares of rules and what is left out of random stage %i',
    async (seed) => {
      const products = randomProducts(parties, productsAtOnce, seed);
      const versions = products.flatMap((each) => each.versions);
      const { lines, formers } = withFormers(
        products.flatMap((each) => each.lines),
        versions,
      );
      const stageId = await addStage(app);
      await storeVersions(versions);
      await storeFormers(app, formers);
      await storeLines(stageId, lines);
      expect(await generate(stageId)).toBe(true);
      const [stored, defined] = [await storedOf(stageId), definedBy(lines, versions)];
      expect(sorted(stored.bills)).toEqual(sorted(defined.bills));
      expect(sorted(stored.fees)).toEqual(sorted(defined.fees));
      expect(sorted(stored.leftOut.map(({ reason, line_count }) => ({ reason, line_count })))).toEqual(
        sorted(defined.leftOut),
      );
      for (const { reason, examples } of stored.leftOut) {
        const known = [...defined.leftOutIds].find(([word]) => word === reason)?.[1];
        const ids = (examples as { lineId: string }[]).map(({ lineId }) => lineId);
        expect(ids).toHaveLength(Math.min(20, known?.size ?? 0));
        expect(ids.every((lineId) => known?.has(lineId))).toBe(true);
      }
      const shares = defined.drafts.flatMap(({ key, lines: billed }) =>
        [...Map.groupBy(billed, ({ ruled }) => `${ruled.version.ruleId} ${ruled.version.version}`).values()].map(
          (own) => ({
            rule_id: own[0]?.ruled.version.ruleId,
            rule_version: own[0]?.ruled.version.version,
            tenant_id: key.tenantId,
            project_id: key.projectId,
            org_id: key.orgId,
            line_count: own.length,
            basis: own.reduce((sum, { ruled }) => sum + ruled.line.basis, 0),
            tier_basis: own[0]?.position.total,
            fee_fen: own.reduce((sum, { fee }) => sum + fee.fee, 0),
            ...limitsOf(own.map(({ fee }) => fee)),
            tier_share: tierFacts(tiersOf(own)),
          }),
        ),
      );
      const rules = stored.rules.map((rule) => ({ ...rule, tier_share: tierFacts(rule.tier_share as Share) }));
      expect(sorted(rules)).toEqual(sorted(shares));
    },
    30_000,
  );

  it('R4.9 the random stages have bills and lines of every kind', () => {
    const all = seeds.flatMap((seed) => randomProducts(parties, productsAtOnce, seed));
    const versions = all.flatMap((each) => each.versions);
    const { lines: given } = withFormers(
      all.flatMap((each) => each.lines),
      versions,
    );
    const { drafts, leftOutIds } = definedBy(given, versions);
    const reasons = ['negative', 'noRule', 'notCharged', 'otherUnit', 'overCorrected', 'tooLarge'];
    expect([...leftOutIds.keys()].toSorted()).toEqual(reasons);
    expect(drafts.length).toBeGreaterThan(1000);
    const billed = drafts.flatMap(({ lines }) => lines);
    const kinds = new Set(
      billed.map(
        ({
          ruled: {
            terms: { scheme },
          },
        }) => JSON.stringify([scheme.kind, 'method' in scheme && scheme.method, 'per' in scheme && scheme.per]),
      ),
    );
    expect(kinds.size).toBe(5);
    expect(new Set(billed.map(({ fee }) => fee.limit)).size).toBe(3);
    // Beyond the reach of int8 in the arithmetic of rates, and next to the bound of a fee.
    expect(billed.some(({ ruled }) => Math.abs(ruled.line.basis) > 10 ** 13)).toBe(true);
    expect(billed.some(({ fee }) => Math.abs(fee.fee) > 10 ** 11)).toBe(true);
    expect(billed.filter(({ stood }) => stood !== undefined).length).toBeGreaterThan(500);
    for (const part of ['minimum', 'cap'] as const) {
      expect(drafts.some(({ components }) => components[part] !== 0)).toBe(true);
    }
    const twoVersions = drafts.filter(({ lines }) => new Set(lines.map(({ ruled }) => ruled.version)).size > 1);
    expect(twoVersions.length).toBeGreaterThan(20);
    const twoUnits = drafts.filter(({ lines }) => new Set(lines.map(({ ruled }) => ruled.line.unit)).size > 1);
    expect(twoUnits.length).toBeGreaterThan(5);
  });
});
