import { rmbText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderFixture, openOrderFixture, payee } from '#features/order/order.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { decide, outcomesOf } from '../confirmation/confirmation.fixture.ts';
import { addStage } from '../line.fixture.ts';

let orders: OrderFixture;
let app: TestApp;
let own: Merchant;
beforeAll(async () => {
  orders = await openOrderFixture();
  ({ app } = orders);
  own = await makeMerchant(app, '林经理');
});
afterAll(() => app.close());

const detailOf = async (billNo: string, by = own) => {
  const reply = await by.browser.call('bill.detail', { billNo });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const linesOf = async (payload: Readonly<Record<string, unknown>>, by = own) => {
  const reply = await by.browser.call('bill.lines', payload);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
/** Answers a feedback of a bill by another amount, as ops does: some of its lines change. */
const adjust = async (bill: AddedBill, changes: readonly number[]) => {
  const less = changes.reduce((sum, change) => sum + change, 0);
  const [row] = await app.rows('select amount_fen, step_no from bill where bill_no = $1', [bill.billNo]);
  const [from, step] = [Number(row?.['amount_fen']), Number(row?.['step_no']) + 1];
  await app.rows(
    `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, amount_fen, from_fen, confirm_by, feedback_no, reason)
      select tenant_id, bill_id, $2::int, 'adjusted', app_now(), 'ops', 's-1', '运营小李', $3::bigint, $4::bigint, confirm_by, 'FK1', '两笔重复' from bill where bill_no = $1`,
    [bill.billNo, step, from + less, from],
  );
  for (const [at, change] of changes.entries()) {
    await app.rows(
      `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen)
        select f.tenant_id, f.bill_id, $2::int, f.line_id, f.fee_fen, f.fee_fen + $3::bigint from line_fee f where f.line_id = $1`,
      [bill.lineIds[at], step, change],
    );
  }
  await app.rows(
    'update bill set adjusted_fen = adjusted_fen + $2::bigint, amount_fen = amount_fen + $2::bigint, step_no = $3 where bill_no = $1',
    [bill.billNo, less, step],
  );
};

describe('R10.3 the statement of a bill', () => {
  it('R10.3 says who pays whom, the account, the tax and how the amount came about', async () => {
    const bill = await addBill(app, own, { fees: [1200, 2400, 7] });
    const detail = await detailOf(bill.billNo);
    const [{ name } = {}] = await app.rows('select name from tenant where tenant_id = $1', [own.tenantId]);
    expect(detail).toMatchObject({
      payer: name,
      receiver: payee.name,
      payee,
      receivingAccount: null,
      taxRate: 60_000,
      taxAmount: Math.round((3607 * 6) / 106),
      amount: 3607,
      lineCount: 3,
      sums: [{ label: '明细费用合计', amount: 3607 }],
      adjustments: [],
      comparison: null,
      settlements: [],
      vouchers: [],
      timeline: [{ kind: 'issued', by: '平台运营', amount: 3607 }],
    });
    expect(detail.rules).toMatchObject([{ version: 1, lineCount: 3, amount: 3607 }]);
    expect(detail.rules[0].text).toContain('1.20%');
    expect(detail.rules[0].share).toContain('适用 3 笔');
    expect(detail.digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await own.browser.call('bill.detail', { billNo: bill.billNo })).body.data.digest).toBe(detail.digest);
  });

  it('R10.3 a receivable bill is paid to the certified account, which is masked', async () => {
    const bill = await addBill(app, own, { direction: 'receivable' });
    expect(await detailOf(bill.billNo)).toMatchObject({ payer: payee.name, payee: null, receivingAccount: null });
    const form = { companyName: '云栖商贸有限公司', bankName: '示例银行', bankBranch: '南山支行' };
    await app.rows(
      `insert into certification_submission (tenant_id, submission_no, form, sealed, masks, uscc, user_id, consent_ids)
        select tenant_id, certified_no, $2::jsonb, '', '{"bankAccountNoMasked":"**** 2233"}', certified_uscc, $3, '{}' from certification where tenant_id = $1`,
      [own.tenantId, JSON.stringify(form), own.userId],
    );
    expect((await detailOf(bill.billNo)).receivingAccount).toEqual({
      name: '云栖商贸有限公司',
      bank: '示例银行 南山支行',
      accountNo: '**** 2233',
    });
  });

  it('R10.4 of hundreds of steps the issue, every adjustment and the newest are there, and the sums are whole', async () => {
    const bill = await addBill(app, own, { fees: [1000, 2000, 3000] });
    await adjust(bill, [-100]);
    await app.rows(
      `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, address, amount_fen, confirm_by, feedback_no)
        select tenant_id, bill_id, n, case when n % 2 = 1 then 'disputed' else 'withdrawn' end, app_now(), 'merchant', 'u-1', '王小明', '203.0.113.7',
          amount_fen, confirm_by, 'FK' || n / 2 from bill, generate_series(3, 702) n where bill_no = $1`,
      [bill.billNo],
    );
    await app.rows('update bill set step_no = 702 where bill_no = $1', [bill.billNo]);
    await adjust(bill, [0, -50]);
    const { sums, timeline, amount } = await detailOf(bill.billNo);
    expect(sums.map((each: { amount: number }) => each.amount)).toEqual([6000, -100, -50]);
    expect(amount).toBe(5850);
    expect(timeline.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['issued', 'adjusted']);
    expect(timeline.at(-1)).toMatchObject({ kind: 'adjusted', amount: 5850 });
    expect(timeline).toHaveLength(302);
  });

  it('R10.4 adjustments stand with their lines, and the timeline shows every amount that the bill had, by whom and why', async () => {
    const bill = await addBill(app, own, { fees: [1000, 2000, 3000] });
    const before = (await detailOf(bill.billNo)).digest;
    await adjust(bill, [-100, -200]);
    const detail = await detailOf(bill.billNo);
    expect(detail.sums).toEqual([
      { label: '明细费用合计', amount: 6000 },
      { label: '调整', amount: -300 },
    ]);
    expect(detail.adjustments).toMatchObject([
      {
        fromAmount: 6000,
        toAmount: 5700,
        reason: '两笔重复',
        by: '运营小李',
        feedbackNo: 'FK1',
        lines: [
          { lineId: bill.lineIds[0], fromAmount: 1000, toAmount: 900 },
          { lineId: bill.lineIds[1], fromAmount: 2000, toAmount: 1800 },
        ],
      },
    ]);
    expect(detail.timeline).toMatchObject([
      { kind: 'issued', amount: 6000 },
      { kind: 'adjusted', fromAmount: 6000, amount: 5700, reason: '两笔重复', by: '运营小李' },
    ]);
    expect(detail.sums.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(detail.amount);
    expect(detail.digest).not.toBe(before);
    const { items } = await linesOf({ billNo: bill.billNo });
    expect(items.map((line: { adjustedAmount?: number }) => line.adjustedAmount)).toEqual([900, 1800, undefined]);
  });

  it('R10.3 says why it differs from the bill of the stage before, the parts summing to the difference', async () => {
    const former = await addBill(app, own, { fees: [1000, 2000] });
    const { orgId, projectId, productId } = former;
    const [stageId, older] = [await addStage(app), await addStage(app)];
    await app.rows("update stage set opens_on = '2026-11-01', issues_on = '2026-12-02' where stage_id = $1", [stageId]);
    await app.rows("update stage set opens_on = '2026-08-01' where stage_id = $1", [older]);
    const place = { orgId, projectId, productId };
    await addBill(app, own, { ...place, stageId: older, fees: [5] });
    await addBill(app, own, { ...place, stageId, direction: 'receivable', fees: [9] });
    const bill = await addBill(app, own, { ...place, stageId, fees: [1100, 2000, 3000, 4] });
    await adjust(bill, [-100]);
    const { comparison, amount } = await detailOf(bill.billNo);
    expect(comparison).toMatchObject({ stageId: former.stageId, billNo: former.billNo, amount: 3000 });
    const parts: { label: string; amount: number }[] = comparison.parts;
    expect(parts.map(({ label }) => label).join()).toContain('笔数增加 2 笔');
    expect(parts.at(-1)).toEqual({ label: '调整', amount: -100 });
    expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount - 3000);
    expect((await detailOf(former.billNo)).comparison).toMatchObject({ stageId: older });
  });

  it('R10.3 payments stand with their day and serial', async () => {
    const bill = await addBill(app, own, { fees: [1000] });
    outcomesOf(await decide(own, 'bill.batchConfirm', [bill]));
    await app.rows(
      `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, amount_fen, confirm_by, payment_fen, payment_on, payment_serial)
        select tenant_id, bill_id, 3, 'paid', app_now(), 'ops', 's-1', '运营小李', amount_fen, confirm_by, 400, '2026-11-20', 'B-1' from bill where bill_no = $1`,
      [bill.billNo],
    );
    await app.rows('update bill set paid_fen = 400, step_no = 3 where bill_no = $1', [bill.billNo]);
    const detail = await detailOf(bill.billNo);
    expect(detail).toMatchObject({ paidAmount: 400, status: 'confirmed', confirmedBy: '林经理' });
    expect(detail.settlements).toMatchObject([{ amount: 400, on: '2026-11-20', serial: 'B-1', by: '运营小李' }]);
    expect(detail.timeline.at(-1)).toMatchObject({ kind: 'paid', paymentAmount: 400, amount: 1000 });
  });

  it('R6.3 a bill of another tenant, a draft and none are answered alike', async () => {
    const foreign = await addBill(app, await makeMerchant(app));
    for (const operation of ['bill.detail', 'bill.lines']) {
      for (const billNo of [foreign.billNo, 'ZD-nobody']) {
        expect(await own.browser.call(operation, { billNo })).toMatchObject({
          status: 404,
          body: { errCode: 'RHSY404' },
        });
      }
    }
  });
});

describe('R10.3 the lines of a bill', () => {
  it('R10.3 stand in the bill’s order, by page and cursor alike, each with its computation, and sum up to the bill', async () => {
    const fees = Array.from({ length: 25 }, (_, at) => 100 + at * 37);
    const bill = await addBill(app, own, { fees });
    const { billNo } = bill;
    const first = await linesOf({ billNo, pageSize: 10 });
    expect(first).toMatchObject({ total: 25, totalIsExact: true });
    const all = [...first.items];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const part = await linesOf({ billNo, pageSize: 10, cursor });
      all.push(...part.items);
      cursor = part.nextCursor;
    }
    expect(all.map(({ lineId }: { lineId: string }) => lineId)).toEqual(bill.lineIds);
    expect((await linesOf({ billNo, pageSize: 10, page: 3 })).items).toEqual(all.slice(20));
    expect(all.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(bill.amount);
    expect(all[0]).toMatchObject({ amount: 100, unit: '元', rule: { version: 1 }, borrowerMasked: '张*' });
    for (const { computation, amount } of all) {
      expect(computation).toContain('× 1.20% =');
      expect(computation).toContain(rmbText(amount));
    }
  });

  it('R10.3 are found by the beginning of their reference', async () => {
    const bill = await addBill(app, own, { fees: [1, 2, 3] });
    const [, second] = (await linesOf({ billNo: bill.billNo })).items;
    const found = await linesOf({ billNo: bill.billNo, loanNo: second.loanNo });
    expect(found).toMatchObject({ total: 1, items: [{ lineId: bill.lineIds[1] }] });
    const start = await linesOf({ billNo: bill.billNo, loanNo: second.loanNo.slice(0, -1) });
    expect(start.total).toBe(3);
    expect((await linesOf({ billNo: bill.billNo, loanNo: 'nothing' })).total).toBe(0);
  });

  it('R5.5 a cursor of another list is a 422 that names it', async () => {
    const bill = await addBill(app, own);
    const cursor = Buffer.from(`${app.clock.now().getTime()}~no-place`).toString('base64url');
    const reply = await own.browser.call('bill.lines', { billNo: bill.billNo, cursor });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'cursor' }] } } });
  });
});
