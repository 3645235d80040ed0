import { Button, Callout, PageState, RichText, Skeleton } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useEffect, useState } from 'react';
import css from '../content.module.css';
import { useDocPreview } from './doc-queries.ts';
import tree from './doc-tree.module.css';

/** How long nothing is typed before the preview is made. @unit ms */
const restMs = 600;

/** A text that has rested for a moment. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

interface DocPreviewProps {
  readonly docKey: string;
  readonly title: string;
  readonly text: string;
}

/** A document as the visitor will read it, made by the server that publishes it. @source R11.3 */
export const DocPreview = ({ docKey, title, text }: DocPreviewProps): JSX.Element => {
  const [isShown, setShown] = useState(true);
  const query = useDocPreview(docKey, useRested(text));
  return (
    <section className={css.preview} aria-label="访客看到的样子">
      <div className={css.head}>
        <h2 className={css.title}>访客看到的样子</h2>
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? '收起预览' : '展开预览'}
        </Button>
      </div>
      {isShown ? (
        <PageState
          state={queryStatus('ops.content.preview', query)}
          loading={<Skeleton count={8} />}
          empty={null}
          onRetry={() => void query.refetch()}
        >
          {({ html, outline, faults }) => (
            <>
              {faults.length === 0 ? null : (
                <Callout tone="warn">
                  {faults.slice(0, 5).map(({ message }) => (
                    <p key={message}>{message}</p>
                  ))}
                </Callout>
              )}
              <div className={tree.paper}>
                <h3 className={tree.name}>{title}</h3>
                <RichText html={html} outline={outline} />
              </div>
            </>
          )}
        </PageState>
      ) : null}
    </section>
  );
};
