import { type AuthKey, keysOfRole, memberRoles } from '@ronghui/contract';
import { billDirectionNames } from '@ronghui/domain/bill';
import { dayOf, lastDayBefore } from '@ronghui/domain/calendar';
import { differenceOf, type Fen, rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import type { BillRecord, BillStepTaken } from './bill-record.ts';

/** The roles whose members may do something. */
const rolesWith = (key: AuthKey) => memberRoles.filter((role) => keysOfRole(role).includes(key));

/** A bill as its notices name it: `2026 年 10 月 · 订单融资 · 应付 ¥1,200.00`. */
const nameOf = ({ stageName, productName, direction, state }: BillRecord): string =>
  `${stageName} · ${productName} · ${billDirectionNames[direction]} ${rmbText(state.amount)}`;

interface BillNotice {
  readonly title: string;
  readonly text: string;
  /** Who reads it: those that may do what the bill waits for; by default those who confirm. */
  readonly key?: AuthKey;
  readonly butUserId?: string;
}

/** The notice about a step; null for a step after which nobody of the merchant has to act or to know. @source R10.3, R10.11 */
const noticeOf = ({ bill, kind, after, author, reason }: BillStepTaken): BillNotice | null => {
  const [name, until] = [nameOf(bill), lastDayBefore(after.confirmBy)];
  const butUserId = author.actor === 'merchant' ? { butUserId: author.id } : {};
  if (kind === 'autoConfirmed') {
    const approved = after.autoApproved ? '，复核视同通过' : '';
    return {
      title: '账单已自动确认',
      text: `${name}，确认期限已过，账单已自动确认${approved}${after.status === 'settled' ? '；没有待结算金额，已结清' : ''}。`,
    };
  }
  if (kind === 'autoApproved') {
    return { title: '账单复核视同通过', text: `${name}，确认期限已过，未办理的复核视同通过。`, key: 'bill.approve' };
  }
  if (kind === 'confirmed' && after.approval === 'waiting') {
    const text = `${name}，已由同事确认，请在 ${until} 24:00 前复核；逾期未复核，视同通过。`;
    return { title: '账单待复核', text, key: 'bill.approve', ...butUserId };
  }
  if (kind === 'sentBack') {
    const text = `${name}，复核未通过。原因：${reason ?? '—'}。请核对后在 ${until} 24:00 前重新确认。`;
    return { title: '账单被退回', text, ...butUserId };
  }
  return null;
};

/** Tells the merchant about stored steps, each once, in the transaction that stores them. */
export const notifyBillSteps = (tx: Tx, steps: readonly BillStepTaken[]): void => {
  for (const step of steps) {
    const notice = noticeOf(step);
    if (notice === null) continue;
    const { tenantId, billNo } = step.bill;
    const { title, text, key = 'bill.confirm', butUserId } = notice;
    const audience = { tenantId, roles: rolesWith(key), ...(butUserId === undefined ? {} : { butUserId }) };
    leaveNotice(tx, audience, { kind: 'bill', title, text, place: 'bill', placeId: billNo });
  }
};

/** Bills of a tenant whose time to confirm ends at one moment, as they are announced together. */
export interface EndingBills {
  readonly tenantId: string;
  readonly days: number;
  readonly confirmBy: Date;
  readonly bills: readonly BillRecord[];
}

/** Announces the end of the time to confirm: one notice, whatever the number of bills. @source R4.9, billing.md, bills */
export const notifyEnding = (tx: Tx, { tenantId, days, confirmBy, bills }: EndingBills): void => {
  const [first] = bills;
  if (first === undefined) return;
  const waiting = bills.filter(({ state }) => state.approval === 'waiting').length;
  const parts = [
    ...(bills.length > waiting ? [`${bills.length - waiting} 张待确认，逾期自动确认`] : []),
    ...(waiting > 0 ? [`${waiting} 张待复核，逾期视同通过`] : []),
  ];
  const name = bills.length === 1 ? `${nameOf(first)}，` : '';
  const text = `${name}确认期限至 ${lastDayBefore(confirmBy)} 24:00：${parts.join('；')}。对金额有疑问的，请在期限内提出差异反馈。`;
  const place = { place: 'bill', ...(bills.length === 1 ? { placeId: first.billNo } : {}) } as const;
  const audience = { tenantId, roles: rolesWith('bill.confirm') };
  leaveNotice(tx, audience, { kind: 'bill', title: `账单确认期限还有 ${days} 天`, text, ...place });
};

/** A voucher that was sent back, with the open bills that it names, and the one at which that was done. */
interface ReturnedVoucher {
  readonly billNo: string;
  readonly bills: readonly BillRecord[];
  readonly reason: string;
}

/** Tells those who send vouchers that one was sent back: one notice, whatever the number of its bills. @source R10.3 */
export const notifyReturnedVoucher = (tx: Tx, { billNo, bills, reason }: ReturnedVoucher): void => {
  const own = bills.find((bill) => bill.billNo === billNo);
  if (own === undefined) return;
  const others = bills.length === 1 ? '' : `等 ${bills.length} 张账单`;
  const text = `${nameOf(own)}${others}的付款凭证被退回。原因：${reason}。账单仍待付款，请核对后重新上传凭证。`;
  const audience = { tenantId: own.tenantId, roles: rolesWith('bill.confirm') };
  leaveNotice(tx, audience, { kind: 'bill', title: '付款凭证被退回', text, place: 'bill', placeId: billNo });
};

/** A payment that was taken back, with when it had been registered, and the bill after that. */
interface ReversedPayment {
  readonly bill: BillRecord;
  readonly after: BillRecord['state'];
  readonly payment: { readonly amount: Fen; readonly at: Date };
  readonly reason: string;
}

/** Tells the people of a bill that a payment of it was taken back, what is open now, and why: last, as a long reason is cut. @source R4.9 */
export const notifyReversedPayment = (tx: Tx, { bill, after, payment, reason }: ReversedPayment): void => {
  const { tenantId, billNo, stageName, productName, direction } = bill;
  const word = direction === 'payable' ? '收到贵司的' : '向贵司支付的';
  const sum = `${dayOf(payment.at)} 登记的${word}款项 ${rmbText(payment.amount)}`;
  const open = rmbText(differenceOf(after.amount, after.paid));
  const text = `${stageName}账单 ${billNo}（${productName}）：${sum} 已撤销，账单尚余 ${open} 未结清。原因：${reason}。`;
  leaveNotice(tx, { tenantId }, { kind: 'bill', title: '付款已撤销', text, place: 'bill', placeId: billNo });
};
