import { fen, yuanText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import {
  applyMoney,
  moneyIn,
  moneyToday,
  receiptNoOf,
  registerMoney,
  seenReceipt,
} from '#features/receipt/receipt.fixture';
import { verifyReceipts } from '#features/receipt/verification/verification';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addPayee, StatementDesk, statementOf } from './bank-line.fixture.ts';

let app: TestApp;
let desk: PaymentDesk;
let statements: StatementDesk;
beforeAll(async () => {
  app = await testApp();
  await addPayee(app);
  desk = await PaymentDesk.open(app, await makeMerchant(app, '林经理'));
  statements = new StatementDesk(desk.staff);
});
afterAll(() => app.close());

const yuanOf = ({ amount }: AddedBill): number => Number(yuanText(fen(amount)).replaceAll(',', ''));
const payloadOf = (amount: number) => ({ ...moneyToday(desk), amount });
let serials = 0;
/** A line that came in on the day of the desk; its file and its receipt. */
const arrived = async (bill: AddedBill) => {
  serials += 1;
  const serial = `M${serials}`;
  const file = statementOf([{ day: desk.today, serial, amount: yuanOf(bill), name: '云栖商贸' }]);
  await statements.imported(file, { isFiltered: true });
  return { serial, file, lineNo: await receiptNoOf(app, serial) };
};
/** A bill that was paid by money registered without a serial. */
const paidByHand = async (amount: number) => {
  const bill = await desk.confirmed({ fees: [amount] });
  const { serial: _, ...given } = payloadOf(bill.amount) as Record<string, unknown>;
  const registeredNo = await registerMoney(desk, { ...given, serial: undefined });
  expect((await applyMoney(desk, registeredNo, [bill, bill.amount])).status).toBe(200);
  return { bill, registeredNo };
};
const versionOf = async (receiptNo: string): Promise<number> => (await seenReceipt(desk, receiptNo)).version;
const match = async (receiptNo: string, registeredNo: string) =>
  desk.staff.write('ops.bankLine.match', { receiptNo, version: await versionOf(receiptNo), registeredNo });
const unmatch = async (receiptNo: string, reason = '认错了') =>
  desk.staff.write('ops.bankLine.unmatch', { receiptNo, version: await versionOf(receiptNo), reason });
const faults = async () => (await verifyReceipts(app.database.reading('service'), [])).faults;

