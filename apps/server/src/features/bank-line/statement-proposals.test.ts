import { fen, yuanText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { verifyBills } from '#features/bill/verification/verification';
import { applyMoney, moneyIn, receiptNoOf, seenReceipt } from '#features/receipt/receipt.fixture';
import { verifyReceipts } from '#features/receipt/verification/verification';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addPayee, type GivenLine, StatementDesk, statementOf } from './bank-line.fixture.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
let statements: StatementDesk;
beforeAll(async () => {
  app = await testApp();
  await addPayee(app);
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  statements = new StatementDesk(desk.staff);
  await desk.unconfirmed();
  await app.rows("update tenant set name = '杭州云栖商贸有限公司' where tenant_id = $1", [own.tenantId]);
});
afterAll(() => app.close());

const name = '杭州云栖商贸有限公司';
const codeOf = async ({ billNo }: AddedBill): Promise<string> =>
  String((await app.rows("select code from payment_code where kind = 'bill' and item_no = $1", [billNo]))[0]?.['code']);
const yuanOf = ({ amount }: AddedBill): number => Number(yuanText(fen(amount)).replaceAll(',', ''));

let files = 0;
/** Imports lines of a file of their own; returns their receipts. */
const arrived = async (
  lines: readonly Omit<GivenLine, 'serial'>[],
  serials: readonly string[] = [],
): Promise<string[]> => {
  files += 1;
  const given = lines.map((line, at) => ({ ...line, serial: serials[at] ?? `P${files}-${at}` }));
  await statements.imported(statementOf(given), { isFiltered: true });
  return Promise.all(given.map(({ serial }) => receiptNoOf(app, serial)));
};
const proposalsOf = async (receiptNo: string) =>
  (await desk.staff.browser.call('ops.receipt.proposals', { receiptNos: [receiptNo] })).body.data.items[0].proposals;
const exact = async () => (await desk.staff.browser.call('ops.receipt.exact', {})).body.data;
const press = ({ count, amount, digest }: { count: number; amount: number; digest: string }) =>
  desk.staff.write('ops.receipt.applyExact', { count, amount, digest });
/** Takes what a test left off the list of those that follow. */
const applied = async () => press(await exact());

