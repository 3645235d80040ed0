import type { ComponentProps, JSX } from 'react';
import { classNames } from '../../class-names.ts';
import { useControlLink } from '../form-field/field-context.ts';
import css from './code-input.module.css';

/** A numeric SMS code; controlled, digits only. */
export type CodeInputProps = Omit<
  ComponentProps<'input'>,
  'style' | 'value' | 'defaultValue' | 'onChange' | 'type' | 'maxLength'
> & {
  value: string;
  onValueChange: (code: string) => void;
  /** Called each time the last digit is entered, by typing, paste or autofill. */
  onComplete?: (code: string) => void;
  /** Number of digits; default 6. */
  length?: number;
};

/** One real input under drawn boxes, so that autofill, paste and screen readers work with a plain field. */
export function CodeInput({
  value,
  onValueChange,
  onComplete,
  length = 6,
  className,
  ...rest
}: CodeInputProps): JSX.Element {
  const link = useControlLink(rest.id);
  function change(text: string): void {
    const code = text.replace(/\D/g, '').slice(0, length);
    if (code === value) return;
    onValueChange(code);
    if (code.length === length) onComplete?.(code);
  }
  return (
    <span className={classNames(css.code, className)}>
      <input
        {...link}
        {...rest}
        className={css.input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`\\d{${length}}`}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
      <span className={css.boxes} aria-hidden="true">
        {Array.from({ length }, (_, place) => (
          <span key={place} className={classNames(css.box, place === Math.min(value.length, length - 1) && css.next)}>
            {value[place]}
          </span>
        ))}
      </span>
    </span>
  );
}
