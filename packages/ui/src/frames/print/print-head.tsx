import type { JSX } from 'react';
import { DateTime } from '../../widgets/date-time/date-time.tsx';
import css from './print-head.module.css';

/** The head of a document on paper. */
export type PrintHeadProps = {
  title: string;
  /** The platform, and the company whose document it is. */
  brand: string;
  party: string;
  /** @unit epoch ms */
  printedAt: number;
};

/** Not on the screen, only on paper: what the document is, whose, and when it was printed. */
export function PrintHead({ title, brand, party, printedAt }: PrintHeadProps): JSX.Element {
  return (
    <div className={css.head} aria-hidden="true">
      <p className={css.title}>{title}</p>
      <p>{party === '' ? brand : `${brand} · ${party}`}</p>
      <p>
        打印于 <DateTime value={new Date(printedAt).toISOString()} />
      </p>
    </div>
  );
}