describe('receipts 2.4 proposals for the lines of a statement', () => {
  it('receipts 2.4 code, amount and payer are exact: one press applies what was shown, and the bills are settled', async () => {
    const [one, other] = [await desk.confirmed(), await desk.confirmed({ fees: [12_345] })];
    const code = await codeOf(one);
    const [first = '', second = ''] = await arrived([
      { amount: yuanOf(one), name, remark: `货款 ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}` },
      { amount: yuanOf(other), name, remark: await codeOf(other) },
      { amount: 3.21, name: '别家公司', remark: '货款' },
    ]);
    expect(await proposalsOf(first)).toMatchObject([
      {
        rank: 'code',
        tenantId: own.tenantId,
        tenantName: name,
        parts: [{ billNo: one.billNo, amount: one.amount }],
        isExact: true,
      },
    ]);
    const shown = await exact();
    expect(shown).toMatchObject({ count: 2, amount: one.amount + other.amount });
    expect(shown.items.map(({ receiptNo }: { receiptNo: string }) => receiptNo).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(await press({ ...shown, count: 1 })).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await press(shown)).body.data).toEqual({ count: 2, amount: one.amount + other.amount, settled: 2 });
    expect([(await desk.seen(one)).status, (await desk.seen(other)).status]).toEqual(['settled', 'settled']);
    expect(await moneyIn(desk, first)).toEqual([one.amount, one.amount, 0, 0]);
    expect(await seenReceipt(desk, first)).toMatchObject({ tenantId: own.tenantId });
    expect(await press(shown)).toMatchObject({ status: 409 });
    expect(await press(await exact())).toMatchObject({ status: 409 });
    const verified = verifyBills(app.database.reading('service'), [one.billNo, other.billNo]);
    for await (const { differences } of verified) expect(differences).toEqual([]);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });

  it('receipts 2.4 an exact one is found behind any number of newer ones that nothing answers', async () => {
    const bill = await desk.confirmed({ fees: [54_321] });
    const [receiptNo = ''] = await arrived([{ amount: yuanOf(bill), name, remark: await codeOf(bill) }]);
    const small = Array.from({ length: 1_001 }, (_, at) => ({ serial: `SMALL-${at}`, amount: 0.07, name: '别家公司' }));
    await statements.imported(statementOf(small), { isFiltered: true });
    expect((await exact()).items.map((item: { receiptNo: string }) => item.receiptNo)).toContain(receiptNo);
    await applied();
    expect((await desk.seen(bill)).status).toBe('settled');
  });

  it('receipts 2.4 what a person has undone is not applied again by the press', async () => {
    const bill = await desk.confirmed({ fees: [43_210] });
    const line = { amount: yuanOf(bill), name, remark: await codeOf(bill) };
    const [receiptNo = ''] = await arrived([line], ['UNDONE-1']);
    expect((await applied()).body.data).toMatchObject({ count: 1, settled: 1 });
    expect((await desk.reverse(bill, 'UNDONE-1')).status).toBe(200);
    expect((await exact()).count).toBe(0);
    expect((await proposalsOf(receiptNo))[0]).toMatchObject({ rank: 'code' });
  });

  it('receipts 2.3 a code with one wrong sign names its bill, and applies nothing', async () => {
    const bill = await desk.confirmed();
    const code = await codeOf(bill);
    const [receiptNo = ''] = await arrived([
      { amount: yuanOf(bill), name: '张三', remark: `${code.slice(0, 7)}${code.endsWith('A') ? 'C' : 'A'}` },
    ]);
    const proposals = await proposalsOf(receiptNo);
    expect(proposals).toContainEqual(
      expect.objectContaining({
        rank: 'nearCode',
        isExact: false,
        parts: [{ billNo: bill.billNo, amount: bill.amount }],
      }),
    );
    expect((await exact()).count).toBe(0);
  });

  it('receipts 2.4 of two that pay one bill none is applied by the press', async () => {
    const bill = await desk.confirmed({ fees: [54_321] });
    const line = { amount: yuanOf(bill), name, remark: await codeOf(bill) };
    const [first = ''] = await arrived([line, line]);
    expect((await proposalsOf(first))[0]).toMatchObject({ rank: 'code', isExact: true });
    expect((await exact()).count).toBe(0);
  });

  it('receipts 2.4 a voucher of the serial and the amount of its bills are exact', async () => {
    const bill = await desk.confirmed({ fees: [23_456] });
    await app.rows(
      `with sent as (insert into bill_voucher (tenant_id, voucher_id, paid_at, bank_serial, file_ids, user_id)
          select $1, 'voucher-of-serial', app_now(), ' v-001', array['f'], user_id from member where tenant_id = $1 limit 1 returning tenant_id, voucher_id)
        insert into bill_voucher_item (tenant_id, bill_id, voucher_id) select tenant_id, $2, voucher_id from sent`,
      [own.tenantId, bill.billId],
    );
    const [receiptNo = ''] = await arrived([{ amount: yuanOf(bill), name, remark: '货款' }], ['V-001']);
    expect((await proposalsOf(receiptNo))[0]).toMatchObject({ rank: 'serial', isExact: true });
    expect((await applied()).body.data).toMatchObject({ count: 1, settled: 1 });
  });

  it('receipts 2.4 a name that is shortened and the amount of one bill are proposed, an amount alone is not', async () => {
    const bill = await desk.confirmed({ fees: [77_001] });
    const [alike = '', alone = ''] = await arrived([
      { amount: yuanOf(bill), name: '云栖商贸', remark: '货款' },
      { amount: yuanOf(bill), name: '西湖茶叶有限公司', remark: '货款' },
    ]);
    expect(await proposalsOf(alike)).toMatchObject([
      { rank: 'name', parts: [{ billNo: bill.billNo }], isExact: false },
    ]);
    expect(await proposalsOf(alone)).toEqual([]);
    expect((await exact()).count).toBe(0);
  });

  it('receipts 2.4 what changed since it was shown is not applied', async () => {
    const bill = await desk.confirmed({ fees: [88_002] });
    await arrived([{ amount: yuanOf(bill), name, remark: await codeOf(bill) }]);
    const shown = await exact();
    expect(shown.count).toBe(1);
    await desk.pay(bill, 100, 'ELSE-1');
    expect(await press(shown)).toMatchObject({ status: 409 });
    expect((await desk.seen(bill)).paidAmount).toBe(100);
  });

  it('R4.12 receipts 2.4 of two presses at once one applies', async () => {
    const bills = [
      await desk.confirmed({ fees: [9_001] }),
      await desk.confirmed({ fees: [9_002] }),
      await desk.confirmed({ fees: [9_003] }),
    ];
    await arrived(
      await Promise.all(bills.map(async (bill) => ({ amount: yuanOf(bill), name, remark: await codeOf(bill) }))),
    );
    const shown = await exact();
    expect(shown.count).toBe(3);
    const replies = await Promise.all([press(shown), press(shown)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    for (const bill of bills) expect((await desk.seen(bill)).paidAmount).toBe(bill.amount);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });
});

describe('receipts 2.4 an account that pays for a merchant', () => {
  it('receipts 2.4 is confirmed by a receipt, known by the next line, listed and taken back', async () => {
    const [first, second] = [await desk.confirmed({ fees: [31_001] }), await desk.confirmed({ fees: [31_002] })];
    const line = { name: '关联财务公司', account: '6222 7777', remark: '货款' };
    const [one = '', other = ''] = await arrived([
      { ...line, amount: yuanOf(first) },
      { ...line, amount: yuanOf(second) },
    ]);
    const confirm = (receiptNo: string) => desk.staff.write('ops.receipt.confirmPayer', { receiptNo });
    expect(await proposalsOf(other)).toEqual([]);
    expect(await confirm(one)).toMatchObject({ status: 409 });
    expect(await confirm('no-such-receipt')).toMatchObject({ status: 404 });
    expect((await applyMoney(desk, one, [first, first.amount])).status).toBe(200);
    const { ruleNo, isNew } = (await confirm(one)).body.data;
    expect(isNew).toBe(true);
    expect((await confirm(one)).body.data).toEqual({ ruleNo, isNew: false });
    expect(await proposalsOf(other)).toMatchObject([
      { rank: 'account', parts: [{ billNo: second.billNo }], isExact: false },
    ]);
    expect((await desk.staff.write('ops.receipt.dropPayer', { ruleNo })).status).toBe(200);
    expect(await desk.staff.write('ops.receipt.dropPayer', { ruleNo })).toMatchObject({ status: 404 });
    expect(await proposalsOf(other)).toEqual([]);
    const { body } = await desk.staff.browser.call('ops.receipt.rules', {});
    expect(body.data.items).toMatchObject([
      { ruleNo, tenantId: own.tenantId, payerName: '关联财务公司', receiptNo: one, takenBackAt: expect.any(String) },
    ]);
  });
});
