import type { ComponentProps, JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { useControlLink } from '../form-field/field-context.ts';
import css from './text-input.module.css';

/** One line of text: all props of `input`, and `onValueChange` with the value. */
export type TextInputProps = Omit<ComponentProps<'input'>, 'style' | 'size' | 'prefix'> & {
  onValueChange?: (value: string) => void;
  /** Inside the frame, before the text. */
  prefix?: ReactNode;
  /** Inside the frame, after the text: a unit, a small button, an image. */
  suffix?: ReactNode;
};

/** A text field, 44 px high; tied to the surrounding `FormField`. */
export function TextInput({
  onValueChange,
  onChange,
  prefix,
  suffix,
  className,
  ...rest
}: TextInputProps): JSX.Element {
  const link = useControlLink(rest.id);
  return (
    <span className={classNames(css.frame, className)}>
      {prefix}
      <input
        type="text"
        {...link}
        {...rest}
        data-focus-first={rest.autoFocus === true ? '' : undefined}
        className={css.input}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
      />
      {suffix}
    </span>
  );
}
