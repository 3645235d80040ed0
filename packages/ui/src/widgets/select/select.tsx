import type { ComponentProps, JSX } from 'react';
import { classNames } from '../../class-names.ts';
import { useControlLink } from '../form-field/field-context.ts';
import { ChevronDownIcon } from '../icon/frame-icons.tsx';
import css from './select.module.css';

/** A choice from the system's native list. */
export type SelectProps = Omit<ComponentProps<'select'>, 'style' | 'multiple' | 'size'> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown while nothing is selected; its value is the empty string. */
  placeholder?: string;
  onValueChange?: (value: string) => void;
};

/** A native select in our frame. */
export function Select({
  options,
  placeholder,
  onValueChange,
  onChange,
  className,
  ...rest
}: SelectProps): JSX.Element {
  const link = useControlLink(rest.id);
  return (
    <span className={classNames(css.frame, className)}>
      <select
        {...link}
        {...rest}
        className={css.select}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} className={css.mark} />
    </span>
  );
}
