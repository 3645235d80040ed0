import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runCommand, runHere } from '../run-command.fixture.ts';
import { printVerifiedStatements } from './statement-verify.ts';

let app: TestApp;
let desk: PaymentDesk;
let billNo: string;
let sha256: string;
beforeAll(async () => {
  app = await testApp();
  desk = await PaymentDesk.open(app, await makeMerchant(app, '林经理'));
  const bill = await desk.confirmed();
  ({ billNo } = bill);
  await desk.pay(bill, 20_000, 'V-1');
  const { body } = await desk.owner.browser.call('accountStatement.sum', { from: desk.today, to: desk.today });
  ({ sha256 } = body.data);
});
afterAll(() => app.close());

const verify = (...args: readonly string[]) => runHere((print) => printVerifiedStatements(app.database, args, print));
/** The same once the day is over. */
const verifyLater = (...args: readonly string[]) =>
  runHere((print) => printVerifiedStatements(app.database, args, print, new Date(Date.now() + 2 * 86_400_000)));
const ofPaper = (digest: string) => verifyLater(desk.owner.tenantId, desk.today, desk.today, digest);

/** As who owns the tables, past triggers and rights: no step of ours can do it. */
const tamper = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await owner.end();
};

describe('receipts, it must show: npm run statement:verify', () => {
  it('receipts 3.2 ends with 0 where all postings come to what is open on bills', async () => {
    for (const run of [verify, () => runCommand(app, 'receipts/statement-verify-command.ts', { args: [] })])
      expect(await run()).toEqual({ code: 0, out: '已核对 1 个商户的对账单，全部一致。\n', err: '' });
  });

  it('receipts 3.2 names the bill whose payment was changed by hand', async () => {
    await tamper("update bill_step set payment_fen = 20001 where payment_serial = 'V-1'");
    const { code, err } = await verify();
    const paper = await ofPaper(sha256);
    await tamper("update bill_step set payment_fen = 20000 where payment_serial = 'V-1'");
    expect([code, err]).toEqual([1, `${desk.owner.tenantId} ${billNo} 未付登记为 ¥1,000.00，各笔发生额合计 ¥999.99\n`]);
    expect(paper.code).toBe(1);
    expect(paper.err).toMatch(/^对账单与现在的往来不符，现在的校验码是 [0-9a-f]{64}\n$/);
  });

  it('receipts 3.2 a statement on paper is what the rows come to, by its digest', async () => {
    expect(await ofPaper(sha256.toUpperCase())).toEqual({ code: 0, out: '对账单与现在的往来一致。\n', err: '' });
    expect(await ofPaper('0'.repeat(64))).toMatchObject({ code: 1 });
    expect(await verify(desk.owner.tenantId, desk.today, desk.today, sha256)).toMatchObject({
      code: 1,
      err: '对账单的最后一天还没有结束，没有可以核对的校验码\n',
    });
    expect(await verify(desk.owner.tenantId, '2026-02-30', desk.today, sha256)).toMatchObject({
      code: 1,
      err: '开始日期不存在，或早于 2000 年\n',
    });
    expect(await verify(desk.owner.tenantId)).toMatchObject({ code: 1, err: expect.stringMatching(/^用法：/) });
  });
});
