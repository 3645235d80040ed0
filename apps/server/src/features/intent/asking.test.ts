import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { PaymentRoom } from './intent.fixture.ts';

let room: PaymentRoom;
/** Made before the clock goes on: the staff's session ends meanwhile. */
const bills: AddedBill[] = [];
beforeAll(async () => {
  room = await PaymentRoom.open();
  for (let made = 0; made < 4; made += 1) bills.push(await room.desk.confirmed());
});
afterAll(() => room.close());

const nextBill = (): AddedBill => {
  const bill = bills.pop();
  if (bill === undefined) throw new Error('there is another bill');
  return bill;
};

describe('receipts 4.2 the job that asks', () => {
  it('receipts 4.2 a payment whose notice was lost is found', async () => {
    const { intentNo } = await room.shown(nextBill());
    room.channel.pay('wechat', intentNo);
    await room.app.clock.advance({ seconds: 60 });
    await room.ask();
    expect(await room.state(intentNo)).toMatchObject({ status: 'paid', isApplied: true });
  });

  it.each(['wechat', 'alipay'] as const)(
    'receipts 4.2 %s: past its end it is unknown, asked about, and closed by evidence',
    async (name) => {
      const { intentNo } = await room.shown(nextBill(), name);
      await room.app.clock.advance({ minutes: 11 });
      expect((await room.state(intentNo)).status).toBe('unknown');
      room.channel.behave('lose');
      await room.ask();
      room.channel.behave(null);
      expect((await room.state(intentNo)).status).toBe('unknown');
      await room.app.clock.advance({ minutes: 5 });
      await room.ask();
      expect((await room.state(intentNo)).status).toBe('closed');
      expect(room.channel.books.find(name, intentNo)?.state).toBe('closed');
    },
  );

  it('receipts 4.2 no such trade closes it two minutes after its end, and not before', async () => {
    const bill = nextBill();
    const { intentNo } = (await room.create(bill, 'alipay')).body.data;
    await room.app.clock.advance({ minutes: 5 });
    await room.ask();
    expect((await room.state(intentNo)).status).toBe('shown');
    await room.app.clock.advance({ minutes: 6 });
    await room.ask();
    expect((await room.state(intentNo)).status).toBe('unknown');
    expect((await room.create(bill, 'wechat')).body.errCode).toBe('RHRC007');
    await room.app.clock.advance({ minutes: 3 });
    await room.ask();
    expect((await room.state(intentNo)).status).toBe('closed');
  });
});
