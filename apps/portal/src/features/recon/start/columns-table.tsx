import type { LedgerField } from '@ronghui/domain/recon';
import { FirstRows, Select } from '@ronghui/ui';
import type { JSX } from 'react';
import {
  type ColumnsProps,
  columnName,
  type FileColumn,
  fieldNamed,
  fieldOf,
  fieldOptions,
  numberFields,
  withField,
} from './mapping.ts';

const isNumber = (field: LedgerField | undefined): boolean => field !== undefined && numberFields.has(field);

/** The first rows with the meaning of each column in its head (PC). */
export const ColumnsTable = ({ preview, mapping, fault, faultId, onChange }: ColumnsProps): JSX.Element => {
  const { columns, rows } = preview;
  const faulty = mapping.columns.find(({ field }) => field === fault?.field)?.column ?? columns[0]?.column;
  const isFaulty = ({ column }: FileColumn): boolean => fault !== undefined && column === faulty;
  return (
    <FirstRows
      label="商户账的前几行"
      columns={columns.map((column) => ({
        key: column.column,
        name: columnName(column),
        isNumber: isNumber(fieldOf(mapping, column.column)),
        control: (
          <Select
            aria-label={`“${columnName(column)}”列的含义`}
            aria-invalid={isFaulty(column) ? true : undefined}
            aria-describedby={isFaulty(column) ? faultId : undefined}
            value={fieldOf(mapping, column.column) ?? ''}
            placeholder="不使用"
            options={fieldOptions}
            onValueChange={(value) => onChange(withField(mapping, column, fieldNamed(value)))}
          />
        ),
      }))}
      rows={rows.map(({ row, values }, place) => ({
        row,
        // A cell as it is read; of a column without a meaning as it stands, where a sample is known.
        cells: columns.map(({ column, samples }) => {
          const field = fieldOf(mapping, column);
          if (field === undefined) return { text: samples[place], isUnused: true };
          return values.find((each) => each.field === field) ?? {};
        }),
      }))}
    />
  );
};
