import type { JSX } from 'react';
import css from './filter-bar.module.css';
import type { FilterField } from './filter-field.ts';

export type FilterChipsProps = {
  field: Extract<FilterField, { kind: 'chips' }>;
  value: string;
  onValueChange: (value: string) => void;
};

/** 全部, or what stands in its place, and one chip per value; one row that scrolls on narrow screens. */
export function FilterChips({ field, value, onValueChange }: FilterChipsProps): JSX.Element {
  return (
    <div className={css.chips} role="group" aria-label={field.label}>
      {[{ value: '', label: field.unset ?? '全部' }, ...field.options].map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.chip}
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