describe('receipts 1.3 a line and money that was registered without its serial', () => {
  it('receipts 1.3 the registered receipt is proposed, matched by a press, and the money is there once', async () => {
    const { bill, registeredNo } = await paidByHand(31_001);
    const { serial, file, lineNo } = await arrived(bill);
    const seen = await desk.staff.browser.call('ops.receipt.proposals', { receiptNos: [lineNo] });
    expect(seen.body.data.items[0].registered).toMatchObject([{ receiptNo: registeredNo, receivedOn: desk.today }]);
    expect((await match(lineNo, registeredNo)).status).toBe(200);
    expect(await moneyIn(desk, lineNo)).toEqual([0, 0, 0, 0]);
    expect(await moneyIn(desk, registeredNo)).toEqual([bill.amount, bill.amount, 0, 0]);
    expect(await seenReceipt(desk, registeredNo)).toMatchObject({ isConfirmed: true, serial, matchedNo: lineNo });
    expect(await faults()).toEqual([]);
    // Neither the file nor the same serial by hand brings it in again.
    expect(await statements.imported(file, { isFiltered: true })).toMatchObject({ added: 0, known: 1 });
    expect(await desk.staff.write('ops.receipt.register', { ...payloadOf(bill.amount), serial })).toMatchObject({
      status: 409,
      body: { errCode: 'RHRC001', data: { receiptNo: registeredNo } },
    });
    // Both are as before once it is taken back.
    expect(await unmatch(registeredNo, ' ')).toMatchObject({ status: 422 });
    expect((await unmatch(registeredNo)).status).toBe(200);
    expect(await moneyIn(desk, lineNo)).toEqual([bill.amount, 0, 0, bill.amount]);
    expect(await seenReceipt(desk, registeredNo)).toMatchObject({ isConfirmed: false, appliedAmount: bill.amount });
    expect(await unmatch(registeredNo)).toMatchObject(cameSecond(somebody, '撤销认作一笔'));
    expect(await faults()).toEqual([]);
    expect((await match(lineNo, registeredNo)).status).toBe(200);
    expect(await faults()).toEqual([]);
  });

  it('receipts 1.3 another amount, a serial, a line of which something is applied and a changed one are refused', async () => {
    const { bill, registeredNo } = await paidByHand(31_002);
    const other = await desk.confirmed({ fees: [31_003] });
    const { lineNo: otherLine } = await arrived(other);
    expect(await match(otherLine, registeredNo)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    const { lineNo } = await arrived(bill);
    const asked = { receiptNo: lineNo, version: 99, registeredNo };
    expect(await desk.staff.write('ops.bankLine.match', asked)).toMatchObject({ status: 409 });
    expect(await match(registeredNo, lineNo)).toMatchObject({ status: 409 });
    expect(await desk.staff.write('ops.bankLine.match', { ...asked, registeredNo: 'no-such' })).toMatchObject({
      status: 404,
    });
    const more = await desk.confirmed({ fees: [bill.amount] });
    expect((await applyMoney(desk, lineNo, [more, bill.amount])).status).toBe(200);
    expect(await match(lineNo, registeredNo)).toMatchObject({ status: 409 });
    expect(await faults()).toEqual([]);
  });

  it('receipts 2.6 what was explained as no merchant’s money is not taken apart again', async () => {
    const bill = await desk.confirmed({ fees: [31_004] });
    const registeredNo = await registerMoney(desk, {
      ...payloadOf(bill.amount),
      serial: undefined,
      tenantId: undefined,
    });
    const { serial, lineNo } = await arrived(bill);
    expect((await match(lineNo, registeredNo)).status).toBe(200);
    const [line] = await app.rows('select line_no from bank_line where serial = $1', [serial]);
    const explained = { lineNo: Number(line?.['line_no']), kind: 'ownTransfer' };
    expect((await desk.staff.write('ops.bankLine.explain', explained)).status).toBe(200);
    expect(await unmatch(registeredNo)).toMatchObject({ status: 409 });
    expect(await moneyIn(desk, lineNo)).toEqual([0, 0, 0, 0]);
    expect(await faults()).toEqual([]);
  });

  it('receipts 1.3 payer and remark of the line go with it, and a payment that was reversed meanwhile is no fault', async () => {
    const [bill, other] = [await desk.confirmed({ fees: [31_005] }), await desk.confirmed({ fees: [31_006] })];
    const registeredNo = await registerMoney(desk, payloadOf(bill.amount));
    const { lineNo } = await arrived(bill);
    expect((await match(lineNo, registeredNo)).status).toBe(200);
    expect(await seenReceipt(desk, registeredNo)).toMatchObject({ payerName: '云栖商贸' });
    expect((await applyMoney(desk, registeredNo, [other, 1_000])).status).toBe(200);
    expect(await unmatch(registeredNo)).toMatchObject({ status: 409 });
    const { applications } = await seenReceipt(desk, registeredNo);
    const [{ itemNo, itemVersion, stepNo }] = applications;
    const undo = { billNo: itemNo, version: itemVersion, stepNo, reason: '认错了账单' };
    expect((await desk.staff.write('ops.bill.reversePayment', undo)).status).toBe(200);
    expect((await unmatch(registeredNo)).status).toBe(200);
    const seen = await seenReceipt(desk, registeredNo);
    expect([seen.payerName, seen.serial, seen.isConfirmed]).toEqual([undefined, undefined, false]);
    expect(await faults()).toEqual([]);
  });

  it('receipts 1.3 of two presses at once for one line one matches', async () => {
    const [one, other] = [await paidByHand(31_004), await paidByHand(31_004)];
    const { lineNo } = await arrived(one.bill);
    const results = await Promise.all([match(lineNo, one.registeredNo), match(lineNo, other.registeredNo)]);
    expect(results.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect(await faults()).toEqual([]);
  });
});
