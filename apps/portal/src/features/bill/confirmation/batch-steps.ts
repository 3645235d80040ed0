import { billDirectionNames } from '@ronghui/domain/bill';
import { type Fen, rmbText, sumFen } from '@ronghui/domain/money';
import type { AuthMap } from '#kernel/start-up.ts';
import type { Bill, Decision } from '../bill-queries.ts';

/** What is done with several bills at once. */
export type BatchStep = Decision | 'voucher';

type Facts = Pick<Bill, 'status' | 'approval' | 'direction' | 'amount' | 'paidAmount'>;
type Rights = Pick<AuthMap, 'bill.confirm' | 'bill.approve'> | Partial<AuthMap>;

/** The steps that a bill's state and the user's rights allow. @source R4.9, R10.3 */
export const stepsFor = (
  { status, approval, direction, amount, paidAmount }: Facts,
  auth: Rights,
): readonly BatchStep[] => {
  const mayConfirm = auth['bill.confirm'] === true;
  if (status === 'pending') return mayConfirm ? ['confirm'] : [];
  if (status !== 'confirmed') return [];
  if (approval === 'waiting') return auth['bill.approve'] === true ? ['approve', 'sendBack'] : [];
  return mayConfirm && direction === 'payable' && amount > paidAmount ? ['voucher'] : [];
};

/** A bill of a batch, with the amount that was seen. */
export interface SeenBill {
  readonly billNo: string;
  readonly amount: Fen;
  readonly direction: Bill['direction'];
}

/** A bill that a step is asked for, as the question lists it. */
export interface AskedBill
  extends SeenBill,
    Partial<Pick<Bill, 'stageName' | 'productName' | 'inCheck' | 'confirmBy' | 'dueOn'>> {}

/** The bills by direction, never netted: 应付 2 张 ¥3,000.00，应收 1 张 ¥140.00 @source billing.md, bills */
export const totalsText = (bills: readonly SeenBill[]): string =>
  (['payable', 'receivable'] as const)
    .map((direction) => ({ direction, found: bills.filter((bill) => bill.direction === direction) }))
    .filter(({ found }) => found.length > 0)
    .map(({ direction, found }) => {
      const sum = rmbText(sumFen(found.map(({ amount }) => amount)));
      return `${billDirectionNames[direction]}\u00a0${found.length.toLocaleString('en-US')}\u00a0张 ${sum}`;
    })
    .join('，');
