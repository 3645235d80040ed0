import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runCommand } from './run-command.fixture.ts';

let app: TestApp;
let billNo: string;
beforeAll(async () => {
  app = await testApp();
  billNo = (await addBill(app, await makeMerchant(app), { fees: [120_000, 60_000] })).billNo;
});
afterAll(() => app.close());

const run = (command: string, args: readonly string[], demo: 'on' | 'off' = 'off') =>
  runCommand(app, command, { args, demo });
const verify = (...billNos: readonly string[]) => run('bills-verify-command.ts', billNos);

describe('R10.3 npm run bills:verify', () => {
  it('R10.3 ends with 0 where every bill comes to what was issued, and prints the digest of a bill that is named', async () => {
    expect(await verify()).toEqual({ code: 0, out: '已核对 1 张账单，全部一致。\n', err: '' });
    const { code, out } = await verify(billNo);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${billNo} [0-9a-f]{64}\\n已核对 1 张账单，全部一致。\\n$`));
  }, 60_000);

  it('R10.3 ends with 1 for a number that no bill has, and says which', async () => {
    const { code, err } = await verify(billNo, 'ZD-none');
    expect([code, err]).toEqual([1, 'ZD-none 没有这张账单\n']);
  }, 60_000);

  it('R10.3 ends with 1 and names the bill whose fee was changed by hand', async () => {
    const change = 'update line_fee set fee_fen = fee_fen + $1 where place = 1';
    await app.rows(change, [1]);
    const { code, out, err } = await verify();
    await app.rows(change, [-1]);
    expect([code, out]).toEqual([1, '已核对 1 张账单，1 张有差异。\n']);
    for (const line of err.trim().split('\n')) expect(line.startsWith(`${billNo} `)).toBe(true);
  }, 60_000);
});

describe('R14.1 npm run demo:scale', () => {
  it('R14.1 makes lines with their bills, which recompute to what was issued', async () => {
    const args = ['0.002', '--own-bills', '20', '--own-lines', '400'];
    const { code, out } = await run('demo-scale-command.ts', args, 'on');
    expect([code, out]).toEqual([0, '已写入 60 张账单。\n']);
    const counts = await app.rows("select count(*)::int as lines from bill_line where tenant_id like 'scale-%'");
    expect(counts).toEqual([{ lines: 2400 }]);
    expect(await verify()).toEqual({ code: 0, out: '已核对 61 张账单，全部一致。\n', err: '' });
  }, 120_000);

  it('R14.1 writes nothing where DEMO is off, and explains itself where the number is missing', async () => {
    const count = () => app.rows('select count(*)::int as count from bill_line');
    const before = await count();
    expect(await run('demo-scale-command.ts', ['1'])).toMatchObject({ code: 1, out: '' });
    expect(await run('demo-scale-command.ts', [], 'on')).toMatchObject({ code: 2, out: '' });
    expect(await count()).toEqual(before);
  }, 60_000);
});
