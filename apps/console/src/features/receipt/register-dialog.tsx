import { fenOfYuan, noFen, rmbText } from '@ronghui/domain/money';
import {
  DateField,
  Dialog,
  FormField,
  FormStack,
  SubmitActions,
  TextArea,
  TextInput,
  todayInShanghai,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { NameSelect } from '#features/bill/bill.shared.ts';
import css from './receipt.module.css';
import { registerReceipt } from './receipt-queries.ts';

const amountHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请填写金额';
  const amount = fenOfYuan(typed);
  if (amount === null) return '请填写金额，最多两位小数';
  return amount > 0 ? undefined : '请填写大于零的金额';
};

const dayHint = (day: string): string | undefined => {
  if (day === '') return '请选择到账日';
  return day > todayInShanghai() ? '到账日不能晚于今天' : undefined;
};

const timeHint = (typed: string): string | undefined =>
  typed === '' || /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/.test(typed) ? undefined : '请按 24\u00a0小时制填写时间，如 09:30';

/** A text that may be left out. */
const given = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed.trim());

/** Registers money that arrived and pays nothing yet: of a merchant, or of nobody known. @source R15.3, receipts 1.2 */
export const RegisterDialog = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'receipt-register',
    initial: {
      tenantId: '',
      amount: '',
      receivedOn: todayInShanghai(),
      receivedTime: '',
      serial: '',
      payerName: '',
      payerBank: '',
      ownAccount: '',
      remark: '',
    },
    hints: ({ amount, receivedOn, receivedTime }) => ({
      amount: amountHint(amount),
      receivedOn: dayHint(receivedOn),
      receivedTime: timeHint(receivedTime),
    }),
    places: { RHRC001: 'serial' },
  });
  const send = async (): Promise<void> => {
    const { tenantId, amount, receivedOn, receivedTime, serial, payerName, payerBank, ownAccount, remark } =
      form.fields;
    const received = fenOfYuan(amount) ?? noFen;
    const { receiptNo } = await attempt(
      {
        tenantId: given(tenantId),
        amount: received,
        receivedOn,
        receivedTime: given(receivedTime),
        serial: given(serial),
        payerName: given(payerName),
        payerBank: given(payerBank),
        ownAccount: given(ownAccount),
        remark: given(remark),
      },
      registerReceipt,
    );
    form.clear();
    onClose();
    showToast('ok', `已登记收款 ${receiptNo}，${rmbText(received)} 未认`);
  };
  return (
    <Dialog
      open
      size="large"
      title="登记收款"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          登记收款
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="登记收款" onSubmit={(event) => form.submit(event, { send })}>
        <p>已经到账、还没有认到账单的款项。登记之后在这笔收款里认到账单；商户已知的，商户看得到这笔预收款。</p>
        <div className={css.pair}>
          <FormField label="商户" hint="不知道是谁付的，留空，作待查款" {...form.field('tenantId')}>
            <NameSelect kind="tenant" placeholder="待查" {...form.control('tenantId')} />
          </FormField>
          <FormField label="金额" required {...form.field('amount')}>
            <TextInput {...form.control('amount')} inputMode="decimal" autoComplete="off" prefix="¥" />
          </FormField>
          <FormField label="到账日" required {...form.field('receivedOn')}>
            <DateField {...form.control('receivedOn')} panelTitle="选择到账日" />
          </FormField>
          <FormField label="到账时间" hint="如 09:30，可不填" {...form.field('receivedTime')}>
            <TextInput {...form.control('receivedTime')} autoComplete="off" maxLength={5} />
          </FormField>
          <FormField label="银行流水号" hint="同一流水同一天只登记一次" {...form.field('serial')}>
            <TextInput {...form.control('serial')} autoComplete="off" maxLength={64} />
          </FormField>
          <FormField label="付款人" {...form.field('payerName')}>
            <TextInput {...form.control('payerName')} autoComplete="off" maxLength={80} />
          </FormField>
          <FormField label="付款银行" {...form.field('payerBank')}>
            <TextInput {...form.control('payerBank')} autoComplete="off" maxLength={120} />
          </FormField>
          <FormField label="收款账户" hint="不填即为商户付款所用的收款账户" {...form.field('ownAccount')}>
            <TextInput {...form.control('ownAccount')} autoComplete="off" maxLength={40} />
          </FormField>
        </div>
        <FormField label="附言" {...form.field('remark')}>
          <TextArea {...form.control('remark')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
