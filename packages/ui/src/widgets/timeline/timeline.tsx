import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './timeline.module.css';

/** One event of a history; the page decides the order. */
export type TimelineStep = {
  key: string;
  title: ReactNode;
  /** Time and actor. */
  note?: ReactNode;
  /** A reason or an amount. */
  text?: ReactNode;
  tone?: 'done' | 'bad' | 'now';
};

/** A history, event by event. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }): JSX.Element {
  return (
    <ol className={css.line} aria-label={label}>
      {steps.map(({ key, title, note, text, tone = 'now' }) => (
        <li key={key} className={classNames(css.step, css[tone])}>
          <div className={css.title}>{title}</div>
          {text ? <div className={css.text}>{text}</div> : null}
          {note ? <div className={css.note}>{note}</div> : null}
        </li>
      ))}
    </ol>
  );
}
