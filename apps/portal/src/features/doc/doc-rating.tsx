import { errorText } from '@ronghui/client';
import { Button, Callout } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { rateDoc } from './doc-queries.ts';
import css from './doc-rating.module.css';

const DocRatingForm = lazyPart(() => import('./doc-rating-form.tsx'));

/** "Was this helpful": one answer, and a form for a comment. */
export const DocRating = ({ id }: { id: string }): JSX.Element => {
  const [status, setStatus] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  if (status === 'sent') {
    return (
      <div className={css.box} role="status">
        谢谢，您的反馈会用来改进这篇文档。
      </div>
    );
  }
  const send = async (helpful: boolean, comment = ''): Promise<void> => {
    if (status === 'sending') return;
    setStatus('sending');
    setError(null);
    try {
      await rateDoc({ id, helpful, comment });
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
        <DocRatingForm isSending={status === 'sending'} onSend={(comment) => void send(false, comment)} />
      ) : null}
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          {errorText('doc.rate', error)}
        </Callout>
      )}
    </section>
  );
};
