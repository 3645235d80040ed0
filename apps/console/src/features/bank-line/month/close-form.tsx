import { fenOfYuan, noFen, rmbText } from '@ronghui/domain/money';
import { Button, Callout, Card, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { closeMonth, type Month } from './month-queries.ts';

/** Closes a month of which nothing is missing, with the balance that the bank states. @source receipts 2.6 */
export const CloseForm = ({ month: { ownAccount, month, isOwn } }: { readonly month: Month }): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `account-month-${ownAccount}-${month}`,
    initial: { closingAmount: '' },
    hints: ({ closingAmount }) => ({
      closingAmount: fenOfYuan(closingAmount) === null ? '请填写银行月末余额，最多两位小数' : undefined,
    }),
  });
  const send = async (): Promise<void> => {
    const closingAmount = fenOfYuan(form.fields.closingAmount) ?? noFen;
    await attempt({ ownAccount, month, closingAmount }, closeMonth);
    form.clear();
    showToast('ok', `${month} 已月结，期末 ${rmbText(closingAmount)}`);
  };
  if (isOwn) return <Callout>每一行都有去处。您导入、认款或说明过这个月的流水，请由另一位同事月结。</Callout>;
  return (
    <Card title="月结">
      <FormStack id={form.id} aria-label="月结" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          每一行都有去处。请照银行的对账单或网银填写 {month}{' '}
          最后一天的余额，与流水的期末相同才能月结；月结之后不能再改，之后的更正记在未结的月份。
        </p>
        <FormField label="银行月末余额" required {...form.field('closingAmount')}>
          <TextInput {...form.control('closingAmount')} inputMode="decimal" autoComplete="off" prefix="¥" />
        </FormField>
        <div>
          <Button type="submit" form={form.id} variant="primary" loading={form.running}>
            月结
          </Button>
        </div>
      </FormStack>
    </Card>
  );
};
