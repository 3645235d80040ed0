import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import css from './radio-group.module.css';

/** A choice of one among several options. */
export type RadioGroupProps = {
  label: string;
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: string | null;
  onValueChange: (value: string) => void;
  error?: string | null | undefined;
  required?: boolean;
  /** Side by side where there is room. */
  row?: boolean;
  /** The label left of the options where there is room, as `FormField` has it. */
  inline?: boolean;
};

/** Radio buttons under one label. It is no `fieldset`, because a `legend` takes no place in a grid. */
export function RadioGroup({
  label,
  options,
  value,
  onValueChange,
  error,
  required = false,
  row = false,
  inline = false,
}: RadioGroupProps): JSX.Element {
  const id = useId();
  return (
    <div
      role="radiogroup"
      className={classNames(css.group, inline && css.inline)}
      aria-labelledby={`${id}-label`}
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
    >
      <div id={`${id}-label`} className={css.label}>
        {label}
      </div>
      <div className={classNames(css.options, row && css.row)}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input
              type="radio"
              name={id}
              className={css.dot}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
            />
            <span>
              {option.label}
              {option.hint ? <span className={css.hint}>{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <div id={`${id}-note`} className={css.error} aria-live="polite">
        {error}
      </div>
    </div>
  );
}
