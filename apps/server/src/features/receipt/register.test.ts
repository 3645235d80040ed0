import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import {
  applyMoney,
  moneyIn,
  moneyOf,
  moneyToday,
  receiptNoOf,
  registerMoney,
  seenReceipt,
} from './receipt.fixture.ts';
import { verifyReceipts } from './verification/verification.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
});
afterAll(() => app.close());

type Payload = Readonly<Record<string, unknown>>;
const register = (given: Payload = {}) => desk.staff.write('ops.receipt.register', moneyToday(desk, given));
const receipts = async () => Number((await app.rows('select count(*)::int as count from receipt'))[0]?.['count']);
const refused = (path: string, text: RegExp) => ({
  status: 422,
  body: { data: { fields: [{ path, message: expect.stringMatching(text) }] } },
});

describe('receipts 1.2 money that arrived and pays nothing yet', () => {
  it('receipts 1.2 is registered with what is known of it, and is unapplied', async () => {
    const receiptNo = await registerMoney(desk, {
      tenantId: own.tenantId,
      receivedTime: '09:12',
      amount: 120_000,
      serial: ' g-1 ',
      ownAccount: '6222 0001',
      payerName: '云栖商贸有限公司',
      payerBank: '城西支行',
      remark: '10 月服务费',
    });
    const seen = await seenReceipt(desk, receiptNo);
    expect(seen).toMatchObject({
      tenantId: own.tenantId,
      source: 'hand',
      receivedTime: '09:12',
      amount: 120_000,
      appliedAmount: 0,
      unappliedAmount: 120_000,
      serial: 'G-1',
      ownAccount: '62220001',
      payerName: '云栖商贸有限公司',
      payerBank: '城西支行',
      remark: '10 月服务费',
      applications: [],
      takenBack: [],
      version: 1,
    });
    expect(seen.registeredBy).not.toBe('');
    const [event] = await app.rows(
      "select tenant_id, after from audit_event where operation = 'ops.receipt.register' and object = $1 and result = 'ok'",
      [receiptNo],
    );
    expect(event).toMatchObject({ tenant_id: own.tenantId, after: { amount: 120_000, serial: 'G-1' } });
  });

  it('receipts 1.4 is of nobody where nobody is known, and says less where less is known', async () => {
    const receiptNo = await registerMoney(desk, { remark: ' ' });
    const seen = await seenReceipt(desk, receiptNo);
    expect(seen).toMatchObject({ amount: 50_000, unappliedAmount: 50_000 });
    for (const field of ['tenantId', 'serial', 'payerName', 'payerBank', 'remark', 'receivedTime'])
      expect(seen).not.toHaveProperty(field);
  });

  it('R4.12 under one key it is one receipt; two equal transfers without a serial are two', async () => {
    const before = await receipts();
    const payload = { ...moneyToday(desk), idempotencyKey: newKey() };
    const [first, second] = [
      await desk.staff.browser.call('ops.receipt.register', payload),
      await desk.staff.browser.call('ops.receipt.register', payload),
    ];
    expect(second.body.data).toEqual(first.body.data);
    await registerMoney(desk);
    expect(await receipts()).toBe(before + 2);
  });

  it('R5.1 what is wrong is refused at its field, and nothing is stored', async () => {
    const before = await receipts();
    expect(await register({ receivedOn: '2026-02-30' })).toMatchObject(refused('receivedOn', /存在的日期/));
    expect(await register({ receivedOn: '2199-01-01' })).toMatchObject(refused('receivedOn', /不能晚于今天/));
    expect(await register({ receivedTime: '24:00' })).toMatchObject(refused('receivedTime', /09:30/));
    expect(await register({ serial: '㍿'.repeat(20) })).toMatchObject(refused('serial', /最多 64 个字/));
    expect((await register({ tenantId: 'no-such-tenant' })).body.errCode).toBe('RHSY404');
    expect(await receipts()).toBe(before);
  });
});

