import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyed, readyTenant } from '#features/invoice/invoice.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { Tx } from '#kernel/database/db';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import { inTurn } from '#kernel/testing/while-locked';
import type { AddedBill } from '../bill.fixture.ts';
import { faultsOf, kindsOf } from '../confirmation/bill-history.fixture.ts';
import { runBillJobs } from '../confirmation/confirmation.fixture.ts';
import { PaymentDesk } from './reverse-payment.fixture.ts';

let app: TestApp;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  const owner = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, owner);
  await readyTenant(app, owner);
});
afterAll(() => app.close());

const atOnce = 8;
/** Eight as they come, and two that are given their order. */
const rounds = Array.from({ length: atOnce + 2 }, (_, round) => round);

/** Two calls about a bill at once, the one or the other first; in the last rounds that one gets the bill first, too. */
const race = async <One, Other>(
  round: number,
  { billId }: AddedBill,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> => {
  const isOneFirst = round % 2 === 0;
  if (round >= atOnce) {
    const hold = (tx: Tx) => sql`select from bill where bill_id = ${billId} for update`.execute(tx);
    if (isOneFirst) return inTurn(app, hold, [one, other]);
    const [second, first] = await inTurn(app, hold, [other, one]);
    return [first, second];
  }
  if (isOneFirst) return Promise.all([one(), other()]);
  const second = other();
  return Promise.all([one(), second]);
};
const paidInPart = async (): Promise<AddedBill> => {
  const bill = await desk.confirmed();
  await desk.pay(bill, 20_000, 'S-1');
  return bill;
};
const codesOf = (replies: readonly TestReply[]) =>
  replies.map(({ status, body }) => (status === 200 ? 'done' : String(body.errCode))).toSorted();
const rowOf = async ({ billId }: AddedBill) =>
  (await app.rows('select status, paid_fen, amount_fen from bill where bill_id = $1', [billId]))[0];

describe('R4.12 races of a payment that is taken back', () => {
  it('R4.12 of ten that take one payment back at once one does; under one key all get its answer', async () => {
    const [bill, other] = [await paidInPart(), await paidInPart()];
    const payload = await desk.payloadOf(bill, 'S-1');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => desk.staff.write('ops.bill.reversePayment', payload)),
    );
    expect(codesOf(replies)).toEqual([...Array.from({ length: 9 }, () => 'RHBI009'), 'done']);
    const same = { ...(await desk.payloadOf(other, 'S-1')), idempotencyKey: newKey() };
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () => desk.staff.browser.call('ops.bill.reversePayment', same)),
    );
    expect(codesOf(repeats)).toEqual(Array.from({ length: 5 }, () => 'done'));
    for (const each of [bill, other]) {
      expect(await kindsOf(app, each)).toEqual(['issued', 'confirmed', 'paid', 'paymentReversed']);
      expect(await faultsOf(app, each)).toEqual([]);
    }
  });

  it('R4.12 against a further payment: what was seen has changed, or both are done; never is more paid than stands', async () => {
    const ends = new Set<string>();
    for (const round of rounds) {
      const bill = await paidInPart();
      const payload = await desk.payloadOf(bill, 'S-1');
      const [reply, outcome] = await race(
        round,
        bill,
        () => desk.staff.write('ops.bill.reversePayment', payload),
        () => desk.pay(bill, 100_000, 'S-2'),
      );
      const isReversed = reply.status === 200;
      if (!isReversed) expect(reply.body.errCode).toBe('RHSY409');
      ends.add(`${isReversed} ${outcome}`);
      expect(await rowOf(bill)).toMatchObject(
        isReversed ? { status: 'confirmed', paid_fen: 100_000 } : { status: 'settled', paid_fen: 120_000 },
      );
      expect(await faultsOf(app, bill)).toEqual([]);
    }
    expect(ends).toEqual(new Set(['true paid', 'false settled']));
  });

  it('R10.12 R4.12 against an application for its invoice: one of them is refused', async () => {
    const ends = new Set<string>();
    for (const round of rounds) {
      const bill = await desk.confirmed();
      await desk.pay(bill, bill.amount, 'S-1');
      const payload = await desk.payloadOf(bill, 'S-1');
      const [reversal, application] = await race(
        round,
        bill,
        () => desk.staff.write('ops.bill.reversePayment', payload),
        () => keyed(desk.owner, 'invoice.apply', { type: 'normal', billNos: [bill.billNo] }),
      );
      const isReversed = reversal.status === 200;
      ends.add(`${reversal.status} ${application.status}`);
      if (!isReversed) expect(reversal.body.errCode).toBe('RHBI010');
      const covered = await app.rows('select from invoice_item where item_no = $1 and is_covering', [bill.billNo]);
      expect([covered.length, (await rowOf(bill))?.['status']]).toEqual(isReversed ? [0, 'confirmed'] : [1, 'settled']);
      expect(await faultsOf(app, bill)).toEqual([]);
    }
    expect(ends).toEqual(new Set(['200 422', '409 200']));
  }, 60_000);

  it('R4.12 against the clock’s job on a bill that is pending again: the clock’s step is stored once, and before it', async () => {
    const ends = new Set<string>();
    for (const round of rounds) {
      const bill = await paidInPart();
      // As an answer after the reopening leaves it, past its new time.
      await app.rows(
        `update bill set status = 'pending', confirmed_at = null, confirmed_by = null, confirm_by = app_now() where bill_id = $1`,
        [bill.billId],
      );
      await app.clock.advance({ minutes: 1 });
      const payload = await desk.payloadOf(bill, 'S-1');
      const [reply] = await race(
        round,
        bill,
        () => desk.staff.write('ops.bill.reversePayment', payload),
        () => Promise.all([runBillJobs(app), runBillJobs(app)]),
      );
      ends.add(`${reply.status}`);
      if (reply.status !== 200) {
        expect(reply.body.errCode).toBe('RHSY409');
        expect((await desk.reverse(bill, 'S-1')).status).toBe(200);
      }
      expect((await kindsOf(app, bill)).slice(2)).toEqual(['paid', 'autoConfirmed', 'paymentReversed']);
      expect(await rowOf(bill)).toMatchObject({ status: 'confirmed', paid_fen: 0 });
    }
    expect(ends).toEqual(new Set(['200', '409']));
  });
});
