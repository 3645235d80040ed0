import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLine } from '#features/bill/line.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import type { Tx } from '#kernel/database/db';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { vacuumAll } from '#kernel/testing/test-server';
import type { LineFilter } from './line-filter.sql.ts';
import { listLines } from './loan-consult.sql.ts';

let app: TestApp;
let own: Merchant;
const linesOfAll = 21_000;

beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app);
  // Four stages; a tenth of the lines are the tenant's own, and ten of those belong to its oldest days and to a rare organisation.
  for (let each = 0; each < 4; each += 1) await addLine(app, own);
  await app.rows(
    `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on, created_at)
      select case when n % 10 = 0 then $1 else 't-other-' || n % 10 end, s.stages[1 + n / 10 % 4], 'HT' || lpad(n::text, 8, '0'),
          'project-' || n / 100 % 2, 'product-' || n / 10 % 3, case when n <= 100 then 'rare' else 'org-' || n / 10 % 4 end,
          n, '元', date '2026-01-01' + n / 100, app_now()
        from generate_series(1, ${linesOfAll}) n, (select array_agg(stage_id) as stages from stage) s`,
    [own.tenantId],
  );
  await vacuumAll(app.url, 'bill_line');
}, 60_000);
afterAll(() => app.close());

const pageSize = 20;
const filters: readonly LineFilter[] = [
  {},
  { orgId: 'rare' },
  { orgId: 'none' },
  { productId: 'none' },
  { projectId: 'project-1' },
  { loanNo: 'HT000000' },
  { from: '2026-01-01', to: '2026-01-02' },
  { orgId: 'rare', productId: 'product-1' },
  { orgId: 'org-1', projectId: 'none' },
  { orgId: 'org-1', loanNo: 'HT0000' },
];

describe('R10.5 what a page of lines reads', () => {
  it.each(filters)('R10.5 %j fetches no more than a page, whatever the filter leaves out', async (filter) => {
    const listing = { page: 1, pageSize, offset: 0, after: null, wantsTotal: false };
    const db = app.database.reading({ tenantId: own.tenantId });
    const readings = await readingsOf(db, (explained) => listLines(explained, own.tenantId, { filter, listing }));
    const reading = readings.at(-1);
    // The rows of the page, and for each its stage.
    expect(reading?.fetched).toBeLessThanOrEqual(3 * (pageSize + 1));
    expect(reading?.entries).toBeLessThanOrEqual(linesOfAll / 10 + 4 * (pageSize + 1));
  });
});

/** How many entries of its indexes a connection has read that it has not reported yet; a later transaction still counts them. */
const entriesSoFar = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ entries: number }>`
    select sum(pg_stat_get_xact_tuples_returned(i.indexrelid))::int as entries
      from pg_index i join pg_partition_tree('bill_line') p on p.relid = i.indrelid where p.isleaf`.execute(tx);
  return rows[0]?.entries ?? 0;
};

/** How many entries of indexes are read by plans for any values. */
const entriesByKeptPlan = (tenantId: string, asked: Parameters<typeof listLines>[2]): Promise<number> =>
  app.database.transact({ tenantId }, async (tx) => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
    const before = await entriesSoFar(tx);
    await listLines(tx, tenantId, asked);
    return (await entriesSoFar(tx)) - before;
  });

