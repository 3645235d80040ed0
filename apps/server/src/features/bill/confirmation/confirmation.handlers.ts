import type { confirmationOperations } from '@ronghui/contract';
import { approveBill, confirmBill, rejectApproval } from '@ronghui/domain/bill';
import type { WorkingCalendar } from '@ronghui/domain/calendar';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Limits } from '#kernel/ports';
import { type Decision, decideOnBills } from './decision.ts';
import { takeVoucher } from './voucher.ts';

const confirming: Decision = { operation: 'bill.batchConfirm', kind: 'confirmed', decide: confirmBill };
const approving: Decision = { operation: 'bill.approve', kind: 'approved', decide: approveBill };
const sendingBack = (reason: string, calendar: WorkingCalendar): Decision => ({
  operation: 'bill.rejectApproval',
  kind: 'sentBack',
  decide: (bill, by) => rejectApproval(bill, by, calendar),
  reason,
});

/** What is wrong with the number of bills. */
const tooMany = (bills: readonly unknown[], { batchMax }: Limits) =>
  bills.length > batchMax ? wrongField('bills', `一次最多 ${batchMax} 张账单`) : null;

/** What a merchant decides on bills (R4.9, R10.3). */
export const confirmationHandlers: HandlersFor<typeof confirmationOperations> = {
  'bill.batchConfirm': async ({ bills, ...rest }, context) => {
    allTaken(rest);
    const wrong = tooMany(bills, context.ports.limits);
    if (wrong !== null) return context.fail('invalid', wrong);
    return context.transact((tx) => decideOnBills(tx, context, { bills, decision: confirming }));
  },

  'bill.approve': async ({ bills, ...rest }, context) => {
    allTaken(rest);
    const wrong = tooMany(bills, context.ports.limits);
    if (wrong !== null) return context.fail('invalid', wrong);
    return context.transact((tx) => decideOnBills(tx, context, { bills, decision: approving }));
  },

  'bill.rejectApproval': async ({ bills, reason: typed, ...rest }, context) => {
    allTaken(rest);
    const reason = typed.trim();
    const wrong = reason === '' ? wrongField('reason', '请填写退回的原因') : tooMany(bills, context.ports.limits);
    if (wrong !== null) return context.fail('invalid', wrong);
    return context.transact((tx) =>
      decideOnBills(tx, context, { bills, decision: sendingBack(reason, context.ports.calendar) }),
    );
  },

  'bill.uploadVoucher': async ({ billNos, fileIds, paidAt, bankSerial: typed = '', ...rest }, context) => {
    allTaken(rest);
    const bankSerial = typed.trim() === '' ? null : typed.trim();
    return takeVoucher({ billNos, fileIds, paidAt, bankSerial }, context);
  },
};
