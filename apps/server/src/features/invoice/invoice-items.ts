import { presentBill } from '@ronghui/domain/bill';
import type { InvoiceItem, ItemFault } from '@ronghui/domain/invoice';
import { taxIn } from '@ronghui/domain/money';
import { type BillRecord, lockBills, momentOf } from '#features/bill/bill.steps';
import { lockOrdersToInvoice, type OrderToInvoice } from '#features/order/order.steps';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listCovered } from './invoice-candidate.sql.ts';

/** What is applied for, with the name, the unit and the quantity that the invoice bears. */
export type NamedItem = InvoiceItem & { readonly name: string; readonly unit: string; readonly quantity: number };

/** The numbers of an application, as they were sent. */
export interface AskedItems {
  readonly orderNos: readonly string[];
  readonly billNos: readonly string[];
}

const orderItem = ({ orderNo, amount, taxRate, ...order }: OrderToInvoice, isCovered: boolean): NamedItem => ({
  kind: 'order',
  no: orderNo,
  ...order,
  amount,
  taxRate,
  taxAmount: taxIn(amount, taxRate),
  isCovered,
});

/** With the status that a bill has now, whether the clock's step is stored or not. */
const billItem = (bill: BillRecord, now: Date, isCovered: boolean): NamedItem => ({
  kind: 'bill',
  no: bill.billNo,
  name: `${bill.productName} · ${bill.stageName}`,
  // The fees of a stage are one service.
  unit: '项',
  quantity: 1,
  status: presentBill(bill.state, momentOf(bill, now)).status,
  direction: bill.direction,
  amount: bill.state.amount,
  taxRate: bill.taxRate,
  taxAmount: taxIn(bill.state.amount, bill.taxRate),
  isCovered,
});

/**
 * Locks the orders and then the bills of an application, each in the order of their keys, so that applications that overlap wait and do not
 * deadlock; null where one does not exist. A number that was sent twice is there twice.
 *
 * @source billing.md, invoices
 */
export const lockItems = async (
  tx: Tx,
  tenantId: string,
  { orderNos, billNos, now }: AskedItems & { readonly now: Date },
): Promise<readonly NamedItem[] | null> => {
  const orders = orderNos.length === 0 ? new Map<string, never>() : await lockOrdersToInvoice(tx, tenantId, orderNos);
  const bills = billNos.length === 0 ? new Map<string, never>() : await lockBills(tx, { tenantId, billNos });
  // Another statement, so that it sees what was committed while the locks were awaited.
  const covered = new Set(
    (await listCovered(tx, tenantId, [...orderNos, ...billNos])).map(({ kind, no }) => `${kind} ${no}`),
  );
  const items = [
    ...orderNos.map((no) => {
      const order = orders.get(no);
      return order && orderItem(order, covered.has(`order ${no}`));
    }),
    ...billNos.map((no) => {
      const bill = bills.get(no);
      return bill && billItem(bill, now, covered.has(`bill ${no}`));
    }),
  ];
  const found = items.filter((item) => item !== undefined);
  return found.length === items.length ? found : null;
};

const sentences: Readonly<Record<Exclude<ItemFault, 'covered'> | 'sameTwice' | 'otherTaxRate', string>> = {
  notPayable: '由平台付款的账单不由平台开票',
  notSettled: '账单尚未结清，结清后才能申请开票',
  notPaid: '订单尚未付款，或已退款，不能申请开票',
  nothingToInvoice: '金额为 0，无需开票',
  sameTwice: '同一项重复填写',
  otherTaxRate: '所选项目的税率不同，请分开申请',
};

/** The 422 that names the item which cannot be invoiced; a repeated one by its last place. */
export const wrongItem = (
  reason: keyof typeof sentences,
  items: readonly NamedItem[],
  at: { readonly no: string },
): ReturnType<typeof wrongField> => {
  const item = items.find(({ no }) => no === at.no);
  const kind = item?.kind ?? 'order';
  const ofKind = items.filter((each) => each.kind === kind);
  return wrongField(`${kind}Nos.${ofKind.findLastIndex(({ no }) => no === at.no)}`, sentences[reason]);
};
