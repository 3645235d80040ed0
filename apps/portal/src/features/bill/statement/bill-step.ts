import type { BillDetail } from '../bill-queries.ts';
import { confirmDayOf, overdueDays } from '../bill-words.ts';

/** The one next step of a bill: what, by whom and by when. @source R10.3 */
export interface BillStep {
  readonly kind: 'confirm' | 'answer' | 'approve' | 'approval' | 'nobody' | 'pay' | 'check' | 'receive' | 'none';
  readonly title: string;
  readonly tone: 'info' | 'warn' | 'bad';
  /** The moment until which it has to be done. */
  readonly until?: string;
  readonly text: string;
}

const autoWords = ({ autoConfirmed, autoApproved }: BillDetail): string => {
  if (autoConfirmed) return '确认截止已过，账单已自动确认。';
  return autoApproved ? '确认截止已过，复核视同通过。' : '';
};

/** Why the newest voucher was sent back, where no payment was registered since. */
const returnedReason = ({ vouchers: [newest], settlements }: BillDetail): string | undefined => {
  const returned = newest?.returned;
  return returned === undefined || settlements.some(({ at }) => at > returned.at) ? undefined : returned.reason;
};

/** 付款已逾期 2 天。 */
const lateWordsOf = (bill: BillDetail, now: number): string => {
  const late = overdueDays(bill, now);
  return late > 0 ? `${bill.direction === 'payable' ? '' : '平台'}付款已逾期 ${late}\u00a0天。` : '';
};

const paymentOf = (bill: BillDetail, now: number): BillStep => {
  const late = overdueDays(bill, now);
  const auto = autoWords(bill);
  const lateWords = lateWordsOf(bill, now);
  if (bill.direction === 'receivable') {
    return {
      kind: 'receive',
      title: late > 0 ? `平台付款已逾期 ${late}\u00a0天` : '等待平台付款',
      tone: late > 0 ? 'bad' : 'info',
      text: `${auto}由平台办理：应在 ${bill.dueOn} 前付到贵司的收款账户，到账后账单结清。`,
    };
  }
  if (bill.inCheck) {
    return {
      kind: 'check',
      title: '付款凭证审核中',
      tone: 'info',
      text: `${auto}${lateWords}由平台办理：凭证已提交，核对到账后账单结清。还有其他付款的，可以继续上传。`,
    };
  }
  const returned = returnedReason(bill);
  if (returned !== undefined) {
    return {
      kind: 'pay',
      title: '付款凭证被退回，请重新上传',
      tone: 'bad',
      text: `凭证被退回：${returned}。${lateWords}请核对后${late > 0 ? '尽快' : `在 ${bill.dueOn} 前`}付款，重新上传银行回单。`,
    };
  }
  return {
    kind: 'pay',
    title: late > 0 ? `付款已逾期 ${late}\u00a0天` : '请付款并上传凭证',
    tone: late > 0 ? 'bad' : 'warn',
    text: `${auto}请${late > 0 ? '尽快' : `在 ${bill.dueOn} 前`}转账，并上传银行回单。`,
  };
};

const approvalOf = (bill: BillDetail, now: number): BillStep => {
  const { canApprove, confirmBy } = bill;
  const rest = `${lateWordsOf(bill, now)}请在 ${confirmDayOf(bill)}\u00a024:00 前复核，逾期视同通过。复核之前不能付款。`;
  return canApprove
    ? {
        kind: 'approve',
        title: '请复核',
        tone: 'warn',
        until: confirmBy,
        text: `由 ${bill.confirmedBy ?? '同事'} 确认。${rest}`,
      }
    : {
        kind: 'approval',
        title: '等待另一人复核',
        tone: 'info',
        until: confirmBy,
        text: `确认与复核不能是同一人。${rest}`,
      };
};

/** A bill that waits for a second person, who does not exist. */
const approvalByNobody = (bill: BillDetail, now: number): BillStep => ({
  kind: 'nobody',
  title: '没有其他成员可以复核',
  tone: 'warn',
  until: bill.confirmBy,
  text: `${lateWordsOf(bill, now)}本企业只有您可以复核，而账单由您确认，确认与复核不能是同一人。没有另一人复核的，到 ${confirmDayOf(bill)}\u00a024:00 视同通过；复核之前不能付款。`,
});

/**
 * The next step at a moment, for a reader who may be the only one who could approve it.
 *
 * @unit now: epoch ms
 * @source R4.9, R10.3
 */
export const stepOf = (bill: BillDetail, now: number, isOnlyApprover = false): BillStep => {
  switch (bill.status) {
    case 'pending':
      return {
        kind: 'confirm',
        title: '请核对并确认',
        tone: 'warn',
        until: bill.confirmBy,
        text: `请在 ${confirmDayOf(bill)}\u00a024:00 前确认，逾期自动确认。有疑问的，请在此之前提出差异。`,
      };
    case 'disputed':
      return {
        kind: 'answer',
        title: '差异处理中',
        tone: 'info',
        text: '由平台答复；答复之前账单不会自动确认，也不需要付款。',
      };
    case 'confirmed':
      if (bill.approval !== 'waiting') return paymentOf(bill, now);
      return isOnlyApprover ? approvalByNobody(bill, now) : approvalOf(bill, now);
    case 'settled':
      return { kind: 'none', title: '', tone: 'info', text: '' };
  }
};
