import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { differingRun, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

/** A stage as the year shows it. */
const stageOfYear = async (stageId: string) => {
  const [stage] = await fixture.app.rows(
    'select extract(year from opens_on)::int as year from stage where stage_id = $1',
    [stageId],
  );
  const { stages } = (await fixture.call('recon.year', { year: stage?.['year'] })).body.data;
  return stages.find((each: { stageId: string }) => each.stageId === stageId);
};

/** A run of one line whose amount differs, which is in a feedback. */
const sentRun = async () => {
  const bill = await fixture.bill({ fees: [10_000] });
  const [reference = ''] = bill.references;
  const { runId } = await fixture.run(ledgerOf([[reference, 9_000]]), bill.stageId);
  const [{ itemNo }] = await fixture.rows(runId);
  const wanted = { itemNos: [itemNo], claims: [{ billNo: bill.billNo, claimedAmount: 9_000 }], reason: '多计' };
  const send = async () => String((await fixture.step('toFeedback', runId, wanted)).feedbacks[0].feedbackNo);
  return { ...bill, runId, send, feedbackNo: await send() };
};

describe('R13.4 the year', () => {
  it('R13.4 says disputed while a feedback waits for its answer, and not after it', async () => {
    const finance = await enterStaff(fixture.app, 'recon-finance', { roles: ['finance'] });
    const { runId, stageId, send, feedbackNo } = await sentRun();
    expect((await stageOfYear(stageId)).runs).toMatchObject([{ runId, state: 'disputed', differencesLeft: 0 }]);
    expect(await fixture.get(runId)).toMatchObject({ isDisputed: true });
    expect((await fixture.write('feedback.withdraw', { feedbackNo })).status).toBe(200);
    expect((await stageOfYear(stageId)).runs).toMatchObject([{ state: 'differences', differencesLeft: 1 }]);
    const second = await send();
    const [row] = await fixture.app.rows('select version from feedback where feedback_no = $1', [second]);
    const handled = { feedbackNo: second, action: 'accept', reason: '属实', version: row?.['version'] };
    const answered = await finance.call('feedback.handle', { ...handled, idempotencyKey: newKey() });
    expect(answered.status, answered.text).toBe(200);
    expect((await stageOfYear(stageId)).runs).toMatchObject([{ state: 'tied', isOutdated: true }]);
    expect(await fixture.get(runId)).toMatchObject({ isDisputed: false, isOutdated: true });
  });

  it('R13.4 a stage whose only run was cancelled is one that nobody compared', async () => {
    const { stageId, references } = await fixture.bill({ fees: [10_000] });
    const { runId } = await fixture.start(ledgerOf([[references[0] ?? '', 10_000]]), stageId);
    expect((await stageOfYear(stageId)).runs).toMatchObject([{ runId, state: 'running' }]);
    expect((await fixture.write('recon.cancel', { runId })).body.data.status).toBe('cancelled');
    expect(await stageOfYear(stageId)).toMatchObject({ directions: ['payable'], runs: [] });
  });

  it('R13.4 says of each run what the run says itself, before and after it was closed', async () => {
    const { run, stageId } = await differingRun(fixture);
    const { runId } = run;
    const inBoth = async () => {
      const [shown] = (await stageOfYear(stageId)).runs;
      const itself = await fixture.get(runId);
      for (const field of ['runId', 'side', 'direction', 'differencesLeft', 'isOutdated', 'closedAt', 'closedBy'])
        expect([field, shown[field]]).toEqual([field, itself[field]]);
      return shown;
    };
    expect(await inBoth()).toMatchObject({ state: 'differences', differencesLeft: 3 });
    await fixture.step('close', runId);
    expect(await inBoth()).toMatchObject({ state: 'differences', closedBy: expect.any(String) });
  });

  it('R13.4 says when bills changed after the end, and shows a later run that goes on or failed', async () => {
    const { run, billId, stageId } = await differingRun(fixture);
    const { runId } = run;
    await fixture.step('close', runId);
    expect(await stageOfYear(stageId)).toMatchObject({ directions: ['payable'], runs: [{ runId, isOutdated: false }] });
    await fixture.app.rows(
      'update bill set amount_fen = amount_fen - 1, adjusted_fen = adjusted_fen - 1 where bill_id = $1',
      [billId],
    );
    const later = (await fixture.write('recon.again', { runId })).body.data.runId;
    const { runs } = await stageOfYear(stageId);
    expect(runs).toMatchObject([{ runId, isOutdated: true, later: { runId: later, state: 'running' } }]);
    await fixture.app.rows('update recon_ledger set storage_key = null where ledger_id = $1', [run.ledgerId]);
    await fixture.app.app.sentJobs.drain();
    expect((await stageOfYear(stageId)).runs).toMatchObject([{ runId, later: { runId: later, state: 'failed' } }]);
  });
});
