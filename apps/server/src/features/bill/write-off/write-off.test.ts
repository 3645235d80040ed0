import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applied, readyTenant } from '#features/invoice/invoice.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import type { AddedBill } from '../bill.fixture.ts';
import { faultsOf, kindsOf } from '../confirmation/bill-history.fixture.ts';
import { PaymentDesk } from '../settlement/reverse-payment.fixture.ts';
import { verifyBills } from '../verification/verification.ts';

let app: TestApp;
let desk: PaymentDesk;
/** A second member of staff who may release. */
let second: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  const owner = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, owner);
  await readyTenant(app, owner);
  second = await enterStaff(app, 'write-off-second', { roles: ['finance'] });
  const limit = await desk.staff.write('ops.feedback.setFourEyes', { aboveAmount: 100, revision: 0 });
  if (limit.status !== 200) throw new Error(limit.text);
});
afterAll(() => app.close());

type Payload = Readonly<Record<string, unknown>>;
const bySecond = (operation: string, payload: Payload) =>
  second.call(operation, { ...payload, idempotencyKey: newKey() });
/** A bill of which so much is still to be paid. @unit fen */
const openBill = async (open: number): Promise<AddedBill> => {
  const bill = await desk.confirmed();
  await desk.pay(bill, bill.amount - open, `S-${bill.billNo}`);
  return bill;
};
const writeOff = async (bill: AddedBill, amount: number, changes: Payload = {}) => {
  const { version } = await desk.seen(bill);
  return desk.staff.write('ops.bill.writeOff', {
    billNo: bill.billNo,
    amount,
    reason: '银行手续费',
    version,
    ...changes,
  });
};
const undo = async (bill: AddedBill, changes: Payload = {}) => {
  const { version } = await desk.seen(bill);
  return desk.staff.write('ops.bill.undoWriteOff', { billNo: bill.billNo, reason: '还要付', version, ...changes });
};
/** What decides on the proposal of a bill as it is now. */
const decisionOf = async (bill: AddedBill, decision: string, changes: Payload = {}): Promise<Payload> => {
  const { version, writeOffProposal } = await desk.seen(bill);
  return { billNo: bill.billNo, proposalNo: writeOffProposal.proposalNo, decision, version, ...changes };
};
const expectRight = async (bill: AddedBill) => {
  expect(await faultsOf(app, bill)).toEqual([]);
  for await (const { differences } of verifyBills(app.database.reading('service'), [bill.billNo]))
    expect(differences).toEqual([]);
};

