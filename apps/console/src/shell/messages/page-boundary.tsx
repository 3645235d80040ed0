import { Button, EmptyState } from '@ronghui/ui';
import { lastTraceId } from '@ronghui/web/calls/last-failure';
import { ErrorBoundary, type Fallback } from '@ronghui/web/navigation/error-boundary';
import type { JSX, ReactNode } from 'react';

/** The fallback of a page that failed: a sentence, a retry, the trace id of the last failed call if there is one. @source R8.4 */
const FailedPage: Fallback = ({ retry }) => {
  const traceId = lastTraceId();
  return (
    <div role="alert">
      <EmptyState
        kind="failed"
        title="页面出错了，请重试"
        text={traceId === undefined ? undefined : `追踪号 ${traceId}`}
        action={
          <>
            <Button variant="primary" onClick={retry}>
              重试
            </Button>
            <Button onClick={() => location.reload()}>刷新页面</Button>
          </>
        }
      />
    </div>
  );
};

/** The error boundary of a page, or of the whole console. */
export const PageBoundary = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <ErrorBoundary fallback={FailedPage}>{children}</ErrorBoundary>
);
