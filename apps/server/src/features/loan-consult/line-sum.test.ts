import type { Output } from '@ronghui/contract';
import { differenceOfSums } from '@ronghui/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { addLine } from '#features/bill/line.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';

type Line = Output<'loanConsult.page'>['items'][number];
type Sum = Output<'loanConsult.sum'>;

/** The products whose bills the provider pays. */
const received = 'fee-got';

let app: TestApp;
let own: Merchant;
beforeAll(async () => {
  app = await testApp();
  const other = await makeMerchant(app);
  own = await makeMerchant(app);
  const first = await addBill(app, own, { fees: [1, 999, 120_001] });
  const { orgId, projectId, stageId } = first;
  await addBill(app, own, { stageId, orgId, productId: 'fee-paid', fees: [33, 67] });
  await addBill(app, own, { stageId, projectId, productId: received, direction: 'receivable', fees: [500, 7] });
  await addBill(app, own, { orgId, projectId, productId: received, direction: 'receivable', fees: [80_000] });
  await addBill(app, own, { orgId, fees: [12, 12, 12, 12] });
  await addBill(app, other, { stageId, orgId });
  for (const [at, unit] of ['张', '笔', '张'].entries()) {
    const line = { stage_id: stageId, org_id: orgId, product_id: 'counted', loan_fen: null, quantity: at + 3, unit };
    await addLine(app, own, line);
  }
  await addLine(app, own, { loan_fen: 7_000_001, project_id: projectId });
  await app.rows(
    "update bill_line set occurred_on = date '2026-10-01' + ascii(right(loan_no, 1)) % 7 + length(org_id) % 3",
  );
  // Lines of an issued bill never change otherwise.
  await app.rows('delete from fee_total');
  await app.rows('select add_fee_totals(stage_id, array_agg(bill_id)) from bill group by stage_id');
});
afterAll(() => app.close());

const call = async (operation: string, payload: object) => {
  const reply = await own.browser.call(operation, { ...payload });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
/** Every line of a filter, by the cursor. */
const allOf = async (filter: object): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const part = await call('loanConsult.page', {
      ...filter,
      pageSize: 10,
      ...(cursor === undefined ? {} : { cursor }),
    });
    lines.push(...part.items);
    cursor = part.nextCursor;
  }
  return lines;
};

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The sums of lines, added up one by one. */
const summed = (lines: readonly Line[]): Sum => {
  const counted = Map.groupBy(
    lines.filter(({ quantity }) => quantity !== null),
    ({ unit }) => unit,
  );
  const billed = (isReceived: boolean) => {
    const some = lines.filter(({ amount, productId }) => amount !== null && (productId === received) === isReceived);
    return { count: some.length, amount: total(some.map(({ amount, adjustedAmount }) => adjustedAmount ?? amount)) };
  };
  const sums = {
    count: lines.length,
    loanAmount: total(lines.map(({ loanAmount }) => loanAmount)),
    quantities: [...counted]
      .map(([unit, those]) => ({ unit, quantity: total(those.map(({ quantity }) => quantity)) }))
      .toSorted((one, two) => (one.unit < two.unit ? -1 : 1)),
    byDirection: { payable: billed(false), receivable: billed(true) },
  };
  return sums as Sum;
};

describe('R10.5 the sum of lines', () => {
  it('R10.5 is that of the fees which stand after an answer to feedback, the last one of each line', async () => {
    const [line] = (await allOf({})).filter(({ amount }) => amount === 120_001);
    const filter = { loanNo: line?.loanNo };
    const before: Sum = await call('loanConsult.sum', filter);
    for (const [step, to] of [
      [90, 100_000],
      [91, 90_000],
    ]) {
      await app.rows(
        `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, from_fen, confirm_by, feedback_no)
          select tenant_id, bill_id, $2, 'adjusted', app_now(), 'ops', '平台运营', amount_fen, 0, confirm_by, 'F-1'
            from bill where bill_id = (select bill_id from line_fee where line_id = $1)`,
        [line?.lineId, step],
      );
      await app.rows(
        `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen)
          select tenant_id, bill_id, $2, line_id, fee_fen, $3 from line_fee where line_id = $1`,
        [line?.lineId, step, to],
      );
    }
    const after: Sum = await call('loanConsult.sum', filter);
    expect(differenceOfSums(after.byDirection.payable.amount, before.byDirection.payable.amount)).toBe(
      90_000 - 120_001,
    );
    expect(after).toEqual(summed(await allOf(filter)));
  });

  it('R10.5 of any filter is that of the lines that its pages list, bases by unit and fees by direction', async () => {
    const lines = await allOf({});
    expect(lines).toHaveLength(16);
    expect(lines.filter(({ amount }) => amount === null)).toHaveLength(4);
    const one = (pick: (line: Line) => string) =>
      fc.option(fc.constantFrom(...lines.map(pick), 'no-such'), { nil: undefined, freq: 2 });
    const aDay = fc.option(fc.constantFrom(...lines.map(({ occurredOn }) => occurredOn)), { nil: undefined, freq: 2 });
    const filters = fc.record(
      {
        stageId: one(({ stageId }) => stageId),
        orgId: one(({ orgId }) => orgId),
        projectId: one(({ projectId }) => projectId),
        productId: one(({ productId }) => productId),
        loanNo: one(({ loanNo }) => loanNo.slice(0, 3)),
        from: aDay,
        to: aDay,
      },
      { requiredKeys: [] },
    );
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const listed = await allOf(filter);
        sizes.add(listed.length);
        const sum: Sum = await call('loanConsult.sum', filter);
        const quantities = sum.quantities.toSorted((two, other) => (two.unit < other.unit ? -1 : 1));
        expect({ ...sum, quantities }).toEqual(summed(listed));
      }),
      { numRuns: 80 },
    );
    // Filters that leave nothing prove little.
    expect(sizes.size).toBeGreaterThan(4);
  }, 60_000);

  it('R10.5 security 4.14 of a reference that too many lines begin with is refused with a sentence at its field; everything else is summed at any size', async () => {
    const before: Sum = await call('loanConsult.sum', {});
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
        select tenant_id, stage_id, 'MANY-' || lpad(n::text, 6, '0'), project_id, product_id, org_id, 100, '元', occurred_on
          from (select * from bill_line where tenant_id = $1 limit 1) l, generate_series(1, 20001) n`,
      [own.tenantId],
    );
    const refused = await own.browser.call('loanConsult.sum', { loanNo: 'MANY' });
    expect(refused).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'loanNo' }] } } });
    expect(refused.body.data.fields[0].message).toMatch(/超过 20,000 笔/);
    expect(await call('loanConsult.sum', { loanNo: 'MANY-00' })).toMatchObject({ count: 9999, loanAmount: 999_900 });
    expect(await call('loanConsult.sum', {})).toMatchObject({ count: before.count + 20_001 });
  });
});
