import { errorText } from '@ronghui/client';
import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { Button, Callout, FormField, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { type JSX, useState } from 'react';
import css from './feedback.module.css';
import { type FeedbackDetail, rateFeedback } from './feedback-queries.ts';

/** 是否解决了您的问题: once there is an answer, and again if the merchant changes their mind. @source R10.4, billing.md, feedback */
export const FeedbackRating = ({ feedback }: { feedback: FeedbackDetail }): JSX.Element => {
  const { feedbackNo, rated } = feedback;
  const [asks, setAsks] = useState<'rating' | 'comment' | undefined>(rated === undefined ? 'rating' : undefined);
  const [comment, setComment] = useState('');
  const [sending, setSending] = useState<boolean>();
  const [error, setError] = useState<unknown>(null);
  const attempt = useAttemptKey();
  const send = async (helpful: boolean): Promise<void> => {
    if (sending !== undefined) return;
    setSending(helpful);
    setError(null);
    try {
      const words = comment.trim();
      await attempt({ feedbackNo, helpful, comment: helpful || words === '' ? undefined : words }, rateFeedback);
      setAsks(undefined);
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(undefined);
    }
  };
  if (asks === undefined) {
    return (
      <div className={css.rating} role="status">
        <p>{rated?.helpful === false ? '您表示问题没有解决。' : '您表示问题已解决，谢谢。'}</p>
        {rated?.comment === undefined ? null : <p className={css.content}>{rated.comment}</p>}
        <div className={css.answers}>
          <Button size="small" onClick={() => setAsks('rating')}>
            修改评价
          </Button>
        </div>
      </div>
    );
  }
  return (
    <section className={css.rating} aria-label="评价答复">
      <p className={css.who}>是否解决了您的问题？</p>
      <div className={css.answers}>
        <Button size="small" loading={sending === true} onClick={() => void send(true)}>
          已解决
        </Button>
        <Button size="small" aria-expanded={asks === 'comment'} onClick={() => setAsks('comment')}>
          没有解决
        </Button>
      </div>
      {asks === 'comment' ? (
        <>
          <FormField label="哪里没有解决？（选填）">
            <TextArea value={comment} onValueChange={setComment} maxLength={feedbackReasonLength} rows={3} />
          </FormField>
          <div className={css.answers}>
            <Button size="small" variant="primary" loading={sending === false} onClick={() => void send(false)}>
              提交评价
            </Button>
          </div>
        </>
      ) : null}
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          {errorText('feedback.rate', error)}
        </Callout>
      )}
    </section>
  );
};
