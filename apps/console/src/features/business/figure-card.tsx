import { Card, PageState, Skeleton } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import css from './business.module.css';
import type { Answer } from './business-queries.ts';

/** A sum of the whole range, with the way to its rows. */
export interface Sum {
  readonly label: string;
  readonly text: string;
  readonly href?: string | undefined;
  /** How many it is made of, or what goes with it. */
  readonly note?: string;
}

/** The sums above a chart. */
export const Sums = ({ sums }: { sums: readonly Sum[] }): JSX.Element => (
  <dl className={css.sums}>
    {sums.map(({ label, text, href, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {href === undefined ? text : <a href={href}>{text}</a>}
          {note === undefined ? null : <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

interface FigureCardProps<Data> {
  readonly title: string;
  readonly note: string;
  readonly answer: Answer<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** A card of one area, which loads and fails by itself. */
export const FigureCard = <Data,>({ title, note, answer, children }: FigureCardProps<Data>): JSX.Element => (
  <Card title={title}>
    <PageState
      state={answer.state}
      loading={<Skeleton shape="row" count={6} className={css.waiting} />}
      empty={null}
      onRetry={() => void answer.query.refetch()}
    >
      {(data) => (
        <>
          {children(data)}
          <p className={css.note}>{note}</p>
        </>
      )}
    </PageState>
  </Card>
);
