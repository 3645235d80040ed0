import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { Button, FormField, FormStack, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import css from './feedback.module.css';
import { type FeedbackCase, writeMessage } from './feedback-queries.ts';

/** Writes to the merchant without answering. @source R4.10 */
export const MessageForm = ({ found: { feedbackNo } }: { found: FeedbackCase }): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `feedback-message-${feedbackNo}`,
    initial: { content: '' },
    hints: ({ content }) => ({ content: requiredHint(content, '内容') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ feedbackNo, content: form.fields.content }, writeMessage);
    form.clear();
    showToast('ok', '留言已发送，商户会收到通知');
  };
  return (
    <section className={css.panel} aria-label="给商户留言">
      <FormStack id={form.id} aria-label="给商户留言" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="给商户留言" hint="商户立即看到；不是答复" {...form.field('content')}>
          {/* What is typed meanwhile would be emptied with what was sent. */}
          <TextArea {...form.control('content')} maxLength={feedbackReasonLength} readOnly={form.running} />
        </FormField>
        <div className={css.actions}>
          <Button type="submit" loading={form.running}>
            发送留言
          </Button>
        </div>
      </FormStack>
    </section>
  );
};
