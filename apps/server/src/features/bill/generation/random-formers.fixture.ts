import type { ChargedLine, StageLine } from '@ronghui/domain/bill';
import type { FeeRuleVersion } from '@ronghui/domain/fee-rule';
import type { Rate } from '@ronghui/domain/money';
import type { TestApp } from '#kernel/testing/test-app';
import { addStage } from '../line.fixture.ts';

/** A former line with the stage that charged it, by number, and what corrects it there and in a stage that is open. */
export interface RandomFormer {
  readonly line: StageLine;
  readonly charged: ChargedLine;
  readonly stage: number;
  readonly billed: number;
  readonly open: number;
}

/** How many stages charge former lines: what is billed together there is one line and its correction. */
const formerStages = 6;

const formerOf = (
  lineId: string,
  own: readonly StageLine[],
  { version, stage, at }: { readonly version: FeeRuleVersion; readonly stage: number; readonly at: number },
): RandomFormer | undefined => {
  const [line] = own;
  const reach = own.reduce((sum, { basis }) => sum + Math.abs(basis), 0);
  // The share of one version in a bill is an amount too.
  if (line === undefined || reach > Number.MAX_SAFE_INTEGER / 2) return undefined;
  // Of every fifth there is too little; of others some is corrected elsewhere.
  const [billed, open] = at % 2 === 0 ? [0, 0] : [-Math.floor(reach / 3), -Math.floor(reach / 7)];
  const basis = at % 5 === 0 ? Math.floor(reach / 2) : reach - billed - open;
  const position = { total: at * 9973, before: at * 3571 };
  const rate = at % 4 === 0 ? ((at * 131) as Rate) : null;
  const charged = { lineId, version, rate, position, basis, standing: basis + billed, elsewhere: billed + open };
  return { line, charged, stage, billed, open };
};

/**
 * The same lines, some of which correct former ones: all that are negative, and some more. Those of a party correct three lines at most; what no
 * version could have charged was not.
 */
export const withFormers = (
  lines: readonly StageLine[],
  versions: readonly FeeRuleVersion[],
): { readonly lines: readonly StageLine[]; readonly formers: readonly RandomFormer[] } => {
  const parts = Map.groupBy(
    lines.map((line, at) => ({ line, third: at % 3, isCorrection: line.basis < 0 || at % 11 === 0 })),
    ({ line: { tenantId, projectId, productId, orgId, unit }, third, isCorrection }) =>
      isCorrection ? JSON.stringify([tenantId, projectId, productId, orgId, unit, third]) : '',
  );
  const formers: RandomFormer[] = [];
  const given = new Map<string, StageLine>();
  for (const [at, [key, part]] of [...parts].entries()) {
    const own = part.map(({ line }) => line);
    const [first] = part;
    if (key === '' || first === undefined) continue;
    const { orgId, tenantId, unit, productId } = first.line;
    const fitting = versions.filter(
      (each) =>
        each.productId === productId &&
        each.terms.unit === unit &&
        (each.orgId ?? orgId) === orgId &&
        (each.tenantId ?? tenantId) === tenantId,
    );
    const version = at % 13 === 0 ? undefined : fitting[at % Math.max(1, fitting.length)];
    const stage = first.third * 2 + (unit === null ? 0 : 1);
    const former = version && formerOf(`former-${productId}-${at}`, own, { version, stage, at });
    if (former !== undefined) formers.push(former);
    for (const line of own) given.set(line.lineId, { ...line, corrects: former?.charged ?? 'notCharged' });
  }
  return { lines: lines.map((line) => given.get(line.lineId) ?? line), formers };
};

/** Adds lines of an issued stage with their bills and fees, and what corrects them there and in a stage that is open. */
export const storeFormers = async (app: TestApp, formers: readonly RandomFormer[]): Promise<void> => {
  const stages: string[] = [];
  for (let at = 0; at <= formerStages; at += 1) stages.push(await addStage(app));
  const rows = formers.flatMap(({ line, charged, stage, billed, open }) => {
    const of = { tenant_id: line.tenantId, project_id: line.projectId, product_id: line.productId, org_id: line.orgId };
    const { lineId, version, position, rate } = charged;
    const { ruleId: rule_id, version: rule_version, terms } = version;
    const [direction, tax_millionths] = [terms.direction, terms.taxRate];
    const bill = {
      bill_id: `bill-${lineId}`,
      total: position.total,
      before: position.before,
      rule_id,
      rule_version,
      direction,
      tax_millionths,
    };
    const row = {
      ...of,
      unit: terms.unit,
      stage_id: stages[stage],
      line_id: lineId,
      basis: charged.basis,
      rate,
      corrects: null,
      place: 1,
    };
    const correction = { ...row, line_id: `${lineId}-c`, basis: billed, corrects: lineId, place: 2 };
    const waiting = { ...correction, line_id: `${lineId}-o`, basis: open, stage_id: stages[formerStages], place: null };
    return [row, ...(billed === 0 ? [] : [correction]), ...(open === 0 ? [] : [waiting])].map((each) => ({
      ...each,
      ...bill,
    }));
  });
  const given = `jsonb_to_recordset($1) r (tenant_id text, project_id text, product_id text, org_id text, stage_id text, line_id text, basis bigint,
    rate bigint, unit text, corrects text, place int, bill_id text, total bigint, before bigint, rule_id text, rule_version bigint, direction text,
    tax_millionths bigint)`;
  for (const statement of [
    `insert into bill_line (tenant_id, stage_id, line_id, loan_no, project_id, product_id, org_id, loan_fen, quantity, unit, rate_millionths,
        occurred_on, corrects_line_id)
      select tenant_id, stage_id, line_id, line_id, project_id, product_id, org_id, case when unit is null then basis end,
        case when unit is not null then basis end, coalesce(unit, '元'), rate, '2026-09-01', corrects from ${given}`,
    `insert into bill (tenant_id, bill_id, bill_no, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name, project_name,
        product_name, org_name, line_count, basis, unit, lines_fen, amount_fen, tax_fen, lines_sha256, status, issued_at, confirm_by,
        confirm_by_set_at, pay_days, step_no)
      select tenant_id, bill_id, 'ZD-' || bill_id, stage_id, project_id, product_id, org_id, direction, tax_millionths, '期', '项', '品', '机', 1,
        total, unit, 1, 1, 0, repeat('0', 64), 'pending', app_now(), app_now(), app_now(), 10, 1 from ${given} where place = 1`,
    `insert into line_fee (tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, fee_fen)
      select tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, 1 from ${given} where place is not null`,
    "update stage set status = 'issued', issued_at = app_now() where stage_id in (select stage_id from line_fee where line_id like 'former-%')",
  ]) {
    await app.rows(statement, statement.includes('$1') ? [JSON.stringify(rows)] : []);
  }
};
