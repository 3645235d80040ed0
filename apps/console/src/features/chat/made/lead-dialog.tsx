import { leadSourceNames, leadSources } from '@ronghui/domain/lead';
import { Dialog, FormField, FormStack, Select, SubmitActions, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import type { Customer } from '../chat-queries.ts';
import { type LeadInput, makeLead } from './made-queries.ts';

const topics = leadSources
  .filter((source) => source !== 'trial')
  .map((value) => ({ value, label: leadSourceNames[value] }));

interface LeadDialogProps {
  readonly conversationId: string;
  readonly customer: Customer;
  /** What the customer wrote last. */
  readonly words: string;
  readonly onClose: () => void;
}

/** A lead of a conversation, with what is known filled in. @source service 5.4 */
export const LeadDialog = ({ conversationId, customer, words, onClose }: LeadDialogProps): JSX.Element => {
  const { tenant, user } = customer;
  const isVisitor = tenant === null;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `chat-lead-${conversationId}`,
    initial: { topic: 'consult', content: words.slice(0, 2000), name: '', company: tenant?.name ?? '', mobile: '' },
    secret: ['mobile'],
    hints: ({ content, name, mobile }) => ({
      content: content.trim() === '' ? '请输入内容' : undefined,
      name: isVisitor && name.trim() === '' ? '请输入姓名' : undefined,
      mobile: isVisitor || mobile !== '' ? mobileHint(mobile) : undefined,
    }),
  });
  const send = async (): Promise<void> => {
    const { topic, content, ...person } = form.fields;
    const [name, company, mobile] = [person.name.trim(), person.company.trim(), person.mobile.trim()];
    const lead = {
      conversationId,
      // One of the options.
      topic: topic as LeadInput['topic'],
      content: content.trim(),
      name: name || undefined,
      company: company || undefined,
      mobile: mobile || undefined,
    };
    const { ticketNo } = await attempt(lead, makeLead);
    form.clear();
    onClose();
    showToast('ok', `已记为线索 ${ticketNo}`);
  };
  return (
    <Dialog
      open
      title={`记线索 · ${tenant?.name || '访客'}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          记线索
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="记线索" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="类型" {...form.field('topic')}>
          <Select {...form.control('topic')} options={topics} />
        </FormField>
        <FormField label="内容" required {...form.field('content')}>
          <TextArea {...form.control('content')} maxLength={2000} />
        </FormField>
        <FormField
          label="姓名"
          required={isVisitor}
          hint={user && `不填时用 ${user.name || '该用户的姓名'}`}
          {...form.field('name')}
        >
          <TextInput {...form.control('name')} autoComplete="off" maxLength={40} />
        </FormField>
        <FormField
          label="手机号"
          required={isVisitor}
          hint={user && `不填时用 ${user.mobileMasked}`}
          {...form.field('mobile')}
        >
          <TextInput {...form.control('mobile')} type="tel" inputMode="tel" autoComplete="off" maxLength={20} />
        </FormField>
        <FormField label="公司" {...form.field('company')}>
          <TextInput {...form.control('company')} autoComplete="off" maxLength={120} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
