import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '#features/bill/member.fixture';
import { differingRun, kindsOf, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

const differing = () => differingRun(fixture);

describe('R13.3 as variance feedback', () => {
  it('R13.3 chosen differences become one claim for each bill, all or none, and stand as sent', async () => {
    const { run, billNo } = await differing();
    const { runId } = run;
    const items = await fixture.rows(runId, { state: 'open' });
    const itemNos = items.map(({ itemNo }) => itemNo);
    const shown = (await fixture.call('recon.claims', { runId, itemNos })).body.data;
    expect(shown).toMatchObject({
      claims: [{ billNo, billAmount: 60_000, claimedAmount: 21_000, coversBill: false }],
      leftOut: [{ reason: '只有商户账有，请先选择所属的账单' }],
    });
    const whole = (await fixture.call('recon.claims', { runId, itemNos, billNo })).body.data;
    expect(whole).toMatchObject({
      claims: [{ billNo, claimedAmount: 60_000 - 50_000 + 26_000, coversBill: true }],
      leftOut: [],
    });
    const claims = whole.claims.map((claim: { billNo: string; claimedAmount: number }) => ({
      billNo: claim.billNo,
      claimedAmount: claim.claimedAmount,
    }));
    const { version } = await fixture.get(runId);
    const changed = { runId, itemNos, billNo, claims: [{ billNo, claimedAmount: 1 }], reason: '与我方账不符', version };
    expect((await fixture.write('recon.toFeedback', changed)).body.errCode).toBe('RHSY409');
    const sent = await fixture.write('recon.toFeedback', { ...changed, claims });
    expect(sent.body.data).toMatchObject({ feedbacks: [{ billNo }], run: { differencesLeft: 0 } });
    const [{ feedbackNo }] = sent.body.data.feedbacks;
    const detail = (await fixture.call('feedback.detail', { feedbackNo })).body.data;
    expect(detail).toMatchObject({
      claimedAmount: 36_000,
      billStatus: 'disputed',
      messages: [{ files: [{ name: `对账差异-${billNo}.xlsx` }] }],
    });
    const { fileId } = detail.messages[0].files[0];
    expect((await fixture.call('feedback.download', { feedbackNo, fileId })).status).toBe(200);
    expect(await fixture.rows(runId, { state: 'sent' })).toHaveLength(3);
    const again = (await fixture.call('recon.claims', { runId, itemNos })).body.data;
    expect(again).toMatchObject({ claims: [], leftOut: [{ reason: '已作为差异反馈提出' }, {}, {}] });
    const [first] = itemNos;
    for (const [verb, payload] of [
      ['unmatch', { itemNos: [first] }],
      ['match', { itemNos }],
      ['accept', { itemNos, isAccepted: true }],
    ] as const) {
      const now = await fixture.get(runId);
      const reply = await fixture.write(`recon.${verb}`, { runId, version: now.version, ...payload });
      expect([verb, reply.body.errCode]).toEqual([verb, 'RHRE010']);
    }
  });

  it('R13.3 the attached file has every row of a group with its kind, its group and the reason', async () => {
    const { stageId, billNo } = await fixture.bill({ fees: [30_000] });
    const run = await fixture.run(
      ledgerOf([
        ['X-1', 5_000],
        ['X-2', 4_000],
      ]),
      stageId,
    );
    const { runId } = run;
    const alone = await fixture.rows(runId);
    await fixture.step('match', runId, { itemNos: alone.map(({ itemNo }) => itemNo) });
    const [{ itemNo }] = await fixture.rows(runId);
    const { feedbacks } = await fixture.step('toFeedback', runId, {
      itemNos: [itemNo],
      claims: [{ billNo, claimedAmount: 9_000 }],
      reason: '应为两笔之和',
    });
    const { feedbackNo } = feedbacks[0];
    const detail = (await fixture.call('feedback.detail', { feedbackNo })).body.data;
    const { fileId } = detail.messages[0].files[0];
    const { bytes } = await fixture.call('feedback.download', { feedbackNo, fileId });
    // The reader of ledgers reads it.
    const { ledgerId } = (await fixture.upload(bytes, '对账差异.xlsx')).body.data;
    const { columns } = (await fixture.call('recon.preview', { ledgerId })).body.data;
    const samples = Object.fromEntries(
      columns.map((column: { name: string; samples: string[] }) => [column.name, column.samples.slice(0, 2)]),
    );
    const reason = '人工勾对，商户账 2\u00a0行对平台账 1\u00a0行，金额不符';
    expect(samples).toMatchObject({ 结果: ['金额不符', '金额不符'], 组: ['2 对 1', '2 对 1'], 依据: [reason, reason] });
    expect(samples['商户账编号']).toEqual(['X-1', 'X-2']);
    expect(samples['商户账金额'].map(Number)).toEqual([50, 40]);
    expect(samples['平台账金额'].slice(0, 1).map(Number)).toEqual([300]);
  });

  it('R13.4 what an answer covered is not claimed again, what was rejected may be', async () => {
    const { run, billNo, billId } = await differing();
    const { runId } = run;
    const items = await fixture.rows(runId, { kind: 'onlyInLedger' });
    const itemNos = items.map(({ itemNo }) => itemNo);
    const { claims } = (await fixture.call('recon.claims', { runId, itemNos, billNo })).body.data;
    const wanted = { billNo, claims: [{ billNo, claimedAmount: claims[0].claimedAmount }], reason: '漏计' };
    const sent = await fixture.step('toFeedback', runId, { itemNos, ...wanted });
    const [{ feedbackNo }] = sent.feedbacks;
    const answered = (status: string) =>
      fixture.app.rows(`update feedback set status = $2, answered_at = app_now() where feedback_no = $1`, [
        feedbackNo,
        status,
      ]);
    for (const [status, found] of [
      ['resolved', 1],
      ['rejected', 0],
    ] as const) {
      await answered(status);
      await fixture.app.rows("update bill set status = 'pending' where bill_id = $1", [billId]);
      const again = (await fixture.write('recon.again', { runId })).body.data;
      await fixture.app.app.sentJobs.drain();
      expect(await fixture.rows(again.runId, { state: 'sent' })).toHaveLength(found);
      await fixture.app.rows("update recon_run set created_at = created_at - interval '1 day' where run_id = $1", [
        again.runId,
      ]);
    }
  });

  it('R13.3 a step cannot be taken back once what it made is in a feedback', async () => {
    const { run, billNo } = await differing();
    const { runId } = run;
    const [, , alone, missing] = await fixture.rows(runId);
    await fixture.step('match', runId, { itemNos: [alone.itemNo, missing.itemNo] });
    const [pair] = await fixture.rows(runId, { kind: 'amountMismatch', sort: 'difference' });
    const itemNos = [pair.itemNo];
    const { claims } = (await fixture.call('recon.claims', { runId, itemNos })).body.data;
    const { version } = await fixture.get(runId);
    const wanted = { claims: [{ billNo, claimedAmount: claims[0].claimedAmount }], reason: '少计', version };
    expect((await fixture.write('recon.toFeedback', { runId, itemNos, ...wanted })).status).toBe(200);
    const after = await fixture.get(runId);
    expect((await fixture.write('recon.undo', { runId, version: after.version })).body.errCode).toBe('RHRE010');
  });

  it('R13.3 a difference of basis claims the fee that its rule gives', async () => {
    const bill = await fixture.bill({ fees: [12_000] });
    const [reference = ''] = bill.references;
    const run = await fixture.run(ledgerOf([[reference, 500_000]]), bill.stageId, { side: 'basis' });
    expect(kindsOf(run)).toEqual({ amountMismatch: [1, 500_000, 1_000_000] });
    const [{ itemNo }] = await fixture.rows(run.runId);
    const { claims } = (await fixture.call('recon.claims', { runId: run.runId, itemNos: [itemNo] })).body.data;
    // 1.20 % of 5,000.00 yuan.
    expect(claims).toMatchObject([{ billNo: bill.billNo, claimedAmount: 6_000 }]);
  });

  it('R8.6 a claim waits for the store of files: nothing is claimed while it is down', async () => {
    const { run, billNo } = await differing();
    const { runId, version } = run;
    const [, { itemNo }] = await fixture.rows(runId);
    const claim = { runId, itemNos: [itemNo], claims: [{ billNo, claimedAmount: 21_000 }], reason: '少计', version };
    const files = join(fixture.app.dataDir, 'files');
    await rename(files, `${files}-away`);
    const refused = await fixture.write('recon.toFeedback', claim);
    await rename(`${files}-away`, files);
    expect(refused.body.errCode).toBe('OPSB0005');
    expect((await fixture.write('recon.toFeedback', claim)).status).toBe(200);
  });
});

describe('R6.3 who sends differences as feedback', () => {
  it('R6.3 holds the keys of reconciliation and of feedback both, or is refused with 403', async () => {
    // Every role holds both or none today; here the operation lets a viewer in.
    const id = 'recon.toFeedback';
    const opened = { [id]: { ...operations[id], keys: ['recon.read'] as const } };
    const open = await ReconFixture.open({ extra: { operations: opened, handlers: {} } });
    try {
      const { run, billNo } = await differingRun(open);
      const { itemNo } = (await open.rows(run.runId, { state: 'open' }))[0];
      const { claims } = (await open.call('recon.claims', { runId: run.runId, itemNos: [itemNo], billNo })).body.data;
      const [{ claimedAmount }] = claims;
      const { version } = await open.get(run.runId);
      const claim = {
        runId: run.runId,
        itemNos: [itemNo],
        claims: [{ billNo, claimedAmount }],
        reason: '不符',
        version,
      };
      const viewer = await addMember(open.app, open.owner, { name: '王看看', role: 'viewer' });
      expect(await open.write(id, claim, viewer)).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
      expect(await open.app.rows('select 1 from feedback')).toEqual([]);
      expect(await open.write(id, claim)).toMatchObject({ status: 200 });
    } finally {
      await open.close();
    }
  });
});
