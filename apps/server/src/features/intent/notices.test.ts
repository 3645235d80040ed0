import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '#features/bill/confirmation/bill-history.fixture';
import { verifyReceipts } from '#features/receipt/verification/verification';
import { PaymentRoom } from './intent.fixture.ts';

let room: PaymentRoom;
beforeAll(async () => {
  room = await PaymentRoom.open();
});
afterAll(() => room.close());

const names = ['wechat', 'alipay'] as const;
const rounds = Array.from({ length: 6 }, (_, round) => round);
const countFacts = async () => (await room.app.rows('select count(*)::int as count from payment_fact'))[0]?.['count'];

describe('receipts 4.3 notices of a channel', () => {
  it.each(names)('receipts 4.3 %s: one that comes thrice, also with new numbers, is one payment', async (name) => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill, name);
    room.channel.pay(name, intentNo);
    for (const id of ['N1', 'N1', 'N2'])
      expect((await room.notify(name, intentNo, { id: `${id}-${intentNo}` })).status).toBeLessThan(300);
    expect((await room.facts(intentNo)).map(({ kind }) => kind)).toEqual(['shown', 'paid', 'paid']);
    expect(await room.desk.seen(bill)).toMatchObject({ status: 'settled', paidAmount: bill.amount });
  });

  it.each(
    names.flatMap((name) =>
      (name === 'wechat' ? (['forged', 'stale', 'probe'] as const) : (['forged', 'stale'] as const)).map(
        (lie) => [name, lie] as const,
      ),
    ),
  )('receipts 4.3 %s: one that is %s is refused, not stored, and raises one alarm an hour', async (name, lie) => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill, name);
    room.channel.pay(name, intentNo);
    room.alarms('');
    const before = await countFacts();
    for (let time = 0; time < 3; time += 1) expect((await room.notify(name, intentNo, { lie })).status).toBe(400);
    expect(await countFacts()).toBe(before);
    expect(room.alarms('paymentNoticeRefused')).toBe(1);
    expect((await room.state(intentNo)).status).toBe('shown');
    await room.notify(name, intentNo);
    expect((await room.state(intentNo)).status).toBe('paid');
  });

  it.each(names)('receipts 4.3 %s: one of another merchant is a refused fact with an alarm', async (name) => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill, name);
    room.channel.pay(name, intentNo);
    room.alarms('');
    expect((await room.notify(name, intentNo, { lie: 'otherMerchant' })).status).toBeLessThan(300);
    expect(room.alarms('paymentFactRefused')).toBe(1);
    expect((await room.facts(intentNo)).at(-1)).toMatchObject({ kind: 'paid', refusal: '商户号或应用不符' });
    expect((await room.state(intentNo)).status).toBe('shown');
  });

  it.each(names)(
    'receipts 4.3 %s: another amount is refused with an alarm, and nothing is paid by it',
    async (name) => {
      const bill = await room.desk.confirmed();
      const { intentNo } = await room.shown(bill, name);
      room.channel.pay(name, intentNo);
      room.alarms('');
      expect((await room.notify(name, intentNo, { lie: 'wrongAmount' })).status).toBeLessThan(300);
      expect(room.alarms('paymentFactRefused')).toBe(1);
      expect(await room.state(intentNo)).toMatchObject({ status: 'unknown' });
      expect((await room.desk.seen(bill)).paidAmount).toBe(0);
      await room.notify(name, intentNo);
      expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: true });
    },
  );

  it('receipts 4.3 what disagrees after the close is stored with an alarm, also while another one of the bill stands', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    await room.cancel(intentNo);
    expect(await room.state(intentNo)).toMatchObject({ status: 'closed' });
    const { intentNo: next } = await room.shown(bill);
    room.channel.pay('wechat', intentNo, { isLate: true });
    room.alarms('');
    expect((await room.notify('wechat', intentNo, { lie: 'wrongAmount' })).status).toBe(204);
    expect(await room.state(intentNo)).toMatchObject({ status: 'closed' });
    expect(await room.facts(intentNo)).toContainEqual(expect.objectContaining({ kind: 'paid', source: 'notice' }));
    expect(room.alarms('paymentMovedAfterClose')).toBe(1);
    await room.pay('wechat', next);
    expect(await room.state(next)).toMatchObject({ status: 'paid', isApplied: true });
  });

  it('receipts 4.3 money that went back before it was known of pays nothing, and raises an alarm', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    await room.app.rows(
      `insert into payment_fact (channel, intent_no, fact_key, tenant_id, source, kind, refund_no, refund_state, amount_fen, at, evidence)
        values ('wechat', $1, 'refund', $2, 'query', 'refund', 'R1', 'success', $3, app_now(), repeat('0', 64))`,
      [intentNo, room.owner.tenantId, bill.amount],
    );
    room.alarms('');
    await room.pay('wechat', intentNo);
    expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: false });
    expect((await room.desk.seen(bill)).paidAmount).toBe(0);
    expect(room.alarms('paymentWentBack')).toBe(1);
  });

  it('receipts 4.3 a payment that is none of ours is a refused fact', async () => {
    room.channel.books.open({ form: 'wechat', number: 'ZF-of-others', amount: 100, end: room.app.clock.now() });
    room.channel.pay('wechat', 'ZF-of-others');
    room.alarms('');
    expect((await room.notify('wechat', 'ZF-of-others', { id: 'once' })).status).toBe(204);
    expect((await room.notify('wechat', 'ZF-of-others', { id: 'once' })).status).toBe(204);
    expect(await room.facts('ZF-of-others')).toMatchObject([{ kind: 'paid', refusal: '没有这笔付款' }]);
    expect(room.alarms('paymentFactRefused')).toBe(1);
  });

  it('contract 7 a false secret is an unknown path, and a body of more than 64 kB is not read', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    room.channel.pay('wechat', intentNo);
    const notice = room.channel.noticeOf('wechat', intentNo);
    const path = room.pathOf('wechat');
    expect((await room.post(path.replace(/[^/]+$/, 'A'.repeat(43)), notice)).status).toBe(404);
    expect((await room.post(path.replace('/wechat/', '/nobody/'), notice)).status).toBe(404);
    expect((await room.post(path.replace('/wechat/', '/alipay/'), notice)).status).toBe(404);
    expect((await room.post(path, { ...notice, body: 'x'.repeat(65_537) })).status).toBe(413);
    expect((await room.post(path, { ...notice, body: '' })).status).toBe(400);
    expect((await room.state(intentNo)).status).toBe('shown');
  });

  it('receipts 4.3 a notice that comes before the answer pays', async () => {
    const bill = await room.desk.confirmed();
    room.channel.behave('lose');
    const { intentNo } = (await room.create(bill)).body.data;
    room.channel.behave(null);
    await room.pay('wechat', intentNo);
    expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: true });
  });

  it('receipts 1.4 paid after it was closed: the money is there, and pays the bill while it takes it', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    await room.cancel(intentNo);
    room.channel.pay('wechat', intentNo, { isLate: true });
    await room.notify('wechat', intentNo);
    expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: true });
    expect((await room.desk.seen(bill)).status).toBe('settled');
  });

  it('receipts 1.4 money for a bill that was settled meanwhile is unapplied, and its merchant has a notice', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    await room.desk.pay(bill, bill.amount, 'S-BY-HAND');
    await room.pay('wechat', intentNo);
    expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: false });
    expect(await room.receiptOf(intentNo)).toMatchObject({ applied: 0, unapplied: bill.amount });
    const notices = await room.app.rows('select text from notice where place_id = $1 and title = $2', [
      bill.billNo,
      '付款已收到，尚未抵付账单',
    ]);
    expect(notices[0]?.['text']).toContain('预收款');
  });
});

