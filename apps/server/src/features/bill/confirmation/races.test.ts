import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { cutAt } from '#kernel/testing/cut-connections';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { untilPast } from '#kernel/testing/until';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { addMember, setSecondApprover } from '../member.fixture.ts';
import { faultsOf, kindsOf, stepsOf } from './bill-history.fixture.ts';
import { decide, outcomesOf, runBillJobs, seen } from './confirmation.fixture.ts';

let app: TestApp;
let owner: Merchant;
let finance: Merchant;
let stageId: string;
let projectId: string;
beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app, '林经理');
  finance = await addMember(app, owner, { name: '陈会计', role: 'finance' });
  ({ stageId, projectId } = await addBill(app, owner));
});
beforeEach(() => setSecondApprover(app, owner, false));
afterAll(() => app.close());

const billsOf = async (count: number, confirmBy?: Date): Promise<AddedBill[]> => {
  const bills: AddedBill[] = [];
  for (let at = 0; at < count; at += 1) {
    const issuedAt = new Date(app.clock.now().getTime() - 3_600_000);
    bills.push(
      await addBill(app, owner, { stageId, projectId, issuedAt, ...(confirmBy === undefined ? {} : { confirmBy }) }),
    );
  }
  return bills;
};
const faultsOfAll = async (bills: readonly AddedBill[]) =>
  (await Promise.all(bills.map((bill) => faultsOf(app, bill)))).flat();
const countOf = (outcomes: readonly string[], word: string) => outcomes.filter((each) => each === word).length;

describe('R4.12 races', () => {
  it('R4.12 of 20 parallel confirmations of the same 20 bills each bill is confirmed once', async () => {
    const bills = await billsOf(20);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => decide(at % 2 === 0 ? owner : finance, 'bill.batchConfirm', bills)),
    );
    const outcomes = replies.flatMap(outcomesOf);
    expect(countOf(outcomes, 'confirmed')).toBe(20);
    expect(countOf(outcomes, 'notConfirmable')).toBe(380);
    expect(await faultsOfAll(bills)).toEqual([]);
  }, 60_000);

  it('R4.12 batches that overlap in opposite order, with bills named twice, neither wait for ever nor confirm twice', async () => {
    const bills = await billsOf(20);
    const [one, other] = [bills.slice(0, 14), bills.slice(6).toReversed()];
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        decide(owner, 'bill.batchConfirm', at % 2 === 0 ? [...one, ...one] : [...other, ...other]),
      ),
    );
    for (const reply of replies) expect(reply.status, reply.text).toBe(200);
    expect(await faultsOfAll(bills)).toEqual([]);
    for (const bill of bills) expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed']);
  }, 60_000);

  it('R4.9 confirmations race the clock’s job over the end of the time: each bill has one step, of one of them', async () => {
    const end = new Date(app.clock.now().getTime() + 1500);
    const bills = await billsOf(20, end);
    // One after the other, the first before the end and the last after it, while the job runs.
    const calls = bills.map(async (bill, at) => {
      await untilPast(app, new Date(end.getTime() - 120 + 12 * at));
      await Promise.all([decide(owner, 'bill.batchConfirm', [bill, bills[at - 1] ?? bill]), runBillJobs(app)]);
    });
    await Promise.all(calls);
    await runBillJobs(app);
    expect(await faultsOfAll(bills)).toEqual([]);
    const kinds = (await Promise.all(bills.map((bill) => kindsOf(app, bill)))).map((steps) => steps.slice(1).join());
    expect(countOf(kinds, 'confirmed') + countOf(kinds, 'autoConfirmed')).toBe(20);
  }, 60_000);

  it('R4.9 parallel runs of the job store each step of the clock once', async () => {
    const end = new Date(app.clock.now().getTime() + 50);
    const bills = await billsOf(15, end);
    await untilPast(app, end);
    await Promise.all(Array.from({ length: 6 }, () => runBillJobs(app)));
    expect(await faultsOfAll(bills)).toEqual([]);
    for (const bill of bills) expect(await kindsOf(app, bill)).toEqual(['issued', 'autoConfirmed']);
  }, 60_000);

  it('R10.3 the second approver is never the first, however confirming, approving and sending back race', async () => {
    await setSecondApprover(app, owner, true);
    const bills = await billsOf(8);
    const operations = ['bill.batchConfirm', 'bill.approve', 'bill.rejectApproval', 'bill.approve'] as const;
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        [owner, finance].flatMap((by) =>
          operations.map((operation, at) => decide(by, operation, at % 2 === 0 ? bills : bills.toReversed())),
        ),
      );
    }
    expect(await faultsOfAll(bills)).toEqual([]);
    for (const bill of bills) {
      const steps = await stepsOf(app, bill);
      for (const [at, step] of steps.entries()) {
        if (step['kind'] === 'approved' || step['kind'] === 'sentBack') {
          expect(step['by_id']).not.toBe(steps[at - 1]?.['by_id']);
        }
      }
    }
  }, 60_000);

  it('R4.12 a confirmation whose connection is cut at any statement is all or nothing, and repeats with its key', async () => {
    await setSecondApprover(app, owner, true);
    let lost = 0;
    for (let n = 1; n <= 12; n += 1) {
      for (const moment of ['before', 'after'] as const) {
        const bills = await billsOf(3);
        const payload = { bills: bills.map(seen), idempotencyKey: newKey() };
        const cut = cutAt(n, moment);
        const first = await owner.browser.call('bill.batchConfirm', payload);
        cut.end();
        if (first.status !== 200) {
          lost += 1;
          // One statement: the database may still be committing what it was sent.
          const steps = await app.rows('select distinct step_no from bill where bill_no = any($1::text[])', [
            bills.map(({ billNo }) => billNo),
          ]);
          expect(steps, `${n} ${moment}`).toHaveLength(1);
        }
        const repeat = first.status === 200 ? first : await owner.browser.call('bill.batchConfirm', payload);
        expect(outcomesOf(repeat)).toEqual(['waitingApproval', 'waitingApproval', 'waitingApproval']);
        expect(await faultsOfAll(bills), `${n} ${moment}`).toEqual([]);
      }
    }
    expect(lost).toBeGreaterThan(5);
  }, 120_000);
});
