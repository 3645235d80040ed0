import {
  maintenanceFault,
  momentOf,
  noticeTextLength,
  readOnlyDaysAtMost,
  typedMoment,
} from '@ronghui/domain/maintenance';
import { Callout, Dialog, FormField, FormStack, Select, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProof } from '#features/staff/staff.shared.ts';
import { type Maintenance, setMaintenance } from './maintenance-queries.ts';

type Name = 'text' | 'from' | 'until' | 'readOnlyUntil' | 'sms';
type Fields = Readonly<Record<Name, string>>;

const smsOptions = [
  { value: 'on', label: '正常发送' },
  { value: 'off', label: '停发所有短信' },
];

const isAhead = (time: string): boolean => Date.parse(time) > serverNow();
const typedOf = (time: string): string => typedMoment(new Date(time));

/** What is over is not set again. */
const initialOf = ({ notice, readOnlyUntil, smsStopped }: Maintenance): Fields => {
  const shown = notice !== null && isAhead(notice.until) ? notice : null;
  return {
    text: shown?.text ?? '',
    from: shown === null ? '' : typedOf(shown.from),
    until: shown === null ? '' : typedOf(shown.until),
    readOnlyUntil: readOnlyUntil !== null && isAhead(readOnlyUntil) ? typedOf(readOnlyUntil) : '',
    sms: smsStopped ? 'off' : 'on',
  };
};

const noMoment = '请按 2026-11-30 02:00 的样子填写';

/** What is to be set; a text where a field holds no moment. */
const enteredOf = ({ text, from, until, readOnlyUntil, sms }: Fields) => {
  const announces = text.trim() !== '';
  const [begin, end] = announces ? [momentOf(from), momentOf(until)] : [null, null];
  return {
    notice: begin === null || end === null ? null : { text: text.trim(), from: begin, until: end },
    readOnlyUntil: readOnlyUntil.trim() === '' ? null : momentOf(readOnlyUntil),
    smsStopped: sms === 'off',
    missing: {
      from: announces && begin === null ? noMoment : undefined,
      until: announces && end === null ? noMoment : undefined,
      readOnlyUntil: readOnlyUntil.trim() !== '' && momentOf(readOnlyUntil) === null ? noMoment : undefined,
    },
  };
};

const hintsOf = (fields: Fields): Partial<Record<Name, string | undefined>> => {
  const { missing, ...entered } = enteredOf(fields);
  const fault = maintenanceFault(entered, new Date(serverNow()));
  return {
    from: missing.from,
    until: missing.until ?? (fault?.path === 'notice.until' ? fault.message : undefined),
    readOnlyUntil: missing.readOnlyUntil ?? (fault?.path === 'readOnlyUntil' ? fault.message : undefined),
  };
};

interface MaintenanceDialogProps {
  readonly maintenance: Maintenance;
  readonly onClose: () => void;
}

/** Sets notice, read-only time and SMS in one step, with a proof. @source running 6.5 */
export const MaintenanceDialog = ({ maintenance, onClose }: MaintenanceDialogProps): JSX.Element => {
  const attempt = useAttemptKey();
  const [{ revision }] = useState(maintenance);
  const form = useForm({ name: `maintenance-${revision}`, initial: initialOf(maintenance), hints: hintsOf });
  const send = async (): Promise<void> => {
    const { notice, readOnlyUntil, smsStopped } = enteredOf(form.fields);
    const input = {
      notice:
        notice === null ? null : { ...notice, from: notice.from.toISOString(), until: notice.until.toISOString() },
      readOnlyUntil: readOnlyUntil?.toISOString() ?? null,
      smsStopped,
      revision,
    };
    const saved = await withProof('修改维护设置', (stepTicket) => attempt({ ...input, stepTicket }, setMaintenance));
    if (saved === null) return;
    form.clear();
    showToast('ok', '维护设置已生效');
    onClose();
  };
  const close = (): void => {
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      size="medium"
      title="修改维护设置"
      onClose={close}
      actions={
        <SubmitActions form={form} disabled={revision !== maintenance.revision} onCancel={close}>
          保存并生效
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="修改维护设置" onSubmit={(event) => form.submit(event, { send })}>
        {revision === maintenance.revision ? null : (
          <Callout tone="warn" role="alert">
            同事刚刚改了维护设置。请关闭后重新打开，再修改。
          </Callout>
        )}
        <FormField label="维护通知（选填）" hint="写在每一页的开头，到结束时间为止" {...form.field('text')}>
          <TextInput {...form.control('text')} maxLength={noticeTextLength} autoComplete="off" />
        </FormField>
        <FormField label="维护开始" hint="北京时间，例如 2026-11-30 02:00" {...form.field('from')}>
          <TextInput {...form.control('from')} maxLength={20} autoComplete="off" />
        </FormField>
        <FormField label="维护结束" {...form.field('until')}>
          <TextInput {...form.control('until')} maxLength={20} autoComplete="off" />
        </FormField>
        <FormField
          label="只读到（选填）"
          hint={`保存后商户与访客只能查看，可以登录和退出；一次最多 ${readOnlyDaysAtMost}\u00a0天`}
          {...form.field('readOnlyUntil')}
        >
          <TextInput {...form.control('readOnlyUntil')} maxLength={20} autoComplete="off" />
        </FormField>
        <FormField label="短信" hint="停发时不发验证码，待发的短信留到恢复之后" {...form.field('sms')}>
          <Select {...form.control('sms')} options={smsOptions} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
