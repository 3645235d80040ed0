import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { differingRun, kindsOf, ledgerOf, ReconFixture } from './recon.fixture.ts';
import { tidyDryRuns } from './runs/dry-run-tidy.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

const differing = () => differingRun(fixture);

describe('R13.2 a run', () => {
  it('R13.2 puts every row of both sides into one kind, and the totals tie out', async () => {
    const { run, file } = await differing();
    expect(run).toMatchObject({
      status: 'done',
      name: '商户账.csv',
      size: Buffer.byteLength(file),
      rows: 3,
      differencesLeft: 3,
      isOutdated: false,
      isFileKept: true,
      canUndo: false,
      startedBy: '王小明',
      madeOf: { bills: 1, amount: 60_000, adjusted: 0 },
    });
    expect(kindsOf(run)).toEqual({
      matched: [1, 10_000, 10_000],
      amountMismatch: [1, 21_000, 20_000],
      onlyInLedger: [1, 5_000, 0],
      onlyInBill: [1, 0, 30_000],
    });
    const items = await fixture.rows(run.runId);
    expect(items.map(({ kind, difference }) => [kind, difference])).toEqual([
      ['matched', 0],
      ['amountMismatch', -1_000],
      ['onlyInLedger', -5_000],
      ['onlyInBill', 30_000],
    ]);
    expect(items[1]).toMatchObject({
      rule: 'reference',
      ledger: [{ rowNo: 3, amount: 21_000, counterparty: '某机构', occurredOn: '2026-10-15' }],
      lines: [{ amount: 20_000, occurredOn: '2026-10-15', billNo: expect.stringMatching(/^ZD/) }],
    });
  });

  it('R13.3 is filtered by kind, state and reference, sorted, and read on by a cursor', async () => {
    const fees = Array.from({ length: 25 }, (_, at) => (at + 1) * 1000);
    const bill = await fixture.bill({ fees });
    const { runId } = await fixture.run(ledgerOf([['X-1', 5]]), bill.stageId);
    const bySize = await fixture.rows(runId, { sort: 'difference' });
    expect(bySize.map(({ difference }) => difference)).toEqual([...fees.toReversed(), -5]);
    for (const sort of ['row', 'difference', 'day']) {
      const whole = await fixture.rows(runId, { sort });
      const seen: unknown[] = [];
      let cursor: string | null | undefined;
      do {
        const more = { sort, pageSize: 10, ...(cursor != null && { cursor }) };
        const { body } = await fixture.call('recon.rows', { runId, ...more });
        seen.push(...body.data.items);
        cursor = body.data.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(whole);
    }
    expect(await fixture.rows(runId, { kind: 'onlyInLedger' })).toHaveLength(1);
    expect(await fixture.rows(runId, { state: 'open' })).toHaveLength(26);
    const [first, , third] = await fixture.rows(runId);
    expect(await fixture.rows(runId, { itemNos: [third.itemNo, first.itemNo, 99_999] })).toEqual([first, third]);
    expect(await fixture.rows(runId, { state: 'accepted' })).toEqual([]);
    const [reference = ''] = bill.references;
    expect((await fixture.rows(runId, { reference })).map(({ lines }) => lines[0].reference)).toEqual([reference]);
    const beginning = await fixture.rows(runId, { reference: reference.slice(0, -1), kind: 'onlyInBill' });
    expect(beginning.map(({ lines }) => lines[0].reference)).toEqual(bill.references.slice(0, 9));
  });
});

describe('R13.3 by hand', () => {
  it('R13.3 a match, its notes and a step back leave the totals tied out', async () => {
    const { run } = await differing();
    const { runId } = run;
    const before = await fixture.rows(runId);
    const [, , alone, missing] = before;
    const matched = await fixture.step('match', runId, { itemNos: [alone.itemNo, missing.itemNo] });
    expect(kindsOf(matched)).toEqual({
      matched: [1, 10_000, 10_000],
      amountMismatch: [2, 26_000, 50_000],
    });
    expect(matched).toMatchObject({ differencesLeft: 2, canUndo: true });
    const [pair] = await fixture.rows(runId, { kind: 'amountMismatch', sort: 'difference' });
    expect(pair).toMatchObject({
      rule: 'hand',
      difference: 25_000,
      ledger: [{ rowNo: 4 }],
      lines: [{ amount: 30_000 }],
    });
    const noted = await fixture.step('note', runId, { itemNos: [pair.itemNo], note: ' 已问过机构 ' });
    expect(noted.differencesLeft).toBe(2);
    expect(await fixture.rows(runId, { state: 'noted' })).toMatchObject([{ itemNo: pair.itemNo, note: '已问过机构' }]);
    const accepted = await fixture.step('accept', runId, { filter: { kind: 'amountMismatch' }, isAccepted: true });
    expect(accepted.differencesLeft).toBe(0);
    for (const left of [2, 2, 3]) expect((await fixture.step('undo', runId)).differencesLeft).toBe(left);
    expect(await fixture.rows(runId)).toEqual(before);
    expect(await fixture.get(runId)).toMatchObject({ totals: run.totals, canUndo: false });
  });

  it('R13.3 a match of several rows is taken apart into each of them', async () => {
    const bill = await fixture.bill({ fees: [10_000, 20_000] });
    const { runId } = await fixture.run(
      ledgerOf([
        ['X-1', 30_000],
        ['X-2', 1],
      ]),
      bill.stageId,
    );
    const items = await fixture.rows(runId);
    const itemNos = items.filter(({ ledger }) => ledger[0]?.amount !== 1).map(({ itemNo }) => itemNo);
    const matched = await fixture.step('match', runId, { itemNos });
    expect(kindsOf(matched)).toEqual({ matched: [1, 30_000, 30_000], onlyInLedger: [1, 1, 0] });
    const [group] = await fixture.rows(runId, { kind: 'matched' });
    expect(group).toMatchObject({ ledger: [{ amount: 30_000 }], lines: [{ amount: 10_000 }, { amount: 20_000 }] });
    const apart = await fixture.step('unmatch', runId, { itemNos: [group.itemNo] });
    expect(kindsOf(apart)).toEqual({ onlyInLedger: [2, 30_001, 0], onlyInBill: [2, 0, 30_000] });
    const again = await fixture.step('undo', runId);
    expect(kindsOf(again)).toEqual(kindsOf(matched));
    expect(await fixture.rows(runId, { kind: 'matched' })).toEqual([group]);
  });

  it('R13.3 each refusal says why, and changes nothing', async () => {
    const { run } = await differing();
    const { runId, version } = run;
    const [same, other, alone] = await fixture.rows(runId);
    const refusal = async (verb: string, payload: object) =>
      (await fixture.write(`recon.${verb}`, { runId, version, ...payload })).body.errCode;
    expect(await refusal('match', { itemNos: [alone.itemNo, 99] })).toBe('RHSY409');
    expect(await refusal('match', { itemNos: [same.itemNo, other.itemNo], version: version + 1 })).toBe('RHSY409');
    expect(await refusal('unmatch', { itemNos: [alone.itemNo] })).toBe('RHRE011');
    expect(await refusal('unmatch', { itemNos: [99] })).toBe('RHSY409');
    expect(await refusal('unmatch', {})).toBe('RHSY422');
    expect(await refusal('accept', { isAccepted: true })).toBe('RHSY422');
    expect(await refusal('note', { note: '', itemNos: [1], filter: {} })).toBe('RHSY422');
    expect(await refusal('undo', {})).toBe('RHRE013');
    const apart = await fixture.step('unmatch', runId, { filter: { kind: 'matched' } });
    const [one, two] = await fixture.rows(runId, { kind: 'onlyInLedger' });
    const answer = await fixture.write('recon.match', {
      runId,
      version: apart.version,
      itemNos: [one.itemNo, two.itemNo],
    });
    expect(answer.body.errCode).toBe('RHRE008');
    await fixture.step('undo', runId);
    expect(await fixture.get(runId)).toMatchObject({ totals: run.totals });
    for (const verb of ['match', 'unmatch', 'accept', 'note', 'undo']) {
      const payload = { runId: 'none', version: 1, itemNos: [1, 2], isAccepted: true, note: '' };
      const { match: _, ...fields } = { match: 0, ...payload };
      const sent =
        verb === 'undo'
          ? { runId: 'none', version: 1 }
          : verb === 'accept'
            ? { runId: 'none', version: 1, itemNos: [1], isAccepted: true }
            : verb === 'note'
              ? { runId: 'none', version: 1, itemNos: [1], note: '' }
              : { runId: fields.runId, version: 1, itemNos: fields.itemNos };
      expect((await fixture.write(`recon.${verb}`, sent)).body.errCode).toBe('RHSY404');
    }
  });

  it('R13.2 suggests what may belong to a row alone, with its reason, and applies nothing', async () => {
    const bill = await fixture.bill({ fees: [10_000, 50_000] });
    const file = ledgerOf([
      ['X-1', 10_000, '2026-09-01'],
      ['X-2', 50_100],
    ]);
    const { runId } = await fixture.run(file, bill.stageId);
    const [one, two] = await fixture.rows(runId);
    const { body } = await fixture.call('recon.suggest', { runId, itemNo: one.itemNo });
    expect(body.data.suggestions).toMatchObject([
      { reason: '金额相同，相差\u00a044\u00a0天', item: { lineAmount: 10_000 } },
    ]);
    const near = await fixture.call('recon.suggest', { runId, itemNo: two.itemNo });
    expect(near.body.data.suggestions).toMatchObject([{ reason: '金额相差\u00a01.00\u00a0元，同一天' }]);
    expect((await fixture.call('recon.suggest', { runId, itemNo: 99 })).body.errCode).toBe('RHSY404');
    expect((await fixture.call('recon.rows', { runId: 'none' })).body.errCode).toBe('RHSY404');
    expect(await fixture.rows(runId)).toHaveLength(4);
  });
});

describe('R13.3 bounds', () => {
  it('R13.3 a match has at most 200 rows, and a step at most 10,000 items', async () => {
    const { stageId } = await fixture.bill({ fees: [10_000] });
    const rows = Array.from({ length: 10_001 }, (_, at) => [`X-${at}`, at + 20_000] as const);
    const { runId, version } = await fixture.run(ledgerOf(rows), stageId);
    const answer = async (verb: string, payload: object) =>
      (await fixture.write(`recon.${verb}`, { runId, version, ...payload })).body.errCode;
    const filter = { kind: 'onlyInLedger' };
    expect(await answer('unmatch', { filter })).toBe('RHRE012');
    expect(await answer('accept', { filter, isAccepted: true })).toBe('RHRE012');
    expect(await answer('note', { filter, note: '太多' })).toBe('RHRE012');
    const [missing] = await fixture.rows(runId, { kind: 'onlyInBill' });
    const first = await fixture.rows(runId, { kind: 'onlyInLedger' });
    const more = (await fixture.call('recon.rows', { runId, kind: 'onlyInLedger', page: 2, pageSize: 100 })).body.data
      .items;
    const itemNos = [...first, ...more].map(({ itemNo }: { itemNo: number }) => itemNo).slice(0, 198);
    const matched = await fixture.step('match', runId, { itemNos: [...itemNos, missing.itemNo] });
    const [group] = await fixture.rows(runId, { kind: 'amountMismatch' });
    expect(group.ledger).toHaveLength(198);
    const [one, two] = await fixture.rows(runId, { kind: 'onlyInLedger' });
    const tooMany = { runId, version: matched.version, itemNos: [group.itemNo, one.itemNo, two.itemNo] };
    expect((await fixture.write('recon.match', tooMany)).body.errCode).toBe('RHRE009');
    const cursor = Buffer.from('1~1e99').toString('base64url');
    expect((await fixture.call('recon.rows', { runId, cursor })).body.errCode).toBe('RHSY422');
    expect((await fixture.call('recon.claims', { runId, itemNos: [99_999] })).body.errCode).toBe('RHSY409');
  }, 60_000);

  it('R13.4 on bills that have changed since nothing is claimed or closed', async () => {
    const { run, billId, billNo } = await differing();
    const { runId, version } = run;
    const [, { itemNo }] = await fixture.rows(runId);
    await fixture.app.rows(
      'update bill set amount_fen = amount_fen - 1, adjusted_fen = adjusted_fen - 1 where bill_id = $1',
      [billId],
    );
    expect((await fixture.call('recon.claims', { runId, itemNos: [itemNo] })).body.errCode).toBe('RHRE014');
    const claim = { runId, itemNos: [itemNo], claims: [{ billNo, claimedAmount: 21_000 }], reason: '少计', version };
    expect((await fixture.write('recon.toFeedback', claim)).body.errCode).toBe('RHRE014');
    expect((await fixture.write('recon.close', { runId, version })).body.errCode).toBe('RHRE014');
  });
});

describe('R13.4 runs', () => {
  it('R13.4 again after an adjustment: the first is outdated, the second says what changed', async () => {
    const { run, billId, stageId } = await differing();
    await fixture.app.rows(
      'update bill set amount_fen = amount_fen + 1000, adjusted_fen = adjusted_fen + 1000 where bill_id = $1',
      [billId],
    );
    expect((await fixture.get(run.runId)).isOutdated).toBe(true);
    await fixture.app.rows('update line_fee set fee_fen = 21000 where bill_id = $1 and fee_fen = 20000', [billId]);
    const { body } = await fixture.write('recon.again', { runId: run.runId });
    await fixture.app.app.sentJobs.drain();
    const again = await fixture.get(body.data.runId);
    expect(again).toMatchObject({ status: 'done', comparedRunId: run.runId, isOutdated: false, differencesLeft: 2 });
    const { changes, comparedRunId } = (await fixture.call('recon.changes', { runId: again.runId })).body.data;
    expect(comparedRunId).toBe(run.runId);
    expect(changes).toContainEqual(
      expect.objectContaining({ from: 'amountMismatch', to: 'matched', ledgerCount: 1, lineCount: 1 }),
    );
    const { items } = (await fixture.call('recon.page', { stageId })).body.data;
    expect(items.map(({ runId }: { runId: string }) => runId)).toEqual([again.runId, run.runId]);
  });

  it('R13.4 again: what people decided of items that are the same holds on', async () => {
    const { run } = await differing();
    const { runId } = run;
    const [, , alone, missing] = await fixture.rows(runId);
    await fixture.step('accept', runId, { itemNos: [alone.itemNo], isAccepted: true });
    await fixture.step('note', runId, { itemNos: [missing.itemNo], note: '下月补记' });
    const { body } = await fixture.write('recon.again', { runId });
    await fixture.app.app.sentJobs.drain();
    const again = await fixture.get(body.data.runId);
    expect(again).toMatchObject({ differencesLeft: 2, canUndo: false });
    expect(await fixture.rows(again.runId, { state: 'accepted' })).toMatchObject([{ kind: 'onlyInLedger' }]);
    expect(await fixture.rows(again.runId, { state: 'noted' })).toMatchObject([
      { kind: 'onlyInBill', note: '下月补记' },
    ]);
  });

  it('R13.2 settings are kept, tried on a run that is no result, and hold for the next', async () => {
    const { run } = await differing();
    const { runId } = run;
    expect((await fixture.call('recon.settings')).body.data).toMatchObject({
      amountTolerance: 0,
      dayTolerance: 3,
      version: 0,
    });
    const wider = { amountTolerance: 1_000, amountRate: 0, dayTolerance: 3 };
    const tried = (await fixture.write('recon.dryRun', { runId, ...wider })).body.data;
    await fixture.app.app.sentJobs.drain();
    const dry = await fixture.get(tried.runId);
    expect(dry).toMatchObject({ isDryRun: true, comparedRunId: runId, differencesLeft: 2 });
    const [{ itemNo }] = await fixture.rows(dry.runId);
    const step = { runId: dry.runId, version: dry.version, itemNos: [itemNo], isAccepted: true };
    expect((await fixture.write('recon.accept', step)).body.errCode).toBe('RHSY404');
    expect(
      (await fixture.call('recon.page')).body.data.items.map((each: { runId: string }) => each.runId),
    ).not.toContain(dry.runId);
    await fixture.app.rows("update recon_run set matched_at = matched_at - interval '8 days' where run_id = $1", [
      dry.runId,
    ]);
    const { database, ports } = fixture.app;
    await tidyDryRuns.run({ database, ports, log: ports.log });
    expect(await fixture.get(dry.runId)).toMatchObject({ status: 'expired' });
    expect((await fixture.call('recon.rows', { runId: dry.runId })).body.errCode).toBe('RHSY404');
    expect((await fixture.write('recon.saveSettings', { ...wider, version: 0 })).body.data).toEqual({ version: 1 });
    expect(await fixture.write('recon.saveSettings', { ...wider, version: 0 })).toMatchObject(
      cameSecond('王小明', '保存对账的容差'),
    );
    const reset = { amountTolerance: 0, amountRate: 0, dayTolerance: 3, version: 1 };
    const again = (await fixture.write('recon.again', { runId })).body.data;
    expect(again.settings).toEqual(wider);
    expect((await fixture.write('recon.saveSettings', reset)).status).toBe(200);
    await fixture.app.app.sentJobs.drain();
  });

  it('R13.4 a closed run stays as it is, and its statement states both sides', async () => {
    const { run, file } = await differing();
    const { runId } = run;
    expect((await fixture.call('recon.statement', { runId })).body.errCode).toBe('RHRE007');
    const { version } = await fixture.get(runId);
    expect((await fixture.write('recon.close', { runId, version: version + 1 })).body.errCode).toBe('RHSY409');
    const closed = (await fixture.write('recon.close', { runId, version })).body.data;
    expect(closed).toMatchObject({ closedBy: '王小明', closedAt: expect.any(String), canUndo: false });
    const { data } = (await fixture.call('recon.statement', { runId })).body;
    expect(data).toMatchObject({
      run: { runId, size: Buffer.byteLength(file), totals: run.totals, closedBy: '王小明' },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      linesSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const now = await fixture.get(runId);
    expect(await fixture.write('recon.close', { runId, version: now.version })).toMatchObject(
      cameSecond('王小明', '结束对账并生成对账结果单', 'RHRE006'),
    );
    const [{ itemNo }] = await fixture.rows(runId);
    for (const [verb, payload] of [
      ['match', { itemNos: [itemNo, itemNo + 1] }],
      ['unmatch', { itemNos: [itemNo] }],
      ['accept', { itemNos: [itemNo], isAccepted: true }],
      ['note', { itemNos: [itemNo], note: '' }],
      ['undo', {}],
    ] as const) {
      const reply = await fixture.write(`recon.${verb}`, { runId, version: now.version, ...payload });
      expect([verb, reply.body.errCode]).toEqual([verb, 'RHRE006']);
    }
    const claim = {
      runId,
      itemNos: [itemNo],
      claims: [{ billNo: 'any', claimedAmount: 1 }],
      reason: '原因',
      version: now.version,
    };
    expect((await fixture.write('recon.toFeedback', claim)).body.errCode).toBe('RHRE006');
    for (const operation of ['recon.statement', 'recon.get', 'recon.changes', 'recon.report']) {
      expect((await fixture.call(operation, { runId: 'none' })).body.errCode).toBe('RHSY404');
    }
    expect((await fixture.write('recon.close', { runId: 'none', version: 1 })).body.errCode).toBe('RHSY404');
  });

  it('R13.4 the year shows each stage with its last runs', async () => {
    const { run, stageId } = await differing();
    const [stage = {}] = await fixture.app.rows(
      'select extract(year from opens_on)::int as year from stage where stage_id = $1',
      [stageId],
    );
    const { stages } = (await fixture.call('recon.year', { year: stage['year'] })).body.data;
    expect(stages.find((each: { stageId: string }) => each.stageId === stageId)).toMatchObject({
      isIssued: true,
      runs: [{ runId: run.runId, state: 'differences', differencesLeft: 3, side: 'fee', direction: 'payable' }],
    });
  });

  it('R13.4 a start that cannot go on says why', async () => {
    const { stageId } = await fixture.bill();
    const ledger = await fixture.ledger(ledgerOf([['A', 1]]));
    const subject = { side: 'fee', direction: 'payable', stageId, ...ledger };
    const start = async (more: object) => (await fixture.write('recon.start', { ...subject, ...more })).body.errCode;
    expect(await start({ direction: 'receivable' })).toBe('RHRE003');
    expect(await start({ ledgerId: 'none' })).toBe('RHSY404');
    expect(await start({ mapping: { ...ledger.mapping, columns: [] } })).toBe('RHSY422');
    const { runId: first } = await fixture.run(ledgerOf([['B', 1]]), stageId);
    const settings = { amountTolerance: 0, amountRate: 0, dayTolerance: 0 };
    const repeat = async () => [
      (await fixture.write('recon.again', { runId: first })).body.errCode,
      (await fixture.write('recon.dryRun', { runId: first, ...settings })).body.errCode,
    ];
    const direct = (direction: string) =>
      fixture.app.rows('update recon_run set direction = $2 where run_id = $1', [first, direction]);
    await direct('receivable');
    expect(await repeat()).toEqual(['RHRE003', 'RHRE003']);
    await direct('payable');
    for (let open = 0; open < 3; open += 1) expect(await start({})).toBeUndefined();
    expect(await start({})).toBe('RHRE004');
    expect(await repeat()).toEqual(['RHRE004', 'RHRE004']);
    const { items } = (await fixture.call('recon.page', { stageId })).body.data;
    const [{ runId }] = items;
    expect((await fixture.write('recon.cancel', { runId })).body.data.status).toBe('cancelled');
    expect((await fixture.write('recon.again', { runId: 'none' })).body.errCode).toBe('RHSY404');
    expect((await fixture.write('recon.cancel', { runId: 'none' })).body.errCode).toBe('RHSY404');
    await fixture.app.app.sentJobs.drain();
    const done = first;
    expect((await fixture.write('recon.cancel', { runId: done })).body.errCode).toBe('RHSY409');
    await fixture.app.rows('update recon_ledger set storage_key = null where tenant_id = $1', [fixture.owner.tenantId]);
    expect(await start({})).toBe('RHRE005');
    expect((await fixture.write('recon.again', { runId: done })).body.errCode).toBe('RHRE005');
    const dry = { runId: done, ...settings };
    expect((await fixture.write('recon.dryRun', dry)).body.errCode).toBe('RHRE005');
    expect((await fixture.write('recon.dryRun', { ...dry, runId: 'none' })).body.errCode).toBe('RHSY404');
  });
});
