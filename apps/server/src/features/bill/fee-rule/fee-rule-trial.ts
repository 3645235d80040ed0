import type { feeRuleOperations, Output, RequestOf } from '@ronghui/contract';
import { feeRuleText } from '@ronghui/domain/fee-rule';
import { addSums, compareSums, differenceOfSums, type FenSum, noFen, sizeOfSum } from '@ronghui/domain/money';
import { createPlaces } from '#kernel/calls/admission/places';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { putBehind, type Tx } from '#kernel/database/db';
import { drawUpTrial } from '../generation/generation.ts';
import { findMissingPart, holdRule, insertVersion, type NewVersion, type RuleScope } from './fee-rule.sql.ts';
import { missingPart, scopeTaken, versionFaults } from './fee-rule-faults.ts';
import { termsOfWire } from './fee-rule-terms.ts';
import {
  addTrialRule,
  clearTrial,
  countTrialLeftOut,
  findTrialStage,
  hasRuleOf,
  shadowGeneration,
  sumTrial,
  type TrialPart,
} from './fee-rule-trial.sql.ts';

type Trial = (typeof feeRuleOperations)['ops.feeRule.trial'];
type Reply = Output<'ops.feeRule.trial'>;

/** What a generation came to. */
interface Outcome {
  readonly parts: readonly TrialPart[];
  readonly leftOutLines: number;
}
const nothing: Outcome = { parts: [], leftOutLines: 0 };

const drawUp = async (tx: Tx, stageId: string): Promise<Outcome> => {
  await drawUpTrial(tx, stageId);
  const outcome = { parts: await sumTrial(tx), leftOutLines: await countTrialLeftOut(tx) };
  await clearTrial(tx);
  return outcome;
};

const sumsOf = ({ parts, leftOutLines }: Outcome): Reply['now'] => {
  const sum = (direction: TrialPart['direction']): FenSum =>
    addSums(parts.filter((part) => part.direction === direction).map(({ amount }) => amount));
  return {
    bills: parts.reduce((total, { bills }) => total + bills, 0),
    payableAmount: sum('payable'),
    receivableAmount: sum('receivable'),
    leftOutLines,
  };
};

const keyOf = ({ tenant_id, org_id, direction }: TrialPart): string => JSON.stringify([tenant_id, org_id, direction]);

/** How many parts are shown. @source contract 5 */
const partsAtMost = 100;

/** Both outcomes part by part, the largest differences first. */
const partsOf = (now: Outcome, changed: Outcome): Reply['parts'] => {
  const amounts = new Map<string, { readonly part: TrialPart; now: FenSum; changed: FenSum }>();
  for (const part of now.parts) amounts.set(keyOf(part), { part, now: part.amount, changed: noFen });
  for (const part of changed.parts) {
    const known = amounts.get(keyOf(part));
    amounts.set(keyOf(part), { part, now: known?.now ?? noFen, changed: part.amount });
  }
  return [...amounts.values()]
    .map(({ part, now: nowAmount, changed: newAmount }) => ({
      tenantId: part.tenant_id,
      tenantName: part.tenant_name,
      orgId: part.org_id,
      orgName: part.org_name,
      direction: part.direction,
      nowAmount,
      newAmount,
      differenceAmount: differenceOfSums(newAmount, nowAmount),
    }))
    .toSorted(
      (one, other) =>
        Math.abs(sizeOfSum(other.differenceAmount)) - Math.abs(sizeOfSum(one.differenceAmount)) ||
        compareSums(other.newAmount, one.newAmount),
    );
};

/** The number of lines, or the two outcomes; nothing of either is stored. */
const tryOn = async (
  tx: Tx,
  lines: Parameters<typeof shadowGeneration>[1],
  version: Omit<NewVersion, 'tenantId'> & { readonly isNew: boolean },
): Promise<{ readonly lines: number; readonly now: Outcome; readonly changed: Outcome }> => {
  const found = await shadowGeneration(tx, lines);
  if (found === 0 || found > lines.linesAtMost) return { lines: found, now: nothing, changed: nothing };
  const now = await drawUp(tx, lines.stageId);
  if (version.isNew) await addTrialRule(tx, lines, version.ruleId);
  await insertVersion(tx, { ...version, tenantId: lines.tenantId });
  return { lines: found, now, changed: await drawUp(tx, lines.stageId) };
};

/**
 * What a version would make of the lines of a stage, beside what the rules as they are make of them: by the generation's own statements, on
 * copies that end with the transaction. Lines of an issued stage count too.
 *
 * @source R11.6
 */
const tryVersion = async (input: RequestOf<Trial>, context: HandlerContext<Trial>): Promise<Reply> => {
  const { ruleId: given, productId, orgId, tenantId, holdsFrom, stageId, linesOfTenantId } = input;
  const { transact, ports, fail } = context;
  const terms = termsOfWire(input.terms);
  const faults = versionFaults(holdsFrom, terms);
  if (faults.length > 0) return fail('invalid', { fields: faults });
  return transact(async (tx) => {
    putBehind(tx);
    const kept = given === undefined ? undefined : await holdRule(tx, given);
    if (given !== undefined && kept === undefined) return fail('notFound');
    const scope: RuleScope = kept ?? { productId, orgId, tenantId };
    const nowhere = kept === undefined ? await findMissingPart(tx, scope) : null;
    if (nowhere !== null) return fail('invalid', missingPart(nowhere));
    if (kept === undefined && (await hasRuleOf(tx, scope))) return fail('invalid', scopeTaken);
    const version = (kept?.version ?? 0) + 1;
    const text = feeRuleText({ version, holdsFrom, terms });
    const stage = await findTrialStage(tx, { stageId, productId: scope.productId });
    if (stage === undefined && stageId !== undefined) return fail('notFound');
    const tried = await (stage === undefined
      ? { lines: 0, now: nothing, changed: nothing }
      : tryOn(
          tx,
          { ...scope, stageId: stage.stageId, linesOfTenantId, linesAtMost: ports.limits.trialLines },
          { ruleId: given ?? ports.ids.id(), version, holdsFrom, terms, madeBy: '', isNew: kept === undefined },
        ));
    if (tried.lines > ports.limits.trialLines) {
      const most = ports.limits.trialLines.toLocaleString('en-US');
      return fail('invalid', wrongField('linesOfTenantId', `该账期的明细超过 ${most} 笔，请选择一个商户试算`));
    }
    const parts = partsOf(tried.now, tried.changed);
    return {
      text,
      stage: stage ?? null,
      lines: tried.lines,
      now: sumsOf(tried.now),
      changed: sumsOf(tried.changed),
      parts: parts.slice(0, partsAtMost),
      partCount: parts.length,
    };
  });
};

/** Trials at once: of a member of staff, and of all of them. Each takes a core for seconds. @source security 4.14 */
const [ofOne, ofAll] = [createPlaces(1), createPlaces(2)];
/** @unit seconds */
const retryAfter = 3;

/** The trial of a version, where a place for it is free. @source R11.6, security 4.14 */
export const tryRule = async (input: RequestOf<Trial>, context: HandlerContext<Trial>): Promise<Reply> => {
  const leaveOwn = ofOne.takeFree(context.staffId);
  if (leaveOwn === null) return context.fail('trying', { retryAfter });
  try {
    const leave = ofAll.takeFree('');
    if (leave === null) return context.fail('trying', { retryAfter });
    try {
      return await tryVersion(input, context);
    } finally {
      leave();
    }
  } finally {
    leaveOwn();
  }
};
