import { sumFen } from '@ronghui/domain/money';
import {
  Button,
  Callout,
  Drawer,
  FormField,
  FormStack,
  PageState,
  Skeleton,
  TextInput,
  todayInShanghai,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useVoucherFiles, VoucherFilesField } from '#features/file/file.shared.ts';
import {
  PaidAtFields,
  PayeeAccount,
  paidDayHint,
  paidInstantOf,
  paidTextsOf,
  paidTimeHint,
} from '#features/order/order.shared.ts';
import { openPaymentSet } from '#features/receipt/receipt.shared.ts';
import { sendBillVoucher, useBill } from '../bill-queries.ts';
import { AskedBills } from './asked-bills.tsx';
import { type AskedBill, totalsText } from './batch-steps.ts';
import css from './confirmation.module.css';

/** The bills that a voucher names. @source contract 5 */
const billsAtMost = 200;

interface VoucherProps {
  readonly bills: readonly AskedBill[];
  readonly onClose: () => void;
}

/** The form of a voucher, with its files and the submission. */
const useVoucher = ({ bills, onClose }: VoucherProps) => {
  // Serial and time are of one transfer, so of these bills alone.
  const name = `bill-voucher-${bills
    .map(({ billNo }) => billNo)
    .sort()
    .join('-')}`;
  const chosen = useVoucherFiles(name);
  const attempt = useAttemptKey();
  const today = todayInShanghai(serverNow());
  const form = useForm({
    name,
    initial: { ...paidTextsOf(serverNow()), bankSerial: '' },
    hints: ({ paidAt, paidTime }) => ({ paidAt: paidDayHint(paidAt, today), paidTime: paidTimeHint(paidTime) }),
  });
  const { paidAt, paidTime, bankSerial } = form.fields;
  const send = async (): Promise<void> => {
    const input = {
      billNos: bills.map(({ billNo }) => billNo),
      fileIds: await chosen.store(),
      paidAt: paidInstantOf(paidAt, paidTime),
      bankSerial: bankSerial.trim() || undefined,
    };
    await attempt(input, sendBillVoucher);
    form.clear();
    chosen.clear();
    showToast('ok', '凭证已提交，我们核对到账之后通知您');
    onClose();
  };
  return { form, chosen, today, send };
};

/** So many numbers a bank's remark has room for. */
const numbersInRemark = 2;

/** What a transfer for several bills is recognised by. */
const remarkOf = (bills: readonly AskedBill[]): string => {
  const numbers = bills.map(({ billNo }) => billNo).sort();
  const named = numbers.slice(0, numbersInRemark).join(' ');
  return numbers.length > numbersInRemark ? `${named} 等${numbers.length}张` : named;
};

/** What a transfer for these bills is recognised by: a code of theirs, which is asked for once the slip is opened and stands first, since banks cut remarks at their end, and their numbers. */
const useJointCode = (bills: readonly AskedBill[]) => {
  const [reference, setReference] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const attempt = useAttemptKey();
  const ask = async (): Promise<void> => {
    if (isAsked) return;
    setAsked(true);
    const billNos = bills.map(({ billNo }) => billNo).sort();
    const code = await attempt({ billNos }, openPaymentSet).then(
      ({ paymentCode }) => `${paymentCode} ${remarkOf(bills)}`,
      () => remarkOf(bills),
    );
    setReference(code);
  };
  return { reference, ask };
};

/** The account that one transfer for several bills goes to, as a single bill shows it; the site has one. @source R10.3, receipts 2.3 */
const JointPayee = ({ bills }: Pick<VoucherProps, 'bills'>): JSX.Element | null => {
  const { state, query } = useBill(bills[0]?.billNo ?? '');
  const { reference, ask } = useJointCode(bills);
  const amount = sumFen(bills.map((bill) => bill.amount));
  return (
    <details className={css.group}>
      <summary className={css.unfold} onClick={() => void ask()}>
        还没有转账？查看收款账户与附言
      </summary>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={<Callout tone="warn">没有读到收款账户，请打开任意一张账单查看。</Callout>}
        onRetry={() => void query.refetch()}
      >
        {({ payee }) =>
          reference === undefined ? (
            <Skeleton shape="row" count={3} />
          ) : (
            <PayeeAccount payee={payee} reference={reference} amount={amount} />
          )
        }
      </PageState>
    </details>
  );
};

/** Sends the voucher of a transfer that paid one bill or several. @source R10.3 */
export const BillVoucherDrawer = (props: VoucherProps): JSX.Element => {
  const { bills, onClose } = props;
  const { form, chosen, today, send } = useVoucher(props);
  const isTooMany = bills.length > billsAtMost;
  const checked = bills.filter(({ inCheck }) => inCheck === true);
  return (
    <Drawer
      open
      onClose={onClose}
      title="上传付款凭证"
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running} disabled={isTooMany}>
          提交凭证
        </Button>
      }
    >
      <FormStack
        id={form.id}
        aria-label="上传付款凭证"
        onSubmit={(event) => form.submit(event, { isReady: chosen.isReady, send })}
      >
        <div className={css.group}>
          <p className={css.numbers}>{totalsText(bills)}</p>
          <p className={css.effect}>
            {bills.length === 1 ? `账单 ${bills[0]?.billNo ?? ''}。` : '一笔转账可以付清多张账单。'}
            提交后由我们核对到账；账单状态在核对之后改变。
            {isTooMany ? `一张凭证最多对应 ${billsAtMost}\u00a0张账单，请减少选择。` : ''}
          </p>
        </div>
        {checked.length === 0 ? null : (
          <Callout tone="warn">
            {bills.length === 1
              ? '这张账单已有凭证在审核，同一笔款项无需再次付款或上传。'
              : `其中 ${checked.length}\u00a0张已有凭证在审核，请勿重复付款：${checked.map(({ billNo }) => billNo).join('、')}。`}
          </Callout>
        )}
        {bills.length === 1 ? null : <AskedBills bills={bills} />}
        {bills.length === 1 || isTooMany ? null : <JointPayee bills={bills} />}
        <VoucherFilesField chosen={chosen} />
        <PaidAtFields form={form} today={today} />
        <FormField label="银行流水号（选填）" {...form.field('bankSerial')}>
          <TextInput {...form.control('bankSerial')} maxLength={64} autoComplete="off" />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
