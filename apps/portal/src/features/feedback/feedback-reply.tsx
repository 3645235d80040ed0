import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { Button, Callout, FormField, FormStack, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { AttachmentFields, useAttachments } from './attachments.tsx';
import { addToFeedback, type FeedbackDetail } from './feedback-queries.ts';

interface ReplyProps {
  readonly feedback: FeedbackDetail;
  /** Reopens an answered case, in place of adding to an open one. */
  readonly reopens: boolean;
  readonly onSent?: () => void;
}

/** Adds to the thread while the answer is due, or reopens the case after it: once. @source R4.10, R10.4 */
export const FeedbackReply = ({ feedback, reopens, onSent }: ReplyProps): JSX.Element => {
  const { feedbackNo, billNo } = feedback;
  const name = `${reopens ? 'reopen' : 'reply'}-${feedbackNo}`;
  const chosen = useAttachments(name);
  const attempt = useAttemptKey();
  const form = useForm({
    name,
    initial: { content: '' },
    hints: ({ content }) => ({ content: requiredHint(content, reopens ? '仍有异议的原因' : '补充说明') }),
  });
  const send = async (): Promise<void> => {
    const fileIds = await chosen.store();
    const input = {
      feedbackNo,
      content: form.fields.content.trim(),
      fileIds: fileIds.length === 0 ? undefined : fileIds,
      reopen: reopens ? true : undefined,
    };
    await attempt(input, addToFeedback);
    form.clear();
    chosen.clear();
    showToast('ok', reopens ? '已再次提出，平台答复后通知您' : '补充说明已发送');
    onSent?.();
  };
  return (
    <FormStack
      id={form.id}
      aria-label={reopens ? '再次提出' : '补充说明'}
      onSubmit={(event) => form.submit(event, { send })}
    >
      {reopens ? (
        <Callout tone="warn">
          每条反馈只能再次提出一次。提交后账单 {billNo}{' '}
          重新进入“差异处理中”，已作的确认随之收回；平台的下一次答复为最终结果。
        </Callout>
      ) : null}
      <FormField label={reopens ? '仍有异议的原因' : '补充说明'} {...form.field('content')}>
        {/* What is typed meanwhile would be emptied with what was sent. */}
        <TextArea {...form.control('content')} maxLength={feedbackReasonLength} rows={3} readOnly={form.running} />
      </FormField>
      <AttachmentFields chosen={chosen} />
      <Button type="submit" variant={reopens ? 'primary' : 'secondary'} loading={form.running}>
        {reopens ? '再次提出' : '发送'}
      </Button>
    </FormStack>
  );
};
