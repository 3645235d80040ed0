import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { LineFilter } from './line-filter.sql.ts';
import { addLine } from './loan-consult.fixture.ts';
import { listLines } from './loan-consult.sql.ts';

let app: TestApp;
let own: Merchant;
const linesOfAll = 20_000;

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
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query('vacuum analyze bill_line');
  await owner.end();
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
    const [reading] = await readingsOf(db, (explained) => listLines(explained, own.tenantId, { filter, listing }));
    // The rows of the page, and for each its stage.
    expect(reading?.fetched).toBeLessThanOrEqual(3 * (pageSize + 1));
    expect(reading?.entries).toBeLessThanOrEqual(linesOfAll / 10 + 4 * (pageSize + 1));
  });
});
