import { Button } from '@ronghui/ui';
import { lastTraceId } from '@ronghui/web/calls/last-failure';
import { ChunkError } from '@ronghui/web/navigation/chunks';
import { ErrorBoundary, type Fallback } from '@ronghui/web/navigation/error-boundary';
import type { JSX, ReactNode } from 'react';
import css from './page-boundary.module.css';

/** The first sentence of the generic fallback. @source R8.4 */
const boundaryTitle = 'Oops! Something went wrong';
const boundaryText = '页面出错了，请重试';

/**
 * The generic fallback: a sentence, a retry, the trace id of the last failed call if there is one. It uses components of the frame
 * only, because other chunks may fail to load.
 *
 * @source R8.4
 */
const GenericFallback: Fallback = ({ error, retry }) => {
  const traceId = lastTraceId();
  return (
    <div role="alert" className={css.fallback}>
      <h1 className={css.title}>{boundaryTitle}</h1>
      <p>{boundaryText}</p>
      {traceId === undefined ? null : (
        <p>
          追踪号 <code className={css.trace}>{traceId}</code>
        </p>
      )}
      <p className={css.row}>
        <Button variant="primary" onClick={retry}>
          重试
        </Button>
        {error instanceof ChunkError ? <Button onClick={() => location.reload()}>刷新页面</Button> : null}
      </p>
    </div>
  );
};

/** The error boundary with the portal's own fallback, or a page's (R2.3). @source R2.2, R8.4 */
export const PageBoundary = ({
  fallback = GenericFallback,
  children,
}: {
  readonly fallback?: Fallback | undefined;
  readonly children: ReactNode;
}): JSX.Element => <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>;
