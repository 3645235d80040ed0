import { Button } from '@ronghui/ui';
import { Component, type ReactNode } from 'react';
import { ChunkError, forgetFailedChunks } from '#kernel/chunks.tsx';
import { lastTraceId } from '#kernel/last-failure.ts';
import type { Fallback } from '../routes.ts';
import css from './error-boundary.module.css';

/** What the generic fallback says first. @source R8.4 */
export const boundaryTitle = 'Oops! Something went wrong';
const boundaryText = '页面出错了，请重试';

interface BoundaryProps {
  readonly children: ReactNode;
  /** A page's own fallback (R2.3). */
  readonly fallback?: Fallback | undefined;
}

interface BoundaryState {
  readonly caught: { readonly error: unknown } | null;
}

/** Catches what a page throws while it renders or loads, and offers another try. @source R2.2, R8.4 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { caught: { error } };
  }

  readonly retry = (): void => {
    forgetFailedChunks();
    this.setState({ caught: null });
  };

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    const Shown = this.props.fallback ?? GenericFallback;
    return <Shown error={caught.error} retry={this.retry} />;
  }
}

/**
 * The generic fallback: a sentence, a retry, the trace id of the last failed call if there is one. Made of what the frame has
 * already, for nothing else may load now.
 *
 * @source R8.4
 */
export const GenericFallback: Fallback = ({ error, retry }) => {
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
