import { fenOfYuan, noFen, rmbText, sumFen, yuanText } from '@ronghui/domain/money';
import { Button, DateField, Dialog, FormField, FormStack, Tag, TextInput, todayInShanghai } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../billing.module.css';
import { amountHint } from './payment-form.tsx';
import { type AskedPayment, type OpenBill, type PaymentResult, registerPayments } from './settlement-queries.ts';
import { isTaken, outcomeText, paymentWord } from './settlement-words.ts';

interface SettleManyDialogProps {
  /** The bills of one merchant and one direction. */
  readonly bills: readonly OpenBill[];
  /** Day and serial, where a voucher says them. */
  readonly stated?: { readonly on: string; readonly serial: string };
  /** Payments are sent: what comes of them is one's own doing. */
  readonly onSent?: (payments: readonly AskedPayment[]) => void;
  /** Some were not registered: one that is like them is a colleague's. */
  readonly onRefused?: (payments: readonly AskedPayment[]) => void;
  /** Some of these bills took their payments. */
  readonly onTaken?: (billNos: readonly string[]) => void;
  readonly onClose: () => void;
}

const isDone = (result: PaymentResult | undefined): boolean => isTaken(result) || result?.outcome === 'known';

/** The name of the field of a bill's amount. */
const fieldOf = ({ billNo }: OpenBill): string => `amount-${billNo}`;

const useManyForm = ({ bills, stated }: Pick<SettleManyDialogProps, 'bills' | 'stated'>) =>
  useForm<string>({
    name: `settle-many-${bills.map(({ billNo, version }) => `${billNo}.${version}`).join('-')}`,
    initial: {
      on: stated?.on ?? todayInShanghai(),
      serial: stated?.serial ?? '',
      ...Object.fromEntries(bills.map((bill) => [fieldOf(bill), yuanText(bill.remainingAmount, { grouping: false })])),
    },
    hints: ({ on = '', serial = '', ...amounts }) => ({
      on: on === '' ? '请选择日期' : on > todayInShanghai() ? '日期不能晚于今天' : undefined,
      serial: requiredHint(serial, '银行流水号'),
      ...Object.fromEntries(bills.map((bill) => [fieldOf(bill), amountHint(amounts[fieldOf(bill)] ?? '', bill)])),
    }),
  });

/** One payment of the bank for several bills: a serial and a day for all, an amount for each, and what became of each. @source R4.9, R11.6 */
export const SettleManyDialog = (props: SettleManyDialogProps): JSX.Element => {
  const { bills, stated, onSent, onRefused, onTaken, onClose } = props;
  const form = useManyForm({ bills, ...(stated && { stated }) });
  const attempt = useAttemptKey();
  const [results, setResults] = useState<ReadonlyMap<string, PaymentResult>>(new Map());
  const left = bills.filter(({ billNo }) => !isDone(results.get(billNo)));
  const word = bills[0] === undefined ? '收款' : paymentWord(bills[0]);
  const amountOf = (bill: OpenBill) => fenOfYuan(form.fields[fieldOf(bill)] ?? '') ?? noFen;
  const { on = '', serial = '' } = form.fields;
  const send = async (): Promise<void> => {
    const payments = left.map((bill) => ({ billNo: bill.billNo, amount: amountOf(bill), on, serial }));
    onSent?.(payments);
    const found = await attempt({ payments }, registerPayments);
    setResults((former) => new Map([...former, ...found.map((result) => [result.billNo, result] as const)]));
    const taken = new Set(found.filter(isTaken).map(({ billNo }) => billNo));
    onRefused?.(payments.filter(({ billNo }) => !taken.has(billNo)));
    onTaken?.([...taken]);
    const refused = found.filter((result) => !isDone(result)).length;
    if (refused > 0) showToast('warn', `${refused}\u00a0张没有登记，原因在各行`);
    else {
      form.clear();
      showToast('ok', `已登记 ${found.length}\u00a0张账单的${word}`);
    }
  };
  return (
    <Dialog
      open
      size="large"
      title={`一并登记${word}（${bills.length}\u00a0张）`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{left.length === 0 ? '完成' : '取消'}</Button>
          {left.length === 0 ? null : (
            <Button type="submit" form={form.id} variant="primary" loading={form.running}>
              登记 {left.length}&nbsp;张
            </Button>
          )}
        </>
      }
    >
      <FormStack id={form.id} aria-label={`一并登记${word}`} onSubmit={(event) => form.submit(event, { send })}>
        <p>
          {bills[0]?.tenantName}：同一笔银行流水，合计 {rmbText(sumFen(left.map(amountOf)))}，逐张登记，互不抵销。
        </p>
        <div className={css.pair}>
          <FormField label={`${word}日期`} required {...form.field('on')}>
            <DateField {...form.control('on')} panelTitle={`选择${word}日期`} />
          </FormField>
          <FormField label="银行流水号" required {...form.field('serial')}>
            <TextInput {...form.control('serial')} autoComplete="off" maxLength={64} />
          </FormField>
        </div>
        <ul className={css.stack} aria-label="要登记的账单">
          {bills.map((bill) => (
            <li key={bill.billNo} className={css.pair}>
              <span>
                {bill.billNo} {bill.stageName} {bill.productName}
                <span className={css.note}>，未结清 {rmbText(bill.remainingAmount)}</span>
              </span>
              <Outcome result={results.get(bill.billNo)} />
              {isDone(results.get(bill.billNo)) ? null : (
                <FormField label={`${bill.billNo} 的金额`} required {...form.field(fieldOf(bill))}>
                  <TextInput {...form.control(fieldOf(bill))} inputMode="decimal" autoComplete="off" prefix="¥" />
                </FormField>
              )}
            </li>
          ))}
        </ul>
      </FormStack>
    </Dialog>
  );
};

const Outcome = ({ result }: { result: PaymentResult | undefined }): JSX.Element | null =>
  result === undefined ? null : (
    <span role="status">
      <Tag tone={isDone(result) ? 'ok' : 'bad'}>{isDone(result) ? '已登记' : '未登记'}</Tag> {outcomeText(result)}
    </span>
  );
