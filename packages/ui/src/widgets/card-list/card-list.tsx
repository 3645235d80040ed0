import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { type Selection, withChosen } from '../data-table/selection.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { CardEnd, type CardEndProps } from './card-end.tsx';
import css from './card-list.module.css';

/** A list of cards on H5 that loads more while scrolling. */
export type CardListProps<Row> = Omit<CardEndProps, 'count'> & {
  /** The accessible name of the list. */
  label: string;
  /** Undefined until the first reply: skeletons are shown. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** The address of a row's detail. */
  hrefOf?: ((row: Row) => string) | undefined;
  /** Adds a checkbox to each card. */
  selection?: Selection<Row> | undefined;
  /** The content of a card; usually a `RowCard`. */
  children: (row: Row) => ReactNode;
};

/** Cards; the next rows load as the end comes near; a row that two pages contain is shown once. */
export function CardList<Row>(props: CardListProps<Row>): JSX.Element {
  const { label, rows, keyOf, hrefOf, selection, children } = props;
  const id = useId();
  if (rows === undefined) return <Skeleton shape="row" count={6} className={css.waiting} />;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (
    <>
      <ul className={css.list} aria-label={label}>
        {[...byKey].map(([key, row]) => (
          <li key={key} className={classNames(selection && css.choosable)}>
            {selection ? <CardBox id={`${id}-${key}`} rowKey={key} row={row} selection={selection} /> : null}
            {hrefOf === undefined ? (
              <div className={css.card} id={`${id}-${key}`}>
                {children(row)}
              </div>
            ) : (
              <a className={css.card} id={`${id}-${key}`} href={hrefOf(row)}>
                {children(row)}
              </a>
            )}
          </li>
        ))}
      </ul>
      <CardEnd {...props} count={byKey.size} />
    </>
  );
}

type CardBoxProps<Row> = { id: string; rowKey: string; row: Row; selection: Selection<Row> };

function CardBox<Row>({ id, rowKey, row, selection }: CardBoxProps<Row>): JSX.Element {
  const { chosen, onChosenChange, canChoose } = selection;
  return (
    <label className={css.box}>
      <input
        type="checkbox"
        id={`${id}-box`}
        aria-label="选择"
        aria-labelledby={`${id}-box ${id}`}
        checked={chosen.has(rowKey)}
        disabled={canChoose?.(row) === false}
        onChange={(event) => onChosenChange(withChosen(chosen, [[rowKey, row]], event.target.checked))}
      />
    </label>
  );
}