it('R10.5 a page of a tenant that has nearly all lines reads a page of them, and of a rare reference its lines', async () => {
  const most = await makeMerchant(app);
  const perStage = 4000;
  // Over many stages a line's own look-up seems dear, since a kept plan does not know which of them has it.
  for (let each = 0; each < 20; each += 1) await addLine(app, most);
  // A thousand of each stage at a time: no statement comes near the time that one may take.
  for (let from = 1; from <= perStage; from += 1000) {
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on, created_at)
        select $1, s.stage_id, 'MS' || lpad(n::text, 8, '0'), 'project', 'product', 'org-' || n % 4, n, '元', date '2026-01-01' + n % 28, app_now()
          from stage s, generate_series($2::int, $2::int + 999) n`,
      [most.tenantId, from],
    );
  }
  await vacuumAll(app.url, 'bill_line');
  const third = { page: 3, pageSize, offset: 2 * pageSize, after: null, wantsTotal: false };
  const walked = await entriesByKeptPlan(most.tenantId, { filter: {}, listing: third });
  expect(walked).toBeGreaterThanOrEqual(pageSize);
  expect(walked).toBeLessThanOrEqual(perStage / 2);
  // One line of each stage has it.
  const first = { page: 1, pageSize, offset: 0, after: null, wantsTotal: true };
  const rare = { loanNo: 'MS00000007', from: '2026-01-01' };
  expect(await entriesByKeptPlan(most.tenantId, { filter: rare, listing: first })).toBeLessThanOrEqual(perStage / 2);
  const next = { ...first, after: { at: new Date('2026-01-20T00:00:00Z'), key: '~' }, wantsTotal: false };
  expect(await entriesByKeptPlan(most.tenantId, { filter: rare, listing: next })).toBeLessThanOrEqual(perStage / 2);
});

/** How often the statements of lines were planned, on the connection that a read of the tenant gets: with their values, and for any. */
const plansMade = async (): Promise<{ readonly own: number; readonly kept: number }> => {
  const { rows } = await sql<{ own: number; kept: number }>`
    select coalesce(sum(custom_plans), 0) as own, coalesce(sum(generic_plans), 0) as kept from pg_prepared_statements
      where statement like '%from bill_line l where%' and statement not like '%pg_prepared%'`.execute(
    app.database.reading({ tenantId: own.tenantId }),
  );
  return rows[0] ?? { own: 0, kept: 0 };
};
const list = (filter: LineFilter) =>
  listLines(app.database.reading({ tenantId: own.tenantId }), own.tenantId, {
    filter,
    listing: { page: 1, pageSize, offset: 0, after: null, wantsTotal: true },
  });

it('R10.5 a plan over the lines of every stage is kept, and one of a single stage leaves out the others', async () => {
  const [{ stage_id: stageId } = {}] = await app.rows('select stage_id from stage limit 1');
  const before = await plansMade();
  for (const orgId of ['org-1', 'org-2', 'rare']) await list({ orgId });
  const kept = await plansMade();
  expect(kept).toEqual({ own: before.own, kept: before.kept + 3 });
  for (const orgId of ['org-1', 'org-2', 'rare']) await list({ orgId, stageId: String(stageId) });
  expect(await plansMade()).toEqual({ own: kept.own + 3, kept: kept.kept });
});

it('R10.5 a page of one stage is planned with the partitions of that stage alone', async () => {
  const [{ stage_id: stageId } = {}] = await app.rows('select stage_id from stage order by stage_id limit 1');
  const { rows } = await app.database.transact({ tenantId: own.tenantId }, (tx) =>
    sql<{ relname: string }>`
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('bill_line'::regclass, 'line_fee'::regclass)
          and pg_get_expr(c.relpartbound, c.oid) not like ${`%'${String(stageId)}'%`}`.execute(tx),
  );
  const others = rows.map(({ relname }) => relname);
  expect(others.length).toBeGreaterThan(5);
  const db = app.database.reading({ tenantId: own.tenantId });
  const filter = { stageId: String(stageId), productId: 'product-1' };
  const listing = { page: 1, pageSize, offset: 0, after: null, wantsTotal: true };
  const readings = await readingsOf(db, (explained) => listLines(explained, own.tenantId, { filter, listing }));
  const indexes = readings.flatMap((reading) => reading.indexes);
  expect(indexes.length).toBeGreaterThan(0);
  expect(indexes.filter((index) => others.some((other) => index.startsWith(other)))).toEqual([]);
});

it('R10.5 a reference that very many lines begin with finds the same as no filter, and a rare one its lines', async () => {
  const [all, common, rare] = [await list({}), await list({ loanNo: 'HT0' }), await list({ loanNo: 'HT0000001' })];
  const idsOf = ({ rows }: typeof all) =>
    rows.filter(({ loan_no }) => loan_no.startsWith('HT0')).map(({ line_id }) => line_id);
  expect(common.total).toBe(linesOfAll / 10);
  expect(common.rows).toHaveLength(pageSize + 1);
  expect(idsOf(all).length).toBeGreaterThan(pageSize / 2);
  expect(idsOf(common).slice(0, idsOf(all).length)).toEqual(idsOf(all));
  // Every tenth line is the tenant's own.
  expect(rare.rows.map(({ loan_no }) => loan_no)).toEqual(['HT00000010']);
});
