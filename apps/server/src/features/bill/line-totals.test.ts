import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addOrg, addProject, addStage } from './line.fixture.ts';
import { noneWrong, wrongTotals } from './line-totals.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('R10.5 R4.12 whatever many writers add, change and remove at once, the kept totals are what the lines come to', async () => {
  const owners = await Promise.all([makeMerchant(app), makeMerchant(app)]);
  const stages = await Promise.all([addStage(app), addStage(app)]);
  const orgs = await Promise.all([addOrg(app), addOrg(app)]);
  const projects = await Promise.all(owners.map((owner) => addProject(app, owner)));
  let batches = 0;
  const add = (owner: number, stage: number, size: number) => {
    batches += 1;
    return app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, quantity, unit, occurred_on)
        select $1, $2, $3 || n, $4, 'p' || n % 2, ($5::text[])[1 + n % 2], case when n % 3 > 0 then n * 100 end, case when n % 3 = 0 then n end,
          case when n % 3 = 0 then '笔' else '元' end, date '2026-10-01' + n % 4 from generate_series(1, $6::int) n`,
      [owners[owner]?.tenantId, stages[stage], `B${batches}-`, projects[owner], orgs, size],
    );
  };
  const change = (owner: number, stage: number, size: number) =>
    app.rows(
      `update bill_line set occurred_on = occurred_on + 1, loan_fen = loan_fen + 7 where line_id in (
        select line_id from bill_line where tenant_id = $1 and stage_id = $2 order by line_id limit $3 for update)`,
      [owners[owner]?.tenantId, stages[stage], size],
    );
  const remove = (owner: number, stage: number, size: number) =>
    app.rows(
      `delete from bill_line where tenant_id = $1 and stage_id = $2 and line_id in (
        select line_id from bill_line where tenant_id = $1 and stage_id = $2 order by line_id limit $3)`,
      [owners[owner]?.tenantId, stages[stage], size],
    );
  const at = fc.nat({ max: 1 });
  const writes = fc.array(fc.tuple(fc.constantFrom(add, change, remove), at, at, fc.integer({ min: 1, max: 40 })), {
    minLength: 4,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(writes, async (all) => {
      const ends = await Promise.allSettled(all.map(([write, owner, stage, size]) => write(owner, stage, size)));
      // Two that meet in opposite order may end one of them, as a whole.
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason.code)] : []));
      expect(failed.filter((code) => code !== '40P01')).toEqual([]);
      expect(await wrongTotals(app)).toEqual(noneWrong);
    }),
    { numRuns: 25 },
  );
  expect((await app.rows('select count(*)::int as lines from bill_line'))[0]?.['lines']).toBeGreaterThan(0);
}, 60_000);
