import { afterAll, beforeAll, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cutAt } from '#kernel/testing/cut-connections';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addProject, addStage } from '../line.fixture.ts';
import { enterImports, fileHead, fileRow, type ImportStaff } from '../line-import/line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
/** A file of one line, with its loan’s number. */
let fileOf: (loanNo: string) => string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterImports(app);
  const merchant = await makeMerchant(app);
  await certifyTenant(app, merchant);
  const party = { tenant: merchant.tenantId, project: await addProject(app, merchant), org: await addOrg(app) };
  // The product that the lines name comes with its rule.
  await (await enterBilling(app)).rule({ productId: 'loan' });
  fileOf = (loanNo) => [fileHead, fileRow({ ...party, loanNo })].join('\n');
});
afterAll(() => app.close());

const eventsOf = async (importId: string): Promise<readonly unknown[]> => {
  const sql = "select event from audit_event where object = $1 and event like 'ops.lineImport.take%' order by event_id";
  return (await app.rows(sql, [importId])).map(({ event }) => event);
};

it('R14.6 whichever statement of taking an import back is lost, it is asked for once or not at all, and a repeat has one effect', async () => {
  for (let n = 1; n <= 8; n += 1) {
    for (const moment of ['before', 'after'] as const) {
      const stageId = await addStage(app);
      const { importId } = await desk.run(stageId, fileOf(`CUT-${n}-${moment}`));
      const { version } = await desk.get(importId);
      const payload = { importId, version, reason: '选错账期', idempotencyKey: newKey() };
      const cut = cutAt(n, moment);
      const first = await desk.browser.call('ops.lineImport.takeBack', payload);
      cut.end();
      const repeat = first.status === 200 ? first : await desk.browser.call('ops.lineImport.takeBack', payload);
      expect(repeat.status, `${n} ${moment} ${repeat.text}`).toBe(200);
      await app.app.sentJobs.drain();
      expect(await desk.get(importId), `${n} ${moment}`).toMatchObject({ status: 'takenBack' });
      expect(await app.rows('select from bill_line where stage_id = $1', [stageId])).toEqual([]);
      const done = ['ops.lineImport.takeBack', 'ops.lineImport.takenBack'];
      expect(await eventsOf(importId), `${n} ${moment}`).toEqual(done);
    }
  }
}, 120_000);
