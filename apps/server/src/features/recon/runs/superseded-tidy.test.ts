import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askExport } from '#features/export/export.fixture';
import { differingRun, ReconFixture } from '../recon.fixture.ts';
import { reconJobs } from '../recon.jobs.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

const tidy = async () => {
  const { database, ports } = fixture.app;
  for (const { run } of reconJobs) await run({ database, ports, log: ports.log });
};
const again = async (runId: string) => {
  const { body } = await fixture.write('recon.again', { runId });
  await fixture.app.app.sentJobs.drain();
  return fixture.get(body.data.runId);
};
/** Whether the items of a run are still on disk. */
const isKept = async (runId: string): Promise<boolean> => {
  const [row] = await fixture.app.rows(
    "select to_regclass('recon_item_' || run_no) is not null and to_regclass('recon_part_' || run_no) is not null as kept from recon_run where run_id = $1",
    [runId],
  );
  return row?.['kept'] === true;
};

describe('R13.4 a run that a newer one has taken the place of', () => {
  it('R13.4 its items go, its totals and what changed stay readable, and nothing is done with items that are gone', async () => {
    const { run, stageId } = await differingRun(fixture);
    const before = await fixture.get(run.runId);
    await tidy();
    expect(await isKept(run.runId)).toBe(true);
    const [next, last] = [await again(run.runId), await again(run.runId)];
    await tidy();
    expect([await isKept(run.runId), await isKept(next.runId), await isKept(last.runId)]).toEqual([false, false, true]);
    const after = await fixture.get(run.runId);
    expect(after).toMatchObject({ status: 'done', totals: before.totals, differencesLeft: before.differencesLeft });
    expect(after).toMatchObject({ itemsGoneAt: expect.any(String), canUndo: false });
    expect((await fixture.call('recon.changes', { runId: last.runId })).status).toBe(200);
    expect((await fixture.call('recon.page', { stageId })).body.data.total).toBe(3);
    const { runId } = run;
    const settings = { amountTolerance: 0, amountRate: 0, dayTolerance: 3 };
    const { version } = after;
    const refused = await Promise.all([
      fixture.call('recon.rows', { runId }),
      fixture.call('recon.suggest', { runId, itemNo: 1 }),
      fixture.call('recon.proposeRule', { runId, itemNo: 1 }),
      fixture.call('recon.claims', { runId, itemNos: [1] }),
      fixture.write('recon.accept', { runId, version, itemNos: [1], isAccepted: true }),
      fixture.write('recon.undo', { runId, version }),
      fixture.write('recon.close', { runId, version }),
      fixture.write('recon.dryRun', { runId, ...settings }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    const asked = await askExport(fixture.owner, { kind: 'recon', format: 'csv', filter: { runId } });
    expect(asked).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'filter.runId' }] } } });
    // The file is there, and another run of it is compared with the last result.
    expect(await again(runId)).toMatchObject({ status: 'done', comparedRunId: last.runId });
  });

  it('R13.4 a closed run, one with items in a feedback, one that a rule in force was made from, and a result of another side stay', async () => {
    const closed = await differingRun(fixture);
    await fixture.step('close', closed.run.runId);
    await again(closed.run.runId);
    const sent = await differingRun(fixture);
    const [mismatch] = await fixture.rows(sent.run.runId, { kind: 'amountMismatch' });
    const { claims } = (await fixture.call('recon.claims', { runId: sent.run.runId, itemNos: [mismatch.itemNo] })).body
      .data;
    const seen = claims.map(({ billNo, claimedAmount }: { billNo: string; claimedAmount: number }) => ({
      billNo,
      claimedAmount,
    }));
    await fixture.step('toFeedback', sent.run.runId, {
      itemNos: [mismatch.itemNo],
      claims: seen,
      reason: '与合同不符',
    });
    await again(sent.run.runId);
    const ruled = await differingRun(fixture);
    await fixture.app.rows(
      `insert into recon_rule (tenant_id, rule_id, side, direction, counterparty, kind, value, run_id, item_no, user_id, made_by)
        values ($1, 'rule-of-run', 'fee', 'payable', '某机构', 'amount', -1000, $2, 1, $3, '王小明')`,
      [fixture.owner.tenantId, ruled.run.runId, fixture.owner.userId],
    );
    await again(ruled.run.runId);
    const basis = await differingRun(fixture);
    await fixture.run(basis.file, basis.stageId, { side: 'basis' });
    await tidy();
    for (const { run } of [closed, sent, ruled, basis]) expect(await isKept(run.runId)).toBe(true);
    await fixture.write('recon.takeBackRule', { ruleId: 'rule-of-run' });
    await tidy();
    expect([await isKept(ruled.run.runId), await isKept(sent.run.runId)]).toEqual([false, true]);
  });

  it('R13.4 a run with which one that waits is compared stays until that has ended', async () => {
    const { run } = await differingRun(fixture);
    const trial = await fixture.write('recon.dryRun', {
      runId: run.runId,
      amountTolerance: 0,
      amountRate: 0,
      dayTolerance: 5,
    });
    await fixture.app.rows(
      "update sent_job set due_at = due_at + interval '1 hour' where job_id = (select job_id from recon_run where run_id = $1)",
      [trial.body.data.runId],
    );
    await again(run.runId);
    await tidy();
    expect(await isKept(run.runId)).toBe(true);
    await fixture.app.rows(
      'update sent_job set due_at = app_now() where job_id = (select job_id from recon_run where run_id = $1)',
      [trial.body.data.runId],
    );
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(trial.body.data.runId)).toMatchObject({ status: 'done' });
    await tidy();
    expect(await isKept(run.runId)).toBe(false);
  });
});
