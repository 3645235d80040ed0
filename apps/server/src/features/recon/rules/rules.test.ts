import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { kindsOf, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

/** Everything in force is taken back, so that tests do not meet one another's rules. */
const takeAllBack = () =>
  fixture.app.rows(
    "update recon_rule set taken_back_at = app_now(), taken_back_by = 'x', taken_back_user_id = user_id where taken_back_at is null",
  );

/** Three lines that the ledger has with 0.38 % less, up to a fen, and one that differs otherwise. */
const shortRun = async () => {
  await takeAllBack();
  const bill = await fixture.bill({ fees: [100_000, 200_000, 50_013, 70_000] });
  const [one = '', two = '', three = '', four = ''] = bill.references;
  const file = ledgerOf([
    [one, 99_620],
    [two, 199_240],
    [three, 49_824],
    [four, 60_000],
  ]);
  const run = await fixture.run(file, bill.stageId);
  const items = await fixture.rows(run.runId);
  return { ...bill, run, file, items, itemNo: items[0].itemNo as number };
};
type ShortRun = Awaited<ReturnType<typeof shortRun>>;

const rate = { kind: 'rate', value: 3800 };
const accept = ({ run, itemNo }: ShortRun) =>
  fixture.step('accept', run.runId, { itemNos: [itemNo], isAccepted: true });
const keep = ({ run, itemNo }: ShortRun, terms: object = rate) =>
  fixture.write('recon.keepRule', { runId: run.runId, itemNo, ...terms });
const again = async (runId: string) => {
  const next = (await fixture.write('recon.again', { runId })).body.data;
  await fixture.app.app.sentJobs.drain();
  return fixture.get(next.runId);
};

describe('R13.2 R13.3 a step by hand becomes a rule', () => {
  it('R13.2 R13.3 the trial says what another run then shows, item by item; the rule is the reason, and a run of before stays as it was', async () => {
    const made = await shortRun();
    const { run, itemNo, items } = made;
    await accept(made);
    const source = { runId: run.runId, itemNo };
    expect((await fixture.call('recon.proposeRule', source)).body.data).toEqual({
      counterparty: '某机构',
      lineAmount: 100_000,
      difference: 380,
      // Of which no round share is 3.80.
      basis: 8_333_333,
      proposals: [{ kind: 'amount', value: 380 }],
    });
    const tried = (await fixture.call('recon.tryRule', { ...source, ...rate })).body.data;
    expect(tried).toMatchObject({ changed: 3, sent: 0, accepted: 1 });
    expect(tried.items.map((item: { itemNo: number }) => item.itemNo)).toEqual(
      items.slice(0, 3).map((item) => item.itemNo),
    );
    const before = await fixture.get(run.runId);
    expect(before.totals[1]).toMatchObject({ kind: 'matchedWithinTolerance', ...tried.kinds[0].before });
    expect(before.totals[2]).toMatchObject({ kind: 'amountMismatch', ...tried.kinds[1].before });

    const kept = await keep(made);
    expect(kept.body.data).toMatchObject({
      ...rate,
      counterparty: '某机构',
      side: 'fee',
      direction: 'payable',
      ...source,
    });
    const { ruleId } = kept.body.data;
    const after = await again(run.runId);
    const terms = { ruleId, counterparty: '某机构', ...rate };
    expect(after.rules).toEqual([terms]);
    expect(after.totals[1]).toMatchObject(tried.kinds[0].after);
    expect(after.totals[2]).toMatchObject(tried.kinds[1].after);
    expect(after.differencesLeft).toBe(1);
    const explained = await fixture.rows(after.runId, { kind: 'matchedWithinTolerance' });
    expect(explained).toHaveLength(3);
    for (const item of explained) expect(item).toMatchObject({ rule: 'differenceRule', differenceRule: terms });
    // A note, and an undo, leave the reason where it is.
    await fixture.step('note', after.runId, { itemNos: [explained[0].itemNo], note: '核对' });
    expect((await fixture.rows(after.runId))[0]).toMatchObject({ differenceRule: terms, note: '核对' });
    await fixture.step('undo', after.runId);
    expect((await fixture.rows(after.runId))[0]).toMatchObject({ differenceRule: terms, note: '' });
    // Taken apart and put together again, it is a person's match.
    const apart = await fixture.step('unmatch', after.runId, { itemNos: [explained[0].itemNo] });
    expect(kindsOf(apart)).toMatchObject({ onlyInLedger: [1, 99_620, 0], onlyInBill: [1, 0, 100_000] });

    expect(kindsOf(await fixture.get(run.runId))).toEqual(kindsOf(before));
    expect((await fixture.get(run.runId)).rules).toEqual([]);
  });

  it('R13.2 R13.3 of fees it is a share of the basis of each line, and not of its fee', async () => {
    await takeAllBack();
    const bill = await fixture.bill({ fees: [100_000, 200_000, 60_000] });
    const [one = '', two = '', three = ''] = bill.references;
    // 0.38 % of the bases 83,333.33 and 166,666.67; of the third line of its fee.
    const file = ledgerOf([
      [one, 100_000 - 31_667],
      [two, 200_000 - 63_333],
      [three, 60_000 - 228],
    ]);
    const { runId } = await fixture.run(file, bill.stageId);
    const [first] = await fixture.rows(runId);
    await fixture.step('accept', runId, { itemNos: [first.itemNo], isAccepted: true });
    const source = { runId, itemNo: first.itemNo };
    const ofBasis = { kind: 'basisRate', value: 3800 };
    expect((await fixture.call('recon.proposeRule', source)).body.data).toMatchObject({
      basis: 8_333_333,
      proposals: [ofBasis, { kind: 'amount', value: 31_667 }],
    });
    expect((await fixture.call('recon.tryRule', { ...source, ...ofBasis })).body.data).toMatchObject({ changed: 2 });
    expect((await fixture.call('recon.tryRule', { ...source, kind: 'rate', value: 3800 })).body.errCode).toBe(
      'RHSY422',
    );
    const kept = await fixture.write('recon.keepRule', { ...source, ...ofBasis });
    expect(kept.status).toBe(200);
    const [event] = await fixture.app.rows(
      "select after::text as text from audit_event where event = 'recon.keepRule' and object = $1",
      [kept.body.data.ruleId],
    );
    expect(event?.['text']).toContain('basisRate');
    expect(event?.['text']).not.toContain(kept.body.data.counterparty);
    const after = await again(runId);
    expect(after).toMatchObject({ rules: [ofBasis], differencesLeft: 1 });
    expect(await fixture.rows(after.runId, { kind: 'matchedWithinTolerance' })).toMatchObject([
      { difference: 31_667, differenceRule: ofBasis },
      { difference: 63_333, differenceRule: ofBasis },
    ]);
    expect(await fixture.rows(after.runId, { kind: 'amountMismatch' })).toMatchObject([{ difference: 228 }]);
  });

  it('R13.3 R13.4 a difference in feedback that a rule explains in the next run stays in that feedback, and is accepted no more', async () => {
    const made = await shortRun();
    const [, second, third] = made.items;
    await accept(made);
    const itemNos = [second.itemNo];
    const { claims } = (await fixture.call('recon.claims', { runId: made.run.runId, itemNos })).body.data;
    const [{ billNo, claimedAmount }] = claims;
    const sent = await fixture.step('toFeedback', made.run.runId, {
      itemNos,
      claims: [{ billNo, claimedAmount }],
      reason: '少计',
    });
    const [{ feedbackNo }] = sent.feedbacks;
    await fixture.step('note', made.run.runId, { itemNos: [third.itemNo], note: '已问对方' });
    await keep(made);
    const after = await again(made.run.runId);
    const explained = await fixture.rows(after.runId, { kind: 'matchedWithinTolerance' });
    expect(explained.map(({ feedbackNo, isAccepted, note }) => ({ feedbackNo, isAccepted, note }))).toEqual([
      { isAccepted: false, note: '' },
      { feedbackNo, isAccepted: false, note: '' },
      { isAccepted: false, note: '已问对方' },
    ]);
    expect(after.totals[1]).toMatchObject({ kind: 'matchedWithinTolerance', items: 3, accepted: 0, sent: 1 });
    expect(after.differencesLeft).toBe(1);
  });

  it('R13.3 taken back, it explains nothing any more; the run that used it still says so, and the list says who took it back', async () => {
    const made = await shortRun();
    await accept(made);
    const { ruleId } = (await keep(made)).body.data;
    const used = await again(made.run.runId);
    const taken = await fixture.write('recon.takeBackRule', { ruleId });
    expect(taken.body.data).toMatchObject({ ruleId, takenBackBy: taken.body.data.madeBy });
    expect(await fixture.write('recon.takeBackRule', { ruleId })).toMatchObject(
      cameSecond(taken.body.data.takenBackBy, '收回一条差异规则'),
    );
    expect((await fixture.write('recon.takeBackRule', { ruleId: 'none' })).body.errCode).toBe('RHSY404');
    const later = await again(made.run.runId);
    expect(later.rules).toEqual([]);
    expect(kindsOf(later)['amountMismatch']?.[0]).toBe(4);
    expect((await fixture.get(used.runId)).rules).toHaveLength(1);
    const [item] = await fixture.rows(used.runId, { kind: 'matchedWithinTolerance' });
    expect(item.differenceRule).toMatchObject({ ruleId });
    const { rules } = (await fixture.call('recon.rules')).body.data;
    expect(rules.find((rule: { ruleId: string }) => rule.ruleId === ruleId)).toHaveProperty('takenBackAt');
    // Taken back, the same rule can be kept once more.
    expect((await keep(made)).status).toBe(200);
  });

  it('R13.3 a match by hand becomes one too; an item that nobody decided on, without a pair, a difference or a counterparty does not', async () => {
    const made = await shortRun();
    const { run, itemNo, items } = made;
    const code = async (no: number) =>
      (await fixture.call('recon.proposeRule', { runId: run.runId, itemNo: no })).body.errCode;
    expect(await code(itemNo)).toBe('RHRE020');
    const tried = await fixture.call('recon.tryRule', { runId: run.runId, itemNo, kind: 'rate', value: 3800 });
    expect(tried.body.errCode).toBe('RHRE020');
    expect((await keep(made)).body.errCode).toBe('RHRE020');
    const apart = await fixture.step('unmatch', run.runId, { itemNos: [itemNo] });
    const alone = (await fixture.rows(run.runId)).filter(({ rule }) => rule === 'hand').map((item) => item.itemNo);
    expect(await code(alone[0])).toBe('RHRE020');
    await fixture.step('match', run.runId, { itemNos: alone });
    const [byHand] = (await fixture.rows(run.runId)).filter(({ rule }) => rule === 'hand');
    expect(await code(byHand.itemNo)).toBeUndefined();
    expect(apart.canUndo).toBe(true);
    await fixture.app.rows(
      'update recon_item set counterparty = null where item_no = $2 and run_no = (select run_no from recon_run where run_id = $1)',
      [run.runId, items[1].itemNo],
    );
    await fixture.step('accept', run.runId, { itemNos: [items[1].itemNo], isAccepted: true });
    expect(await code(items[1].itemNo)).toBe('RHRE020');
    expect(await code(999_999)).toBe('RHSY404');
    expect((await fixture.call('recon.proposeRule', { runId: 'none', itemNo })).body.errCode).toBe('RHSY404');
  });

  it('R13.3 terms that do not explain the step, or are out of bounds, are named', async () => {
    const made = await shortRun();
    await accept(made);
    for (const terms of [
      { kind: 'rate', value: 0 },
      { kind: 'rate', value: 1_000_001 },
      { kind: 'amount', value: 381 },
    ]) {
      const refused = await keep(made, terms);
      expect(refused.body.errCode).toBe('RHSY422');
      expect(refused.body.data.fields[0].path).toBe('value');
      expect(
        (await fixture.call('recon.tryRule', { runId: made.run.runId, itemNo: made.itemNo, ...terms })).body.errCode,
      ).toBe('RHSY422');
    }
  });

  it('R4.12 R13.3 of parallel requests one keeps the rule; the number of rules is bounded', async () => {
    const made = await shortRun();
    await accept(made);
    const codes = await Promise.all(Array.from({ length: 5 }, async () => (await keep(made)).body.errCode));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'RHRE022')).toHaveLength(4);
    await fixture.app.rows(
      `insert into recon_rule (tenant_id, rule_id, side, direction, counterparty, kind, value, run_id, item_no, user_id, made_by)
        select tenant_id, 'many-' || n, side, direction, '别的', kind, n, run_id, item_no, user_id, made_by from recon_rule, generate_series(1, 49) n
          where taken_back_at is null`,
    );
    expect((await keep(made, { kind: 'amount', value: 380 })).body.errCode).toBe('RHRE021');
    expect((await fixture.call('recon.rules')).body.data.isFull).toBe(true);
    await takeAllBack();
  });

  it('R6.3 R13.3 another tenant sees, uses and takes back nothing of it', async () => {
    const made = await shortRun();
    await accept(made);
    const { ruleId } = (await keep(made)).body.data;
    const other = await makeMerchant(fixture.app);
    const bill = await fixture.bill({ fees: [100_000] }, other);
    expect((await fixture.call('recon.rules', {}, other)).body.data.rules).toEqual([]);
    expect((await fixture.write('recon.takeBackRule', { ruleId }, other)).body.errCode).toBe('RHSY404');
    const source = { runId: made.run.runId, itemNo: made.itemNo };
    expect((await fixture.call('recon.tryRule', { ...source, ...rate }, other)).body.errCode).toBe('RHSY404');
    const run = await fixture.run(ledgerOf([[bill.references[0] ?? '', 99_620]]), bill.stageId, {}, other);
    expect(run.rules).toEqual([]);
    expect(kindsOf(run)['amountMismatch']?.[0]).toBe(1);
  });
});
