import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAgreements } from '#features/agreement/agreement.steps';
import { addBill } from '#features/bill/bill.fixture';
import {
  certificationAgreement,
  certifierOf,
  certifyTenant,
  codes,
} from '#features/certification/certification.fixture';
import { newKey } from '#features/order/order.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addOrder, addSettledBill, applied, fullTitle, keyed, readyTenant } from './invoice.fixture.ts';

let app: TestApp;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp();
  await app.database.transact('service', (tx) => addAgreements(tx, [certificationAgreement]));
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
});

const apply = (payload: Readonly<Record<string, unknown>>, by = owner) =>
  keyed(by, 'invoice.apply', { type: 'normal', ...payload });
const stored = async () =>
  (await app.rows('select count(*)::int as count from invoice where tenant_id = $1', [owner.tenantId]))[0]?.['count'];
const candidatesOf = async (kind: string, by = owner) =>
  (await by.browser.call('invoice.candidates', { kind })).body.data.items;

describe('R10.12 titles', () => {
  it('R10.12 is prefilled from the certification until one is saved', async () => {
    const bare = await makeMerchant(app);
    await certifyTenant(app, bare);
    const before = (await bare.browser.call('invoice.title')).body.data;
    expect(before).toMatchObject({ isSaved: false, title: { taxNo: null, bankAccountNoMasked: null } });
    const certified = await makeMerchant(app);
    const certifier = await certifierOf(app, certified.browser, 1);
    const { body } = await certifier.submit({ uscc: codes[1] });
    await app.rows(
      "update certification set status = 'passed', certified_no = $2, certified_uscc = $3 where tenant_id = $1",
      [certified.tenantId, body.data.submissionNo, codes[1]],
    );
    const { title } = (await certified.browser.call('invoice.title')).body.data;
    expect(title).toMatchObject({ name: expect.stringMatching(/./), taxNo: codes[1], phone: null });
    expect(title.address).toMatch(/省|市/);
    expect(title.bankAccountNoMasked).toMatch(/^\*+\d{4}$/);
  });

  it('R10.12 is kept, the account sealed and shown by its end; another save keeps it, and without a bank it goes', async () => {
    const { body } = await owner.browser.call('invoice.title');
    const title = { ...fullTitle, taxNo: '91330106MA2CFRG02W', bankAccountNoMasked: '************7890' };
    const { bankAccountNo, ...shown } = title;
    expect(body.data).toEqual({ title: shown, isSaved: true });
    const [row = {}] = await app.rows('select * from invoice_title where tenant_id = $1', [owner.tenantId]);
    expect(JSON.stringify(row)).not.toContain(bankAccountNo);
    expect(app.ports.vault.open(row['bank_account_sealed'] as Buffer)).toBe(bankAccountNo);
    const { bankAccountNo: _, ...kept } = fullTitle;
    const again = await keyed(owner, 'invoice.saveTitle', { ...kept, name: '改名' });
    expect(again.body.data.title).toEqual({ ...shown, name: '改名' });
    const { bankName: __, ...without } = kept;
    expect((await keyed(owner, 'invoice.saveTitle', without)).body.data.title).toMatchObject({
      bankName: null,
      bankAccountNoMasked: null,
    });
    const trail = await app.rows(
      "select before, after from audit_event where operation = 'invoice.saveTitle' and tenant_id = $1 and result = 'ok'",
      [owner.tenantId],
    );
    expect(trail).toHaveLength(3);
    expect(JSON.stringify(trail)).not.toContain(bankAccountNo);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: '名'.repeat(101) }, 'name'],
    [{ taxNo: '123' }, 'taxNo'],
    [{ address: '址'.repeat(201) }, 'address'],
    [{ phone: '电话' }, 'phone'],
    [{ bankName: '行'.repeat(101) }, 'bankName'],
    [{ bankName: '' }, 'bankName'],
    [{ bankAccountNo: '12' }, 'bankAccountNo'],
  ])('R5.5 %j is a 422 that names %s, and the title stays', async (wrong, path) => {
    const reply = await keyed(owner, 'invoice.saveTitle', { ...fullTitle, ...wrong });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    expect((await owner.browser.call('invoice.title')).body.data.title.name).toBe(fullTitle.name);
  });
});

