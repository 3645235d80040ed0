import type { Input, Output, ruleOperations } from '@ronghui/contract';
import { type Fen, fen } from '@ronghui/domain/money';
import {
  type DifferenceTerms,
  differenceRuleBounds,
  explains,
  isRuleValue,
  noRuleReason,
  proposedTerms,
} from '@ronghui/domain/recon';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { findItems, itemOf, type RunKey } from '../result/item.sql.ts';
import { findRun, type RunRow } from '../runs/run.sql.ts';
import { hasItems } from '../runs/run-state.ts';
import {
  countRulesInForce,
  findKindSums,
  findLineBasis,
  findRule,
  findRuleEffect,
  insertRule,
  listRules,
  lockRules,
  type RuleRow,
  updateTakenBack,
} from './rule.sql.ts';

type Effect = Output<'recon.tryRule'>;
type Sums = Effect['kinds'][number]['before'];

/** A step by hand that can become a rule. */
interface RuleSource {
  readonly row: RunRow;
  readonly key: RunKey;
  readonly counterparty: string;
  readonly lineAmount: Fen;
  readonly difference: Fen;
  /** Of the line; undefined where bases are compared. */
  readonly basis: Fen | null | undefined;
}

/** How many of the items that would change are shown. */
const shownItems = 10;

const ruleOf = (row: RuleRow): Output<'recon.keepRule'> => ({
  ruleId: row.rule_id,
  side: row.side,
  direction: row.direction,
  counterparty: row.counterparty,
  kind: row.kind,
  value: row.value,
  runId: row.run_id,
  itemNo: row.item_no,
  stageName: row.stage_name,
  name: row.name,
  madeBy: row.made_by,
  createdAt: row.created_at.toISOString(),
  ...(row.taken_back_at !== null && { takenBackAt: row.taken_back_at.toISOString() }),
  ...(row.taken_back_by !== null && { takenBackBy: row.taken_back_by }),
});

/** The item of a run that a rule is made from; why it cannot be. */
const sourceOf = async (
  db: Db,
  tenantId: string,
  { runId, itemNo }: Pick<Input<'recon.proposeRule'>, 'runId' | 'itemNo'>,
): Promise<
  { readonly ok: true; readonly source: RuleSource } | { readonly ok: false; readonly reason: 'notFound' | 'noRule' }
> => {
  const row = await findRun(db, tenantId, runId);
  if (row === undefined || !hasItems(row) || row.is_dry) return { ok: false, reason: 'notFound' };
  const key = { tenantId, runNo: row.run_no };
  const [stored] = await findItems(db, key, [itemNo]);
  if (stored === undefined) return { ok: false, reason: 'notFound' };
  const item = itemOf(stored);
  const counterparty = item.ledger[0]?.counterparty ?? null;
  if (noRuleReason(item) !== null || counterparty === null) return { ok: false, reason: 'noRule' };
  const { lineAmount, difference, lines } = item;
  const place = { stageId: row.stage_id, lineId: lines[0]?.lineId ?? '' };
  const basis = row.side === 'fee' ? await findLineBasis(db, tenantId, place) : undefined;
  return { ok: true, source: { row, key, counterparty, lineAmount, difference, basis } };
};

/** What is wrong with the terms: their value is out of bounds, or they do not explain the step that they come from. */
const faultOf = (terms: Pick<DifferenceTerms, 'kind' | 'value'>, source: RuleSource) => {
  if (!isRuleValue(terms)) {
    return wrongField(
      'value',
      terms.kind === 'amount' ? '金额请填写 0.01 至 10,000,000 元' : '比例请填写 0.0001% 至 100%',
    );
  }
  return explains(terms, source) ? null : wrongField('value', '按这条规则算出的差额，与所选这一项的差额不符');
};

const sumsOf = (row: Awaited<ReturnType<typeof findKindSums>>[number]): Sums => ({
  items: row.items,
  ledgerCount: row.ledger_count,
  ledgerAmount: fen(row.ledger_fen),
  lineCount: row.line_count,
  lineAmount: fen(row.line_fen),
});

