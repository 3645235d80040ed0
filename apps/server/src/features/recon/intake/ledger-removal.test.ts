import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { differingRun, ledgerOf, ReconFixture } from '../recon.fixture.ts';
import { tidyDryRuns } from '../runs/dry-run-tidy.ts';
import { tidyLedgers } from './ledger-tidy.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

const tidy = async () => {
  const { database, ports } = fixture.app;
  for (const each of [tidyLedgers, tidyDryRuns]) await each.run({ database, ports, log: ports.log });
};
const remove = (ledgerId: string, by?: Merchant) => fixture.write('recon.removeLedger', { ledgerId }, by);
const removal = async (ledgerId: string) => (await fixture.call('recon.removal', { ledgerId })).body;
/** What is stored of a ledger and its runs. */
const storedOf = async (ledgerId: string) =>
  (
    await fixture.app.rows(
      `select l.storage_key is not null as bytes, l.removed_by, (select count(*)::int from recon_item i join recon_run r using (run_no)
          where r.ledger_id = l.ledger_id) as items, (select count(*)::int from recon_total t join recon_run r using (run_id)
          where r.ledger_id = l.ledger_id) as totals, (select count(*)::int from recon_run r where r.ledger_id = l.ledger_id
          and to_regclass('recon_item_' || r.run_no) is not null) as tables
        from recon_ledger l where l.ledger_id = $1`,
      [ledgerId],
    )
  )[0];

