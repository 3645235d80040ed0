import { createHash } from 'node:crypto';
import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { canTakeVoucher, openOf } from '@ronghui/domain/bill';
import { sumFen } from '@ronghui/domain/money';
import { findBills } from '#features/bill/bill.reads';
import { momentOf } from '#features/bill/bill.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { countRecentSets, findSetCode, insertSet } from './payment-set.sql.ts';

type Context = HandlerContext<(typeof receiptOperations)['receipt.paymentSet']>;

/** How many sets a merchant makes an hour: codes are never used again. */
const setsPerHour = 100;

/**
 * Gives the payment code of bills that are paid together: the same ones, as they are, have the same. It changes nothing of the bills, and what is paid
 * under the code is applied by staff.
 *
 * @source R15, receipts 2.3
 */
export const openPaymentSet = async (
  { billNos, ...rest }: Input<'receipt.paymentSet'>,
  { transact, tenantId, userId, ports, fail, audit }: Context,
): Promise<Output<'receipt.paymentSet'>> => {
  allTaken(rest);
  const wanted = [...new Set(billNos)];
  if (wanted.length > ports.limits.batchMax)
    return fail('invalid', wrongField('billNos', `一次最多 ${ports.limits.batchMax} 张账单`));
  return transact(async (tx) => {
    const found = await findBills(tx, { tenantId, billNos: wanted });
    if (found.size < wanted.length) return fail('notFound');
    const at = ports.clock.now();
    const bills = [...found.values()];
    if (!bills.every((bill) => canTakeVoucher(bill.state, bill.direction, momentOf(bill, at))))
      return fail('notAllowed');
    const parts = bills.map((bill) => ({ billId: bill.billId, version: bill.version, open: openOf(bill.state) }));
    const amount = sumFen(parts.map(({ open }) => open));
    const text = JSON.stringify(parts.map(({ billId, version, open }) => [billId, version, open]));
    const fingerprint = createHash('sha256').update(text).digest('hex');
    const known = await findSetCode(tx, tenantId, fingerprint);
    if (known !== undefined) return { paymentCode: known, amount };
    const { count, wait } = await countRecentSets(tx, tenantId);
    if (count >= setsPerHour) return fail('tooOften', { retryAfter: wait });
    const setNo = ports.ids.id();
    await insertSet(tx, tenantId, { setNo, fingerprint, amount, userId, bills: parts });
    // Another statement, so that it sees one that was added by another call meanwhile.
    const paymentCode = await findSetCode(tx, tenantId, fingerprint);
    if (paymentCode === undefined) throw new Error('a set has its code');
    audit({ object: setNo, after: { billNos: wanted, amount } });
    return { paymentCode, amount };
  });
};
