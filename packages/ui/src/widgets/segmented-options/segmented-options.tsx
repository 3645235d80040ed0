import { type JSX, type ReactNode, useId } from 'react';
import css from './segmented-options.module.css';

/** A choice among a few visible options, such as those of a SKU. */
export type SegmentedOptionsProps = {
  label: string;
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: string | null;
  onValueChange: (value: string) => void;
  error?: string | null | undefined;
};

/** Radio buttons drawn as chips. */
export function SegmentedOptions({ label, options, value, onValueChange, error }: SegmentedOptionsProps): JSX.Element {
  const id = useId();
  return (
    <fieldset role="radiogroup" aria-describedby={error ? `${id}-note` : undefined}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
            />
            <span>{option.label}</span>
            {option.hint ? <span className={css.hint}>{option.hint}</span> : null}
          </label>
        ))}
      </div>
      <div id={`${id}-note`} className={css.error} aria-live="polite">
        {error}
      </div>
    </fieldset>
  );
}
