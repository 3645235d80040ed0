import { Component, type ComponentType, createElement, type ReactNode } from 'react';
import { forgetFailedChunks } from './chunks.ts';

/** The fallback for failed children. */
export type Fallback = ComponentType<{ readonly error: unknown; readonly retry: () => void }>;

interface BoundaryProps {
  readonly children: ReactNode;
  readonly fallback: Fallback;
}

interface BoundaryState {
  readonly caught: { readonly error: unknown } | null;
}

/** Catches errors while its children render or load, and offers a retry. @source R2.2, R8.4 */
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
    return createElement(this.props.fallback, { error: caught.error, retry: this.retry });
  }
}
