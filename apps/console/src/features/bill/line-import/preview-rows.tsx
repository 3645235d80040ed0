import { lineFieldNames, lineFields } from '@ronghui/domain/line-import';
import { classNames } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './line-import.module.css';
import type { Preview } from './line-import-queries.ts';

/** What stands at the right, digit under digit. */
const numbers: ReadonlySet<string> = new Set(['loanAmount', 'quantity', 'rate']);

/** The first rows as they will be stored; a wrong cell shows why. */
export const PreviewRows = ({ preview: { rows, mapping } }: { preview: Preview }): JSX.Element => {
  const shown = lineFields.filter(
    (field) =>
      mapping.some((each) => each.field === field) ||
      rows.some(({ values }) => values.some((each) => each.field === field)),
  );
  if (rows.length === 0) return <p className={css.note}>表头之下没有明细行。</p>;
  return (
    // A region that scrolls has to be reached by the keyboard.
    <div className={css.scroll} tabIndex={0} role="region" aria-label="前几行">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">行</th>
            {shown.map((field) => (
              <th key={field} scope="col" className={numbers.has(field) ? css.number : undefined}>
                {lineFieldNames[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, values }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {shown.map((field) => {
                const value = values.find((each) => each.field === field);
                return (
                  <td
                    key={field}
                    className={classNames(numbers.has(field) && css.number, value?.fault !== undefined && css.bad)}
                  >
                    {value?.text}
                    {value?.fault === undefined ? null : <span className={css.fault}>{value.fault}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