describe('R10.12 applications', () => {
  it('R10.12 cover paid orders and settled bills of one rate; amount and tax are the sums of theirs', async () => {
    const orders = [
      await addOrder(app, owner, { amount: 100 }),
      await addOrder(app, owner, { amount: 333, status: 'expired' }),
    ];
    const bill = await addSettledBill(app, owner, 777);
    const { body } = await apply({ orderNos: orders, billNos: [bill], type: 'special' });
    // 100, 333 and 777 × 6 ÷ 106, each rounded by itself.
    expect(body.data).toMatchObject({ status: 'applied', amount: 1210, taxAmount: 6 + 19 + 44, version: 1 });
    const { invoiceNo } = body.data;
    expect(invoiceNo).toMatch(/^FP\d{8}-\d{8}$/);
    const detail = (await owner.browser.call('invoice.detail', { invoiceNo })).body.data;
    expect(detail).toMatchObject({
      type: 'special',
      itemCount: 3,
      taxRate: 60_000,
      hasFile: false,
      isDemonstration: false,
      title: { name: fullTitle.name, taxNo: '91330106MA2CFRG02W', bankAccountNoMasked: '************7890' },
    });
    expect(detail.items.map(({ no, amount, taxAmount }: Record<string, unknown>) => [no, amount, taxAmount])).toEqual([
      [orders[0], 100, 6],
      [orders[1], 333, 19],
      [bill, 777, 44],
    ]);
    expect(await candidatesOf('order')).toEqual([]);
    expect(await candidatesOf('bill')).toEqual([]);
    const sums = (await owner.browser.call('invoice.sum')).body.data;
    expect(sums).toEqual({
      applied: { count: 1, amount: 1210, taxAmount: 69 },
      issued: { count: 0, amount: 0, taxAmount: 0 },
    });
    const mails = await app.sent('mail');
    expect(mails.filter(({ subject }) => subject === `新的开票申请 ${invoiceNo}`)).toHaveLength(1);
    const { items } = (await owner.browser.call('notice.page', { kind: 'bill' })).body.data;
    expect(items).toMatchObject([{ kind: 'bill', title: '开票申请已提交', place: 'invoice', placeId: invoiceNo }]);
  });

  it('R10.12 the title stays as it was when it was applied for', async () => {
    const invoiceNo = await applied(owner, { orderNos: [await addOrder(app, owner)] });
    await keyed(owner, 'invoice.saveTitle', { ...fullTitle, name: '后来的名称' });
    expect((await owner.browser.call('invoice.detail', { invoiceNo })).body.data.title.name).toBe(fullTitle.name);
  });

  it('R10.12 a 专票 needs the whole title, a 普票 its name', async () => {
    const { taxNo: _, ...partly } = fullTitle;
    await keyed(owner, 'invoice.saveTitle', partly);
    const orderNos = [await addOrder(app, owner)];
    expect(await apply({ orderNos, type: 'special' })).toMatchObject({ status: 409, body: { errCode: 'RHIN002' } });
    expect(await stored()).toBe(0);
    expect((await apply({ orderNos })).status).toBe(200);
  });

  it('R10.12 what cannot be invoiced is a 422 that names the item and why, and nothing is stored', async () => {
    const paid = await addOrder(app, owner);
    const otherRate = await addOrder(app, owner, { taxRate: 130_000 });
    const { billNo: pending } = await addBill(app, owner);
    const { billNo: receivable } = await addBill(app, owner, { direction: 'receivable', fees: [100] });
    const settled = await addSettledBill(app, owner);
    const large = Number.MAX_SAFE_INTEGER;
    const huge = [await addOrder(app, owner, { amount: large }), await addOrder(app, owner, { amount: large })];
    for (const [payload, path, words] of [
      [{}, 'orderNos', /请选择/],
      [{ orderNos: [], billNos: [] }, 'orderNos', /请选择/],
      [{ orderNos: [paid, paid] }, 'orderNos.1', /重复/],
      [{ orderNos: [paid, otherRate] }, 'orderNos.1', /税率不同/],
      [{ orderNos: [otherRate], billNos: [settled] }, 'billNos.0', /税率不同/],
      [{ orderNos: huge }, 'orderNos', /过大/],
      [{ orderNos: [paid], billNos: [pending] }, 'billNos.0', /尚未结清/],
      [{ billNos: [receivable] }, 'billNos.0', /平台付款/],
      ...(await Promise.all(
        ['pendingPayment', 'refunded', 'cancelled'].map(
          async (status) =>
            [{ orderNos: [paid, await addOrder(app, owner, { status })] }, 'orderNos.1', /尚未付款/] as const,
        ),
      )),
      [{ orderNos: [await addOrder(app, owner, { amount: 0 })] }, 'orderNos.0', /金额为 0/],
    ] as const) {
      const reply = await apply(payload);
      expect(reply, JSON.stringify(payload)).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
      expect(reply.body.data.fields[0].message).toMatch(words);
    }
    expect(await stored()).toBe(0);
    expect((await candidatesOf('order')).map(({ no }: { no: string }) => no).toSorted()).toEqual(
      [paid, otherRate, ...huge].toSorted(),
    );
    expect(await candidatesOf('bill')).toMatchObject([{ no: settled }]);
  });

  it('R4.9, R10.12 a bill that the clock has settled is invoiced, whether its job has stored that or not', async () => {
    const now = app.clock.now().getTime();
    const { billNo } = await addBill(app, owner, {
      fees: [212_000],
      issuedAt: new Date(now - 120_000),
      confirmBy: new Date(now - 60_000),
    });
    expect(await candidatesOf('bill')).toEqual([]);
    expect((await apply({ billNos: [billNo] })).status).toBe(422);
    await app.rows('update bill set paid_fen = amount_fen where bill_no = $1', [billNo]);
    expect(await candidatesOf('bill')).toMatchObject([{ no: billNo, amount: 212_000 }]);
    expect((await apply({ billNos: [billNo] })).status).toBe(200);
    expect(await candidatesOf('bill')).toEqual([]);
  });

  it('R10.12, R5.5 orders and bills together are at most 200: one more is a 422, and nothing is stored', async () => {
    const orderNos = await Promise.all(Array.from({ length: 200 }, () => addOrder(app, owner)));
    const billNos = [await addSettledBill(app, owner)];
    const reply = await apply({ orderNos, billNos });
    expect(reply).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'billNos', message: expect.stringMatching(/最多 200 项/) }] } },
    });
    expect(await stored()).toBe(0);
    expect((await apply({ orderNos })).body.data).toMatchObject({ status: 'applied', amount: 200 * 106_000 });
  });

  it('R6.3 another tenant’s order, bill and invoice are as if they did not exist', async () => {
    const other = await makeMerchant(app);
    await readyTenant(app, other);
    const orderNo = await addOrder(app, other);
    const billNo = await addSettledBill(app, other);
    const own = await addOrder(app, owner);
    for (const payload of [{ orderNos: [own, orderNo] }, { billNos: [billNo] }]) {
      expect(await apply(payload)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    }
    expect(await stored()).toBe(0);
    const invoiceNo = await applied(other, { orderNos: [orderNo] });
    for (const operation of ['invoice.detail', 'invoice.download']) {
      expect((await owner.browser.call(operation, { invoiceNo })).status).toBe(404);
    }
    expect((await owner.browser.call('invoice.page')).body.data.items).toEqual([]);
  });

  it('R4.12 a repeated application with its key is one invoice; with another key it is refused', async () => {
    const payload = { orderNos: [await addOrder(app, owner)], type: 'normal', idempotencyKey: newKey() };
    const [one, two] = [
      await owner.browser.call('invoice.apply', payload),
      await owner.browser.call('invoice.apply', payload),
    ];
    expect(two?.body.data).toEqual(one?.body.data);
    expect(await stored()).toBe(1);
    expect(await apply({ orderNos: payload.orderNos })).toMatchObject({ status: 409, body: { errCode: 'RHIN001' } });
  });

  it('R10.12 of twenty applications at once over overlapping items each item is covered once, without a deadlock', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => addOrder(app, owner)));
    const bills: string[] = [];
    for (let at = 0; at < 5; at += 1) bills.push(await addSettledBill(app, owner));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const pair = (all: readonly string[]) => [all[at % 5], all[(at + 1 + (at % 3)) % 5]];
        const [some, more] = [pair(orders), pair(bills)];
        return apply({ orderNos: at % 2 ? some : some.toReversed(), billNos: at % 3 ? more : more.toReversed() });
      }),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThan(0);
    expect(replies.every(({ status, body }) => status === 200 || body.errCode === 'RHIN001')).toBe(true);
    const covering = await app.rows(
      'select kind, item_no, count(*)::int as count from invoice_item where tenant_id = $1 and is_covering group by 1, 2',
      [owner.tenantId],
    );
    expect(covering).toHaveLength(won.length * 4);
    expect(covering.every(({ count }) => count === 1)).toBe(true);
    expect(await stored()).toBe(won.length);
    const [counted] = await app.rows(
      `select (select count(*)::int from audit_event where operation = 'invoice.apply' and result = 'ok' and tenant_id = $1) as audited,
        (select count(*)::int from notice where tenant_id = $1 and place = 'invoice') as noticed`,
      [owner.tenantId],
    );
    expect(counted).toEqual({ audited: won.length, noticed: won.length });
  });
});

