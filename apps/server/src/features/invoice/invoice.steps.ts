import { type InvoiceStatus, invoiceStatusNames } from '@ronghui/domain/invoice';
import type { Tx } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import { findInvoiceOfOrder } from './invoice-order.sql.ts';

/** What the desk does with an invoice that covers a refunded order. */
const whatToDo = (status: InvoiceStatus, isWithIssuer: boolean): string => {
  if (isWithIssuer) return '正在开票，开具后请红冲';
  if (status === 'reversing') return '正在红冲，无需再办';
  return status === 'issued' ? '已开票的请红冲' : '待开票的请驳回';
};

/** Mails the desk that an order was refunded that an invoice covers, in the transaction of the refund. @source R10.12 */
export const mailProviderOfRefund = async (
  tx: Tx,
  { outbox, config }: Pick<Ports, 'outbox' | 'config'>,
  orderNo: string,
): Promise<void> => {
  const invoice = await findInvoiceOfOrder(tx, orderNo);
  if (invoice === undefined) return;
  const { invoice_no: invoiceNo, number, issuer_step: withIssuer } = invoice;
  // The check constraint allows the domain's words only.
  const status = invoice.status as InvoiceStatus;
  await outbox.enqueue(tx, {
    kind: 'mail',
    to: config.providerMail,
    subject: `订单 ${orderNo} 已退款，请处理发票 ${invoiceNo}`,
    text: [
      `发票申请：${invoiceNo}（${invoiceStatusNames[status]}）`,
      ...(number === null ? [] : [`发票号码：${number}`]),
      `商户：${invoice.tenant_id}`,
      `${whatToDo(status, withIssuer === 'issue')}，商户可就其余项目重新申请。`,
    ].join('\n'),
  });
};
