import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestBrowser } from '#kernel/testing/test-client';
import { kindsOf, ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
let finance: TestBrowser;
/** The owner of the tables, who can lock them. */
let owner: pg.Client;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  finance = await enterStaff(fixture.app, 'recon-finance', { roles: ['finance'] });
  owner = new pg.Client({ connectionString: fixture.app.url });
  await owner.connect();
});
// What a failed test still holds.
afterEach(async () => {
  await owner.query('rollback');
});
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

const drain = (): Promise<void> => fixture.app.app.sentJobs.drain();

type Held = 'recon_item' | 'bill_line';
/** Holds up whatever needs a table: the items of a run are made when its lines have been read. */
const hold = async (table: Held): Promise<void> => {
  await owner.query('begin');
  await owner.query(`lock table ${table} in access exclusive mode`);
};
const waiting = async (table: Held, count: number): Promise<void> => {
  const locks = 'select from pg_locks where relation = $1::regclass and not granted';
  const found = async () => (await owner.query(locks, [table])).rowCount;
  await expect.poll(found, { timeout: 20_000 }).toBe(count);
};

/** A stage with two lines, of which the ledger has one with a fee of 10.00 less. */
const twoLines = async () => {
  const bill = await fixture.bill({ fees: [10_000, 20_000] });
  const [one = '', two = ''] = bill.references;
  const file = ledgerOf([
    [one, 10_000],
    [two, 19_000],
  ]);
  return { ...bill, file };
};
const asIssued = { matched: [1, 10_000, 10_000], amountMismatch: [1, 19_000, 20_000] };
const asAdjusted = { matched: [2, 29_000, 29_000] };

/** Gives way on the second line, in the transaction that holds a table; its end is one moment. */
const adjustAndRelease = async ({ billId, lineIds }: AddedBill): Promise<void> => {
  const values = [fixture.owner.tenantId, billId, lineIds[1]];
  await owner.query('insert into bill_line_adjustment values ($1, $2, 1, $3, 20000, 19000)', values);
  await owner.query(
    'update bill set amount_fen = amount_fen - 1000, adjusted_fen = adjusted_fen - 1000 where bill_id = $1',
    [billId],
  );
  await owner.query('commit');
};

describe('R13.4 a run says what it was made of', () => {
  it('R13.4 two of one stage at once, of which one read its lines before an answer and the other after it', async () => {
    const { stageId, billNo, lineIds, file } = await twoLines();
    const claim = { billNo, claimedAmount: 19_000, lineIds: [lineIds[1]], reason: '多计' };
    const { feedbackNo } = (await fixture.write('bill.varianceFeedback', claim)).body.data;
    const before = await fixture.start(file, stageId);
    await hold('recon_item');
    const first = drain();
    await waiting('recon_item', 1);
    const [feedback] = await fixture.app.rows('select version from feedback where feedback_no = $1', [feedbackNo]);
    const answer = { feedbackNo, action: 'accept', reason: '属实', version: feedback?.['version'] };
    const answered = await finance.call('feedback.handle', { ...answer, idempotencyKey: newKey() });
    expect(answered.status, answered.text).toBe(200);
    const after = await fixture.start(file, stageId);
    const second = drain();
    await waiting('recon_item', 2);
    await owner.query('rollback');
    await Promise.all([first, second]);
    const [one, other] = [await fixture.get(before.runId), await fixture.get(after.runId)];
    expect(one).toMatchObject({ madeOf: { bills: 1, amount: 30_000, adjusted: 0 }, isOutdated: true });
    expect(kindsOf(one)).toEqual(asIssued);
    expect(other).toMatchObject({ madeOf: { bills: 1, amount: 29_000, adjusted: -1000 }, isOutdated: false });
    expect(kindsOf(other)).toEqual(asAdjusted);
  }, 60_000);

  it('R13.4 of an answer between the bills and their lines both are read again', async () => {
    const bill = await twoLines();
    const { runId: known } = await fixture.run(bill.file, bill.stageId);
    // Of a known stage, so that no line is read before the bills are.
    const { runId } = (await fixture.write('recon.again', { runId: known })).body.data;
    await hold('bill_line');
    const drained = drain();
    await waiting('bill_line', 1);
    await adjustAndRelease(bill);
    await drained;
    const run = await fixture.get(runId);
    expect(kindsOf(run)).toEqual(asAdjusted);
    expect(run).toMatchObject({ madeOf: { amount: 29_000, adjusted: -1000 }, isOutdated: false });
    expect(await fixture.get(known)).toMatchObject({ madeOf: { amount: 30_000 }, isOutdated: true });
  }, 60_000);

  it('R13.4 of bills that are issued while it goes it knows nothing, and the next one meets them', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    await hold('recon_item');
    const drained = drain();
    await waiting('recon_item', 1);
    await fixture.bill({ stageId, fees: [5000] });
    await owner.query('rollback');
    await drained;
    const run = await fixture.get(runId);
    expect(kindsOf(run)).toEqual(asIssued);
    expect(run).toMatchObject({ madeOf: { bills: 1, amount: 30_000 }, isOutdated: true });
    const next = (await fixture.write('recon.again', { runId })).body.data;
    await drain();
    const again = await fixture.get(next.runId);
    expect(again).toMatchObject({ madeOf: { bills: 2, amount: 35_000 }, isOutdated: false, comparedRunId: runId });
    expect(kindsOf(again)).toEqual({ ...asIssued, onlyInBill: [1, 0, 5000] });
    const { changes } = (await fixture.call('recon.changes', { runId: next.runId })).body.data;
    expect(changes).toEqual([{ to: 'onlyInBill', ledgerCount: 0, ledgerAmount: 0, lineCount: 1, lineAmount: 5000 }]);
  }, 60_000);

  it('R13.4 an answer while it is closed leaves it open: no statement has bills that the run did not meet', async () => {
    const bill = await twoLines();
    const { runId, version } = await fixture.run(bill.file, bill.stageId);
    await hold('recon_item');
    const closing = fixture.write('recon.close', { runId, version });
    await waiting('recon_item', 1);
    await adjustAndRelease(bill);
    expect((await closing).body.errCode).toBe('RHRE014');
    const run = await fixture.get(runId);
    expect(run).toMatchObject({ isOutdated: true, version });
    expect(run.closedAt).toBeUndefined();
  }, 60_000);
});
