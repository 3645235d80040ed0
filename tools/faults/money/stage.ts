import type { WireData } from '../../driver/visitor.ts';
import type { Rows } from '../rows.ts';
import type { MoneyServer } from './money-server.ts';
import { readAs } from './people.ts';

/** The tenant of the people of the test. */
export const ownTenant =
  "select tenant_id from member join user_account using (user_id) where user_account.name = '陈静'";

/** How much a stage has, of each of its tenants. */
export interface StageSize {
  readonly tenants: number;
  readonly orgs: number;
  readonly projects: number;
  readonly linesOfBill: number;
}

/** A stage with lines and, unless it was billed, no bills. */
export interface LaidStage {
  readonly stageId: string;
  readonly name: string;
  readonly tenants: number;
  readonly lines: number;
  readonly bills: number;
}

const terms = {
  unit: null,
  direction: 'payable',
  scheme: { kind: 'rate', rate: 12_000 },
  lineMinimumAmount: null,
  lineCapAmount: null,
  billMinimumAmount: null,
  billCapAmount: null,
  taxRate: 60_000,
};
const tiers = [
  { from: 0, rate: 20_000 },
  { from: 90_000_000, rate: 10_000 },
];
/** The products of every stage, each with a rule of another kind. */
const products: Readonly<Record<string, WireData>> = {
  'fault-rate': { ...terms, lineMinimumAmount: 100 },
  'fault-tier': { ...terms, scheme: { kind: 'tiered', method: 'marginal', tiers }, billCapAmount: 90_000 },
  'fault-out': { ...terms, direction: 'receivable', billMinimumAmount: 2_000_000 },
};

/** Beside the first of the catalogue, which it is like. */
const catalogued = `
  insert into product (pid, category_id, position, name, tagline, cover_url, cover_alt, tags, has_trial, blocks, agreement_ids, doc_slugs, related_pids)
    select p, c.category_id, 1000, p, '', '', '', '[]', false, '[]', '{}', '{}', '{}'
      from unnest($1::text[]) p, (select category_id from category order by position limit 1) c on conflict do nothing`;

/** Puts the products into the catalogue and gives them their rules. */
export const addRules = async ({ people: { desk }, db }: Pick<MoneyServer, 'people' | 'db'>): Promise<void> => {
  await db.rows(catalogued, [Object.keys(products)]);
  for (const [productId, rule] of Object.entries(products)) {
    const idempotencyKey = `fault-rule-${productId}`;
    const scope = { productId, orgId: null, tenantId: null, holdsFrom: '2026-01-01' };
    await readAs(desk, 'ops.feeRule.save', { ...scope, terms: rule, idempotencyKey });
  }
};

/** Some tenants, that of the people of the test first. */
const someTenants = (place: string): string => `
  select tenant_id from tenant order by tenant_id <> (${ownTenant}), tenant_id limit ${place}`;
const parties = `
  with tenants as (${someTenants('$1')}),
    orgs as (insert into org (org_id, name) select 'fault-o' || n, '断点机构 ' || n from generate_series(1, $2::int) n on conflict do nothing)
  insert into project (tenant_id, project_id, name)
    select tenant_id, 'fault-p' || n, '断点项目 ' || n from tenants, generate_series(1, $3::int) n on conflict do nothing`;
/** Who is not certified is not billed. */
const certifications = `
  insert into certification (tenant_id, status, form, masks, reasons, submission_no, certified_no, certified_uscc)
    select tenant_id, 'passed', '{}', '{}', '[]', 'RZ-' || left(md5(tenant_id), 20), 'RZ-' || left(md5(tenant_id), 20), upper(left(md5(tenant_id), 18))
      from (${someTenants('$1')}) t
    on conflict (tenant_id) do update set status = 'passed', certified_no = coalesce(certification.certified_no, excluded.certified_no),
      certified_uscc = coalesce(certification.certified_uscc, excluded.certified_uscc)`;
const lines = `
  insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, borrower_masked, loan_fen, unit, occurred_on)
    select tenant_id, $1, concat_ws('-', 'K', product, o, p, l), 'fault-p' || p, product, 'fault-o' || o, '张*',
        1 + (o * 7919 + p * 104729 + l * 1299709 + ascii(right(product, 1)) * 611953) % 9000000, '元', date '2026-10-01' + l % 28
      from (${someTenants('$2')}) t, generate_series(1, $3::int) o, generate_series(1, $4::int) p, unnest($5::text[]) product,
        generate_series(1, $6::int) l`;

/** Lays a stage with its lines. */
export const layStage = async (
  { people, db }: Pick<MoneyServer, 'people' | 'db'>,
  name: string,
  { tenants, orgs, projects, linesOfBill }: StageSize,
): Promise<LaidStage> => {
  const stage = { name, opensOn: '2026-10-01', issuesOn: '2026-11-02', idempotencyKey: `fault-stage-${Date.now()}` };
  const stageId = String((await readAs(people.desk, 'ops.stage.save', stage))['stageId']);
  const productIds = Object.keys(products);
  await db.rows(parties, [tenants, orgs, projects]);
  await db.rows(certifications, [tenants]);
  await db.rows(lines, [stageId, tenants, orgs, projects, productIds, linesOfBill]);
  await db.rows('analyze bill_line');
  const bills = tenants * orgs * projects * productIds.length;
  const [laid] = await db.rows('select count(*)::int as count from bill_line where stage_id = $1', [stageId]);
  if (laid?.['count'] !== bills * linesOfBill) throw new Error(`${String(laid?.['count'])} lines were laid`);
  return { stageId, name, tenants, bills, lines: bills * linesOfBill };
};

/** A bill as a batch names it. */
export interface PendingBill {
  readonly billNo: string;
  readonly amount: number;
}

/** The merchant's bills of a stage, always in the same order. */
export const billsOf = async ({ rows }: Rows, { stageId }: LaidStage): Promise<readonly PendingBill[]> =>
  (
    await rows(
      `select bill_no, amount_fen::float8 as amount from bill where stage_id = $1 and tenant_id = (${ownTenant}) order by bill_no`,
      [stageId],
    )
  ).map((row) => ({ billNo: String(row['bill_no']), amount: Number(row['amount']) }));
