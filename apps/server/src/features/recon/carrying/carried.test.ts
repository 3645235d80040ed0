import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differingRun, kindsOf, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

/** A run of three lines: one was taken apart, and its ledger row matched with another line; the rest was accepted and noted. */
const handledRun = async () => {
  const made = await differingRun(fixture);
  const { runId } = made.run;
  const [same, other, , missing] = await fixture.rows(runId);
  await fixture.step('unmatch', runId, { itemNos: [same.itemNo] });
  const alone = await fixture.rows(runId, { kind: 'onlyInLedger' });
  const freed = alone.find(({ ledger }) => ledger[0].amount === 10_000);
  await fixture.step('match', runId, { itemNos: [freed.itemNo, missing.itemNo] });
  await fixture.step('accept', runId, { itemNos: [other.itemNo], isAccepted: true });
  const [lone] = await fixture.rows(runId, { kind: 'onlyInLedger' });
  const run = await fixture.step('note', runId, { itemNos: [lone.itemNo], note: '下月补记' });
  return { ...made, runId, run };
};

const again = async (runId: string) => {
  const { body } = await fixture.write('recon.again', { runId });
  await fixture.app.app.sentJobs.drain();
  return fixture.get(body.data.runId);
};
const changesOf = async (runId: string) => (await fixture.call('recon.changes', { runId })).body.data;

describe('R13.3 R13.4 steps by hand in the next run', () => {
  it('R13.3 R13.4 hold on where all rows stand as they stood, and in the run after it too', async () => {
    const { runId, run } = await handledRun();
    const before = await fixture.rows(runId);
    const carried = { matched: 1, unmatched: 1, accepted: 1, noted: 1, left: 0 };
    let last = runId;
    for (let round = 0; round < 2; round += 1) {
      const next = await again(last);
      expect(next).toMatchObject({ comparedRunId: last, carried, totals: run.totals, canUndo: false });
      expect(await changesOf(next.runId)).toMatchObject({ changes: [], carried: { ...carried, items: [] } });
      last = next.runId;
    }
    const withoutNumber = (items: typeof before) =>
      items.map(({ itemNo: _, ...item }) => item).toSorted((one, other) => one.difference - other.difference);
    expect(withoutNumber(await fixture.rows(last))).toEqual(withoutNumber(before));
    // What was carried can be taken apart again by hand.
    const [pair] = (await fixture.rows(last)).filter(
      ({ ledger, lines }) => ledger[0]?.amount === 10_000 && lines.length > 0,
    );
    expect(await fixture.step('unmatch', last, { itemNos: [pair.itemNo] })).toMatchObject({ canUndo: true });
  });

  it('R13.4 what cannot be carried is named with its reason: the line was adjusted, and it agrees by now', async () => {
    const { runId, billId } = await handledRun();
    await fixture.app.rows(
      'update bill set amount_fen = amount_fen + 1, adjusted_fen = adjusted_fen + 1 where bill_id = $1',
      [billId],
    );
    await fixture.app.rows('update line_fee set fee_fen = fee_fen + 1000 where bill_id = $1 and fee_fen > 10000', [
      billId,
    ]);
    const next = await again(runId);
    expect(next).toMatchObject({ carried: { matched: 0, unmatched: 0, accepted: 0, noted: 1, left: 3 } });
    expect((await changesOf(next.runId)).carried.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ steps: ['match'], reason: 'changed', difference: 20_000 }),
        expect.objectContaining({ steps: ['unmatch'], reason: 'otherwise', reference: expect.any(String) }),
        expect.objectContaining({ steps: ['accept'], reason: 'changed', rowNo: 3, kind: 'amountMismatch' }),
      ]),
    );
    // The rules found the pair that had been taken apart, and the difference is settled.
    expect(kindsOf(next)).toMatchObject({ matched: [2, 31_000, 31_000], onlyInBill: [1, 0, 31_000] });
  });

  it('R13.4 of another file nothing is carried, and the run says so', async () => {
    const { file, stageId } = await handledRun();
    const next = await fixture.run(`${file}\r\nX-9,2026-10-15,1.00,某机构`, stageId);
    expect(next).toMatchObject({ carried: { matched: 0, unmatched: 0, accepted: 0, noted: 0, left: 4 } });
    const { items } = (await changesOf(next.runId)).carried;
    expect(new Set(items.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['otherFile']));
  });

  it('R13.2 R13.4 a trial of other tolerances shows them too; the first run of a stage has none', async () => {
    const { runId } = await handledRun();
    const wider = { amountTolerance: 1_000, amountRate: 0, dayTolerance: 3 };
    const tried = (await fixture.write('recon.dryRun', { runId, ...wider })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(tried.runId)).toMatchObject({
      carried: { matched: 1, unmatched: 1, accepted: 0, noted: 1, left: 1 },
    });
    expect((await changesOf(tried.runId)).carried.items).toMatchObject([{ steps: ['accept'], reason: 'otherKind' }]);
    const { stageId } = await fixture.bill();
    const first = await fixture.run(ledgerOf([['A', 1]]), stageId);
    expect(first.carried).toBeUndefined();
    expect((await changesOf(first.runId)).carried).toBeUndefined();
  });
});