/** Before and after: what is explained leaves one kind for the other. */
const effectOf = async (
  db: Db,
  { row, key, counterparty }: RuleSource,
  terms: Pick<DifferenceTerms, 'kind' | 'value'>,
) => {
  const { changed, first } = await findRuleEffect(db, key, {
    terms: { counterparty, kind: terms.kind, value: terms.value },
    stageId: row.stage_id,
    dayTolerance: row.day_tolerance,
    first: shownItems,
  });
  const totals = await findKindSums(db, key.tenantId, row.run_id);
  const items = await findItems(db, key, first);
  return {
    kinds: totals.map((total) => {
      const before = sumsOf(total);
      const sign = total.kind === 'amountMismatch' ? -1 : 1;
      const after = {
        items: before.items + sign * changed.items,
        ledgerCount: before.ledgerCount + sign * changed.ledger_count,
        ledgerAmount: fen(before.ledgerAmount + sign * changed.ledger_fen),
        lineCount: before.lineCount + sign * changed.line_count,
        lineAmount: fen(before.lineAmount + sign * changed.line_fen),
      };
      return { kind: total.kind, before, after };
    }),
    changed: changed.items,
    sent: changed.sent,
    accepted: changed.accepted,
    items: items.map(itemOf),
  } satisfies Effect;
};

/** Rules that explain differences (R13.2, R13.3). */
export const ruleHandlers: HandlersFor<typeof ruleOperations> = {
  'recon.rules': async (_, { db, tenantId }) => {
    const rules = (await listRules(db, tenantId)).map(ruleOf);
    const inForce = rules.filter(({ takenBackAt }) => takenBackAt === undefined).length;
    return { rules, isFull: inForce >= differenceRuleBounds.rules };
  },

  'recon.proposeRule': async (input, { db, tenantId, fail }) => {
    const found = await sourceOf(db, tenantId, input);
    if (!found.ok) return fail(found);
    const { counterparty, lineAmount, difference, basis } = found.source;
    const proposals = [...proposedTerms({ lineAmount, difference, basis })];
    return { counterparty, lineAmount, difference, ...(basis != null && { basis }), proposals };
  },

  'recon.tryRule': async ({ kind, value, ...input }, { db, tenantId, fail }) => {
    const found = await sourceOf(db, tenantId, input);
    if (!found.ok) return fail(found);
    const fault = faultOf({ kind, value }, found.source);
    return fault === null ? effectOf(db, found.source, { kind, value }) : fail('invalid', fault);
  },

  'recon.keepRule': async ({ kind, value, ...input }, { tenantId, userId, ports, transact, audit, fail }) =>
    transact(async (tx) => {
      await lockRules(tx, tenantId);
      const found = await sourceOf(tx, tenantId, input);
      if (!found.ok) return fail(found);
      const fault = faultOf({ kind, value }, found.source);
      if (fault !== null) return fail('invalid', fault);
      if ((await countRulesInForce(tx, tenantId)) >= differenceRuleBounds.rules) return fail('tooManyRules');
      const { row, counterparty } = found.source;
      const ruleId = ports.ids.id();
      const { side, direction } = row;
      const terms = { side, direction, counterparty, kind, value };
      if (!(await insertRule(tx, tenantId, { ...terms, ...input, ruleId, userId }))) return fail('sameRule');
      // Without the counterparty, who is often a person: the trail keeps what it has for ever, and the rule names them.
      audit({ object: ruleId, after: { side, direction, kind, value, ...input } });
      const kept = await findRule(tx, tenantId, ruleId);
      if (kept === undefined) throw new Error('a rule that was kept is not there');
      return ruleOf(kept);
    }),

  'recon.takeBackRule': async ({ ruleId }, { tenantId, userId, transact, audit, fail }) =>
    transact(async (tx) => {
      const isTaken = await updateTakenBack(tx, tenantId, { ruleId, userId });
      const rule = await findRule(tx, tenantId, ruleId);
      if (rule === undefined) return fail('notFound');
      if (!isTaken) return fail('changed');
      audit({ object: ruleId, before: { kind: rule.kind, value: rule.value } });
      return ruleOf(rule);
    }),
};
