import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './timeline.module.css';

/** One step of what happened, newest or oldest first as the page orders them. */
export type TimelineStep = {
  key: string;
  title: ReactNode;
  /** When and who. */
  note?: ReactNode;
  /** A reason, an amount. */
  text?: ReactNode;
  tone?: 'done' | 'bad' | 'now';
};

/** What happened, step by step. */
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
