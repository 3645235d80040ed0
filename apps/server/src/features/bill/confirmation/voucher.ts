import type { confirmationOperations, Input, Output } from '@ronghui/contract';
import { canTakeVoucher } from '@ronghui/domain/bill';
import { instantOfUtc } from '@ronghui/domain/day-range';
import { fileKinds } from '@ronghui/domain/file-kind';
import { rmbText, sumFen } from '@ronghui/domain/money';
import { listFiles } from '#features/file/file.reads';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillRecord, momentOf } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';
import { countMostVouchers, insertBillVoucher } from './voucher.sql.ts';

/** The kinds of file that a payment voucher may have. */
const proofTypes: ReadonlySet<string> = new Set([fileKinds.pdf, fileKinds.png, fileKinds.jpeg].map(({ mime }) => mime));

type Sent = Pick<Input<'bill.uploadVoucher'>, 'billNos' | 'fileIds' | 'paidAt'> & {
  readonly bankSerial: string | null;
};
type Context = HandlerContext<(typeof confirmationOperations)['bill.uploadVoucher']>;

const mailOf = (bills: readonly BillRecord[], bankSerial: string | null) => ({
  subject: `${bills.length} 张账单已上传付款凭证`,
  text: [
    `账单：${bills.map(({ billNo }) => billNo).join('、')}`,
    `账单金额合计：${rmbText(sumFen(bills.map(({ state }) => state.amount)))}`,
    `银行流水号：${bankSerial ?? '未填写'}`,
  ].join('\n'),
});

/** Takes a voucher for bills that the merchant pays; it changes no state. @source R10.3, billing.md, bills */
export const takeVoucher = async (
  { billNos, fileIds, paidAt, bankSerial }: Sent,
  context: Context,
): Promise<Output<'bill.uploadVoucher'>> => {
  const { tenantId, userId, ports, now, fail } = context;
  const paid = instantOfUtc(paidAt);
  if (paid === null || paid > now) return fail('invalid', wrongField('paidAt', '付款时间应为已经过去的时间'));
  const wanted = [...new Set(billNos)];
  if (wanted.length > ports.limits.batchMax) {
    return fail('invalid', wrongField('billNos', `一次最多 ${ports.limits.batchMax} 张账单`));
  }
  return context.transact(async (tx) => {
    const locked = await lockBills(tx, { tenantId, billNos: wanted });
    if (locked.size < wanted.length) return fail('notFound');
    const bills = [...locked.values()];
    const at = ports.clock.now();
    const isPayable = bills.every((bill) => canTakeVoucher(bill.state, bill.direction, momentOf(bill, at)));
    if (!isPayable) return fail('notAllowed');
    const billIds = bills.map(({ billId }) => billId);
    if ((await countMostVouchers(tx, tenantId, billIds)) >= ports.limits.vouchersPerBill) return fail('tooMany');
    const named = [...new Set(fileIds)];
    const files = await listFiles(tx, tenantId, named);
    if (files.length < named.length) return fail('notFound');
    if (files.some(({ status }) => status === 'scanning')) return fail('scanning');
    if (files.some(({ is_restricted }) => is_restricted)) {
      return fail('invalid', wrongField('fileIds', '认证资料不能作为凭证，请另行上传'));
    }
    if (!files.every(({ mime }) => proofTypes.has(mime))) {
      return fail('invalid', wrongField('fileIds', '凭证应为 PDF、PNG 或 JPEG'));
    }
    const clockSteps = clockStepsOf(bills, at);
    await storeBillSteps(tx, clockSteps);
    announceClockSteps(tx, clockSteps);
    const voucherId = ports.ids.id();
    await insertBillVoucher(tx, tenantId, { voucherId, paidAt: paid, bankSerial, fileIds: named, userId, billIds });
    await ports.outbox.enqueue(tx, { kind: 'mail', to: ports.config.providerMail, ...mailOf(bills, bankSerial) });
    context.audit({ object: voucherId, after: { billNos: wanted, fileIds: named } });
    return {};
  });
};
