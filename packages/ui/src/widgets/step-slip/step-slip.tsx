import type { JSX, ReactNode } from 'react';
import css from './step-slip.module.css';

/** What has to be done next with an order or a bill. */
export type StepSlipProps = {
  title: string;
  tone: 'info' | 'warn' | 'bad';
  /** The time left: 还剩 3 天. */
  left?: string | undefined;
  /** Why, by whom and by when. */
  text: ReactNode;
  /** Below it: what to pay, for example. */
  children?: ReactNode;
};

/** A framed slip with the next step; its edge has the colour of its urgency. */
export function StepSlip({ title, tone, left, text, children }: StepSlipProps): JSX.Element {
  return (
    <section className={css.slip} data-tone={tone} aria-label="下一步">
      <div className={css.head}>
        <h3 className={css.title}>{title}</h3>
        {left === undefined ? null : <span className={css.left}>{left}</span>}
      </div>
      <p className={css.text}>{text}</p>
      {children}
    </section>
  );
}
