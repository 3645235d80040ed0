import type { Output } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());

type Lines = Output<'ops.bill.lines'>;

const read = async (payload: object): Promise<Lines> => {
  const reply = await desk.browser.call('ops.bill.lines', { ...payload });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
/** Every line of a bill, by the cursor. */
const allOf = async (named: object): Promise<Lines['items']> => {
  const first = await read({ ...named, pageSize: 10 });
  const all = [...first.items];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const part = await read({ ...named, pageSize: 10, cursor });
    all.push(...part.items);
    cursor = part.nextCursor;
  }
  return all;
};

/** A draft of a merchant's lines. */
const drawn = async (owner: Merchant, count: number) => {
  const [stage_id, org_id, project_id] = [await addStage(app), await addOrg(app), await addProject(app, owner)];
  await desk.rule({ productId: `of-${stage_id}` });
  for (let each = 0; each < count; each += 1)
    await addLine(app, owner, { stage_id, org_id, project_id, product_id: `of-${stage_id}` });
  await desk.generate(stage_id);
  const [draft] = await desk.bills({ stageId: stage_id, status: 'draft' });
  return { stageId: stage_id, draft };
};

describe('R11.6 the lines of a bill at the desk', () => {
  it('R11.6 of an issued bill are those that the merchant reads, with their computation, page by page', async () => {
    const owner = await makeMerchant(app);
    const fees = Array.from({ length: 25 }, (_, at) => 100 + at * 37);
    const { billNo } = await addBill(app, owner, { fees });
    const own = (await owner.browser.call('bill.lines', { billNo, pageSize: 100 })).body.data;
    expect((await read({ billNo, pageSize: 100 })).items).toEqual(own.items);
    const all = await allOf({ billNo });
    expect(all).toEqual(own.items);
    expect(all.every(({ computation, lineId }) => computation !== '' && lineId !== '')).toBe(true);
    const [one] = all;
    expect((await read({ billNo, loanNo: one?.loanNo })).items).toEqual([one]);
    expect((await read({ billNo, loanNo: 'NONE' })).items).toEqual([]);
  });

  it('R11.6 of a draft are read by its key, and add up to it; its merchant reads none of them', async () => {
    const owner = await makeMerchant(app);
    const { stageId, draft } = await drawn(owner, 12);
    const lines = await allOf({ tenantId: owner.tenantId, billId: draft.billId });
    expect(lines).toHaveLength(12);
    expect(lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(draft.amount);
    expect(lines[0]?.computation).toContain('%');
    await desk.issue(stageId);
    // The same lines under the bill's number.
    const [issued] = await desk.bills({ stageId });
    expect(await allOf({ billNo: issued.billNo })).toEqual(lines);
  });

  it('R5.5 a bill that is named by nothing, by half or twice is a 422, and another list’s cursor too', async () => {
    const { billNo } = await addBill(app, await makeMerchant(app));
    const cursor = Buffer.from(`${app.clock.now().getTime()}~no-place`).toString('base64url');
    for (const [payload, path] of [
      [{}, 'billNo'],
      [{ billId: 'b' }, 'billNo'],
      [{ tenantId: 't' }, 'billNo'],
      [{ billNo, tenantId: 't', billId: 'b' }, 'billNo'],
      [{ billNo, cursor }, 'cursor'],
    ] as const) {
      expect(await desk.browser.call('ops.bill.lines', payload)).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path }] } },
      });
    }
  });
});
