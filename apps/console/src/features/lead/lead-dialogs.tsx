import { leadNoteLength } from '@ronghui/domain/lead';
import {
  Button,
  ChangedNote,
  DateField,
  Dialog,
  FormField,
  FormStack,
  Select,
  SubmitActions,
  TextArea,
  TextInput,
  todayInShanghai,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { type Fields, type Form, useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, type ReactNode, useDeferredValue, useState } from 'react';
import { useTenantNames } from '#features/customer/customer.shared.ts';
import {
  assignLead,
  type LeadDetail,
  loseLead,
  noteLead,
  remindOfLead,
  undoWin,
  useColleagues,
  winLead,
} from './lead-queries.ts';
import { lastStepOf } from './lead-words.ts';

interface DialogProps {
  readonly lead: LeadDetail;
  readonly onClose: () => void;
}

interface StepFormProps<Name extends string> {
  /** What the step stands on; a note on nothing, because it is added to whatever there is. */
  readonly seen: LeadDetail | undefined;
  readonly title: string;
  readonly confirm: string;
  readonly done: string;
  readonly form: Form<Name>;
  readonly send: (fields: Fields<Name>) => Promise<unknown>;
  readonly onClose: () => void;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a step's dialog. */
const StepForm = <Name extends string>(props: StepFormProps<Name>): JSX.Element => {
  const { seen, title, confirm, done, form, send, onClose, extra, children } = props;
  const run = async (): Promise<void> => {
    await send(form.fields);
    form.clear();
    onClose();
    showToast('ok', done);
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          {extra}
          <SubmitActions form={form} onCancel={onClose}>
            {confirm}
          </SubmitActions>
        </>
      }
    >
      <FormStack id={form.id} aria-label={title} onSubmit={(event) => form.submit(event, { send: run })}>
        {seen === undefined ? null : <ChangedNote version={seen.version} last={lastStepOf(seen)} />}
        {children}
      </FormStack>
    </Dialog>
  );
};

const texts = {
  note: { title: '添加跟进记录', label: '跟进记录', confirm: '保存', done: '已保存' },
  undoWin: { title: '更正成交', label: '更正的原因', confirm: '退回跟进', done: '已退回跟进' },
  lose: { title: '标为未成交', label: '未成交的原因', confirm: '确定', done: '已标为未成交，可以重新跟进' },
} as const;

interface NoteProps extends DialogProps {
  readonly action: keyof typeof texts;
}

/** Writes a note, why nothing came of the lead, or why it was not won after all. */
export const NoteDialog = ({ lead, action, onClose }: NoteProps): JSX.Element => {
  const { ticketNo, version } = lead;
  const { title, label, confirm, done } = texts[action];
  const attempt = useAttemptKey();
  const form = useForm({
    name: `lead-${action}-${ticketNo}`,
    initial: { text: '' },
    hints: ({ text }) => ({ text: requiredHint(text, label) }),
  });
  return (
    <StepForm
      {...{ title, confirm, done, form, onClose }}
      seen={action === 'note' ? undefined : lead}
      send={({ text }) =>
        action === 'note'
          ? attempt({ ticketNo, text }, noteLead)
          : attempt({ ticketNo, version, reason: text }, action === 'lose' ? loseLead : undoWin)
      }
    >
      <FormField label={label} required {...form.field('text')}>
        <TextArea {...form.control('text')} maxLength={leadNoteLength} />
      </FormField>
    </StepForm>
  );
};

/** Hands the lead over to a colleague. */
export const AssignDialog = ({ lead, onClose }: DialogProps): JSX.Element => {
  const { ticketNo, version } = lead;
  const attempt = useAttemptKey();
  const colleagues = useColleagues();
  const form = useForm({
    name: `lead-assign-${ticketNo}`,
    initial: { staffId: '' },
    hints: ({ staffId }) => ({ staffId: staffId === '' ? '请选择同事' : undefined }),
  });
  return (
    <StepForm
      title="转交线索"
      confirm="转交"
      done="线索已转交"
      seen={lead}
      {...{ form, onClose }}
      send={({ staffId }) => attempt({ ticketNo, version, staffId }, assignLead)}
    >
      <FormField label="转交给" required {...form.field('staffId')}>
        <Select {...form.control('staffId')} placeholder="选择同事" options={colleagues} />
      </FormField>
    </StepForm>
  );
};

/** Sets the day of a reminder, or takes it away. */
export const RemindDialog = ({ lead, onClose }: DialogProps): JSX.Element => {
  const { ticketNo, version, remindOn } = lead;
  const attempt = useAttemptKey();
  const today = todayInShanghai();
  const form = useForm({
    name: `lead-remind-${ticketNo}`,
    initial: { on: remindOn ?? '' },
    hints: ({ on }) => ({ on: on === '' || on < today ? '请选择今天或以后的日期' : undefined }),
  });
  const [isRemoving, setRemoving] = useState(false);
  const remove = async (): Promise<void> => {
    setRemoving(true);
    try {
      await attempt({ ticketNo, version, on: null }, remindOfLead);
      form.clear();
      onClose();
      showToast('ok', '提醒已取消');
    } catch (error) {
      form.refuse(error);
    } finally {
      setRemoving(false);
    }
  };
  return (
    <StepForm
      title="设置提醒"
      confirm="保存"
      done="提醒已设置，到期后在列表里标出"
      seen={lead}
      {...{ form, onClose }}
      extra={
        remindOn === undefined ? undefined : (
          <Button loading={isRemoving} onClick={() => void remove()}>
            取消提醒
          </Button>
        )
      }
      send={({ on }) => attempt({ ticketNo, version, on }, remindOfLead)}
    >
      <FormField label="提醒日期" required {...form.field('on')}>
        <DateField {...form.control('on')} min={today} autoComplete="off" />
      </FormField>
    </StepForm>
  );
};

/** Says which merchant the lead became: one that has registered, found by a part of its name. */
export const WinDialog = ({ lead, onClose }: DialogProps): JSX.Element => {
  const { ticketNo, version } = lead;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `lead-win-${ticketNo}`,
    initial: { keyword: lead.company ?? '', tenantId: '' },
    hints: ({ tenantId }) => ({ tenantId: tenantId === '' ? '请选择商户' : undefined }),
  });
  const names = useTenantNames(useDeferredValue(form.fields.keyword.trim()));
  return (
    <StepForm
      title="线索成交"
      confirm="成交"
      done="线索已成交"
      seen={lead}
      {...{ form, onClose }}
      send={({ tenantId }) => attempt({ ticketNo, version, tenantId }, winLead)}
    >
      <p>请选择这条线索成为的商户；对方须已在门户注册。选错了可以写明原因更正。</p>
      <FormField label="查找商户" hint="名称的一部分，或统一社会信用代码的开头。" {...form.field('keyword')}>
        <TextInput
          {...form.control('keyword')}
          onValueChange={(keyword) => form.change({ keyword, tenantId: '' })}
          autoComplete="off"
          maxLength={60}
        />
      </FormField>
      <FormField label="商户" required {...form.field('tenantId')}>
        <Select
          {...form.control('tenantId')}
          placeholder={names.length === 0 ? '没有符合的商户' : '选择商户'}
          options={names}
        />
      </FormField>
    </StepForm>
  );
};
