import type { Output } from '@ronghui/contract';
import { type BillState, billStatuses, dueOf, presentBill } from '@ronghui/domain/bill';
import { dayLater, dayOf, endOfDay } from '@ronghui/domain/calendar';
import { fen } from '@ronghui/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type AddedBill, addBill } from '../bill.fixture.ts';

type Page = Output<'bill.page'>;
type Bill = Page['items'][number];

let app: TestApp;
let own: Merchant;
let other: Merchant;
let hidden: AddedBill;
beforeAll(async () => {
  app = await testApp();
  [own, other] = [await makeMerchant(app), await makeMerchant(app)];
  hidden = await addBill(app, other);
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(app.clock.now().getTime() - days * dayMs);
/** The end of a day some days ago. */
const endAgo = (days: number): Date => endOfDay(dayLater(dayOf(app.clock.now()), -days));
const pageOf = async (filter: object = {}, by = own): Promise<Page> => {
  const reply = await by.browser.call('bill.page', { ...filter });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
/** Every bill of a filter, by the cursor. */
const allOf = async (filter: object = {}, by = own): Promise<Bill[]> => {
  const bills: Bill[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const part = await pageOf({ ...filter, pageSize: 10, ...(cursor === undefined ? {} : { cursor }) }, by);
    bills.push(...part.items);
    cursor = part.nextCursor;
  }
  return bills;
};
const sumOf = async (filter: object = {}, by = own): Promise<Output<'bill.sum'>> => {
  const reply = await by.browser.call('bill.sum', { ...filter });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
/** Puts a bill into a state, without the steps that lead there. */
const put = (billNo: string, columns: Readonly<Record<string, unknown>>) =>
  app.rows(
    `update bill set ${Object.keys(columns)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where bill_no = $1`,
    [billNo, ...Object.values(columns)],
  );

const states: readonly (readonly [string, (by: string) => Readonly<Record<string, unknown>>])[] = [
  ['pending', () => ({ status: 'pending' })],
  ['pending past its time', () => ({ confirm_by: endAgo(3) })],
  ['disputed', () => ({ status: 'disputed' })],
  ['disputed past its time', () => ({ status: 'disputed', confirm_by: endAgo(4) })],
  ['confirmed', (by) => ({ status: 'confirmed', confirmed_at: daysAgo(2), confirmed_by: by })],
  [
    'confirmed in the first moment of a day',
    (by) => ({ status: 'confirmed', confirmed_at: endAgo(5), confirmed_by: by }),
  ],
  ['waiting', (by) => ({ status: 'confirmed', approval: 'waiting', confirmed_at: daysAgo(1), confirmed_by: by })],
  [
    'waiting past its time',
    (by) => ({
      status: 'confirmed',
      approval: 'waiting',
      confirmed_at: daysAgo(4),
      confirmed_by: by,
      confirm_by: endAgo(3),
    }),
  ],
  [
    'confirmed by the clock',
    () => ({
      status: 'confirmed',
      confirm_by: endAgo(5),
      confirmed_at: endAgo(5),
      auto_confirmed: true,
    }),
  ],
  ['settled', (by) => ({ status: 'settled', confirmed_at: daysAgo(6), confirmed_by: by, settled_at: daysAgo(1) })],
];

describe('R10.3 the list of bills', () => {
  let bills: AddedBill[];
  beforeAll(async () => {
    const first = await addBill(app, own, { issuedAt: daysAgo(9) });
    bills = [first];
    for (const [at, [, columns]] of states.entries()) {
      const { projectId, orgId } = first;
      const given = at % 2 === 0 ? { projectId } : { orgId };
      const direction = at % 3 === 0 ? 'receivable' : 'payable';
      const fees = [100 * (at + 1), 7];
      const productId = at % 4 === 0 ? 'cards' : 'loan';
      const bill = await addBill(app, own, {
        ...given,
        direction,
        fees,
        productId,
        issuedAt: daysAgo(8 - at / 2),
        confirmBy: endAgo(-3),
      });
      const changes = columns(own.userId);
      await put(bill.billNo, changes['status'] === 'settled' ? { ...changes, paid_fen: bill.amount } : changes);
      bills.push(bill);
    }
    await app.rows(
      `insert into bill (tenant_id, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name, project_name, product_name,
          org_name, line_count, basis, lines_fen, amount_fen, tax_fen, pay_days)
        select tenant_id, stage_id, project_id, 'draft', org_id, direction, tax_millionths, '', '', '', '', 1, 1, 1, 1, 0, 10 from bill where bill_no = $1`,
      [first.billNo],
    );
  });

  it('R10.3 shows issued bills, the newest first, by page and by cursor alike; no draft, and nothing of another tenant', async () => {
    const page = await pageOf();
    expect(page.total).toBe(bills.length);
    expect(page.items.map(({ billNo }) => billNo)).toEqual(bills.map(({ billNo }) => billNo).toReversed());
    expect(await allOf()).toEqual(page.items);
    expect(JSON.stringify(page)).not.toContain(hidden.billNo);
    expect((await pageOf({ billNo: hidden.billNo })).total).toBe(0);
  });

  it('R10.3 every filter leaves what it names, alone and with another', async () => {
    const all = await allOf();
    const [sample] = all.slice(3);
    if (sample === undefined) throw new Error('there are bills');
    const { billNo, direction, projectId, productId, orgId, stageId, status, dueOn } = sample;
    const tests: readonly (readonly [object, (bill: Bill) => boolean])[] = [
      [{ billNo }, (bill) => bill.billNo === billNo],
      [{ billNo: billNo.slice(0, -1) }, (bill) => bill.billNo.startsWith(billNo.slice(0, -1))],
      [{ direction }, (bill) => bill.direction === direction],
      [{ projectId }, (bill) => bill.projectId === projectId],
      [{ productId }, (bill) => bill.productId === productId],
      [{ orgId }, (bill) => bill.orgId === orgId],
      [{ stageId }, (bill) => bill.stageId === stageId],
      ...billStatuses.map((word) => [{ status: word }, (bill: Bill) => bill.status === word] as const),
      [{ approval: 'waiting' }, (bill) => bill.approval === 'waiting'],
      [{ payment: 'open' }, (bill) => bill.status === 'confirmed' && bill.direction === 'payable'],
      [{ dueFrom: dueOn }, (bill) => bill.dueOn >= dueOn],
      [{ dueTo: dueOn }, (bill) => bill.dueOn <= dueOn],
      [{ from: sample.issuedAt }, (bill) => bill.issuedAt >= sample.issuedAt],
      [{ to: sample.issuedAt }, (bill) => bill.issuedAt <= sample.issuedAt],
    ];
    expect(new Set(all.map((bill) => bill.status)).size).toBe(billStatuses.length);
    for (const [at, [filter, isWanted]] of tests.entries()) {
      const wanted = all.filter(isWanted);
      expect(await allOf(filter), JSON.stringify(filter)).toEqual(wanted);
      expect((await pageOf(filter)).total, JSON.stringify(filter)).toBe(wanted.length);
      for (const [more, isToo] of tests.slice(at + 1)) {
        if (Object.keys(more).some((name) => name in filter)) continue;
        expect(await allOf({ ...filter, ...more })).toEqual(wanted.filter(isToo));
      }
    }
    expect(await allOf({ status })).toContainEqual(sample);
  });

  it('contract 5 a sum takes the payload of the list as it is, and its page changes nothing', async () => {
    const filter = { direction: 'payable' };
    const plain = await own.browser.call('bill.sum', filter);
    const paged = await own.browser.call('bill.sum', { ...filter, page: 3, pageSize: 10 });
    expect(paged.status, paged.text).toBe(200);
    expect(paged.body.data).toEqual(plain.body.data);
  });

  it('R10.3 the sum of any filter is that of the bills that its pages list, by direction and status', async () => {
    const all = await allOf();
    const one = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const filters = fc.record(
      {
        direction: one(['payable', 'receivable']),
        projectId: one(all.map(({ projectId }) => projectId)),
        productId: one(all.map(({ productId }) => productId)),
        orgId: one(all.map(({ orgId }) => orgId)),
        stageId: one(all.map(({ stageId }) => stageId)),
        status: one(billStatuses),
        approval: one(['none', 'waiting']),
        payment: one(['open', 'inCheck']),
        dueFrom: one(all.map(({ dueOn }) => dueOn)),
        dueTo: one(all.map(({ dueOn }) => dueOn)),
        from: one(all.map(({ issuedAt }) => issuedAt)),
        billNo: one(all.map(({ billNo }) => billNo.slice(0, -1))),
      },
      { requiredKeys: [] },
    );
    const together = (bills: readonly Bill[]) => ({
      count: bills.length,
      amount: bills.reduce((sum, { amount }) => sum + amount, 0),
    });
    const ofDirection = (bills: readonly Bill[]) => ({
      ...sums(bills),
      paidAmount: bills.reduce((sum, { paidAmount }) => sum + paidAmount, 0),
      openAmount: bills
        .filter(({ status }) => status !== 'settled')
        .reduce((sum, { amount, paidAmount }) => sum + amount - paidAmount, 0),
    });
    const sums = (bills: readonly Bill[]) => ({
      ...together(bills),
      byStatus: Object.fromEntries(
        billStatuses.map((word) => [word, together(bills.filter(({ status }) => status === word))]),
      ),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const listed = await allOf(filter);
        const { count, amount, byStatus } = sums(listed);
        expect(await sumOf(filter)).toEqual({
          count,
          totalAmount: amount,
          byStatus,
          byDirection: {
            payable: ofDirection(listed.filter(({ direction }) => direction === 'payable')),
            receivable: ofDirection(listed.filter(({ direction }) => direction === 'receivable')),
          },
        });
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('R4.9 the status, the approval and the due day of SQL are those of the domain, in every state', async () => {
    const listed = new Map((await allOf()).map((bill) => [bill.billNo, bill]));
    for (const secondApprover of [false, true]) {
      await app.rows('update tenant set second_approver = $2 where tenant_id = $1', [own.tenantId, secondApprover]);
      const rows = await app.rows('select * from bill where tenant_id = $1 and bill_no is not null', [own.tenantId]);
      for (const row of rows) {
        const stored: BillState = {
          status: row['status'] as BillState['status'],
          approval: row['approval'] as BillState['approval'],
          amount: fen(Number(row['amount_fen'])),
          paid: fen(Number(row['paid_fen'])),
          confirmBy: row['confirm_by'] as Date,
          confirmedAt: row['confirmed_at'] as Date | null,
          confirmedBy: null,
          autoConfirmed: row['auto_confirmed'] === true,
          approvedAt: null,
          approvedBy: null,
          autoApproved: false,
        };
        const bill = presentBill(stored, { now: app.clock.now(), secondApprover });
        const due = dueOf(bill, Number(row['pay_days']));
        expect(listed.get(String(row['bill_no']))).toMatchObject({
          status: bill.status,
          approval: bill.approval,
          dueOn: due.on,
          dueIsExpected: due.isExpected,
        });
      }
    }
    await app.rows('update tenant set second_approver = false where tenant_id = $1', [own.tenantId]);
    expect(listed.size).toBe(states.length + 1);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ dueFrom: '2026-02-30' }, 'dueFrom'],
    [{ dueTo: '2026-13-01' }, 'dueTo'],
  ])('R5.5 %j is a 422 that names %s', async (filter, path) => {
    for (const operation of ['bill.page', 'bill.sum']) {
      const reply = await own.browser.call(operation, filter);
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
  });
});

describe('R4.13 bills need a certification', () => {
  it('R4.13 a tenant without one is refused every read', async () => {
    const fresh = await makeMerchant(app);
    for (const [operation, payload] of [
      ['bill.page', {}],
      ['bill.sum', {}],
      ['bill.detail', { billNo: hidden.billNo }],
      ['bill.lines', { billNo: hidden.billNo }],
      ['bill.rule', { billNo: hidden.billNo, ruleId: 'rule-loan' }],
    ] as const) {
      const reply = await fresh.browser.call(operation, payload);
      expect(reply, operation).toMatchObject({ status: 403, body: { errCode: 'RHCE002' } });
    }
  });
});
