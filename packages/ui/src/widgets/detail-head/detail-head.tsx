import type { JSX, ReactNode } from 'react';
import css from './detail-head.module.css';

/** What the detail of a record begins with. */
export type DetailHeadProps = {
  /** What it is of: `2026-11 · 保理 · 杭州银行`. */
  subject: ReactNode;
  /** A `Tag` with its state. */
  tag?: ReactNode;
  /** Before the main fact: 应付. */
  word?: string;
  /** The main fact: an `Amount` in the size of a statement, or whom the record is about. */
  main: ReactNode;
  /** Below it, small: the amount in capitals. */
  note?: ReactNode;
  /** Whose it is, or who pays whom. */
  parties?: ReactNode;
};

/** Subject and state, then the main fact, as a statement begins. */
export function DetailHead({ subject, tag, word, main, note, parties }: DetailHeadProps): JSX.Element {
  return (
    <div className={css.head}>
      <div className={css.line}>
        <h3 className={css.subject}>{subject}</h3>
        {tag}
      </div>
      <p className={css.main}>
        {word === undefined ? null : <span className={css.word}>{word}</span>} {main}
      </p>
      {note === undefined ? null : <p className={css.note}>{note}</p>}
      {parties === undefined ? null : <p className={css.parties}>{parties}</p>}
    </div>
  );
}
