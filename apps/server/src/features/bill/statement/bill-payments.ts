import type { Output } from '@ronghui/contract';
import type { BillDetail } from './bill-detail.sql.ts';

type Detail = Output<'bill.detail'>;
type Step = BillDetail['steps'][number];

const timeOf = (at: Date | string): string => new Date(at).toISOString();
const nameOf = (name: string): string => (name === '' ? '—' : name);

/** A payment as a statement lists it, with the number of its step, by which it is taken back. */
export type ListedPayment = Detail['settlements'][number] & { readonly stepNo: number };

const paymentOf = ({ step_no, payment_fen, payment_on, payment_serial, by_name, at }: Step): ListedPayment | null =>
  payment_fen === null || payment_on === null || payment_serial === null
    ? null
    : {
        stepNo: step_no,
        amount: payment_fen,
        on: payment_on,
        serial: payment_serial,
        by: nameOf(by_name),
        at: timeOf(at),
      };

/** When the payment was registered that a step takes back; null of other steps. */
export const momentOfPayment = ({ reverses_step }: Step, steps: readonly Step[]): string | null => {
  const payment = reverses_step === null ? undefined : steps.find(({ step_no }) => step_no === reverses_step);
  return payment === undefined ? null : timeOf(payment.at);
};

/** The payments of a bill that stand, which add up to what is paid, and those that were taken back. @source R4.9, decision 0074 */
export const paymentsOf = ({
  steps,
}: Pick<BillDetail, 'steps'>): Pick<Detail, 'reversedSettlements'> & { settlements: ListedPayment[] } => {
  const reversals = new Map(steps.map((step) => [step.reverses_step, step]));
  const settlements: ListedPayment[] = [];
  const reversedSettlements: NonNullable<Detail['reversedSettlements']> = [];
  for (const step of steps) {
    const payment = paymentOf(step);
    if (payment === null) continue;
    const reversal = reversals.get(step.step_no);
    if (reversal === undefined) settlements.push(payment);
    else {
      const reversed = { reason: nameOf(reversal.reason ?? ''), by: nameOf(reversal.by_name), at: timeOf(reversal.at) };
      reversedSettlements.push({ ...payment, reversed });
    }
  }
  return { settlements, ...(reversedSettlements.length === 0 ? {} : { reversedSettlements }) };
};
