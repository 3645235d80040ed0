import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import type { CopyButton } from '../copy-button/copy-button.tsx';
import { EmptyState } from '../empty-state/empty-state.tsx';
import css from './page-state.module.css';

/** Why a page has nothing to show: a sentence, and a trace id to quote if there is one. */
export type PageFailure = { message: string; traceId?: string | null | undefined };

/** Content that could not be refreshed. */
export type StaleContent = {
  /** Why, in a sentence. */
  message: string;
  /** Since when the content is as it is; an ISO instant. */
  since?: string | undefined;
  /** Another try is on its way. */
  busy?: boolean;
};

/** The five states of a list, form or page. */
export type PageStatus<Data> =
  | { status: 'loading' }
  | { status: 'empty' }
  | ({ status: 'failed' } & PageFailure)
  | { status: 'forbidden' }
  | { status: 'ready'; data: Data; stale?: StaleContent };

/** All five are required, so that a page cannot omit one. */
export type PageStateProps<Data> = {
  state: PageStatus<Data>;
  /** Skeletons as large as the content. */
  loading: ReactNode;
  /** Usually an `EmptyState`. */
  empty: ReactNode;
  onRetry: () => void;
  /** Replaces the sentence that says that the role may not see this. */
  forbidden?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Shows one of five states and announces it to screen readers.
 *
 * @source R2.9
 */
export function PageState<Data>({
  state,
  loading,
  empty,
  onRetry,
  forbidden,
  children,
}: PageStateProps<Data>): JSX.Element {
  return (
    <div className={css.state} aria-busy={state.status === 'loading'}>
      <div role="status">
        {state.status === 'loading' ? <span className={css.loading}>loading</span> : null}
        {state.status === 'empty' ? empty : null}
        {state.status === 'forbidden'
          ? (forbidden ?? (
              <EmptyState kind="forbidden" title="您没有查看这里的权限" text="如需开通，请联系企业管理员。" />
            ))
          : null}
      </div>
      {state.status === 'loading' ? loading : null}
      {state.status === 'failed' ? <Failed message={state.message} traceId={state.traceId} onRetry={onRetry} /> : null}
      {state.status === 'ready' ? children(state.data) : null}
    </div>
  );
}

function Failed({ message, traceId, onRetry }: PageFailure & { onRetry: () => void }): JSX.Element {
  return (
    <div role="alert">
      <EmptyState
        kind="failed"
        title={message}
        text={traceId ? <TraceId value={traceId} /> : undefined}
        action={
          <Button variant="primary" onClick={onRetry}>
            重试
          </Button>
        }
      />
    </div>
  );
}

/** The button is loaded when it is needed, because pages seldom fail; without it the id is read aloud or typed. */
function TraceId({ value }: { value: string }): JSX.Element {
  const [copy, setCopy] = useState<{ Button: typeof CopyButton }>();
  useEffect(() => {
    import('../copy-button/copy-button.tsx').then(
      (module) => setCopy({ Button: module.CopyButton }),
      () => {},
    );
  }, []);
  return (
    <>
      追踪号 {value} {copy === undefined ? null : <copy.Button text={value} label="复制追踪号" />}
    </>
  );
}