describe('receipts 1.6 a difference is written off', () => {
  it('receipts 1.6 within the limit by one: the bill is settled, and nothing is paid by it', async () => {
    const bill = await openBill(100);
    expect((await writeOff(bill, 100)).body.data).toEqual({ outcome: 'writtenOff', version: 4 });
    expect(await desk.asMerchant(bill)).toMatchObject({
      status: 'settled',
      amount: 120_000,
      paidAmount: 119_900,
      writtenOffAmount: 100,
    });
    expect(await desk.seen(bill)).toMatchObject({ remainingAmount: 0, canSettle: false });
    expect(JSON.stringify(await desk.asMerchant(bill)), 'the reason is staff’s').not.toContain('银行手续费');
    const sum = (await desk.owner.browser.call('bill.sum', { billNo: bill.billNo })).body.data.byDirection.payable;
    expect(sum).toMatchObject({ amount: 120_000, paidAmount: 119_900, openAmount: 0 });
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed', 'paid', 'writtenOff']);
    const [row] = await app.rows('select paid_fen, written_off_fen, status from bill where bill_id = $1', [
      bill.billId,
    ]);
    expect(row).toEqual({ paid_fen: 119_900, written_off_fen: 100, status: 'settled' });
    await expectRight(bill);
  });

  it('receipts 1.6 it makes no receipt, and an invoice is of the bill’s amount', async () => {
    const bill = await openBill(50);
    await writeOff(bill, 50);
    const rows = await app.rows('select amount_fen from receipt where serial = $1', [`S-${bill.billNo}`]);
    expect(rows).toEqual([{ amount_fen: 119_950 }]);
    const invoiceNo = await applied(desk.owner, { billNos: [bill.billNo] });
    expect((await undo(bill)).body.errCode).toBe('RHBI010');
    const { amount } = (await desk.owner.browser.call('invoice.detail', { invoiceNo })).body.data;
    expect(amount).toBe(120_000);
  });

  it('receipts 1.6 R11.2 a voucher that nobody looked at waits for nobody after it', async () => {
    const bill = await openBill(100);
    await app.rows('update bill set in_check = true where bill_id = $1', [bill.billId]);
    const waiting = async (): Promise<number> => {
      const { items } = (await second.call('ops.desk.queues', {})).body.data;
      return items.find(({ queue }: { queue: string }) => queue === 'billVoucher').count;
    };
    const before = await waiting();
    await writeOff(bill, 100);
    expect(await waiting()).toBe(before - 1);
  });

  it('receipts 1.6 R10.3 one that was removed with everything that follows from it is named by bills:verify', async () => {
    const bill = await openBill(100);
    await writeOff(bill, 100);
    await app.rows(
      "update bill set status = 'confirmed', written_off_fen = 0, settled_at = null, step_no = step_no - 1 where bill_id = $1",
      [bill.billId],
    );
    await runAsAdmin(app.url, `delete from bill_step where kind = 'writtenOff' and bill_id = '${bill.billId}'`);
    for await (const { differences } of verifyBills(app.database.reading('service'), [bill.billNo]))
      expect(differences).toEqual([expect.stringMatching(/审计记录中的 ops\.bill\.writeOff.*100$/)]);
  });

  it('receipts 1.6 is undone with a reason, and only then its payment is', async () => {
    const bill = await openBill(100);
    await writeOff(bill, 100);
    expect((await desk.reverse(bill, `S-${bill.billNo}`)).body.errCode).toBe('RHBI012');
    expect((await undo(bill, { reason: ' ' })).body.data.fields).toMatchObject([{ path: 'reason' }]);
    expect(await undo(bill, { version: 1 })).toMatchObject(cameSecond(somebody, '核销账单未付的差额'));
    expect((await undo(bill, { billNo: 'ZD-none' })).body.errCode).toBe('RHSY404');
    expect((await undo(bill)).body.data).toEqual({ version: 5, remainingAmount: 100 });
    expect(await undo(bill)).toMatchObject(cameSecond(somebody, '撤销核销', 'RHBI016'));
    expect(await desk.asMerchant(bill)).not.toHaveProperty('writtenOffAmount');
    expect(await desk.seen(bill)).toMatchObject({ status: 'confirmed', remainingAmount: 100, canSettle: true });
    expect((await desk.reverse(bill, `S-${bill.billNo}`)).status).toBe(200);
    expect(await desk.pay(bill, 120_000, 'S-all')).toBe('settled');
    await expectRight(bill);
  });

  it('receipts 1.6 what is not open is not written off, nor another sum than is, nor without a reason', async () => {
    const bill = await openBill(100);
    expect((await writeOff(bill, 100, { reason: ' ' })).body.data.fields).toMatchObject([{ path: 'reason' }]);
    expect((await writeOff(bill, 99)).body.errCode).toBe('RHSY409');
    expect((await writeOff(bill, 100, { version: 1 })).body.errCode).toBe('RHSY409');
    expect((await writeOff(bill, 100, { billNo: 'ZD-none' })).body.errCode).toBe('RHSY404');
    for (const other of [
      await desk.unconfirmed(),
      await desk.confirmed({ direction: 'receivable' }),
      await openBill(0),
    ])
      expect((await writeOff(other, 1)).body.errCode).toBe('RHBI013');
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed', 'paid']);
  });
});

