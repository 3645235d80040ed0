import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { standAt } from './outcome.ts';
import css from './result-panel.module.css';

/** The result of an action, and what happens next. */
export type ResultPanelProps = {
  title: string;
  /** A sentence or two. */
  text?: ReactNode;
  /** A number to quote later, with a copy button. */
  reference?: { label: string; value: string } | undefined;
  /** The next steps, in order. */
  next?: readonly string[];
  actions?: ReactNode;
  /** The heading level of the title. */
  level?: 1 | 2;
};

/** The last page of a procedure; it is scrolled to and takes the focus when it appears. */
export function ResultPanel({ title, text, reference, next = [], actions, level = 2 }: ResultPanelProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => standAt(panel.current), []);
  const Heading = `h${level}` as const;
  return (
    <div ref={panel} className={css.panel}>
      <svg className={css.mark} width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle className={css.ground} cx="32" cy="32" r="30" />
        <path className={css.tick} d="m20 33 8.5 8.5L45 25" />
        <circle className={css.dot} cx="55" cy="12" r="5" />
      </svg>
      <Heading className={css.title}>{title}</Heading>
      {text === undefined ? null : <div className={css.text}>{text}</div>}
      {reference === undefined ? null : (
        <p className={css.reference}>
          {reference.label}
          <b>{reference.value}</b>
          <CopyButton text={reference.value} label={`复制${reference.label}`} />
        </p>
      )}
      {next.length === 0 ? null : (
        <ol className={css.next} aria-label="接下来">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </div>
  );
}
