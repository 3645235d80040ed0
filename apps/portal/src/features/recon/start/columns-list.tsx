import { ledgerFieldNames, ledgerFields } from '@ronghui/domain/recon';
import { FormField, Select } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ColumnsProps } from './columns-part.tsx';
import { columnName, withColumn } from './mapping.ts';
import css from './start.module.css';

/** How many rows a phone shows. */
const shownRows = 5;
const required: ReadonlySet<string> = new Set(['occurredOn']);

/** The column of each field, then the first rows as cards (H5). */
export const ColumnsList = ({ preview, mapping, fault, onChange }: ColumnsProps): JSX.Element => {
  const { columns, rows } = preview;
  const columnOf = (value: string) => columns.find(({ column }) => String(column) === value);
  return (
    <>
      <div className={css.fields}>
        {ledgerFields.map((field) => {
          const own = mapping.columns.find((each) => each.field === field);
          const sample = columns.find(({ column }) => column === own?.column)?.samples.find((text) => text !== '');
          return (
            <FormField
              key={field}
              label={ledgerFieldNames[field]}
              required={required.has(field)}
              hint={sample === undefined ? undefined : `例如 ${sample}`}
              error={fault?.field === field ? fault.message : undefined}
            >
              <Select
                value={own === undefined ? '' : String(own.column)}
                placeholder="不使用"
                options={columns.map((column) => ({ value: String(column.column), label: columnName(column) }))}
                onValueChange={(value) => onChange(withColumn(mapping, field, columnOf(value)))}
              />
            </FormField>
          );
        })}
      </div>
      <h3 className={css.small}>前几行将这样读取</h3>
      {rows.length === 0 ? <p className={css.note}>表头之下没有明细行。</p> : null}
      <ul className={css.rowCards} aria-label="商户账的前几行">
        {rows.slice(0, shownRows).map(({ row, values }) => (
          <li key={row} className={css.rowCard}>
            <span className={css.note}>第&nbsp;{row}&nbsp;行</span>
            <dl>
              {values.map(({ field, text, fault: wrong }) => (
                <div key={field} className={css.value}>
                  <dt>{ledgerFieldNames[field]}</dt>
                  <dd className={wrong === undefined ? undefined : css.wrong}>
                    {text}
                    {wrong === undefined ? null : <span className={css.cellFault}>{wrong}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
};
