import { addFen, differenceOf, type Fen, fenOfYuan, rmbText, yuanText } from '@ronghui/domain/money';
import { Button, Callout, DateField, FormField, FormStack, TextInput, todayInShanghai } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { useQuestion } from '@ronghui/web/forms/question';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../billing.module.css';
import type { Since } from './bill-changed.tsx';
import { PaymentQuestion } from './payment-question.tsx';
import { type AskedPayment, registerPayment, type SettledDetail } from './settlement-queries.ts';
import { paymentWord, refusals } from './settlement-words.ts';

/** What is wrong with the amount of a payment, as it is typed. */
export const amountHint = (
  typed: string,
  { remainingAmount }: Pick<SettledDetail, 'remainingAmount'>,
): string | undefined => {
  if (typed.trim() === '') return '请填写金额';
  const amount = fenOfYuan(typed);
  if (amount === null) return '请填写金额，最多两位小数';
  if (amount === 0 && remainingAmount > 0) return refusals.notPositive;
  return amount > remainingAmount ? `最多 ${rmbText(remainingAmount)}` : undefined;
};

/** The form of a payment; what remains and today stand in it until something else is typed. */
export const usePaymentForm = (bill: SettledDetail) =>
  useForm({
    name: `settle-${bill.billNo}-${bill.version}`,
    initial: { amount: yuanText(bill.remainingAmount, { grouping: false }), on: todayInShanghai(), serial: '' },
    hints: ({ amount, on, serial }) => ({
      amount: amountHint(amount, bill),
      on: on === '' ? '请选择日期' : on > todayInShanghai() ? refusals.inFuture : undefined,
      serial: requiredHint(serial, '银行流水号'),
    }),
  });

/** How a payment stands to what others do to its bill. */
export interface PaymentSteps {
  /** What others did that has to be seen first. */
  readonly since: Since;
  /** Payments are sent: what comes of them is one's own doing. */
  readonly onSent: (payments: readonly AskedPayment[]) => void;
  /** They were not registered: one that is like them is a colleague's. */
  readonly onRefused: (payments: readonly AskedPayment[]) => void;
  /** One's own payment was registered. */
  readonly onTaken: () => void;
}

interface PaymentFormProps extends PaymentSteps {
  readonly bill: SettledDetail;
  readonly form: ReturnType<typeof usePaymentForm>;
}

/** Registers a payment, whole or in part; what it will leave stands above the button. @source R4.9, R11.6 */
export const PaymentForm = ({ bill, form, since, onSent, onRefused, onTaken }: PaymentFormProps): JSX.Element => {
  const { billNo, remainingAmount } = bill;
  const word = paymentWord(bill);
  const attempt = useAttemptKey();
  const [refused, setRefused] = useState<string>();
  const amount = fenOfYuan(form.fields.amount);
  const { pending, ask } = useQuestion();
  const { on, serial } = form.fields;
  const payment: AskedPayment | undefined = amount === null ? undefined : { billNo, amount, on, serial };
  const register = async (asked: AskedPayment): Promise<void> => {
    const payments = [asked];
    onSent(payments);
    const result = await attempt({ payments }, registerPayment);
    if (result?.outcome === 'paid' || result?.outcome === 'settled') {
      form.clear();
      onTaken();
      showToast('ok', result.outcome === 'settled' ? '账单已结清，商户会收到通知' : `已登记${word}，账单部分结清`);
      return;
    }
    onRefused(payments);
    setRefused(refusals[result?.outcome ?? 'notFound']);
  };
  const send = async (): Promise<void> => {
    if (payment !== undefined && since === undefined) await ask(() => register(payment));
  };
  return (
    <section className={css.stack} aria-label={`登记${word}`}>
      <h3 className={css.title}>登记{word}</h3>
      <FormStack
        id={form.id}
        aria-label={`登记${word}`}
        onSubmit={(event) => {
          setRefused(undefined);
          form.submit(event, { send });
        }}
      >
        <div className={css.pair}>
          <FormField label="金额" hint={`尚未结清 ${rmbText(remainingAmount)}`} required {...form.field('amount')}>
            <TextInput {...form.control('amount')} inputMode="decimal" autoComplete="off" prefix="¥" />
          </FormField>
          <FormField label={`${word}日期`} required {...form.field('on')}>
            <DateField {...form.control('on')} panelTitle={`选择${word}日期`} />
          </FormField>
          <FormField label="银行流水号" hint="同一流水号在一张账单上只登记一次" required {...form.field('serial')}>
            <TextInput {...form.control('serial')} autoComplete="off" maxLength={64} />
          </FormField>
        </div>
        {refused === undefined ? null : (
          <Callout tone="bad" role="alert">
            {refused}。
          </Callout>
        )}
        {amount === null || amount > remainingAmount ? null : <p aria-live="polite">{effectText(bill, amount)}</p>}
        <div className={css.actions}>
          <Button type="submit" variant="primary" loading={form.running} disabled={since !== undefined}>
            登记{word}
          </Button>
        </div>
      </FormStack>
      {pending === undefined || payment === undefined ? null : (
        <PaymentQuestion
          bill={bill}
          payment={payment}
          effect={effectText(bill, payment.amount)}
          since={since}
          onConfirm={pending.confirm}
          onClose={pending.cancel}
        />
      )}
    </section>
  );
};

/** What a payment leaves of the bill. */
const effectText = (bill: SettledDetail, amount: Fen): string => {
  const left = differenceOf(bill.remainingAmount, amount);
  const done = bill.direction === 'payable' ? '已收' : '已付';
  const paid = `登记后${done} ${rmbText(addFen(bill.paidAmount, amount))}`;
  return left === 0
    ? `${paid}，账单结清，金额不能再更改，商户会收到通知。`
    : `${paid}，还有 ${rmbText(left)} 未结清，账单保持已确认。`;
};
