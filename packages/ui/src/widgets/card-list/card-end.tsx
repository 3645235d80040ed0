import { type JSX, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import css from './card-list.module.css';

/** A shorter list needs no note that it is complete. */
const few = 6;

/** The end of a list that loads more while scrolling. */
export type CardEndProps = {
  hasMore: boolean;
  /** The next rows are loading. */
  busy: boolean;
  /** Why the next rows failed to load, or those in sight failed to refresh. */
  failure?: string | null | undefined;
  /** Loads the next rows; after a failure it repeats what failed. */
  onMore: () => void;
  /** The number of rows so far. */
  count: number;
};

/** Loads the next rows as it comes near, shows what failed and repeats it on a press, and marks the end of the list. */
export function CardEnd({ hasMore, busy, failure, onMore, count }: CardEndProps): JSX.Element {
  const watched = useNearEnd(onMore, hasMore && !busy && !failure);
  return (
    <div ref={watched} className={css.end} role="status">
      {failure ? <p>{failure}</p> : null}
      {hasMore || failure ? (
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
