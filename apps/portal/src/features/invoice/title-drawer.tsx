import { type InvoiceTitle, invoiceTitleFaults, normaliseTaxNo } from '@ronghui/domain/invoice';
import { Button, Drawer, FormField, FormStack, PageState, Skeleton, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { saveTitle, type Title, useTitle } from './invoice-queries.ts';
import { TitleFacts } from './title-facts.tsx';

interface TitleProps {
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** The title of the tenant's invoices, to read, or to change by those who may apply. @source R10.12 */
export const TitleDrawer = ({ mayWrite, onClose }: TitleProps): JSX.Element => {
  const { query } = useTitle();
  const state = queryStatus('invoice.title', query);
  if (state.status === 'ready' && mayWrite) return <TitleForm title={state.data.title} onClose={onClose} />;
  return (
    <Drawer open onClose={onClose} title="发票抬头">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={6} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ title }) => <TitleFacts title={title} />}
      </PageState>
    </Drawer>
  );
};

type Name = keyof InvoiceTitle;
const texts = (title: Title): Record<Name, string> => ({
  name: title.name,
  taxNo: title.taxNo ?? '',
  address: title.address ?? '',
  phone: title.phone ?? '',
  bankName: title.bankName ?? '',
  bankAccountNo: '',
});

/** The hints of the rules; an account that is kept was checked when it was saved. */
const hintsOf = (fields: Readonly<Record<Name, string>>, hasAccount: boolean): Partial<Record<Name, string>> => {
  const faults = invoiceTitleFaults({ ...fields, taxNo: normaliseTaxNo(fields.taxNo) }, 'normal');
  const hints = Object.fromEntries(faults.map(({ path, message }) => [path, message]));
  const lacksBank = fields.bankAccountNo.trim() !== '' && fields.bankName.trim() === '' && !hasAccount;
  return lacksBank ? { ...hints, bankName: '请填写开户银行' } : hints;
};

const labels: readonly { readonly name: Name; readonly label: string; readonly hint?: string }[] = [
  { name: 'name', label: '抬头名称' },
  { name: 'taxNo', label: '纳税人识别号', hint: '统一社会信用代码' },
  { name: 'address', label: '注册地址' },
  { name: 'phone', label: '注册电话（选填）' },
  { name: 'bankName', label: '开户银行' },
];

const TitleForm = ({ title, onClose }: Pick<TitleProps, 'onClose'> & { title: Title }): JSX.Element => {
  const attempt = useAttemptKey();
  const { bankAccountNoMasked } = title;
  const form = useForm({
    name: 'invoice-title',
    initial: texts(title),
    secret: ['bankAccountNo'],
    hints: (fields) => hintsOf(fields, bankAccountNoMasked !== null),
  });
  const send = async (): Promise<void> => {
    const { name, taxNo, address, phone, bankName, bankAccountNo } = form.fields;
    const account = bankAccountNo.replaceAll(/\s/g, '');
    await attempt(
      { name, taxNo, address, phone, bankName, bankAccountNo: account === '' ? undefined : account },
      saveTitle,
    );
    form.clear();
    showToast('ok', '发票抬头已保存');
    onClose();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title="发票抬头"
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          保存
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="发票抬头" onSubmit={(event) => form.submit(event, { send })}>
        <p>普票只需抬头名称；专票还须填齐纳税人识别号、注册地址、开户银行和银行账号。</p>
        {labels.map(({ name, label, hint }) => (
          <FormField key={name} label={label} hint={hint} {...form.field(name)}>
            <TextInput {...form.control(name)} autoComplete="off" />
          </FormField>
        ))}
        <FormField
          label="银行账号"
          hint={bankAccountNoMasked === null ? '加密保存，只显示末四位' : `已保存 ${bankAccountNoMasked}，不改可留空`}
          {...form.field('bankAccountNo')}
        >
          <TextInput {...form.control('bankAccountNo')} inputMode="numeric" autoComplete="off" />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
