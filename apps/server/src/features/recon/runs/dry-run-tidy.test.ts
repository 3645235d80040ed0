import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differingRun, ReconFixture } from '../recon.fixture.ts';
import { tidyDryRuns } from './dry-run-tidy.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

describe('R13.5 the tidying of trial runs', () => {
  it('R13.5 does not make readers of items wait: it gives up soon, and the next one drops them', async () => {
    const { run } = await differingRun(fixture);
    const settings = { amountTolerance: 0, amountRate: 0, dayTolerance: 3 };
    const { runId } = (await fixture.write('recon.dryRun', { runId: run.runId, ...settings })).body.data;
    await fixture.app.app.sentJobs.drain();
    await fixture.app.rows("update recon_run set matched_at = matched_at - interval '8 days' where run_id = $1", [
      runId,
    ]);
    const { database, ports } = fixture.app;
    const tidy = () => tidyDryRuns.run({ database, ports, log: ports.log });
    const reader = await database.pool('service').connect();
    try {
      await reader.query('begin');
      await reader.query('select from recon_item limit 1');
      const began = performance.now();
      await tidy();
      // Without a bound it would wait for the reader for ever.
      expect(performance.now() - began).toBeLessThan(20_000);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    expect(await fixture.get(runId)).toMatchObject({ status: 'done' });
    await tidy();
    expect(await fixture.get(runId)).toMatchObject({ status: 'expired' });
  });
});
