import type { JSX } from 'react';
import { FormField } from '../form-field/form-field.tsx';
import { Select } from '../select/select.tsx';
import { TextInput } from '../text-input/text-input.tsx';
import css from './filter-bar.module.css';

type Option = { value: string; label: string };

/** One filter of a list; its value is a text, empty for all. */
export type FilterField =
  | { kind: 'text'; name: string; label: string; placeholder?: string; maxLength?: number }
  | { kind: 'select'; name: string; label: string; options: readonly Option[] }
  /** A range of days, `YYYY-MM-DD`: two values. */
  | { kind: 'dates'; name: string; to: string; label: string }
  /** Always visible, one click each. */
  | { kind: 'chips'; name: string; label: string; options: readonly Option[] };

/** A filter with a form control (not chips). */
export type ControlField = Exclude<FilterField, { kind: 'chips' }>;

/** The values of a filter by name. */
export type FilterValues = Readonly<Record<string, string>>;

/** The value names of a field. */
export const namesOf = (field: FilterField): string[] =>
  field.kind === 'dates' ? [field.name, field.to] : [field.name];

export type FilterControlProps = {
  field: ControlField;
  values: FilterValues;
  /** `done`: selected, as opposed to being typed. */
  onChange: (changes: FilterValues, done: boolean) => void;
};

/** The control of one filter, with its label. */
export function FilterControl({ field, values, onChange }: FilterControlProps): JSX.Element {
  const valueOf = (name: string) => values[name] ?? '';
  if (field.kind === 'dates') return <Dates field={field} valueOf={valueOf} onChange={onChange} />;
  return (
    <FormField label={field.label}>
      {field.kind === 'select' ? (
        <Select
          name={field.name}
          value={valueOf(field.name)}
          placeholder="全部"
          options={field.options}
          onValueChange={(value) => onChange({ [field.name]: value }, true)}
        />
      ) : (
        <TextInput
          name={field.name}
          value={valueOf(field.name)}
          placeholder={field.placeholder}
          maxLength={field.maxLength ?? 64}
          enterKeyHint="search"
          autoComplete="off"
          onValueChange={(value) => onChange({ [field.name]: value }, false)}
        />
      )}
    </FormField>
  );
}

function Dates({
  field,
  valueOf,
  onChange,
}: {
  field: Extract<FilterField, { kind: 'dates' }>;
  valueOf: (name: string) => string;
  onChange: FilterControlProps['onChange'];
}): JSX.Element {
  const from = valueOf(field.name);
  const to = valueOf(field.to);
  return (
    <fieldset className={css.dates}>
      <legend className={css.legend}>{field.label}</legend>
      <div className={css.pair}>
        <TextInput
          type="date"
          aria-label={`${field.label}，从`}
          name={field.name}
          value={from}
          max={to || undefined}
          onValueChange={(value) => onChange({ [field.name]: value }, value === '' || value.length === 10)}
        />
        <span aria-hidden="true">–</span>
        <TextInput
          type="date"
          aria-label={`${field.label}，到`}
          name={field.to}
          value={to}
          min={from || undefined}
          onValueChange={(value) => onChange({ [field.to]: value }, value === '' || value.length === 10)}
        />
      </div>
    </fieldset>
  );
}
