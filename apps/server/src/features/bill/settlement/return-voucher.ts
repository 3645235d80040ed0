import type { Input, Output, settlementOperations } from '@ronghui/contract';
import { canTakeVoucher } from '@ronghui/domain/bill';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listVoucherBills, updateInCheck, updateReturned } from '../confirmation/voucher.sql.ts';
import { notifyReturnedVoucher } from '../record/bill-notice.ts';
import { findBills, lockBills } from '../record/bill-record.sql.ts';
import { momentOf } from '../record/bill-record.ts';

type Asked = Omit<Input<'ops.bill.returnVoucher'>, 'idempotencyKey'>;
type Context = HandlerContext<(typeof settlementOperations)['ops.bill.returnVoucher']>;

/**
 * Sends a voucher back whose transfer was not found, with a reason that the merchant reads: for all bills that it names. No state changes; the
 * bills are to be paid as before, and take another voucher.
 *
 * @source R10.3, R11.6, billing.md, bills
 */
export const returnVoucher = async (
  { billNo, voucherId, reason: typed, version }: Asked,
  context: Context,
): Promise<Output<'ops.bill.returnVoucher'>> => {
  const { transact, ports, staffId, fail } = context;
  const reason = typed.trim();
  if (reason === '') return fail('invalid', wrongField('reason', '请填写退回的原因'));
  return transact(async (tx) => {
    const found = (await findBills(tx, { tenantId: null, billNos: [billNo] })).get(billNo);
    if (found === undefined) return fail('notFound');
    const { tenantId, billId } = found;
    const billNos = await listVoucherBills(tx, tenantId, voucherId);
    if (!billNos.includes(billNo)) return fail('notFound');
    const locked = await lockBills(tx, { tenantId, billNos });
    const bill = locked.get(billNo);
    if (bill === undefined) return fail('notFound');
    if (bill.version !== version) return fail('changed');
    const at = ports.clock.now();
    if (!canTakeVoucher(bill.state, bill.direction, momentOf(bill, at))) return fail('notAllowed');
    const isReturned = await updateReturned(tx, tenantId, { voucherId, billId, at, reason, staffId });
    if (!isReturned) return fail('notAllowed');
    await updateInCheck(tx, tenantId, voucherId);
    const open = [...locked.values()].filter(({ state }) => state.status === 'confirmed');
    notifyReturnedVoucher(tx, { billNo, bills: open, reason });
    context.audit({ object: billNo, tenantId, before: { voucherId }, after: { voucherId, billNos, reason } });
    return { version: bill.version + 1 };
  });
};
