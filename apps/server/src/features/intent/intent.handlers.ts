import type { intentOperations } from '@ronghui/contract';
import { canTakeVoucher, openOf } from '@ronghui/domain/bill';
import { isOpenIntent } from '@ronghui/domain/intent/intent-terms';
import { noFen } from '@ronghui/domain/money';
import { findBills } from '#features/bill/bill.reads';
import { momentOf } from '#features/bill/bill.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { channelFor, createIntent, waitToAskSec } from './create-intent.ts';
import { findIntent, listIntentsOf } from './intent.sql.ts';
import { intentFieldsOf, intentOf } from './intent-state.ts';
import { learn } from './learn.ts';
import { type FactRow, listFacts } from './payment-fact.sql.ts';

/** The payments of a bill that staff see, and the facts of each. */
const [shownOfBill, shownFacts] = [20, 100];

const factFieldsOf = (row: FactRow) => ({
  source: row.source,
  kind: row.kind,
  at: row.at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  ...(row.amount_fen === null ? {} : { amount: row.amount_fen }),
  ...(row.transaction_no === null ? {} : { transaction: row.transaction_no }),
  ...(row.refund_no === null ? {} : { refundNo: row.refund_no }),
  ...(row.refusal === null ? {} : { refusal: row.refusal }),
});

/** Payment on line (R15.3, receipts 4). */
export const intentHandlers: HandlersFor<typeof intentOperations> = {
  'intent.ofBill': async ({ billNo }, { db, tenantId, ports, fail }) => {
    const bill = (await findBills(db, { tenantId, billNos: [billNo] })).get(billNo);
    if (bill === undefined) return fail('notFound');
    const now = ports.clock.now();
    const isPayable = canTakeVoucher(bill.state, bill.direction, momentOf(bill, now));
    const openAmount = isPayable ? openOf(bill.state) : noFen;
    const [latest] = await listIntentsOf(db, bill, 1);
    return {
      channels: openAmount > 0 ? channelFor(ports.payments, openAmount).map(({ name }) => name) : [],
      openAmount,
      ...(latest === undefined ? {} : { intent: intentOf(latest, now) }),
    };
  },

  'intent.create': createIntent,

  'intent.state': async ({ intentNo }, { db, tenantId, ports, fail }) => {
    const row = await findIntent(db, tenantId, intentNo);
    return row === undefined ? fail('notFound') : intentOf(row, ports.clock.now());
  },

  'intent.close': async ({ intentNo, ...rest }, { db, tenantId, ports, transact, transactAhead, fail, audit }) => {
    allTaken(rest);
    const row = await findIntent(db, tenantId, intentNo);
    if (row === undefined) return fail('notFound');
    const channel = ports.payments.find(({ name }) => name === row.channel);
    if (channel !== undefined && isOpenIntent(row.status)) {
      const retryAfter = await waitToAskSec({ tenantId, ports });
      if (retryAfter !== null) return fail('tooOften', { retryAfter });
      // No connection waits for the channel.
      const reported = await channel.close(intentNo);
      await transactAhead((tx) => learn(tx, { channel: channel.name, intentNo, source: 'close', reported }, ports));
    }
    return transact(async (tx) => {
      const closed = await findIntent(tx, tenantId, intentNo);
      if (closed === undefined) return fail('notFound');
      audit({ object: intentNo, before: { status: row.status }, after: { status: closed.status } });
      return intentOf(closed, ports.clock.now());
    });
  },

  'ops.intent.ofBill': async ({ billNo }, { db, ports, fail }) => {
    const bill = (await findBills(db, { tenantId: null, billNos: [billNo] })).get(billNo);
    if (bill === undefined) return fail('notFound');
    const rows = await listIntentsOf(db, bill, shownOfBill);
    const facts = await Promise.all(
      rows.map(({ tenant_id: tenantId, intent_no: intentNo }) =>
        listFacts(db, { tenantId, intentNo, limit: shownFacts }),
      ),
    );
    const now = ports.clock.now();
    return {
      items: rows.map((row, at) => ({
        ...intentFieldsOf(row, now),
        version: row.version,
        tries: row.tries,
        facts: (facts[at] ?? []).map(factFieldsOf),
      })),
    };
  },
};
