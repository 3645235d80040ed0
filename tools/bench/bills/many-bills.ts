import type { Visitor } from '../../driver/visitor.ts';
import { count, type Figure, fixed, judged, noted } from '../figures.ts';
import { median, quantile } from '../statistics.ts';
import { timed } from './pages.ts';
import type { Scaled } from './scale.ts';

/** A tenant with very many bills of its own. */
export const manyBills = { tenantId: 'scale-bills', bills: 100_000 } as const;

const goals = { sumMs: 150, homeMs: 50 };
const calls = 60;
const products = 5;

/**
 * Adds the tenant's bills, spread over the stages: those of the last one are pending, of the others nearly all are settled, and one of 200 is
 * disputed. Of a bill that is disputed its steps are there.
 */
export const addManyBills = async ({ owner }: Scaled): Promise<void> => {
  const { tenantId, bills } = manyBills;
  const known = await owner.query('select from bill where tenant_id = $1 limit 1', [tenantId]);
  if (known.rows.length > 0) return;
  const { rows } = await owner.query<{ readonly stage_id: string }>(
    `select stage_id from stage where name like '规模账期%' order by opens_on, stage_id limit 20`,
  );
  const projects = Math.ceil(bills / rows.length / products);
  await owner.query("insert into tenant (tenant_id, name) values ($1, '许多账单的商户') on conflict do nothing", [
    tenantId,
  ]);
  await owner.query(
    `insert into project (tenant_id, project_id, name) select $1, 'j' || n, '项目 ' || n from generate_series(0, $2::int - 1) n on conflict do nothing`,
    [tenantId, projects],
  );
  await owner.query(
    `insert into bill (tenant_id, bill_id, bill_no, lines_sha256, stage_id, project_id, product_id, org_id, direction, tax_millionths,
        stage_name, project_name, product_name, org_name, line_count, basis, lines_fen, amount_fen, tax_fen, pay_days, status, issued_at,
        confirm_by, confirm_by_set_at, confirmed_at, settled_at, paid_fen, step_no)
      select $1, 'many-' || n, 'ZD' || to_char(s.issues_on, 'YYYYMMDD') || lpad((8000000000 + n)::text, 10, '0'), repeat('a', 64), s.stage_id,
        'j' || n / $3 / $4 , 'scale-p' || n / $3 % $4, 'scale-o0', case when n % 3 = 0 then 'receivable' else 'payable' end, 60000,
        s.name, '项目', '产品', '机构', 50, 5000000, n, n, 0, 10, w.status, s.issues_on + interval '8 hours',
        w.confirm_by, s.issues_on + interval '8 hours',
        case when w.status in ('confirmed', 'settled') then s.issues_on + interval '3 days' end,
        case when w.status = 'settled' then s.issues_on + interval '9 days' end, case when w.status = 'settled' then n else 0 end,
        case when w.status = 'disputed' then 2 else 1 end
      from generate_series(0, $5::int - 1) n
        join (select s.*, row_number() over (order by opens_on, stage_id) - 1 as place from stage s where stage_id = any($2::text[])) s
          on s.place = n % $3
        cross join lateral (select case when s.place = $3 - 1 then 'pending' when n % 200 = 1 then 'disputed'
            when n % 10 = 0 then 'confirmed' else 'settled' end as status,
          case when s.place = $3 - 1 then now() + interval '4 days' else s.issues_on + interval '7 days' end as confirm_by) w`,
    [tenantId, rows.map(({ stage_id }) => stage_id), rows.length, products, bills],
  );
  await owner.query(
    `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, confirm_by, feedback_no)
      select tenant_id, bill_id, step, case step when 1 then 'issued' else 'disputed' end, issued_at + step * interval '1 day', 'ops', '平台运营',
          amount_fen, confirm_by, case step when 2 then 'FK-' || bill_id end
        from bill, generate_series(1, 2) step where tenant_id = $1 and status = 'disputed'`,
    [tenantId],
  );
  await owner.query('vacuum (analyze) bill, bill_step');
};

const timesOf = async (merchant: Visitor, operation: string): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let call = -5; call < calls; call += 1) {
    const [, ms] = await timed(merchant, operation, {});
    if (call >= 0) times.push(ms);
  }
  return times;
};

/** What a merchant with very many bills waits for on the first page and at the sum of all bills (R10.1, R10.3). */
export const manyBillFigures = async (part: string, merchant: Visitor): Promise<Figure[]> => {
  const [sum, home] = [await timesOf(merchant, 'bill.sum'), await timesOf(merchant, 'home.summary')];
  const own = count(manyBills.bills);
  const asked = (what: string, times: readonly number[], goalMs: number): Figure =>
    judged(part, what, {
      value: `${fixed(quantile(times, 0.95), 1)} ms`,
      goal: `≤ ${goalMs} ms`,
      isMet: quantile(times, 0.95) <= goalMs,
    });
  return [
    asked(`sum of ${own} own bills, whole call, p95`, sum, goals.sumMs),
    noted(part, 'the same, p50', `${fixed(median(sum), 1)} ms`),
    asked(
      `first page of the merchant area (\`home.summary\`) with ${own} own bills, whole call, p95`,
      home,
      goals.homeMs,
    ),
    noted(part, 'the same, p50', `${fixed(median(home), 1)} ms`),
  ];
};