describe('receipts 1.6 above the limit it takes two', () => {
  it('receipts 1.6 is proposed, and released by a colleague, never by its author', async () => {
    const bill = await openBill(101);
    expect((await writeOff(bill, 101)).body.data).toEqual({ outcome: 'proposed', version: 3 });
    // It is in the queue of who may release it, and in the list that the queue leads to.
    const countFor = async (by: TestBrowser): Promise<number> => {
      const { items } = (await by.call('ops.desk.queues', {})).body.data;
      return items.find(({ queue }: { queue: string }) => queue === 'writeOffRelease').count;
    };
    expect([await countFor(second), await countFor(desk.staff.browser)]).toEqual([1, 0]);
    const listed = (await second.call('ops.bill.toSettle', { queue: 'release' })).body.data;
    expect(listed.items.map(({ billNo }: { billNo: string }) => billNo)).toEqual([bill.billNo]);
    const { payable } = (await second.call('ops.bill.toSettleSum', { queue: 'release' })).body.data;
    expect(payable).toMatchObject({ count: 1, remainingAmount: 101 });
    expect(await desk.seen(bill)).toMatchObject({
      status: 'confirmed',
      writeOffProposal: { amount: 101, reason: '银行手续费', isOwn: true },
    });
    expect(await desk.asMerchant(bill)).not.toHaveProperty('writeOffProposal');
    expect((await writeOff(bill, 101)).body.errCode).toBe('RHBI014');
    const released = await decisionOf(bill, 'released');
    expect((await desk.staff.write('ops.bill.decideWriteOff', released)).body.errCode).toBe('RHBI015');
    expect((await bySecond('ops.bill.decideWriteOff', { ...released, decision: 'takenBack' })).body.errCode).toBe(
      'RHSY403',
    );
    expect((await bySecond('ops.bill.decideWriteOff', { ...released, version: 1 })).body.errCode).toBe('RHSY409');
    expect((await bySecond('ops.bill.decideWriteOff', { ...released, billNo: 'ZD-none' })).body.errCode).toBe(
      'RHSY404',
    );
    expect((await bySecond('ops.bill.decideWriteOff', released)).body.data).toEqual({ version: 4 });
    expect((await bySecond('ops.bill.decideWriteOff', released)).body.errCode).toBe('RHSY409');
    expect(await desk.seen(bill)).toMatchObject({ status: 'settled', writtenOffAmount: 101 });
    await expectRight(bill);
  });

  it('receipts 1.6 is sent back with a reason, or taken back by its author; then it may be proposed again', async () => {
    const bill = await openBill(5_000);
    await writeOff(bill, 5_000);
    const back = await decisionOf(bill, 'sentBack');
    expect((await bySecond('ops.bill.decideWriteOff', back)).body.data.fields).toMatchObject([{ path: 'reason' }]);
    expect((await bySecond('ops.bill.decideWriteOff', { ...back, reason: '请商户补足' })).status).toBe(200);
    await writeOff(bill, 5_000);
    const taken = await decisionOf(bill, 'takenBack');
    expect(taken['proposalNo']).toBe(2);
    expect((await desk.staff.write('ops.bill.decideWriteOff', taken)).status).toBe(200);
    expect(await desk.seen(bill)).not.toHaveProperty('writeOffProposal');
    expect(await desk.pay(bill, 5_000, 'S-rest')).toBe('settled');
    await expectRight(bill);
  });

  it('receipts 1.6 a payment meanwhile asks for another proposal', async () => {
    const bill = await openBill(5_000);
    await writeOff(bill, 5_000);
    await desk.pay(bill, 1_000, 'S-meanwhile');
    expect((await bySecond('ops.bill.decideWriteOff', await decisionOf(bill, 'released'))).body.errCode).toBe(
      'RHSY409',
    );
    expect(await desk.seen(bill)).toMatchObject({ status: 'confirmed', remainingAmount: 4_000 });
    // One that settles the bill makes it void.
    expect(await desk.pay(bill, 4_000, 'S-last')).toBe('settled');
    expect(await desk.seen(bill)).not.toHaveProperty('writeOffProposal');
  });

  it('receipts 1.6 is not released by who made or reset the account of its author within seven days', async () => {
    const bill = await openBill(5_000);
    await writeOff(bill, 5_000);
    const released = await decisionOf(bill, 'released');
    const idOf = async (account: string) =>
      (await app.rows('select staff_id from staff where account = $1', [account]))[0]?.['staff_id'];
    await app.rows(
      `insert into audit_event (event, result, actor_kind, actor_id, object, at)
        values ('ops.staff.resetPassword', 'ok', 'staff', $1, $2, app_now() - interval '6 days')`,
      [await idOf('billing-finance'), await idOf('write-off-second')],
    );
    expect((await bySecond('ops.bill.decideWriteOff', released)).body.errCode).toBe('RHFE012');
    expect(await desk.seen(bill)).toMatchObject({ status: 'confirmed' });
  });
});

describe('R4.12 races of a write-off', () => {
  it('R4.12 of ten at once one is done; against a payment one of them is', async () => {
    const bill = await openBill(100);
    const { version } = await desk.seen(bill);
    const payload = { billNo: bill.billNo, amount: 100, reason: '尾差', version };
    const replies = await Promise.all(Array.from({ length: 10 }, () => desk.staff.write('ops.bill.writeOff', payload)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await expectRight(bill);
    for (let round = 0; round < 6; round += 1) {
      const other = await openBill(100);
      const seen = await desk.seen(other);
      const asked = { billNo: other.billNo, amount: 100, reason: '尾差', version: seen.version };
      const [reply, outcome] = await Promise.all([
        desk.staff.write('ops.bill.writeOff', asked),
        desk.pay(other, 100, `S-race-${round}`),
      ]);
      expect([reply.status === 200, outcome === 'settled'].filter(Boolean)).toHaveLength(1);
      await expectRight(other);
    }
  });
});
