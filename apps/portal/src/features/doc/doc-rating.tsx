import { errorText } from '@ronghui/client';
import { Button, Callout, FormField, TextArea } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { rateDoc } from './doc-queries.ts';
import css from './doc-rating.module.css';

/** "Was this helpful": one answer, and room to say what was missing. */
export const DocRating = ({ id }: { id: string }): JSX.Element => {
  const [status, setStatus] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const [comment, setComment] = useState('');
  if (status === 'sent') {
    return (
      <div className={css.box} role="status">
        谢谢，您的反馈会用来改进这篇文档。
      </div>
    );
  }
  const send = async (helpful: boolean): Promise<void> => {
    if (status === 'sending') return;
    setStatus('sending');
    setError(null);
    try {
      await rateDoc({ id, helpful, comment: helpful ? '' : comment.trim() });
      setStatus('sent');
    } catch (failure) {
      setError(failure);
      setStatus('idle');
    }
  };
  return (
    <section className={css.box} aria-label="文档评价">
      <p className={css.question}>这篇文档对您有帮助吗？</p>
      <div className={css.actions}>
        <Button size="small" loading={status === 'sending' && !isAsking} onClick={() => void send(true)}>
          有帮助
        </Button>
        <Button size="small" aria-expanded={isAsking} onClick={() => setAsking(true)}>
          没有帮助
        </Button>
      </div>
      {isAsking ? (
        <div className={css.form}>
          <FormField label="哪里没说清楚？" hint="可以不填，请不要写手机号等个人信息">
            <TextArea value={comment} maxLength={500} rows={3} onChange={(event) => setComment(event.target.value)} />
          </FormField>
          <Button size="small" variant="primary" loading={status === 'sending'} onClick={() => void send(false)}>
            提交
          </Button>
        </div>
      ) : null}
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          {errorText('doc.rate', error)}
        </Callout>
      )}
    </section>
  );
};
