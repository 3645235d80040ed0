import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';
import { differingRun, ledgerHead, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
let support: TestBrowser;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  support = await enterStaff(fixture.app, 'recon-support', { roles: ['support'] });
});
afterAll(() => fixture.close());

/** A run of which the line that has no row is in a feedback. */
const sentRun = async () => {
  const made = await differingRun(fixture);
  const { runId } = made.run;
  const [{ itemNo }] = await fixture.rows(runId, { kind: 'onlyInBill' });
  const { claims } = (await fixture.call('recon.claims', { runId, itemNos: [itemNo] })).body.data;
  const wanted = { billNo: claims[0].billNo, claimedAmount: claims[0].claimedAmount };
  const sent = await fixture.step('toFeedback', runId, { itemNos: [itemNo], claims: [wanted], reason: '未发生' });
  return { ...made, runId, itemNo, claim: wanted, feedbackNo: String(sent.feedbacks[0].feedbackNo) };
};

const withdraw = async (feedbackNo: string) => {
  const reply = await fixture.write('feedback.withdraw', { feedbackNo });
  expect(reply.status, reply.text).toBe(200);
};

/** The totals of a run are the sums of its items. */
const tiesOut = async (runId: string) => {
  const found = await fixture.app.rows(
    `select t.kind from recon_total t join recon_run r using (run_id)
      where r.run_id = $1 and (t.items, t.accepted, t.sent) is distinct from (select (count(*), count(*) filter (where i.is_accepted and i.feedback_no is null),
        count(*) filter (where i.feedback_no is not null)) from recon_item i where i.run_no = r.run_no and i.kind = t.kind and i.until_step is null)`,
    [runId],
  );
  expect(found).toEqual([]);
};

