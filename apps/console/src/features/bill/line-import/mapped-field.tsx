import { type LineField, lineFieldNames } from '@ronghui/domain/line-import';
import { type MoneyUnit, moneyUnitNames, moneyUnits } from '@ronghui/domain/table';
import { FormField, Select, TextInput } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from './line-import.module.css';
import type { Mapping, Preview } from './line-import-queries.ts';

/** What may be one text for every row of a file. */
const fixedFields: ReadonlySet<LineField> = new Set(['tenant', 'project', 'product', 'org', 'unit', 'rate']);
const required: ReadonlySet<LineField> = new Set(['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn']);
const fixed = 'fixed';

type Source = Mapping[number];

const changed = (mapping: Mapping, field: LineField, source: Omit<Source, 'field'> | null): Mapping => [
  ...mapping.filter((each) => each.field !== field),
  ...(source === null ? [] : [{ field, ...source }]),
];

interface FieldProps {
  readonly field: LineField;
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** What the amounts of a column are in: as its head says, unless a person says otherwise. */
const AmountUnit = ({
  own,
  preview,
  onChange,
}: Pick<FieldProps, 'preview'> & {
  readonly own: Source;
  readonly onChange: (unit: MoneyUnit) => void;
}): JSX.Element => {
  const read = preview.mapping.find(({ field, column }) => field === own.field && column === own.column);
  return (
    <Select
      id="amount-unit"
      aria-label="金额的单位"
      value={own.unit ?? read?.unit ?? 'yuan'}
      options={moneyUnits.map((unit) => ({ value: unit, label: `单位：${moneyUnitNames[unit]}` }))}
      onValueChange={(value) => onChange(moneyUnits.find((unit) => unit === value) ?? 'yuan')}
    />
  );
};

/** Where the values of a field come from. */
export const MappedField = ({ field, preview, mapping, onChange }: FieldProps): JSX.Element => {
  const { columns, fault } = preview;
  const own = mapping.find((each) => each.field === field);
  const [isFixed, setFixed] = useState(own?.value !== undefined);
  const [text, setText] = useState(own?.value ?? '');
  const label = lineFieldNames[field];
  const options = [
    ...columns.map(({ column, name }) => ({
      value: String(column),
      label: name === '' ? `第 ${column + 1} 列` : name,
    })),
    ...(fixedFields.has(field) ? [{ value: fixed, label: '固定为…' }] : []),
  ];
  const sourceOf = (column: number) => ({ column, name: columns.find((each) => each.column === column)?.name ?? '' });
  const sample = columns.find(({ column }) => column === own?.column)?.samples.find((each) => each !== '');
  return (
    <FormField
      label={label}
      required={required.has(field)}
      error={fault?.field === field ? fault.message : undefined}
      hint={sample === undefined ? undefined : `例如 ${sample}`}
    >
      <div className={css.control}>
        <Select
          value={isFixed ? fixed : own?.column === undefined ? '' : String(own.column)}
          placeholder={required.has(field) ? '请选择' : '不导入'}
          options={options}
          onValueChange={(value) => {
            setFixed(value === fixed);
            setText('');
            if (value !== fixed) onChange(changed(mapping, field, value === '' ? null : sourceOf(Number(value))));
            else onChange(changed(mapping, field, null));
          }}
        />
        {isFixed ? (
          <TextInput
            id={`fixed-${field}`}
            aria-label={`${label}固定为`}
            value={text}
            maxLength={80}
            // Kept letter by letter: Esc closes the drawer without leaving the field.
            onValueChange={(typed) => {
              setText(typed);
              const value = typed.trim();
              onChange(changed(mapping, field, value === '' ? null : { value }));
            }}
          />
        ) : null}
        {field === 'loanAmount' && own?.column !== undefined ? (
          <AmountUnit
            own={own}
            preview={preview}
            onChange={(unit) => onChange(changed(mapping, field, { ...sourceOf(own.column ?? 0), unit }))}
          />
        ) : null}
      </div>
    </FormField>
  );
};
