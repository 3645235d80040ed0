import type { JSX, ReactNode } from 'react';
import css from './empty-state.module.css';

/** What is missing, and what to do about it. */
export type EmptyStateProps = {
  kind?: 'empty' | 'search' | 'failed' | 'forbidden' | 'offline';
  title: ReactNode;
  /** One more sentence. */
  text?: ReactNode;
  action?: ReactNode;
};

const marks = {
  empty: 'M58 62h44M58 74h28',
  search: 'M76 54a13 13 0 1 0 .01 0M86 77l11 11',
  failed: 'M80 52v20M80 82h.01',
  forbidden: 'M68 68v-6a12 12 0 0 1 24 0v6M64 68h32v20H64zM80 76v5',
  offline: 'M60 66c12-11 28-11 40 0M68 75c7-6 17-6 24 0M80 84h.01M62 52l36 38',
};

/** A small drawing, a title, a sentence and at most one action. */
export function EmptyState({ kind = 'empty', title, text, action }: EmptyStateProps): JSX.Element {
  return (
    <div className={css.empty}>
      <svg className={css.art} width="160" height="120" viewBox="0 0 160 120" aria-hidden="true">
        <ellipse className={css.ground} cx="80" cy="106" rx="58" ry="7" />
        <path
          className={css.back}
          d="M49 30h62a7 7 0 0 1 7 7v58a7 7 0 0 1-7 7H49a7 7 0 0 1-7-7V37a7 7 0 0 1 7-7"
          transform="rotate(-7 80 66)"
        />
        <path className={css.sheet} d="M47 26h66a7 7 0 0 1 7 7v64a7 7 0 0 1-7 7H47a7 7 0 0 1-7-7V33a7 7 0 0 1 7-7" />
        <path className={css.line} d="M52 40h20" />
        <path className={css.mark} d={marks[kind]} />
        <circle className={css.dot} cx="128" cy="28" r="6" />
      </svg>
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}
