import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import css from './card-list.module.css';

/** A list of cards on H5 that loads more while scrolling. */
export type CardListProps<Row> = {
  /** The accessible name of the list. */
  label: string;
  /** Undefined until the first reply: skeletons are shown. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** The address of a row's detail. */
  hrefOf?: (row: Row) => string;
  hasMore: boolean;
  /** The next rows are loading. */
  busy: boolean;
  /** Why the next rows failed to load. */
  failure?: string | null | undefined;
  onMore: () => void;
  /** The content of a card; usually a `RowCard`. */
  children: (row: Row) => ReactNode;
};

/** Cards; the next rows load as the end comes near; a row that two pages contain is shown once. */
export function CardList<Row>(props: CardListProps<Row>): JSX.Element {
  const { label, rows, keyOf, hrefOf, children } = props;
  if (rows === undefined) return <Skeleton shape="row" count={6} className={css.waiting} />;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (
    <>
      <ul className={css.list} aria-label={label}>
        {[...byKey].map(([key, row]) => (
          <li key={key}>
            {hrefOf === undefined ? (
              <div className={css.card}>{children(row)}</div>
            ) : (
              <a className={css.card} href={hrefOf(row)}>
                {children(row)}
              </a>
            )}
          </li>
        ))}
      </ul>
      <End {...props} count={byKey.size} />
    </>
  );
}

/** A shorter list needs no note that it is complete. */
const few = 6;

type EndProps = Pick<CardListProps<unknown>, 'hasMore' | 'busy' | 'failure' | 'onMore'> & { count: number };

function End({ hasMore, busy, failure, onMore, count }: EndProps): JSX.Element {
  const watched = useNearEnd(onMore, hasMore && !busy && !failure);
  return (
    <div ref={watched} className={css.end} role="status">
      {failure ? <p>{failure}</p> : null}
      {hasMore ? (
        <Button size="small" loading={busy} onClick={onMore}>
          {failure ? '重试' : '加载更多'}
        </Button>
      ) : count < few ? null : (
        '没有更多了'
      )}
    </div>
  );
}

/** Calls back when the element is within one screen of being visible. */
function useNearEnd(onNear: () => void, active: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  }, [onNear]);
  useEffect(() => {
    const element = ref.current;
    if (!active || !element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '600px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [active]);
  return ref;
}
