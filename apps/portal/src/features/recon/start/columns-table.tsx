import type { LedgerField } from '@ronghui/domain/recon';
import { classNames, Select } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ColumnsProps } from './columns-part.tsx';
import type { Preview } from './ledger-queries.ts';
import { columnName, type FileColumn, fieldNamed, fieldOf, fieldOptions, numberFields, withField } from './mapping.ts';
import css from './start.module.css';

type RowOfPreview = Preview['rows'][number];

const isNumber = (field: LedgerField | undefined): boolean => field !== undefined && numberFields.has(field);

/** A cell as it is read; of a column without a meaning as it stands, where a sample is known. */
const Cell = ({
  row,
  field,
  sample,
}: {
  row: RowOfPreview;
  field: LedgerField | undefined;
  sample: string | undefined;
}): JSX.Element => {
  if (field === undefined) return <td className={css.unused}>{sample}</td>;
  const value = row.values.find((each) => each.field === field);
  return (
    <td className={classNames(numberFields.has(field) && css.number, value?.fault !== undefined && css.bad)}>
      {value?.text}
      {value?.fault === undefined ? null : <span className={css.cellFault}>{value.fault}</span>}
    </td>
  );
};

/** The first rows with the meaning of each column in its head (PC). */
export const ColumnsTable = ({ preview, mapping, fault, faultId, onChange }: ColumnsProps): JSX.Element => {
  const { columns, rows } = preview;
  const faulty = mapping.columns.find(({ field }) => field === fault?.field)?.column ?? columns[0]?.column;
  const isFaulty = ({ column }: FileColumn): boolean => fault !== undefined && column === faulty;
  return (
    // A region that scrolls has to be reached by the keyboard.
    <div className={css.scroll} tabIndex={0} role="region" aria-label="商户账的前几行">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">行</th>
            {columns.map((column) => (
              <th
                key={column.column}
                scope="col"
                className={classNames(isNumber(fieldOf(mapping, column.column)) && css.number)}
              >
                <span className={css.columnName}>{columnName(column)}</span>
                <Select
                  className={css.meaning}
                  aria-label={`“${columnName(column)}”列的含义`}
                  aria-invalid={isFaulty(column) ? true : undefined}
                  aria-describedby={isFaulty(column) ? faultId : undefined}
                  value={fieldOf(mapping, column.column) ?? ''}
                  placeholder="不使用"
                  options={fieldOptions}
                  onValueChange={(value) => onChange(withField(mapping, column, fieldNamed(value)))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.row}>
              <th scope="row">{row.row}</th>
              {columns.map((column) => (
                <Cell
                  key={column.column}
                  row={row}
                  field={fieldOf(mapping, column.column)}
                  sample={column.samples[place]}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className={css.none}>表头之下没有明细行。</p> : null}
    </div>
  );
};
