/** What a row of a bill's history is about. */
export type BillHistoryKind =
  | 'issued'
  | 'confirmed'
  | 'autoConfirmed'
  | 'approved'
  | 'autoApproved'
  | 'sentBack'
  | 'disputed'
  | 'reopened'
  | 'withdrawn'
  | 'adjusted'
  | 'kept'
  | 'paid'
  | 'settled'
  | 'paymentReversed'
  | 'writtenOff'
  | 'writeOffUndone';

/** The Chinese name of each. @source R10.4 */
export const billHistoryNames: Readonly<Record<BillHistoryKind, string>> = {
  issued: '出账',
  confirmed: '确认',
  autoConfirmed: '自动确认',
  approved: '复核通过',
  autoApproved: '复核视同通过',
  sentBack: '复核退回',
  disputed: '提出差异反馈',
  reopened: '重新提出差异反馈',
  withdrawn: '撤回差异反馈',
  adjusted: '调整金额',
  kept: '维持原金额',
  paid: '部分结清',
  settled: '结清',
  paymentReversed: '撤销付款',
  writtenOff: '核销差额',
  writeOffUndone: '撤销核销',
};

/** What a timeline tells: the steps, and what became of a voucher, which changes no state. */
type BillEventKind = BillHistoryKind | 'voucherReturned';

/** The Chinese name of each for the provider's staff. @source R10.4 */
export const billEventNames: Readonly<Record<BillEventKind, string>> = {
  ...billHistoryNames,
  voucherReturned: '退回付款凭证',
};
