import type { Fen } from '@ronghui/domain/money';
import type { DifferenceRule, DifferenceTerms } from '@ronghui/domain/recon';
import { differenceRuleBounds, reconKinds } from '@ronghui/domain/recon';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { Tables } from '#tables';
import { isExplained } from '../difference-rule.sql.ts';
import { kindNo, ruleNo } from '../matching/places.sql.ts';
import { type RunKey, standing } from '../result/item.sql.ts';

type Stored = Selectable<Tables['recon_rule']>;

/** A rule with the stage and the file that it was made from. */
export interface RuleRow
  extends Pick<
    Stored,
    'rule_id' | 'counterparty' | 'run_id' | 'item_no' | 'made_by' | 'created_at' | 'taken_back_at' | 'taken_back_by'
  > {
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly kind: DifferenceTerms['kind'];
  readonly value: number;
  readonly stage_name: string;
  readonly name: string;
}

/** Which runs a rule is for. */
export interface RuleSubject {
  readonly side: string;
  readonly direction: string;
}

const columns = sql`u.rule_id, u.side, u.direction, u.counterparty, u.kind, u.value, u.run_id, u.item_no, u.made_by, u.created_at, u.taken_back_at,
  u.taken_back_by, s.name as stage_name, l.name`;
const source = sql`recon_rule u join recon_run r on r.tenant_id = u.tenant_id and r.run_id = u.run_id join stage s on s.stage_id = r.stage_id
  join recon_ledger l on l.tenant_id = r.tenant_id and l.ledger_id = r.ledger_id`;

/** The rules in force and the last ones that were taken back, the latest first. By recon_rule_in_force and recon_rule_newest; at most twice the bound. */
export const listRules = async (db: Db, tenantId: string): Promise<readonly RuleRow[]> => {
  const { rows } = await sql<RuleRow>`
    select ${columns} from ${source} where u.tenant_id = ${tenantId} and u.rule_no in (
        select rule_no from recon_rule where tenant_id = ${tenantId} and taken_back_at is null
        union all (select rule_no from recon_rule where tenant_id = ${tenantId} and taken_back_at is not null
          order by rule_no desc limit ${differenceRuleBounds.rules}))
      order by u.taken_back_at is not null, u.rule_no desc`.execute(db);
  return rows;
};

/** One rule of a tenant; by the primary key. */
export const findRule = async (db: Db, tenantId: string, ruleId: string): Promise<RuleRow | undefined> => {
  const { rows } = await sql<RuleRow>`
    select ${columns} from ${source} where u.tenant_id = ${tenantId} and u.rule_id = ${ruleId}`.execute(db);
  return rows[0];
};

/** The rules in force for runs of a side and direction; by recon_rule_in_force. */
export const listRulesInForce = async (
  db: Db,
  tenantId: string,
  { side, direction }: RuleSubject,
): Promise<readonly (DifferenceRule & { readonly ruleId: string })[]> => {
  const { rows } = await sql<DifferenceRule & { readonly ruleId: string }>`
    select rule_id as "ruleId", rule_no as "ruleNo", counterparty, kind, value from recon_rule
      where tenant_id = ${tenantId} and side = ${side} and direction = ${direction} and taken_back_at is null order by rule_no`.execute(
    db,
  );
  return rows;
};

/** How many rules of a tenant are in force; in a transaction that keeps one, the tenant's requests are counted one after another. */
export const countRulesInForce = async (db: Db, tenantId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recon_rule where tenant_id = ${tenantId} and taken_back_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Lets one request of a tenant after another keep a rule. */
export const lockRules = async (tx: Tx, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('recon rules ' || ${tenantId}, 0))`.execute(tx);
};

/** Adds a rule; false where the same one is in force. */
export const insertRule = async (
  tx: Tx,
  tenantId: string,
  rule: RuleSubject &
    DifferenceTerms & {
      readonly ruleId: string;
      readonly runId: string;
      readonly itemNo: number;
      readonly userId: string;
    },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into recon_rule (tenant_id, rule_id, side, direction, counterparty, kind, value, run_id, item_no, user_id, made_by)
    values (${tenantId}, ${rule.ruleId}, ${rule.side}, ${rule.direction}, ${rule.counterparty}, ${rule.kind}, ${rule.value}, ${rule.runId},
      ${rule.itemNo}, ${rule.userId}, coalesce(user_label(${rule.userId}), '')) on conflict do nothing returning rule_id`.execute(
    tx,
  );
  return rows.length === 1;
};