describe('R10.12 the list', () => {
  it('R10.12 filters by status and day, newest first, by page and by cursor', async () => {
    const numbers: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      numbers.unshift(await applied(owner, { orderNos: [await addOrder(app, owner)] }));
      await app.clock.advance({ seconds: 1 });
    }
    const ask = async (payload: Readonly<Record<string, unknown>>) =>
      (await owner.browser.call('invoice.page', payload)).body.data;
    const first = await ask({ pageSize: 10 });
    expect(first).toMatchObject({ total: 12, totalIsExact: true, page: 1 });
    const rest = await ask({ pageSize: 10, cursor: first.nextCursor });
    const listed = [...first.items, ...rest.items].map(({ invoiceNo }: { invoiceNo: string }) => invoiceNo);
    expect(listed).toEqual(numbers);
    expect((await ask({ status: 'issued' })).items).toEqual([]);
    expect((await ask({ to: '2020-01-01' })).total).toBe(0);
    for (const [operation, path] of [
      ['invoice.page', 'from'],
      ['invoice.page', 'to'],
      ['invoice.sum', 'from'],
    ] as const) {
      const reply = await owner.browser.call(operation, { [path]: '2026-02-30' });
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
  });

  it('R10.12 candidates are found by their number too', async () => {
    const [one] = [await addOrder(app, owner), await addOrder(app, owner)];
    const { items } = (await owner.browser.call('invoice.candidates', { kind: 'order', no: one })).body.data;
    expect(items).toMatchObject([{ kind: 'order', no: one, amount: 106_000, taxAmount: 6000, taxRate: 60_000 }]);
    expect((await candidatesOf('order')).length).toBe(2);
  });

  it('R4.13 answers RHCE002 until the tenant is certified', async () => {
    const fresh = await makeMerchant(app);
    for (const operation of ['invoice.title', 'invoice.page', 'invoice.sum']) {
      const reply = await fresh.browser.call(operation);
      expect(reply, operation).toMatchObject({ status: 403, body: { errCode: 'RHCE002' } });
    }
  });
});
