import type { DeskQueue } from '@ronghui/domain/desk';
import { paths } from '#kernel/paths.ts';

/** A queue: its name, and the list that its figure leads to. */
interface Place {
  readonly title: string;
  readonly path: () => string;
  /** One member works on each, so what nobody has is counted. */
  readonly isTaken?: true;
}

/** The queues that have a list at the console, in the order of the first page. A list that comes is one line here. */
export const places: Readonly<Partial<Record<DeskQueue, Place>>> = {
  certification: { title: '企业认证待审核', path: () => paths.certifications(), isTaken: true },
  certificationTransfer: {
    title: '认证待打款验证',
    path: () => paths.certifications({ status: 'pendingTransfer' }),
    isTaken: true,
  },
  orderReview: { title: '订单待审核', path: () => paths.orders(), isTaken: true },
  orderVoucher: { title: '付款凭证待核对', path: () => paths.orders({ queue: 'voucher' }), isTaken: true },
  orderOpening: { title: '订单待开通', path: () => paths.orders({ queue: 'opening' }), isTaken: true },
  billVoucher: { title: '账单凭证待核对', path: () => paths.settlement({ queue: 'check' }), isTaken: true },
  billDraft: { title: '账单草稿待出账', path: () => paths.billing(), isTaken: true },
  billPastDue: { title: '账单已逾期', path: () => paths.settlement({ queue: 'overdue' }), isTaken: true },
  writeOffRelease: { title: '核销待复核', path: () => paths.settlement({ queue: 'release' }) },
  receiptUnapplied: { title: '预收款待认款', path: () => paths.receipts({ queue: 'prepaid' }) },
  receiptUnknown: { title: '待查款待认款', path: () => paths.receipts({ queue: 'unknown' }) },
  accountMonth: { title: '月份待月结', path: () => paths.monthEnd() },
  feedback: { title: '差异反馈待答复', path: () => paths.feedbacks(), isTaken: true },
  feedbackRelease: { title: '差异答复待复核', path: () => paths.feedbacks({ queue: 'release' }) },
  invoice: { title: '发票待开', path: () => paths.invoices(), isTaken: true },
  lead: { title: '新线索', path: () => paths.leads({ status: 'new' }), isTaken: true },
  leadReminder: { title: '线索提醒到期', path: () => paths.leads({ due: 'yes' }), isTaken: true },
};
