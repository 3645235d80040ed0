import { type JSX, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import css from './card-list.module.css';

/** Fewer than this need no word that there are no more. */
const few = 6;

/** The end of a list that grows. */
export type CardEndProps = {
  hasMore: boolean;
  /** The next ones are on their way. */
  busy: boolean;
  /** Why the next ones did not come. */
  failure?: string | null | undefined;
  onMore: () => void;
  /** How many there are so far. */
  count: number;
};

/** Asks for the next ones as it comes near, tells why they did not come, and where the list ends. */
export function CardEnd({ hasMore, busy, failure, onMore, count }: CardEndProps): JSX.Element {
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

/** Calls when the element comes within a screen of being seen. */
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
