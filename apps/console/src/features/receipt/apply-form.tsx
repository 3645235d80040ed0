import { CallError } from '@ronghui/client';
import { differenceOf, type Fen, fenOfYuan, noFen, rmbText, sumFen } from '@ronghui/domain/money';
import { Button, EmptyState, FormField, FormStack, PageState, Skeleton, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { NameSelect } from '#features/bill/bill.shared.ts';
import css from './receipt.module.css';
import { applyReceipt, type OpenBill, type ReceiptDetail, useOpenBills } from './receipt-queries.ts';

/** The name of the field of a bill's part. */
const fieldOf = ({ billNo }: OpenBill): string => `amount-${billNo}`;

const partHint = (typed: string, { remainingAmount }: OpenBill): string | undefined => {
  if (typed.trim() === '') return undefined;
  const amount = fenOfYuan(typed);
  if (amount === null) return '请填写金额，最多两位小数';
  if (amount <= 0) return '请填写大于零的金额，不认的留空';
  return amount > remainingAmount ? `最多 ${rmbText(remainingAmount)}` : undefined;
};

/** A refusal whose parts are named as the fields of the form; what was sent had no part for the bills without an amount. */
const atFields = (error: unknown, sent: readonly OpenBill[]): unknown => {
  if (!(error instanceof CallError) || error.fields.length === 0) return error;
  const fields = error.fields.map(({ path, message }) => {
    const [, at = ''] = /^parts\.(\d{1,2})\./.exec(path) ?? [];
    const bill = at === '' ? undefined : sent[Number(at)];
    return { path: bill === undefined ? path : fieldOf(bill), message };
  });
  const { kind, operationId, errCode, errMsg, status, traceId } = error;
  return new CallError({ kind, operationId, errCode, errMsg, status, traceId, data: { fields }, cause: error });
};

/** Applies what is unapplied of a receipt to open bills of its merchant; of one that nobody is known of, a merchant is chosen first. @source receipts 1.2 */
export const ApplyForm = ({ receipt }: { receipt: ReceiptDetail }): JSX.Element => {
  const [chosen, setChosen] = useState('');
  const tenantId = receipt.tenantId ?? chosen;
  const { state, query } = useOpenBills(tenantId);
  return (
    <section className={css.body} aria-label="认到账单">
      <h3 className={css.title}>认到账单</h3>
      {receipt.tenantId === undefined ? (
        <FormField label="商户" hint="认款之后，这笔收款归这位商户">
          <NameSelect kind="tenant" placeholder="请选择商户" value={chosen} onValueChange={setChosen} />
        </FormField>
      ) : null}
      {tenantId === '' ? null : (
        <PageState
          state={state}
          loading={<Skeleton shape="row" count={3} />}
          empty={<EmptyState title="没有未结清的账单" text="余下的款项留作预收款，以后的账单确认之后再认。" />}
          onRetry={() => void query.refetch()}
        >
          {({ items }) => (
            // What is typed stays over what a colleague applies meanwhile, but for bills that are settled by it.
            <Parts key={items.map(({ billNo }) => billNo).join(' ')} receipt={receipt} bills={items} />
          )}
        </PageState>
      )}
    </section>
  );
};

const Parts = ({ receipt, bills }: { receipt: ReceiptDetail; bills: readonly OpenBill[] }): JSX.Element => {
  const { receiptNo, version, unappliedAmount } = receipt;
  const attempt = useAttemptKey();
  const form = useForm<string>({
    name: `receipt-apply-${receiptNo}`,
    initial: Object.fromEntries(bills.map((bill) => [fieldOf(bill), ''])),
    hints: (amounts) =>
      Object.fromEntries(bills.map((bill) => [fieldOf(bill), partHint(amounts[fieldOf(bill)] ?? '', bill)])),
  });
  const amountOf = (bill: OpenBill): Fen => fenOfYuan(form.fields[fieldOf(bill)] ?? '') ?? noFen;
  const paid = bills.filter((bill) => amountOf(bill) > 0);
  const sum = sumFen(paid.map(amountOf));
  const send = async (): Promise<void> => {
    const parts = paid.map((bill) => ({ billNo: bill.billNo, amount: amountOf(bill) }));
    const reply = await attempt({ receiptNo, version, parts }, applyReceipt).catch((error: unknown) => {
      throw atFields(error, paid);
    });
    form.clear();
    const settled = reply.results.filter(({ outcome }) => outcome === 'settled').length;
    showToast('ok', `已认款 ${rmbText(sum)}，结清 ${settled}\u00a0张账单，商户会收到通知`);
  };
  return (
    <FormStack id={form.id} aria-label="认款" onSubmit={(event) => form.submit(event, { send })}>
      <ul className={css.body} aria-label="未结清的账单">
        {bills.map((bill) => (
          <li key={bill.billNo} className={css.pair}>
            <span>
              {bill.billNo} {bill.stageName} {bill.productName}，未付 {rmbText(bill.remainingAmount)}
            </span>
            <FormField label={`认到 ${bill.billNo} 的金额`} {...form.field(fieldOf(bill))}>
              <TextInput {...form.control(fieldOf(bill))} inputMode="decimal" autoComplete="off" prefix="¥" />
            </FormField>
          </li>
        ))}
      </ul>
      <p aria-live="polite">
        {sum > unappliedAmount
          ? `超过未认款 ${rmbText(unappliedAmount)}，请减少金额。`
          : `未认 ${rmbText(unappliedAmount)} － 本次认款 ${rmbText(sum)} ＝ 余下预收 ${rmbText(differenceOf(unappliedAmount, sum))}`}
      </p>
      <div>
        <Button type="submit" variant="primary" loading={form.running} disabled={sum === 0 || sum > unappliedAmount}>
          认款 {rmbText(sum)}
        </Button>
      </div>
    </FormStack>
  );
};