describe('receipts 1.3 money comes in once', () => {
  it('receipts 1.3 a transfer that is a receipt is refused with the number of that one, whosever it is', async () => {
    const receiptNo = await registerMoney(desk, { serial: 'ONCE-1' });
    for (const given of [{ serial: 'once-1' }, { serial: 'ＯＮＣＥ-1', tenantId: own.tenantId, amount: 1 }])
      expect(await register(given)).toMatchObject({
        status: 409,
        body: { errCode: 'RHRC001', data: { receiptNo } },
      });
    // On another day, or on another account of ours, it is another transfer.
    await registerMoney(desk, { serial: 'ONCE-1', receivedOn: '2026-10-01' });
    await registerMoney(desk, { serial: 'ONCE-2', ownAccount: '1' });
    await registerMoney(desk, { serial: 'ONCE-2', ownAccount: '2' });
  });

  it('receipts 1.3 two transfers of a merchant with one serial on two accounts of ours are two, and each pays its bills', async () => {
    const bill = await desk.confirmed();
    for (const [ownAccount, tenantId] of [
      ['6222 0000-1', own.tenantId],
      ['62220000２', undefined],
      ['6222-0000-3', undefined],
    ] as const) {
      const receiptNo = await registerMoney(desk, { serial: 'TWO-1', ownAccount, ...(tenantId && { tenantId }) });
      expect((await applyMoney(desk, receiptNo, [bill, 10_000])).status).toBe(200);
    }
    expect(await desk.seen(bill)).toMatchObject({ paidAmount: 30_000 });
    // The same account, written in other groups.
    expect((await register({ serial: 'TWO-1', ownAccount: '622200001' })).body.errCode).toBe('RHRC001');
  });

  it('receipts 1.3 a transfer that was registered of one merchant is not typed with a payment of another', async () => {
    const other = await makeMerchant(app);
    await registerMoney(desk, { serial: 'OTHER-1', tenantId: other.tenantId });
    const bill = await desk.confirmed();
    expect(await desk.pay(bill, 20_000, 'OTHER-1')).toBe('registered');
    expect(await desk.seen(bill)).toMatchObject({ paidAmount: 0 });
  });

  it('receipts 1.3 one that was typed with a payment is registered already', async () => {
    await desk.pay(await desk.confirmed(), 20_000, 'TYPED-1');
    expect(await register({ serial: 'TYPED-1', tenantId: own.tenantId })).toMatchObject({
      body: { errCode: 'RHRC001', data: { receiptNo: await receiptNoOf(app, 'TYPED-1') } },
    });
  });

  it.each(['of its merchant', 'of nobody'])(
    'receipts 1.3 a payment is not typed under a transfer that was registered %s: it is applied',
    async (whose) => {
      const serial = `STATED ${whose}`;
      const tenant = whose === 'of nobody' ? {} : { tenantId: own.tenantId };
      const receiptNo = await registerMoney(desk, { serial, ...tenant });
      const bill = await desk.confirmed();
      expect(await desk.pay(bill, 20_000, serial)).toBe('registered');
      expect(await desk.seen(bill)).toMatchObject({ paidAmount: 0 });
      expect(await moneyIn(desk, receiptNo)).toEqual([50_000, 0, 0, 50_000]);
      // What the provider pays has serials of its own.
      expect(await desk.pay(await desk.confirmed({ direction: 'receivable' }), 20_000, serial)).toBe('paid');
    },
  );

  it('receipts 1.3 after it was taken back whole it may be registered again, rightly, and typed', async () => {
    const wrong = await registerMoney(desk, { serial: 'AGAIN-1', tenantId: own.tenantId, amount: 500 });
    const { version } = await seenReceipt(desk, wrong);
    await desk.staff.write('ops.receipt.takeBack', { receiptNo: wrong, version, reason: '金额录错' });
    expect(await moneyIn(desk, wrong)).toEqual([0, 0, 0, 0]);
    const right = await registerMoney(desk, { serial: 'AGAIN-1', tenantId: own.tenantId, amount: 5_000 });
    expect(right).not.toBe(wrong);
    await desk.staff.write('ops.receipt.takeBack', { receiptNo: right, version: 1, reason: '不是到账' });
    expect(await desk.pay(await desk.confirmed(), 700, 'AGAIN-1')).toBe('paid');
    expect((await moneyOf(app, own.tenantId, 'AGAIN-1')).toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [700, 700, 0, 0],
    ]);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });
});

describe('R4.12 races of one transfer', () => {
  it('R4.12 of ten that register it at once one does', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => register({ serial: 'RACE-1' })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.errCode === 'RHRC001')).toHaveLength(9);
  });

  it('R4.12 of one who registers it and one who types it with a payment one does', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bill = await desk.confirmed();
      const serial = `RACE-2-${round}`;
      const calls = [() => desk.pay(bill, 20_000, serial), () => register({ serial, tenantId: own.tenantId })] as const;
      const [outcome, reply] =
        round % 2 === 0
          ? await Promise.all([calls[0](), calls[1]()])
          : (await Promise.all([calls[1](), calls[0]()])).toReversed();
      const isTyped = outcome === 'paid';
      expect(Object(reply).status).toBe(isTyped ? 409 : 200);
      if (!isTyped) expect(outcome).toBe('registered');
      expect(await moneyOf(app, own.tenantId, serial)).toEqual([
        isTyped ? [20_000, 20_000, 0, 0] : [50_000, 0, 0, 50_000],
      ]);
    }
  });
});
