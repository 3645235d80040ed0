import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { faultsOf } from '#features/bill/confirmation/bill-history.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { PaymentRoom } from './intent.fixture.ts';

let room: PaymentRoom;
beforeAll(async () => {
  room = await PaymentRoom.open();
});
afterAll(() => room.close());

const kindsOf = async (intentNo: string) => (await room.facts(intentNo)).map(({ kind }) => kind);
const names = ['wechat', 'alipay'] as const;

describe('R15.3 a merchant pays a bill on line', () => {
  it.each(names)(
    'receipts 4.2 by %s: shown, paid, and the bill is settled by a receipt of the channel’s account',
    async (name) => {
      const bill = await room.desk.confirmed();
      const { body } = await room.owner.browser.call('intent.ofBill', { billNo: bill.billNo });
      expect(body.data).toEqual({ channels: ['wechat', 'alipay'], openAmount: bill.amount });
      const intent = await room.shown(bill, name);
      expect(intent).toMatchObject({ channel: name, billNo: bill.billNo, amount: bill.amount, status: 'shown' });
      expect(name === 'wechat' ? intent.codeUrl : intent.formUrl).toMatch(name === 'wechat' ? /^weixin:/ : /^http/);
      const lasts = new Date(intent.endsAt).getTime() - room.app.clock.now().getTime();
      expect(lasts).toBeGreaterThan(0);
      expect(lasts).toBeLessThanOrEqual(30 * 60_000);
      const { transaction } = room.channel.pay(name, intent.intentNo);
      const answer = await room.notify(name, intent.intentNo);
      expect(answer).toEqual(name === 'wechat' ? { status: 204, text: '' } : { status: 200, text: 'success' });
      const paid = await room.state(intent.intentNo);
      expect(paid).toMatchObject({ status: 'paid', isApplied: true });
      expect(paid).not.toHaveProperty('codeUrl');
      expect(await room.receiptOf(intent.intentNo)).toMatchObject({
        source: 'channel',
        serial: transaction,
        own_account: name === 'wechat' ? '1900000001' : '2088000000000001',
        amount: bill.amount,
        applied: bill.amount,
        unapplied: 0,
      });
      const seen = await room.desk.asMerchant(bill);
      expect(seen).toMatchObject({ status: 'settled', settlements: [{ amount: bill.amount, serial: transaction }] });
      expect(await faultsOf(room.app, bill)).toEqual([]);
      const notices = await room.app.rows(`select title from notice where place_id = $1 and title = '账单已结清'`, [
        bill.billNo,
      ]);
      expect(notices.length).toBeGreaterThan(0);
      expect((await room.owner.browser.call('intent.ofBill', { billNo: bill.billNo })).body.data).toMatchObject({
        channels: [],
        openAmount: 0,
        intent: { status: 'paid' },
      });
    },
  );

  it('receipts 4.2 a part is paid, and the rest stays open', async () => {
    const bill = await room.desk.confirmed();
    const intent = await room.shown(bill, 'wechat', { amount: 30_000 });
    await room.pay('wechat', intent.intentNo);
    expect(await room.desk.seen(bill)).toMatchObject({ status: 'confirmed', paidAmount: 30_000 });
    expect((await room.create(bill, 'wechat', { amount: bill.amount })).body.errCode).toBe('RHSY409');
  });

  it('receipts 4.2 asked for again it is the one that stands', async () => {
    const bill = await room.desk.confirmed();
    const first = await room.shown(bill);
    expect(await room.shown(bill)).toEqual(first);
    expect(room.channel.books.trades.filter(({ number }) => number === first.intentNo)).toHaveLength(1);
  });

  it('receipts 4.2 another one first closes the former at its channel', async () => {
    const bill = await room.desk.confirmed();
    const former = await room.shown(bill, 'wechat');
    const next = await room.shown(bill, 'alipay');
    expect(next.intentNo).not.toBe(former.intentNo);
    expect(room.channel.books.find('wechat', former.intentNo)?.state).toBe('closed');
    expect((await room.state(former.intentNo)).status).toBe('closed');
    expect(await kindsOf(former.intentNo)).toEqual(['shown', 'closed']);
  });

  it('receipts 4.2 while it is not known what became of the former, there is no other', async () => {
    const bill = await room.desk.confirmed();
    const former = await room.shown(bill, 'wechat');
    room.channel.behave('cut');
    const refused = await room.create(bill, 'alipay');
    room.channel.behave(null);
    expect(refused.body.errCode).toBe('RHRC007');
    expect((await room.state(former.intentNo)).status).toBe('unknown');
    expect((await room.create(bill, 'alipay')).status).toBe(200);
  });

  it('receipts 4.2 where the former was paid meanwhile, that is what the payer sees', async () => {
    const bill = await room.desk.confirmed();
    const former = await room.shown(bill, 'wechat');
    room.channel.pay('wechat', former.intentNo);
    expect((await room.create(bill, 'alipay')).body.data).toMatchObject({ intentNo: former.intentNo, status: 'paid' });
    expect((await room.desk.asMerchant(bill)).status).toBe('settled');
  });

  it('receipts 4.2 a code whose answer was lost is unknown, and asked for again it is the same payment', async () => {
    const bill = await room.desk.confirmed();
    room.channel.behave('lose');
    const lost = (await room.create(bill)).body.data;
    room.channel.behave(null);
    expect(lost).toMatchObject({ status: 'unknown' });
    expect(lost).not.toHaveProperty('codeUrl');
    const again = await room.shown(bill);
    expect(again).toMatchObject({ intentNo: lost.intentNo, status: 'shown' });
    expect(again.codeUrl).toMatch(/^weixin:/);
  });

  it('receipts 4.3 an answer with another signature is no code', async () => {
    const bill = await room.desk.confirmed();
    room.channel.behave('forge');
    const forged = (await room.create(bill)).body.data;
    room.channel.behave(null);
    expect(forged).toMatchObject({ status: 'unknown' });
    expect(forged).not.toHaveProperty('codeUrl');
  });

  it('receipts 4.2 taken back by the merchant it is closed, and paid where somebody was faster', async () => {
    const [one, other] = [await room.desk.confirmed(), await room.desk.confirmed()];
    const closed = await room.shown(one);
    expect((await room.cancel(closed.intentNo)).body.data).toMatchObject({ status: 'closed' });
    const paid = await room.shown(other);
    room.channel.pay('wechat', paid.intentNo);
    expect((await room.cancel(paid.intentNo)).body.data).toMatchObject({ status: 'paid', isApplied: true });
  });

  it('receipts 4.2 what is no payable bill, no own bill, or no channel is refused', async () => {
    const pending = await room.desk.unconfirmed();
    expect((await room.create(pending)).body.errCode).toBe('RHSY409');
    expect((await room.create({ billNo: 'ZD-nobody' })).body.errCode).toBe('RHSY404');
    const large = await room.desk.confirmed({ fees: [500_001] });
    expect((await room.create(large, 'alipay')).body.errCode).toBe('RHRC006');
    const { body } = await room.owner.browser.call('intent.ofBill', { billNo: large.billNo });
    expect(body.data.channels).toEqual(['wechat']);
    const bill = await room.desk.confirmed();
    const other = await makeMerchant(room.app, '陈经理');
    await addBill(room.app, other);
    const intent = await room.shown(bill);
    for (const [operation, payload] of [
      ['intent.ofBill', { billNo: bill.billNo }],
      ['intent.state', { intentNo: intent.intentNo }],
      ['intent.close', { intentNo: intent.intentNo }],
      ['intent.create', { billNo: bill.billNo, channel: 'wechat', idempotencyKey: newKey() }],
    ] as const)
      expect((await other.browser.call(operation, payload)).body.errCode).toBe('RHSY404');
  });

  it('receipts 4.4 staff see what the channel reported', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    await room.pay('wechat', intentNo);
    const { data } = (await room.desk.staff.browser.call('ops.intent.ofBill', { billNo: bill.billNo })).body;
    expect(data.items).toMatchObject([
      {
        intentNo,
        status: 'paid',
        facts: [
          { source: 'create', kind: 'shown' },
          { source: 'notice', kind: 'paid', amount: bill.amount },
        ],
      },
    ]);
    const missing = await room.desk.staff.browser.call('ops.intent.ofBill', { billNo: 'ZD-nobody' });
    expect(missing.body.errCode).toBe('RHSY404');
    const { receiptNo } = await room.state(intentNo);
    const receipt = await room.desk.staff.browser.call('ops.receipt.detail', { receiptNo });
    expect(receipt.body.data).toMatchObject({ source: 'channel', isConfirmed: true, unappliedAmount: 0 });
    expect(receipt.body.data).not.toHaveProperty('registeredBy');
  });
});
