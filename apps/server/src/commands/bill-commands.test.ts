import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { type FeedbackFixture, openFeedbackFixture } from '#features/feedback/feedback.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { printVerifiedBills } from './bills-verify.ts';
import { runCommand, runHere } from './run-command.fixture.ts';

let fixture: FeedbackFixture;
let app: TestApp;
let billNo: string;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
  ({ app } = fixture);
  billNo = (await issuedBefore(addBill(app, await makeMerchant(app), { fees: [120_000, 60_000] }))).billNo;
});
afterAll(() => app.close());

/** The trail of a version before of a bill: the sum of its issue, and no seal. */
const issuedBefore = async (added: Promise<AddedBill>): Promise<AddedBill> => {
  const bill = await added;
  await app.rows(
    `insert into audit_event (event, result, tenant_id, object, after) select 'ops.bill.issued', 'ok', tenant_id, stage_id,
        jsonb_build_array(jsonb_build_object('direction', direction, 'bills', 1, 'amount', amount_fen)) from bill where bill_no = $1`,
    [bill.billNo],
  );
  return bill;
};
/** What is printed of bills of before. */
const unsealed = (bills: number) =>
  `其中 ${bills} 张由以前的版本出账或调整，审计记录没有逐张封存当时的内容：这部分只按明细、规则和步骤重新计算，并核对出账合计。`;

const run = (command: string, args: readonly string[], demo: 'on' | 'off' = 'off') =>
  runCommand(app, command, { args, demo });
const verify = (...asked: readonly string[]) => runHere((print) => printVerifiedBills(app.database, asked, print));
/** The same as a process of its own. */
const verifyAlone = (...asked: readonly string[]) => run('bills-verify-command.ts', asked);

describe('R10.3 npm run bills:verify', () => {
  it('R10.3 ends with 0 where every bill comes to what was issued, and prints the digest of a bill that is named', async () => {
    expect(await verify()).toEqual({ code: 0, out: `已核对 1 张账单，全部一致。\n${unsealed(1)}\n`, err: '' });
    for (const each of [verify, verifyAlone]) {
      const { code, out } = await each(billNo);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^${billNo} [0-9a-f]{64}\\n已核对 1 张账单，全部一致。\\n${unsealed(1)}\\n$`));
    }
  });

  it('R10.3 ends with 1 for a number that no bill has, and says which', async () => {
    for (const each of [verify, verifyAlone]) {
      const { code, err } = await each(billNo, 'ZD-none');
      expect([code, err]).toEqual([1, 'ZD-none 没有这张账单\n']);
    }
  });

  it('R10.3 says to which state of its bill a printed digest belongs, also of before each adjustment', async () => {
    const bill = await issuedBefore(fixture.bill({ fees: [120_000] }));
    const printed = async () =>
      String((await fixture.first.browser.call('bill.detail', { billNo: bill.billNo })).body.data.digest);
    const digests = [await printed()];
    for (const newAmount of [100_000, 90_000]) {
      const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: newAmount - 1 });
      await fixture.answer(feedbackNo, { action: 'adjust', newAmount });
      digests.push(await printed());
    }
    expect(new Set(digests).size).toBe(3);
    const { code, out, err } = await verify(bill.billNo, ...digests.map((digest) => digest.toUpperCase()));
    expect([code, err]).toEqual([0, '']);
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)?';
    expect(out.split('\n')).toEqual([
      `${bill.billNo} ${digests[2]}`,
      expect.stringMatching(
        new RegExp(
          `^${bill.billNo} ${digests[0]} 是出账时的账单：${time} 起金额为 ¥1,200\\.00，${time} 调整为 ¥1,000\\.00$`,
        ),
      ),
      expect.stringMatching(new RegExp(`${digests[1]} 是第 1 次调整后的账单：${time} 起金额为 ¥1,000\\.00，`)),
      expect.stringMatching(
        new RegExp(`${digests[2]} 是第 2 次调整后的账单：${time} 起金额为 ¥900\\.00，现在仍是如此$`),
      ),
      '已核对 1 张账单，全部一致。',
      unsealed(1),
      '',
    ]);
    // Without a number, every bill is looked through.
    expect(await verify(digests[0] ?? '')).toMatchObject({ code: 0, err: '' });
  });

  it('R10.3 ends with 1 for a digest that no statement of the bill ever had', async () => {
    const none = '0'.repeat(64);
    const { code, err } = await verify(billNo, none);
    expect([code, err]).toEqual([1, `${none} 不是所核对账单的校验码，现在和以前都不是\n`]);
  });

  it('R10.3 ends with 1 and names the bill whose fee was changed by hand', async () => {
    const change =
      'update line_fee set fee_fen = fee_fen + $1 where place = 1 and bill_id = (select bill_id from bill where bill_no = $2)';
    await app.rows(change, [1, billNo]);
    const { code, out, err } = await verify();
    await app.rows(change, [-1, billNo]);
    expect([code, out]).toEqual([1, `已核对 2 张账单，1 张有差异。\n${unsealed(2)}\n`]);
    for (const line of err.trim().split('\n')) expect(line.startsWith(`${billNo} `)).toBe(true);
  });
});

describe('R10.3 R11.7 npm run bills:verify with a bill that was never issued', () => {
  it('R10.3 R11.7 ends with 1 and names its stage and tenant', async () => {
    const owner = await makeMerchant(app);
    const added = await addBill(app, owner);
    const { code, out, err } = await verify(added.billNo);
    expect([code, out.split('\n')[1]]).toEqual([1, '已核对 1 张账单，出账合计有 1 处差异。']);
    expect(err).toMatch(new RegExp(`^账期 ${added.stageId} 商户 ${owner.tenantId} .+审计记录为 0 张`));
    await issuedBefore(Promise.resolve(added));
    expect((await verify(added.billNo)).code).toBe(0);
  });
});

describe('R14.1 npm run demo:scale', () => {
  it('R14.1 makes lines with their bills, which recompute to what was issued', async () => {
    const args = ['0.002', '--own-bills', '20', '--own-lines', '400'];
    const { code, out } = await run('demo-scale-command.ts', args, 'on');
    expect([code, out]).toEqual([0, '已写入 60 张账单。\n']);
    const counts = await app.rows("select count(*)::int as lines from bill_line where tenant_id like 'scale-%'");
    expect(counts).toEqual([{ lines: 2400 }]);
    expect(await verify()).toEqual({ code: 0, out: `已核对 63 张账单，全部一致。\n${unsealed(3)}\n`, err: '' });
  }, 120_000);

  it('R14.1 writes nothing where DEMO is off, and explains itself where the number is missing', async () => {
    const count = () => app.rows('select count(*)::int as count from bill_line');
    const before = await count();
    expect(await run('demo-scale-command.ts', ['1'])).toMatchObject({ code: 1, out: '' });
    expect(await run('demo-scale-command.ts', [], 'on')).toMatchObject({ code: 2, out: '' });
    expect(await count()).toEqual(before);
  });
});