describe('R13.1 R13.4 a ledger is deleted with its runs', () => {
  it('R13.4 the question names what goes; its name, size and hash stay, with who deleted it', async () => {
    const { run, file, stageId } = await differingRun(fixture);
    const { ledgerId, runId, name, size, sha256 } = run;
    const again = (await fixture.write('recon.again', { runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect((await removal(ledgerId)).data).toMatchObject({
      name,
      size,
      sha256,
      runs: 2,
      trials: 0,
      first: [{ runId: again.runId, stageName: run.stageName }, { runId }],
    });
    expect((await removal(ledgerId)).data.keptFor).toBeUndefined();
    expect((await remove(ledgerId)).status).toBe(200);
    const gone = { status: 'expired', isFileKept: false, name, size, sha256, removedBy: '王小明', canUndo: false };
    expect(await fixture.get(runId)).toMatchObject({ ...gone, removedAt: expect.any(String) });
    for (const operation of ['recon.rows', 'recon.changes']) {
      expect((await fixture.call(operation, { runId })).body.errCode).toBe('RHSY404');
    }
    expect((await fixture.call('recon.preview', { ledgerId })).body.errCode).toBe('RHSY404');
    expect((await fixture.write('recon.again', { runId })).body.errCode).toBe('RHRE005');
    expect((await removal(ledgerId)).errCode).toBe('RHSY404');
    expect((await remove(ledgerId)).body.errCode).toBe('RHSY404');
    await tidy();
    expect(await storedOf(ledgerId)).toEqual({ bytes: false, removed_by: '王小明', items: 0, totals: 0, tables: 0 });
    // The stage is as before it was reconciled, and the next run is compared with none.
    const { items } = (await fixture.call('recon.page', { stageId })).body.data;
    expect(items).toMatchObject([gone, gone]);
    const [stage = {}] = await fixture.app.rows(
      'select extract(year from opens_on)::int as year from stage where stage_id = $1',
      [stageId],
    );
    const { stages } = (await fixture.call('recon.year', { year: stage['year'] })).body.data;
    expect(stages.find((each: { stageId: string }) => each.stageId === stageId).runs).toEqual([]);
    expect((await fixture.upload(file)).body.data.earlier).toEqual([]);
    const next = await fixture.run(file, stageId);
    expect(next.comparedRunId).toBeUndefined();
    const [event] = await fixture.app.rows(
      "select before from audit_event where operation = 'recon.removeLedger' and object = $1",
      [ledgerId],
    );
    expect(event?.['before']).toMatchObject({ name, size, sha256, runIds: expect.arrayContaining([runId]) });
  });

  it('R13.4 a ledger of a closed run, and one that is being read, is kept with a sentence', async () => {
    const { run, stageId } = await differingRun(fixture);
    await fixture.step('close', run.runId);
    expect((await removal(run.ledgerId)).data.keptFor).toBe('closed');
    const refused = await remove(run.ledgerId);
    expect(refused.body).toMatchObject({ errCode: 'RHRE023', errMsg: expect.stringContaining('凭据') });
    expect((await fixture.call('recon.statement', { runId: run.runId })).status).toBe(200);
    const waiting = await fixture.start(ledgerOf([['Y-1', 7]]), stageId);
    expect((await removal(waiting.ledgerId)).data.keptFor).toBe('underWay');
    expect((await remove(waiting.ledgerId)).body.errCode).toBe('RHRE024');
    await fixture.app.app.sentJobs.drain();
    expect((await remove(waiting.ledgerId)).status).toBe(200);
  });

  it('R13.4 of a start and a deletion at once one is refused', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    for (let round = 0; round < 5; round += 1) {
      const ledger = await fixture.ledger(ledgerOf([[`R-${round}`, 10_000]]));
      const subject = { side: 'fee', direction: 'payable', stageId, ...ledger };
      const [started, removed] = await Promise.all([fixture.write('recon.start', subject), remove(ledger.ledgerId)]);
      expect([started.status, removed.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      await fixture.app.app.sentJobs.drain();
    }
  });

  it('security 4.8 R4.13 the room is free at once, and another tenant can neither see nor delete it', async () => {
    const other = await makeMerchant(fixture.app, '李四');
    await fixture.bill({}, other);
    const { ledgerId } = await fixture.ledger(ledgerOf([['Z-1', 5]]));
    expect((await fixture.call('recon.removal', { ledgerId }, other)).body.errCode).toBe('RHSY404');
    expect((await remove(ledgerId, other)).body.errCode).toBe('RHSY404');
    // As if all the room were taken by it.
    await fixture.app.rows('update recon_ledger set size_bytes = 2000::bigint * 1024 * 1024 where ledger_id = $1', [
      ledgerId,
    ]);
    expect((await fixture.upload(ledgerOf([['Z-2', 5]]))).body.errCode).toBe('RHRE001');
    expect((await remove(ledgerId)).status).toBe(200);
    expect((await fixture.upload(ledgerOf([['Z-2', 5]]))).status).toBe(200);
  });
});

describe('R13.4 the runs of a day', () => {
  it('R13.4 are bounded for a tenant, trials among them; the next day is another one', async () => {
    const own = await ReconFixture.open({ limits: { reconRunsPerDay: 2 } });
    try {
      const { stageId } = await own.bill();
      const { runId } = await own.run(ledgerOf([['A', 1]]), stageId);
      await own.write('recon.dryRun', { runId, amountTolerance: 0, amountRate: 0, dayTolerance: 0 });
      await own.app.app.sentJobs.drain();
      const refused = await own.write('recon.again', { runId });
      expect(refused.body).toMatchObject({ errCode: 'RHRE025', errMsg: expect.stringContaining('今天的对账次数') });
      const { ledgerId, mapping } = await own.ledger(ledgerOf([['A', 2]]));
      const subject = { side: 'fee', direction: 'payable', stageId, ledgerId, mapping };
      expect((await own.write('recon.start', subject)).body.errCode).toBe('RHRE025');
      const trial = { runId, amountTolerance: 0, amountRate: 0, dayTolerance: 1 };
      expect((await own.write('recon.dryRun', trial)).body.errCode).toBe('RHRE025');
      await own.app.rows("update recon_run set created_at = created_at - interval '1 day'");
      expect((await own.write('recon.again', { runId })).status).toBe(200);
      await own.app.app.sentJobs.drain();
    } finally {
      await own.close();
    }
  });
});
