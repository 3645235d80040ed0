import { invoiceReasonLength, reversalReasonNames, reversalReasons } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import {
  Button,
  ChangedNote,
  Dialog,
  FormField,
  FormStack,
  RadioGroup,
  SubmitActions,
  TextArea,
  TextInput,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './invoice.module.css';
import { endInvoice, type InvoiceDetail, issueInvoice } from './invoice-queries.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

type Step = 'issue' | 'reject' | 'reverse' | 'resolve';

interface StepProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

/** The steps that staff may take now. @source R10.12 */
export const InvoiceActions = ({ invoice }: { invoice: InvoiceDetail }): JSX.Element | null => {
  const [asked, setAsked] = useState<Step>();
  const { status, withIssuer } = invoice;
  // What was asked of the issuer is asked again, whatever was refunded meanwhile: the invoice may exist.
  const isHeld = invoice.hasRefunded && withIssuer === undefined;
  const close = (): void => setAsked(undefined);
  const isToIssue = status === 'applied' || status === 'issuing' || status === 'needsPerson';
  const isToReverse = status === 'issued' || status === 'reversing';
  const isOpen = isToIssue || isToReverse;
  // A question that stands open stays, whatever others do meanwhile.
  if (!isOpen && asked === undefined) return null;
  return (
    <>
      <div className={css.actions}>
        {isToIssue ? (
          <>
            <Button variant={isHeld ? 'secondary' : 'primary'} disabled={isHeld} onClick={() => setAsked('issue')}>
              开票
            </Button>
            <Button variant="danger" disabled={withIssuer !== undefined} onClick={() => setAsked('reject')}>
              驳回
            </Button>
          </>
        ) : null}
        {isToReverse ? (
          <Button variant="danger" onClick={() => setAsked('reverse')}>
            红冲
          </Button>
        ) : null}
        {withIssuer?.isUnknown === true ? <Button onClick={() => setAsked('resolve')}>登记核实结果</Button> : null}
      </div>
      {asked === 'issue' ? <IssueDialog invoice={invoice} onClose={close} /> : null}
      {asked === 'resolve' ? <ResolveDialog invoice={invoice} onClose={close} /> : null}
      {asked === 'reject' || asked === 'reverse' ? (
        <EndDialog key={asked} step={asked} invoice={invoice} onClose={close} />
      ) : null}
    </>
  );
};

const summaryOf = ({ titleName, amount, taxAmount }: InvoiceDetail): string =>
  `${titleName}，价税合计 ${rmbText(amount)}，其中税额 ${rmbText(taxAmount)}`;

/** What is known of an invoice right after it was asked for, unless it is issued. */
const issueResults: Readonly<Partial<Record<InvoiceDetail['status'], string>>> = {
  issuing: '已请开票服务开具，有结果后会更新',
  needsPerson: '开票服务等待人工处理，请按说明办理',
};

/** Registers a number, or has the connected issuer make the invoice. */
const IssueDialog = ({ invoice, onClose }: StepProps): JSX.Element => {
  const { invoiceNo, version, hasIssuer, withIssuer } = invoice;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `invoice-issue-${invoiceNo}`,
    initial: { way: hasIssuer ? 'issuer' : 'number', number: '' },
    hints: ({ way, number }) => ({
      number:
        way === 'issuer' || (withIssuer !== undefined && hasIssuer) || /^\d{8,20}$/.test(number.trim())
          ? undefined
          : '请填写 8 至 20\u00a0位数字的发票号码',
    }),
  });
  const isTyped = form.fields.way === 'number' && (withIssuer === undefined || !hasIssuer);
  const send = async (): Promise<void> => {
    const number = isTyped ? form.fields.number.trim() : undefined;
    const { status } = await attempt({ invoiceNo, version, number }, issueInvoice);
    form.clear();
    onClose();
    showToast('ok', issueResults[status] ?? '发票已开具，商户会收到通知');
  };
  return (
    <Dialog
      open
      title={`开票 ${invoiceNo}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          开票
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="开票" onSubmit={(event) => form.submit(event, { send })}>
        <ChangedNote version={version} last={invoice.last} />
        <p>{summaryOf(invoice)}。</p>
        {hasIssuer && withIssuer === undefined ? (
          <RadioGroup
            label="如何开票"
            value={form.fields.way}
            onValueChange={(way) => form.change({ way })}
            options={[
              { value: 'issuer', label: '由开票服务开具', hint: '生成发票文件，商户可以下载' },
              { value: 'number', label: '已在别处开具，登记号码', hint: '登记之后再上传发票文件' },
            ]}
          />
        ) : null}
        {isTyped ? (
          <FormField label="发票号码" required {...form.field('number')}>
            <TextInput {...form.control('number')} inputMode="numeric" autoComplete="off" maxLength={20} />
          </FormField>
        ) : null}
      </FormStack>
    </Dialog>
  );
};

const plans = {
  reject: {
    name: '驳回',
    effect: '申请就此结束，所涵盖的订单与账单可以重新申请开票。商户会看到原因。',
    done: '申请已驳回',
  },
  reverse: {
    name: '红冲',
    effect:
      '请先在税务系统完成红冲，再在这里登记；登记后不能恢复，所涵盖的订单与账单可以重新申请开票。商户会看到原因。',
    done: '红冲已登记',
  },
} as const;
const byIssuer =
  '由开票服务红冲，可能要等购买方确认，不能恢复；红冲之后，所涵盖的订单与账单可以重新申请开票。商户会看到原因。';

/** Ends an invoice with a reason for its merchant. */
const EndDialog = ({ step, invoice, onClose }: StepProps & { readonly step: 'reject' | 'reverse' }): JSX.Element => {
  const { invoiceNo, version, hasRefunded, hasIssuer } = invoice;
  const isByIssuer = step === 'reverse' && hasIssuer;
  const { name, effect, done } = plans[step];
  const attempt = useAttemptKey();
  const form = useForm({
    name: `invoice-${step}-${invoiceNo}`,
    initial: { reason: hasRefunded ? '订单已退款' : '', code: hasRefunded ? '03' : '01' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '原因') }),
  });
  const send = async (): Promise<void> => {
    const { reason } = form.fields;
    const code = isByIssuer ? reversalReasons.find((each) => each === form.fields.code) : undefined;
    const { status } = await attempt({ invoiceNo, version, reason, code }, (input: Parameters<typeof endInvoice>[1]) =>
      endInvoice(step, input),
    );
    form.clear();
    onClose();
    showToast('ok', status === 'reversing' ? '已请开票服务红冲，有结果后会更新' : done);
  };
  return (
    <Dialog
      open
      title={`${name} ${invoiceNo}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" onCancel={onClose}>
          {name}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={name} onSubmit={(event) => form.submit(event, { send })}>
        <ChangedNote version={version} last={invoice.last} />
        <p>{summaryOf(invoice)}。</p>
        <p>{isByIssuer ? byIssuer : effect}</p>
        {isByIssuer ? (
          <RadioGroup
            label="红冲原因类别"
            value={form.fields.code}
            onValueChange={(code) => form.change({ code })}
            options={reversalReasons.map((value) => ({ value, label: reversalReasonNames[value] }))}
          />
        ) : null}
        <FormField label="原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={invoiceReasonLength} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
