import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './first-rows.module.css';

/** The first rows of a file as they will be read; a wrong cell says why. */
export type FirstRowsProps = {
  label: string;
  columns: readonly {
    key: string | number;
    name: string;
    /** Stands at the right, digit under digit. */
    isNumber?: boolean;
    /** What the column stands for, where a person chooses it. */
    control?: ReactNode;
  }[];
  /** Each with a cell for every column, in their order. */
  rows: readonly {
    row: number;
    cells: readonly { text?: string | undefined; fault?: string | undefined; isUnused?: boolean }[];
  }[];
};

/** A table that scrolls sideways, each row by its number in the file. */
export function FirstRows({ label, columns, rows }: FirstRowsProps): JSX.Element {
  return (
    // A region that scrolls has to be reached by the keyboard.
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">行</th>
            {columns.map(({ key, name, isNumber, control }) => (
              <th
                key={key}
                scope="col"
                className={classNames(isNumber === true && css.number, control !== undefined && css.chosen)}
              >
                <span className={css.name}>{name}</span>
                {control}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map(({ key, isNumber }, place) => {
                const { text, fault, isUnused } = cells[place] ?? {};
                return (
                  <td
                    key={key}
                    className={classNames(
                      isNumber === true && css.number,
                      isUnused === true && css.unused,
                      fault !== undefined && css.bad,
                    )}
                  >
                    {text}
                    {fault === undefined ? null : <span className={css.fault}>{fault}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className={css.none}>表头之下没有明细行。</p> : null}
    </div>
  );
}
