import { deadlineIn, publishedHolidayYears, workingCalendar } from '@ronghui/domain/calendar';
import { fen, rateOf, taxIn } from '@ronghui/domain/money';
import { certifyTenant } from '#features/certification/certification.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { addOrg, addProject, addStage } from './line.fixture.ts';
import { digestOfLines } from './record/bill-digest.ts';

type Tenant = Pick<Merchant, 'tenantId'>;

/** What a test chooses of a bill; `fees` are those of its lines, whose sum is its amount. @unit fen */
interface GivenBill {
  readonly direction?: 'payable' | 'receivable';
  readonly fees?: readonly number[];
  readonly stageId?: string;
  readonly orgId?: string;
  readonly projectId?: string;
  readonly productId?: string;
  /** When it was issued; now by default. Its confirm-by is the end of the fifth working day after. */
  readonly issuedAt?: Date;
  readonly confirmBy?: Date;
}

/** A bill that was added. */
export interface AddedBill {
  readonly billId: string;
  readonly billNo: string;
  readonly amount: number;
  readonly stageId: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly productId: string;
  readonly lineIds: readonly string[];
}

const six = rateOf(6, 'percent');
let made = 0;

/** Inserts a row; returns it. */
const insert = async (app: TestApp, table: string, row: Readonly<Record<string, unknown>>) => {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const [added = {}] = await app.rows(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return added;
};

/** Adds a rule of 1.20 % for a product, if it has none; returns its id. */
const addRule = async (app: TestApp, productId: string, direction: string): Promise<string> => {
  const [known] = await app.rows('select rule_id from fee_rule where product_id = $1', [productId]);
  if (known !== undefined) return String(known['rule_id']);
  const ruleId = `rule-${productId}`.slice(0, 64);
  await insert(app, 'fee_rule', { rule_id: ruleId, product_id: productId });
  await insert(app, 'fee_rule_version', {
    rule_id: ruleId,
    version: 1,
    holds_from: '2025-01-01',
    direction,
    kind: 'rate',
    rate_millionths: 12_000,
    tax_millionths: six,
    made_by: '运营',
  });
  return ruleId;
};

const basisOf = (fee: number) => Math.round(fee / 0.012);

interface LinesToInsert extends Omit<AddedBill, 'billNo' | 'amount'> {
  readonly tenantId: string;
  readonly fees: readonly number[];
  readonly rule: Readonly<Record<string, unknown>>;
}

/** Adds the lines of a bill with their fees. */
const insertLines = async (app: TestApp, { fees, lineIds, rule, ...of }: LinesToInsert): Promise<void> => {
  let before = 0;
  for (const [at, fee] of fees.entries()) {
    const key = { tenant_id: of.tenantId, stage_id: of.stageId, line_id: lineIds[at] };
    await insert(app, 'bill_line', {
      ...key,
      loan_no: `B${made}-${String(at + 1).padStart(6, '0')}`,
      project_id: of.projectId,
      product_id: of.productId,
      org_id: of.orgId,
      borrower_masked: '张*',
      loan_fen: basisOf(fee),
      unit: '元',
      occurred_on: '2026-10-15',
    });
    await insert(app, 'line_fee', { ...key, bill_id: of.billId, place: at + 1, before, ...rule, fee_fen: fee });
    before += basisOf(fee);
  }
};

/** Adds an issued bill with its lines, fees and first step to a tenant, which is certified; a tax of 6 %. */
export const addBill = async (app: TestApp, owner: Tenant, given: GivenBill = {}): Promise<AddedBill> => {
  await certifyTenant(app, owner);
  made += 1;
  const { tenantId } = owner;
  const { direction = 'payable', fees = [120_000], productId = 'loan' } = given;
  const stageId = given.stageId ?? (await addStage(app));
  const orgId = given.orgId ?? (await addOrg(app));
  const projectId = given.projectId ?? (await addProject(app, owner));
  const issuedAt = given.issuedAt ?? app.clock.now();
  const confirmBy = given.confirmBy ?? deadlineIn(workingCalendar(publishedHolidayYears), issuedAt, 5).at;
  const ruleId = await addRule(app, productId, direction);
  const amount = fees.reduce((sum, fee) => sum + fee, 0);
  const billId = `bill-${made}`;
  const billNo = `ZD20261101${String(made).padStart(10, '0')}`;
  const [stage = {}] = await app.rows('select name from stage where stage_id = $1', [stageId]);
  const basis = fees.reduce((sum, fee) => sum + basisOf(fee), 0);
  const lineIds = fees.map((_, at) => `bill-${made}-${at + 1}`);
  const digest = digestOfLines();
  for (const [at, fee] of fees.entries()) digest.add(lineIds[at] ?? '', fen(fee));
  await insert(app, 'bill', {
    tenant_id: tenantId,
    bill_id: billId,
    bill_no: billNo,
    stage_id: stageId,
    project_id: projectId,
    product_id: productId,
    org_id: orgId,
    direction,
    tax_millionths: six,
    stage_name: stage['name'],
    project_name: '项目',
    product_name: '产品',
    org_name: '机构',
    line_count: fees.length,
    basis,
    lines_fen: amount,
    amount_fen: amount,
    tax_fen: taxIn(fen(amount), six),
    lines_sha256: digest.hex(),
    status: 'pending',
    issued_at: issuedAt,
    confirm_by: confirmBy,
    confirm_by_set_at: issuedAt,
    pay_days: 10,
    step_no: 1,
  });
  await insert(app, 'bill_step', {
    tenant_id: tenantId,
    bill_id: billId,
    step_no: 1,
    kind: 'issued',
    at: issuedAt,
    actor: 'ops',
    by_name: '平台运营',
    amount_fen: amount,
    confirm_by: confirmBy,
  });
  const rule = { rule_id: ruleId, rule_version: 1 };
  await insert(app, 'bill_rule', {
    tenant_id: tenantId,
    bill_id: billId,
    ...rule,
    line_count: fees.length,
    basis,
    fee_fen: amount,
  });
  await insertLines(app, { tenantId, stageId, orgId, projectId, productId, billId, lineIds, fees, rule });
  // The rows of an issued bill come one after another here; at an issue they are all there.
  await app.rows('select add_fee_totals($1, array[$2])', [stageId, billId]);
  return { billId, billNo, amount, stageId, orgId, projectId, productId, lineIds };
};
