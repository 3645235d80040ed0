import type { Input, intentOperations, Output } from '@ronghui/contract';
import { canTakeVoucher, openOf } from '@ronghui/domain/bill';
import {
  askAgainSec,
  intentLastsMs,
  intentStatusAt,
  isOpenIntent,
  leastLeftMs,
} from '@ronghui/domain/intent/intent-terms';
import type { Fen } from '@ronghui/domain/money';
import type { BillRecord } from '#features/bill/bill.reads';
import { lockBills, momentOf } from '#features/bill/bill.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext } from '#kernel/calls/context';
import type { PaymentChannel } from '#kernel/payment-port';
import { findIntent, findOpenIntent, type IntentRow, insertIntent } from './intent.sql.ts';
import { intentOf } from './intent-state.ts';
import { learn } from './learn.ts';

type Context = HandlerContext<(typeof intentOperations)['intent.create']>;
type Asked = Omit<Input<'intent.create'>, 'idempotencyKey'>;

/** How often a merchant asks for payments, or closes them, within an hour: each calls the channel. */
const perHour = 120;
const anHourMs = 3_600_000;

/** In how many seconds a merchant may call the channel again; null where it may now. */
export const waitToAskSec = async ({
  tenantId,
  ports,
}: Pick<Context, 'tenantId' | 'ports'>): Promise<number | null> => {
  const { allowed, retryAfterMs } = await ports.fast.take(`intent ${tenantId}`, perHour, anHourMs);
  return allowed ? null : Math.ceil(retryAfterMs / 1000);
};

/** The channel of a name that is on, for as much. */
export const channelFor = (
  channels: readonly PaymentChannel[],
  amount: Fen,
  name?: string,
): readonly PaymentChannel[] =>
  channels.filter((each) => (name === undefined || each.name === name) && (each.most === null || amount <= each.most));

/** What is done about a payment: it is there as it is wanted, it is asked for (again), or the one that stands is closed first. */
interface Begun {
  readonly kind: 'shown' | 'ask' | 'closeFirst';
  readonly row: IntentRow;
}

const isAsWanted = (row: IntentRow, wanted: { channel: string; amount: Fen; bill: BillRecord; now: Date }): boolean =>
  row.channel === wanted.channel &&
  row.amount_fen === wanted.amount &&
  row.bill_version === wanted.bill.version &&
  row.end_at.getTime() - wanted.now.getTime() >= leastLeftMs;

/** Finds or adds the intent; the lock of the bill makes two members come one after the other. */
const begin = ({ billNo, channel: name, amount: asked }: Asked, context: Context): Promise<Begun> =>
  context.transactAhead(async (tx) => {
    const { tenantId, userId, ports, fail } = context;
    const bill = (await lockBills(tx, { tenantId, billNos: [billNo] })).get(billNo);
    if (bill === undefined) return fail('notFound');
    const now = ports.clock.now();
    const open = openOf(bill.state);
    const amount = asked ?? open;
    if (!canTakeVoucher(bill.state, bill.direction, momentOf(bill, now)) || amount > open || amount <= 0)
      return fail('changed');
    if (channelFor(ports.payments, amount, name).length === 0) return fail('off');
    const standing = await findOpenIntent(tx, bill);
    if (standing !== undefined) {
      if (!isAsWanted(standing, { channel: name, amount, bill, now })) return { kind: 'closeFirst', row: standing };
      const isShown = intentStatusAt(standing.status, { end: standing.end_at }, now) === 'shown';
      return { kind: isShown ? 'shown' : 'ask', row: standing };
    }
    const intentNo = ports.ids.number('ZF').replaceAll('-', '');
    const end = new Date(now.getTime() + intentLastsMs);
    await insertIntent(tx, tenantId, {
      intentNo,
      channel: name,
      billId: bill.billId,
      billVersion: bill.version,
      amount,
      end,
      userId,
      // The caller waits for the channel; the job asks where the caller did not learn the result.
      askAfterSec: askAgainSec('created', { end, now, tries: 1 }) ?? 0,
    });
    const row = await findIntent(tx, tenantId, intentNo);
    if (row === undefined) throw new Error('an intent was not added');
    return { kind: 'ask', row };
  });

/** Closes the one that stands, at its channel; what it became. */
const closeStanding = async (row: IntentRow, { ports, transactAhead }: Context): Promise<IntentRow> => {
  const channel = ports.payments.find(({ name }) => name === row.channel);
  if (channel === undefined) return row;
  const reported = await channel.close(row.intent_no);
  const learnt = { channel: row.channel, intentNo: row.intent_no, source: 'close', reported } as const;
  return (await transactAhead((tx) => learn(tx, learnt, ports))) ?? row;
};

/**
 * Asks a channel for the payment of a bill, or shows the one that stands. Another one is first closed at its channel: a bill stands in one that may be
 * paid, and no more. No connection of the database waits for the channel.
 *
 * @source R15.3, receipts 4.2
 */
export const createIntent = async (
  { billNo, channel: name, amount, ...rest }: Input<'intent.create'>,
  context: Context,
): Promise<Output<'intent.create'>> => {
  const { tenantId, ports, transact, transactAhead, fail, audit } = context;
  allTaken(rest);
  const asked = { billNo, channel: name, ...(amount === undefined ? {} : { amount }) };
  const retryAfter = await waitToAskSec(context);
  if (retryAfter !== null) return fail('tooOften', { retryAfter });
  let begun = await begin(asked, context);
  if (begun.kind === 'closeFirst') {
    const former = await closeStanding(begun.row, context);
    // Somebody was faster with the former one: that is what the payer wants to see.
    if (former.status === 'paid') begun = { kind: 'shown', row: former };
    else if (isOpenIntent(former.status)) return fail('underWay');
    else begun = await begin(asked, context);
  }
  if (begun.kind === 'closeFirst') return fail('underWay');
  const { row } = begun;
  const channel = ports.payments.find((each) => each.name === row.channel);
  if (begun.kind === 'ask' && channel !== undefined) {
    const reported = await channel.create({
      number: row.intent_no,
      amount: row.amount_fen,
      subject: `账单 ${row.bill_no}`,
      end: row.end_at,
    });
    const learnt = { channel: row.channel, intentNo: row.intent_no, source: 'create', reported } as const;
    await transactAhead((tx) => learn(tx, learnt, ports));
  }
  return transact(async (tx) => {
    const stored = await findIntent(tx, tenantId, row.intent_no);
    if (stored === undefined) return fail('notFound');
    audit({ object: stored.intent_no, after: { billNos: [billNo], amount: stored.amount_fen, status: stored.status } });
    return intentOf(stored, ports.clock.now());
  });
};
