import { Button } from '@ronghui/ui';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { type JSX, useRef } from 'react';
import { type Neighbour, type Neighbours, useNeighbours } from '#kernel/listed-rows.ts';
import type { RouteName } from '#kernel/paths.ts';
import { usePlainKeys } from '#kernel/plain-keys.ts';
import css from './desk.module.css';

interface NeighbourButtonsProps extends Neighbours {
  /** Counts the records: 份, 笔. */
  readonly unit: string;
}

/** The way from an open record to the one before and after it, by buttons and by `k` and `j`. @source ux "Console" */
export const NeighbourButtons = ({ previous, next, unit }: NeighbourButtonsProps): JSX.Element => {
  const place = useRef<HTMLSpanElement>(null);
  const drawer = (): Element | null => place.current?.closest('dialog') ?? null;
  const goTo = (to: Neighbour): void => {
    if (typeof to === 'function') to();
    // A drawer takes the place of the former one, so that Back leads to the list.
    else if (to !== undefined) navigate(to, { replace: drawer() !== null });
  };
  usePlainKeys({
    dialog: drawer,
    stepOf: ({ key }) => {
      if (key === 'j') return () => goTo(next);
      return key === 'k' ? () => goTo(previous) : undefined;
    },
  });
  return (
    <span ref={place} className={css.neighbours}>
      <Button size="small" aria-keyshortcuts="k" disabled={previous === undefined} onClick={() => goTo(previous)}>
        上一{unit} K
      </Button>
      <Button size="small" aria-keyshortcuts="j" disabled={next === undefined} onClick={() => goTo(next)}>
        下一{unit} J
      </Button>
    </span>
  );
};

/** The same along the list that the record was opened from; nothing where there is no such list. */
export const ListedNeighbours = (props: { list: RouteName; at: string; unit: string }): JSX.Element | null => {
  const { list, at, unit } = props;
  const { previous, next } = useNeighbours(list, at);
  return previous === undefined && next === undefined ? null : (
    <NeighbourButtons previous={previous} next={next} unit={unit} />
  );
};