/** Takes a rule back; false where it is not in force. */
export const updateTakenBack = async (
  tx: Tx,
  tenantId: string,
  { ruleId, userId }: { readonly ruleId: string; readonly userId: string },
): Promise<boolean> => {
  const { rows } = await sql`
    update recon_rule set taken_back_at = app_now(), taken_back_user_id = ${userId}, taken_back_by = coalesce(user_label(${userId}), '')
      where tenant_id = ${tenantId} and rule_id = ${ruleId} and taken_back_at is null returning rule_id`.execute(tx);
  return rows.length === 1;
};

/** Counts and sums of items. */
interface Sums {
  readonly items: number;
  readonly ledger_count: number;
  readonly ledger_fen: number;
  readonly line_count: number;
  readonly line_fen: number;
}

/** What terms would change of a run. */
export interface RuleEffect {
  readonly changed: Sums & { readonly sent: number; readonly accepted: number };
  /** The numbers of the first items. */
  readonly first: readonly number[];
}

/** The basis of the line of an item `i`; by the primary key. */
const basisOf = (tenantId: string, stageId: string) =>
  sql`(select l.loan_fen from bill_line l where l.tenant_id = ${tenantId} and l.stage_id = ${stageId} and l.line_id = i.line_id)`;

/** The basis of a line of a stage; null where it is counted. By the primary key. */
export const findLineBasis = async (
  db: Db,
  tenantId: string,
  { stageId, lineId }: { readonly stageId: string; readonly lineId: string },
): Promise<Fen | null> => {
  const { rows } = await sql<{ loan_fen: Fen | null }>`
    select loan_fen from bill_line where tenant_id = ${tenantId} and stage_id = ${stageId} and line_id = ${lineId}`.execute(
    db,
  );
  return rows[0]?.loan_fen ?? null;
};

/**
 * The standing pairs of a run that terms would explain, if it were matched again as it stands: those of one reference whose amounts differ. By the
 * index of kinds; of a run's differences each is looked at once.
 */
export const findRuleEffect = async (
  db: Db,
  key: RunKey,
  {
    terms,
    stageId,
    dayTolerance,
    first,
  }: {
    readonly terms: DifferenceTerms;
    readonly stageId: string;
    readonly dayTolerance: number;
    readonly first: number;
  },
): Promise<RuleEffect> => {
  const where = sql`${standing(key)} and i.kind = ${kindNo('amountMismatch')} and i.rule = ${ruleNo('reference')}
    and i.counterparty = ${terms.counterparty} and abs(i.line_on - i.ledger_on) <= ${dayTolerance}::int and ${isExplained(sql`${terms.kind}::text`, sql`${terms.value}::bigint`, basisOf(key.tenantId, stageId))}`;
  const { rows } = await sql<RuleEffect['changed'] & { first: readonly number[] }>`
    select count(*)::int as items, coalesce(sum(i.ledger_count), 0)::bigint as ledger_count, coalesce(sum(i.ledger_fen), 0)::bigint as ledger_fen,
        coalesce(sum(i.line_count), 0)::bigint as line_count, coalesce(sum(i.line_fen), 0)::bigint as line_fen,
        (count(*) filter (where i.feedback_no is not null))::int as sent,
        (count(*) filter (where i.is_accepted and i.feedback_no is null))::int as accepted,
        array(select i.item_no from recon_item i where ${where} order by i.item_no limit ${first}) as first
      from recon_item i where ${where}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate without groups has a row');
  return { changed: row, first: row.first };
};

/** Counts and sums of two kinds of a run as they stand, in the order of the kinds. */
export const findKindSums = async (
  db: Db,
  tenantId: string,
  runId: string,
): Promise<readonly (Sums & { readonly kind: (typeof reconKinds)[number] })[]> => {
  const { rows } = await sql<Sums & { kind: number }>`
    select kind, items, ledger_count, ledger_fen, line_count, line_fen from recon_total
      where tenant_id = ${tenantId} and run_id = ${runId}
        and kind in (${kindNo('matchedWithinTolerance')}, ${kindNo('amountMismatch')}) order by kind`.execute(db);
  return rows.flatMap(({ kind, ...sums }) => {
    const name = reconKinds[kind];
    return name === undefined ? [] : [{ kind: name, ...sums }];
  });
};
