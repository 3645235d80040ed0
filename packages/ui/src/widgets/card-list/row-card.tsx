import type { JSX, ReactNode } from 'react';
import css from './card-list.module.css';

/** The content of a row's card. */
export type RowCardProps = {
  title: ReactNode;
  /** A `Tag` with the state. */
  tag?: ReactNode;
  facts?: readonly { label: string; value: ReactNode }[];
  /** Bottom right: the amount. */
  amount?: ReactNode;
  /** Bottom left: a date, for example. */
  note?: ReactNode;
};

/** What a clamped text says, for who points at it. */
const wordsOf = (text: ReactNode): string | undefined => (typeof text === 'string' ? text : undefined);

/** Title and state, a few facts, then date and amount. A long name takes two lines: it stands in full in the detail, and to a screen reader. */
export function RowCard({ title, tag, facts = [], amount, note }: RowCardProps): JSX.Element {
  return (
    <>
      <span className={css.head}>
        <span className={css.title} title={wordsOf(title)}>
          {title}
        </span>
        {tag}
      </span>
      {facts.map(({ label, value }) => (
        <span key={label} className={css.fact}>
          <span className={css.label}>{label}</span>
          <span className={css.value} title={wordsOf(value)}>
            {value}
          </span>
        </span>
      ))}
      {amount === undefined && note === undefined ? null : (
        <span className={css.foot}>
          <span className={css.label}>{note}</span>
          <span className={css.amount}>{amount}</span>
        </span>
      )}
    </>
  );
}