describe('R13.3 a feedback that ends without an answer to its claim', () => {
  it('R13.3 withdrawn lets go of its items: they differ again, say so, and may be claimed once more', async () => {
    const { runId, itemNo, claim, feedbackNo } = await sentRun();
    await fixture.step('note', runId, { itemNos: [itemNo], note: '等答复' });
    const before = await fixture.get(runId);
    expect(before.differencesLeft).toBe(2);
    expect(await fixture.rows(runId, { state: 'sent' })).toMatchObject([{ feedbackNo, feedbackState: 'open' }]);
    await withdraw(feedbackNo);
    const after = await fixture.get(runId);
    expect(after).toMatchObject({ differencesLeft: 3, version: before.version + 1 });
    expect(await fixture.rows(runId, { state: 'sent' })).toEqual([]);
    const [item] = await fixture.rows(runId, { kind: 'onlyInBill' });
    expect(item).toMatchObject({ note: '等答复', formerFeedbackNo: feedbackNo, feedbackState: 'withdrawn' });
    expect(item.feedbackNo).toBeUndefined();
    await tiesOut(runId);
    // The step that was taken while it was in the feedback.
    expect(await fixture.step('undo', runId)).toMatchObject({ differencesLeft: 3 });
    await tiesOut(runId);
    await fixture.step('accept', runId, { itemNos: [itemNo], isAccepted: true });
    expect(await fixture.step('undo', runId)).toMatchObject({ differencesLeft: 3 });
    const again = await fixture.step('toFeedback', runId, { itemNos: [itemNo], claims: [claim], reason: '未发生' });
    expect(again.run.differencesLeft).toBe(2);
    await tiesOut(runId);
  });

  it('R13.3 rejected lets go of its items, and has them back when it is reopened', async () => {
    const { runId, itemNo, feedbackNo } = await sentRun();
    const [row] = await fixture.app.rows('select version from feedback where feedback_no = $1', [feedbackNo]);
    const handled = { feedbackNo, action: 'reject', reason: '经核对', version: row?.['version'] };
    const answered = await support.call('feedback.handle', { ...handled, idempotencyKey: newKey() });
    expect(answered.status, answered.text).toBe(200);
    expect(await fixture.get(runId)).toMatchObject({ differencesLeft: 3 });
    expect(await fixture.rows(runId, { kind: 'onlyInBill' })).toMatchObject([
      { formerFeedbackNo: feedbackNo, feedbackState: 'rejected' },
    ]);
    await fixture.step('accept', runId, { itemNos: [itemNo], isAccepted: true });
    const reopened = await fixture.write('feedback.add', { feedbackNo, content: '请再看', reopen: true });
    expect(reopened.status, reopened.text).toBe(200);
    expect(await fixture.get(runId)).toMatchObject({ differencesLeft: 2 });
    expect(await fixture.rows(runId, { state: 'sent' })).toMatchObject([{ itemNo, feedbackNo, feedbackState: 'open' }]);
    await tiesOut(runId);
  });

  it('R13.4 a closed run stays as it is, and the next does not count what was withdrawn as sent', async () => {
    const { runId, itemNo, feedbackNo } = await sentRun();
    const closed = await fixture.step('close', runId);
    await withdraw(feedbackNo);
    expect(await fixture.get(runId)).toMatchObject({ differencesLeft: 2, totals: closed.totals });
    expect(await fixture.rows(runId, { state: 'sent' })).toMatchObject([{ itemNo, feedbackState: 'withdrawn' }]);
    const again = (await fixture.write('recon.again', { runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(again.runId)).toMatchObject({ differencesLeft: 3 });
    expect(await fixture.rows(again.runId, { kind: 'onlyInBill' })).toMatchObject([
      { formerFeedbackNo: feedbackNo, feedbackState: 'withdrawn' },
    ]);
    await tiesOut(again.runId);
  });

  it('R13.4 a feedback that a later run carries on lets go of the items of both', async () => {
    const { runId, feedbackNo } = await sentRun();
    const again = (await fixture.write('recon.again', { runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(again.runId)).toMatchObject({ differencesLeft: 2 });
    await withdraw(feedbackNo);
    for (const each of [runId, again.runId]) {
      expect(await fixture.get(each)).toMatchObject({ differencesLeft: 3 });
      await tiesOut(each);
    }
  });
});

describe('R13.3 what becomes a claim', () => {
  it('R13.3 a duplicate is no claim, whatever bill is picked', async () => {
    const bill = await fixture.bill({ fees: [10_000, 20_000] });
    const [reference = ''] = bill.references;
    const row = `${reference},2026-10-15,100.00,某机构`;
    const { runId } = await fixture.run([ledgerHead, row, row].join('\r\n'), bill.stageId);
    const [{ itemNo }] = await fixture.rows(runId, { kind: 'duplicate' });
    const { body } = await fixture.call('recon.claims', { runId, itemNos: [itemNo], billNo: bill.billNo });
    expect(body.data).toMatchObject({
      claims: [],
      leftOut: [{ itemNos: [itemNo], reason: expect.stringContaining('重复') }],
    });
  });

  it('R13.3 R8.6 a claim that is refused writes no file', async () => {
    const { run, billNo } = await differingRun(fixture);
    const { runId, version } = run;
    const [, { itemNo }] = await fixture.rows(runId);
    const claim = { runId, itemNos: [itemNo], claims: [{ billNo, claimedAmount: 21_000 }], reason: '少计', version };
    const files = join(fixture.app.dataDir, 'files');
    await rename(files, `${files}-away`);
    const refusals = [];
    for (const other of [{ version: version + 1 }, { claims: [{ billNo, claimedAmount: 1 }] }]) {
      refusals.push((await fixture.write('recon.toFeedback', { ...claim, ...other })).body.errCode);
    }
    await rename(`${files}-away`, files);
    await fixture.step('close', runId);
    await rename(files, `${files}-away`);
    refusals.push((await fixture.write('recon.toFeedback', { ...claim, version: version + 1 })).body.errCode);
    await rename(`${files}-away`, files);
    expect(refusals).toEqual(['RHSY409', 'RHSY409', 'RHRE006']);
  });
});
