import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import { DateRangeField } from '../date-picker/date-range-field.tsx';
import { FormField } from '../form-field/form-field.tsx';
import { ChevronDownIcon } from '../icon/frame-icons.tsx';
import { Select } from '../select/select.tsx';
import { TextInput } from '../text-input/text-input.tsx';
import css from './filter-bar.module.css';
import type { ControlField, FilterChange, FilterField, FilterValues } from './filter-field.ts';
import { useTypedText } from './use-typed-text.ts';

/** The control of one filter. */
export type FilterControlProps = {
  field: ControlField;
  values: FilterValues;
  onChange: FilterChange;
};

const chosen = { isTyped: false };

/** The control on PC: label and value in one frame. */
export function CompactControl({ field, values, onChange }: FilterControlProps): JSX.Element {
  const value = values[field.name] ?? '';
  if (field.kind === 'text') return <CompactText field={field} value={value} onChange={onChange} />;
  if (field.kind === 'dates') {
    const to = values[field.to] ?? '';
    return (
      <div className={classNames(css.control, (value || to) && css.set)}>
        <span aria-hidden="true">{field.label}</span>
        <DateRangeField
          className={css.dates}
          label={field.label}
          from={value}
          to={to}
          onRangeChange={(range) => onChange({ [field.name]: range.from, [field.to]: range.to }, chosen)}
        />
      </div>
    );
  }
  const select = (
    <label className={classNames(css.control, value && css.set)}>
      <span>{field.label}</span>
      <select
        className={css.select}
        name={field.name}
        value={value}
        onChange={(event) => onChange({ [field.name]: event.target.value }, chosen)}
      >
        <option value="">全部</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} className={css.mark} />
    </label>
  );
  if (field.search === undefined) return select;
  return (
    <>
      {select}
      <label className={css.control}>
        <span>查找{field.label}</span>
        <input
          className={css.input}
          type="text"
          placeholder="名称的一部分"
          maxLength={60}
          value={field.search.text}
          autoComplete="off"
          onChange={(event) => field.search?.onTextChange(event.target.value)}
        />
      </label>
    </>
  );
}

type TextProps = { field: Extract<FilterField, { kind: 'text' }>; value: string; onChange: FilterChange };

const typedOf = ({ field, value, onChange }: TextProps) =>
  [value, (text: string) => onChange({ [field.name]: text }, { isTyped: true })] as const;

function CompactText(props: TextProps): JSX.Element {
  const { onValueChange, ...typed } = useTypedText(...typedOf(props));
  const { name, label, placeholder, maxLength = 64 } = props.field;
  return (
    <label className={classNames(css.control, typed.value && css.set)}>
      <span>{label}</span>
      <input
        {...typed}
        className={css.input}
        type="text"
        name={name}
        placeholder={placeholder ?? '全部'}
        title={placeholder}
        maxLength={maxLength}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onValueChange(event.target.value)}
      />
    </label>
  );
}

/** The control in the bottom sheet of H5: the label above it. */
export function SheetControl({ field, values, onChange }: FilterControlProps): JSX.Element {
  const value = values[field.name] ?? '';
  if (field.kind === 'text') return <SheetText field={field} value={value} onChange={onChange} />;
  const search = field.kind === 'select' ? field.search : undefined;
  const control = (
    <FormField label={field.label}>
      {field.kind === 'select' ? (
        <Select
          name={field.name}
          value={value}
          placeholder="全部"
          options={field.options}
          onValueChange={(next) => onChange({ [field.name]: next }, chosen)}
        />
      ) : (
        <DateRangeField
          label={field.label}
          from={value}
          to={values[field.to] ?? ''}
          onRangeChange={(range) => onChange({ [field.name]: range.from, [field.to]: range.to }, chosen)}
        />
      )}
    </FormField>
  );
  if (search === undefined) return control;
  return (
    <>
      {control}
      <FormField label={`查找${field.label}`}>
        <TextInput
          placeholder="名称的一部分"
          maxLength={60}
          value={search.text}
          autoComplete="off"
          onValueChange={search.onTextChange}
        />
      </FormField>
    </>
  );
}

function SheetText(props: TextProps): JSX.Element {
  const typed = useTypedText(...typedOf(props));
  const { name, label, placeholder, maxLength = 64 } = props.field;
  return (
    <FormField label={label}>
      <TextInput
        {...typed}
        name={name}
        placeholder={placeholder}
        maxLength={maxLength}
        enterKeyHint="search"
        autoComplete="off"
      />
    </FormField>
  );
}