describe('R4.12 races of a payment on line', () => {
  it('R4.12 receipts 4.2 of two members who ask at once both have one payment', async () => {
    for (const round of rounds) {
      const bill = await room.desk.confirmed();
      const replies = await Promise.all([room.create(bill), room.create(bill)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const rows = await room.app.rows(
        'select intent_no from intent i join bill b using (tenant_id, bill_id) where b.bill_no = $1',
        [bill.billNo],
      );
      expect(rows, `round ${round}`).toHaveLength(1);
    }
  });

  it('R4.12 receipts 4.3 of notices that come at once one makes the receipt', async () => {
    for (const round of rounds) {
      const bill = await room.desk.confirmed();
      const { intentNo } = await room.shown(bill);
      room.channel.pay('wechat', intentNo);
      const ids = round % 2 === 0 ? ['A', 'A', 'A'] : ['A', 'B', 'C'];
      const answers = await Promise.all(ids.map((id) => room.notify('wechat', intentNo, { id: `${id}-${intentNo}` })));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      expect((await room.desk.seen(bill)).paidAmount).toBe(bill.amount);
      expect(await room.receiptOf(intentNo)).toMatchObject({ amount: bill.amount, applied: bill.amount });
      expect(await faultsOf(room.app, bill)).toEqual([]);
    }
  });

  it('R4.12 receipts 4.2 a notice against the close: what is paid is paid', async () => {
    for (const round of rounds) {
      const bill = await room.desk.confirmed();
      const { intentNo } = await room.shown(bill);
      room.channel.pay('wechat', intentNo);
      const notify = () => room.notify('wechat', intentNo);
      const cancel = () => room.cancel(intentNo);
      await Promise.all(round % 2 === 0 ? [notify(), cancel()] : [cancel(), notify()]);
      expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: true });
      expect((await room.desk.seen(bill)).paidAmount).toBe(bill.amount);
    }
  });

  it('R4.12 receipts 1.4 a notice against a payment by hand: never is more paid than stands, and no fen is lost', async () => {
    for (const round of rounds) {
      const bill = await room.desk.confirmed();
      const { intentNo } = await room.shown(bill);
      room.channel.pay('wechat', intentNo);
      const payments = [{ billNo: bill.billNo, amount: bill.amount, on: room.desk.today, serial: `RACE-${round}` }];
      await Promise.all([room.notify('wechat', intentNo), room.desk.staff.write('ops.bill.settle', { payments })]);
      const receipt = await room.receiptOf(intentNo);
      expect(Number(receipt?.['applied']) + Number(receipt?.['unapplied'])).toBe(bill.amount);
      expect((await room.desk.seen(bill)).paidAmount).toBe(bill.amount);
      expect(await faultsOf(room.app, bill)).toEqual([]);
    }
  });

  it('receipts 1.2 after all of them every receipt is what its rows come to', async () => {
    expect(await verifyReceipts(room.app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });

  it('receipts 4.2 a merchant asks for at most 120 payments an hour, and closes no more', async () => {
    const bill = await room.desk.confirmed();
    const { intentNo } = await room.shown(bill);
    for (let time = 0; time < 120; time += 1)
      await room.app.ports.fast.take(`intent ${room.owner.tenantId}`, 1000, 3_600_000);
    expect((await room.create(bill)).body.errCode).toBe('RHSY429');
    expect((await room.cancel(intentNo)).body.errCode).toBe('RHSY429');
  });
});
