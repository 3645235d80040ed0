import { type InvoiceAction, invoiceTypeNames } from '@ronghui/domain/invoice';
import { type Fen, rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';

/** The facts of an invoice that its notices mention. */
export interface InvoiceFacts {
  readonly tenantId: string;
  readonly invoiceNo: string;
  readonly titleName: string;
  readonly amount: Fen;
  readonly reason?: string;
  readonly number?: string;
}

const words = (action: InvoiceAction, { titleName, amount, reason = '', number = '' }: InvoiceFacts) => {
  const name = `抬头“${titleName}”、金额 ${rmbText(amount)} 的发票`;
  switch (action) {
    case 'issue':
      return { title: '发票已开具', text: `${name}已开具，发票号码 ${number}。` };
    case 'reject':
      return { title: '开票申请被驳回', text: `${name}没有开具，所含订单与账单可重新申请。原因：${reason}` };
    case 'reverse':
      return { title: '发票已红冲', text: `${name}已红冲，所含订单与账单可重新申请。原因：${reason}` };
  }
};

const leave = (
  tx: Tx,
  { tenantId, invoiceNo }: InvoiceFacts,
  text: { readonly title: string; readonly text: string },
) => leaveNotice(tx, { tenantId }, { kind: 'bill', ...text, place: 'invoice', placeId: invoiceNo });

/** Tells the merchant's members of a step of the desk. @source R10.12 */
export const noticeOfStep = (tx: Tx, action: InvoiceAction, facts: InvoiceFacts): void =>
  leave(tx, facts, words(action, facts));

/** Tells the merchant's members that their confirmation is waited for. @source receipts 5.1 */
export const noticeOfBuyer = (tx: Tx, facts: InvoiceFacts): void =>
  leave(tx, facts, {
    title: '红冲等待您确认',
    text: `抬头“${facts.titleName}”、金额 ${rmbText(facts.amount)} 的发票已发起红冲，请在电子税务局确认红字信息；确认之后，所含订单与账单可重新申请。`,
  });

/** Tells the merchant's members that the file of an invoice is there. @source R10.12 */
export const noticeOfFile = (tx: Tx, facts: InvoiceFacts): void =>
  leave(tx, facts, {
    title: '发票文件可以下载了',
    text: `抬头“${facts.titleName}”、金额 ${rmbText(facts.amount)} 的发票有了文件，发票号码 ${facts.number ?? ''}。`,
  });

/** Tells the merchant's members that one of them applied. @source R10.12 */
export const noticeOfApplication = (tx: Tx, type: keyof typeof invoiceTypeNames, facts: InvoiceFacts): void =>
  leave(tx, facts, {
    title: '开票申请已提交',
    text: `${invoiceTypeNames[type]}，抬头“${facts.titleName}”，金额 ${rmbText(facts.amount)}。开具后会通知您。`,
  });
