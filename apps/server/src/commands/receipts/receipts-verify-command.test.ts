import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { receiptNoOf } from '#features/receipt/receipt.fixture';
import { verifyReceipts } from '#features/receipt/verification/verification';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runCommand, runHere } from '../run-command.fixture.ts';
import { printVerifiedReceipts } from './receipts-verify.ts';

let app: TestApp;
let receiptNo: string;
let billNo: string;
beforeAll(async () => {
  app = await testApp();
  const desk = await PaymentDesk.open(app, await makeMerchant(app, '林经理'));
  const bill = await desk.confirmed();
  ({ billNo } = bill);
  await desk.pay(bill, 20_000, 'V-1');
  await desk.pay(bill, 1_000, 'V-2');
  await desk.reverse(bill, 'V-2');
  receiptNo = await receiptNoOf(app, 'V-1');
});
afterAll(() => app.close());

const verify = (...args: readonly string[]) => runHere((print) => printVerifiedReceipts(app.database, args, print));

/** As who owns the tables, past triggers and rights: no step of ours can do it. */
const tamper = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await owner.end();
};

describe('receipts, it must show: npm run receipts:verify', () => {
  it('receipts 1.2 ends with 0 where every column is what its rows come to, and with 1 for a number that no receipt has', async () => {
    for (const run of [
      verify,
      (...args: readonly string[]) => runCommand(app, 'receipts/receipts-verify-command.ts', { args }),
    ]) {
      expect(await run()).toEqual({ code: 0, out: '已核对 2 笔收款，全部一致。\n', err: '' });
      expect(await run('SK-none')).toMatchObject({ code: 1, err: '有收款编号不存在\n' });
    }
  });

  it('receipts 1.2 looks at each once, however few a statement looks at', async () => {
    for (const limit of [1, 2, 3])
      expect(await verifyReceipts(app.database.reading('service'), [], limit)).toEqual({ counted: 2, faults: [] });
    await tamper('update receipt_entry set amount_fen = amount_fen + 1');
    const { faults } = await verifyReceipts(app.database.reading('service'), [], 1);
    await tamper('update receipt_entry set amount_fen = amount_fen - 1');
    expect(new Set(faults.map(({ receipt_no }) => receipt_no)).size).toBe(2);
  });

  it.each([
    [
      'a column',
      "update receipt set applied_fen = applied_fen - 1, unapplied_fen = unapplied_fen + 1 where serial = 'V-1'",
      "update receipt set applied_fen = applied_fen + 1, unapplied_fen = unapplied_fen - 1 where serial = 'V-1'",
      /已认金额登记为 19999，各笔合计 20000/,
    ],
    [
      'the serial',
      "update receipt set serial = 'V-9' where serial = 'V-1'",
      "update receipt set serial = 'V-1' where serial = 'V-9'",
      /付款登记的银行流水号与收款不同/,
    ],
    [
      'a payment',
      "update bill_step set payment_fen = 20001 where payment_serial = 'V-1'",
      "update bill_step set payment_fen = 20000 where payment_serial = 'V-1'",
      /已认金额登记为 20000，各笔合计 20001/,
    ],
    [
      'what came in',
      "update receipt_entry set amount_fen = 20001 where receipt_no = (select receipt_no from receipt where serial = 'V-1')",
      "update receipt_entry set amount_fen = 20000 where receipt_no = (select receipt_no from receipt where serial = 'V-1')",
      /金额登记为 20000，到账与撤回合计 20001/,
    ],
  ])('receipts 1.2 names the receipt where %s was changed by hand', async (_what, change, back, sentence) => {
    await tamper(change);
    const { code, err, out } = await verify();
    await tamper(back);
    expect([code, out]).toEqual([1, '已核对 2 笔收款，1 处有差异。\n']);
    expect(err).toContain(receiptNo);
    expect(err).toMatch(sentence);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('receipts 1.2 an application that was removed leaves its receipt and its bill without each other, and both are named', async () => {
    await tamper(
      "create table removed as select * from receipt_application where receipt_no = (select receipt_no from receipt where serial = 'V-1'); delete from receipt_application a using removed r where r.application_no = a.application_no",
    );
    const { code, err } = await verify();
    expect(code).toBe(1);
    expect(err).toContain(`${receiptNo} 已认金额登记为 20000，各笔合计 0`);
    expect(err).toMatch(new RegExp(`${billNo} 第 \\d+ 步的付款没有收款`));
  });
});
