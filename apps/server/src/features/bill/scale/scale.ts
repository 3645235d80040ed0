import type { FeeScheme, FeeTerms } from '@ronghui/domain/fee-rule';
import { fen, rateOf } from '@ronghui/domain/money';
import { standardSpans } from '@ronghui/domain/stage';
import { allowMinutesBehind, type Database } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';
import { makeLinePartition } from '../bill.sql.ts';
import { insertStage } from '../dimension/dimension.sql.ts';
import { insertRule, insertVersion } from '../fee-rule/fee-rule.sql.ts';
import { trailedVersionOf, versionSaved } from '../fee-rule/fee-rule-terms.ts';
import { drawUpDrafts } from '../generation/generation.ts';
import { countDrafts } from '../issue/issue.sql.ts';
import { issuePart } from '../issue/issue.ts';
import { combinations, hasRule, insertParties, insertScaleLines } from './scale.sql.ts';

/** How much is made. */
export interface Scale {
  /** Lines of all other tenants together. */
  readonly lines: number;
  /** Bills and lines of the one tenant that is looked at. */
  readonly ownBills: number;
  readonly ownLines: number;
  readonly ownTenantId: string;
}

const stages = 20;
/** A tenant of the others has as many lines and bills as the one that is looked at by default. */
const linesOfTenant = 100_000;
const linesOfBill = 50;
const maxMinutes = 60;
const billsOfStage = combinations.projects * combinations.products * combinations.orgs;

const percent = (rate: number) => rateOf(rate, 'percent');
const tiers = [
  { from: 0, rate: percent(1.5) },
  { from: 5_000_000, rate: percent(1.2) },
  { from: 20_000_000, rate: percent(1) },
];
/** One scheme a product. */
const schemes: readonly FeeScheme[] = [
  { kind: 'rate', rate: percent(1.2) },
  { kind: 'fixed', fee: fen(1500), per: 'line' },
  { kind: 'tiered', method: 'whole', tiers },
  { kind: 'tiered', method: 'marginal', tiers },
  { kind: 'rate', rate: percent(0.8) },
];

const termsOf = (scheme: FeeScheme): FeeTerms => ({
  unit: null,
  direction: 'payable',
  scheme,
  lineMinimum: fen(100),
  lineCap: null,
  billMinimum: null,
  billCap: null,
  taxRate: percent(6),
});

type Deps = Readonly<{ database: Database; ports: Pick<Ports, 'calendar' | 'clock' | 'ids'> }>;

/** Adds the rules of the products that have none. */
const addRules = ({ database, ports }: Deps): Promise<void> =>
  database.transact('service', async (tx) => {
    for (const [at, scheme] of schemes.entries()) {
      const rule = { ruleId: ports.ids.id(), productId: `scale-p${at}`, orgId: null, tenantId: null };
      if (await hasRule(tx, rule.productId)) continue;
      await insertRule(tx, rule);
      const version = { ...rule, version: 1, holdsFrom: '2020-01-01', terms: termsOf(scheme) };
      await insertVersion(tx, { ...version, madeBy: '演示' });
      const { ruleId, ...saved } = version;
      systemAuthor.record(tx, { event: versionSaved, object: ruleId, after: trailedVersionOf(saved) });
    }
  });

const addScaleStage = ({ database, ports }: Deps, at: number): Promise<string> =>
  database.transact('service', async (tx) => {
    const stageId = ports.ids.id();
    const month = `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    const stage = {
      stageId,
      name: `规模账期 ${month} ${stageId.slice(-8)}`,
      opensOn: `${month}-01`,
      issuesOn: `${month}-28`,
    };
    if (!(await insertStage(tx, { ...stage, ...standardSpans }))) throw new Error('the name of a new stage is free');
    await makeLinePartition(tx, stageId);
    return stageId;
  });

/** Lines and bills of each of some tenants in one stage. */
export interface StageScale {
  readonly tenantIds: readonly string[];
  readonly lines: number;
  readonly bills: number;
}

/** Adds a stage with lines, without bills; `at` is the number of its month. */
export const fillStage = async (deps: Deps, at: number, parts: readonly StageScale[]): Promise<string> => {
  await addRules(deps);
  const stageId = await addScaleStage(deps, at);
  await deps.database.transact('service', async (tx) => {
    allowMinutesBehind(tx, maxMinutes);
    for (const part of parts) {
      await insertParties(tx, part.tenantIds);
      await insertScaleLines(tx, { ...part, stageId, bills: Math.max(1, Math.min(billsOfStage, part.bills)) });
    }
  });
  return stageId;
};

/** Draws up the bills of a stage and issues them; returns their number. */
export const issueStage = ({ database, ports }: Deps, stageId: string): Promise<number> =>
  database.transact('service', async (tx) => {
    allowMinutesBehind(tx, maxMinutes);
    await drawUpDrafts(tx, stageId, async () => undefined);
    const count = await countDrafts(tx, { stageId });
    await issuePart(tx, ports, { part: { stageId }, count, staffId: 'demo-scale' });
    return count;
  });

/** Makes lines by millions with their bills and fees, stage by stage; each stage is whole or not there. Returns the number of bills. */
export const makeScale = async (
  deps: Deps,
  { lines, ownBills, ownLines, ownTenantId }: Scale,
  report: (done: number, of: number) => void,
): Promise<number> => {
  const tenants = Math.max(1, Math.round(lines / linesOfTenant));
  const ofStage = Math.ceil(lines / tenants / stages);
  const others = {
    tenantIds: Array.from({ length: tenants }, (_, at) => `scale-${at + 1}`),
    lines: ofStage,
    bills: Math.ceil(ofStage / linesOfBill),
  };
  const own = {
    tenantIds: [ownTenantId],
    lines: Math.ceil(ownLines / stages),
    bills: Math.ceil(ownBills / stages),
  };
  let bills = 0;
  for (let at = 0; at < stages; at += 1) {
    const stageId = await fillStage(deps, at, [others, ...(ownLines > 0 ? [own] : [])]);
    bills += await issueStage(deps, stageId);
    report(at + 1, stages);
  }
  return bills;
};
