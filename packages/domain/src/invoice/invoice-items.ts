import type { BillDirection, BillStatus } from '../bill.ts';
import { type Fen, type Rate, rateOf, sumFen } from '../money.ts';
import type { OrderStatus } from '../order.ts';

/** The tax rate of services, where a specification has none of its own: 6 %. @source decision 0035 */
export const standardTaxRate: Rate = rateOf(6, 'percent');

/** How many orders and bills an invoice covers at most, both kinds together. */
export const invoiceItemsAtMost = 200;

interface TaxedItem {
  readonly no: string;
  readonly amount: Fen;
  readonly taxAmount: Fen;
  readonly taxRate: Rate;
  /** Whether an invoice that is applied for or issued covers it. */
  readonly isCovered: boolean;
}

/** An order or a bill that an invoice is asked for. */
export type InvoiceItem =
  | (TaxedItem & { readonly kind: 'order'; readonly status: OrderStatus })
  | (TaxedItem & { readonly kind: 'bill'; readonly status: BillStatus; readonly direction: BillDirection });

/** The statuses of an order after its payment; a refunded one is not invoiced. */
const paidOrders: readonly OrderStatus[] = ['pendingActivation', 'active', 'expired'];

/** Whether an order is paid, and not refunded: it can be invoiced. @source R10.12 */
export const isPaidOrder = (status: OrderStatus): boolean => paidOrders.includes(status);

/** Why an item cannot be invoiced. */
export type ItemFault = 'covered' | 'notPayable' | 'notSettled' | 'notPaid' | 'nothingToInvoice';

/**
 * Why an item cannot be invoiced; null when it can.
 *
 * @reason covered           an invoice covers it already
 * @reason notPayable        the provider pays this bill: the merchant invoices it, not the provider
 * @reason notSettled        the bill is not settled
 * @reason notPaid           the order is not paid, or its payment was given back
 * @reason nothingToInvoice  its amount is 0
 * @source R10.12, billing.md, invoices
 */
export const itemFault = (item: InvoiceItem): ItemFault | null => {
  if (item.kind === 'bill' && item.direction !== 'payable') return 'notPayable';
  if (item.kind === 'bill' && item.status !== 'settled') return 'notSettled';
  if (item.kind === 'order' && !isPaidOrder(item.status)) return 'notPaid';
  if (item.amount <= 0) return 'nothingToInvoice';
  return item.isCovered ? 'covered' : null;
};

export type CoverDecision =
  | { readonly ok: true; readonly amount: Fen; readonly taxAmount: Fen; readonly taxRate: Rate }
  | { readonly ok: false; readonly reason: ItemFault | 'sameTwice' | 'otherTaxRate'; readonly no: string }
  | { readonly ok: false; readonly reason: 'nothing' | 'tooMany' };

/**
 * What an invoice for some items comes to: their sum, and the sum of their taxes.
 *
 * @reason nothing       no item is named
 * @reason tooMany       more than 200 are
 * @reason sameTwice     an item is named twice
 * @reason otherTaxRate  the item `no` has another tax rate than the first one
 * @reason covered, notPayable, notSettled, notPaid, nothingToInvoice  the item `no` cannot be invoiced
 * @throws RangeError where the sum leaves the safe range
 * @source R10.12, billing.md, invoices
 */
export const coverItems = (items: readonly InvoiceItem[]): CoverDecision => {
  const [first] = items;
  if (first === undefined) return { ok: false, reason: 'nothing' };
  if (items.length > invoiceItemsAtMost) return { ok: false, reason: 'tooMany' };
  const seen = new Set<string>();
  for (const item of items) {
    const fault = itemFault(item);
    if (fault !== null) return { ok: false, reason: fault, no: item.no };
    if (seen.has(`${item.kind} ${item.no}`)) return { ok: false, reason: 'sameTwice', no: item.no };
    seen.add(`${item.kind} ${item.no}`);
  }
  const other = items.find(({ taxRate }) => taxRate !== first.taxRate);
  if (other !== undefined) return { ok: false, reason: 'otherTaxRate', no: other.no };
  return {
    ok: true,
    amount: sumFen(items.map(({ amount }) => amount)),
    taxAmount: sumFen(items.map(({ taxAmount }) => taxAmount)),
    taxRate: first.taxRate,
  };
};
