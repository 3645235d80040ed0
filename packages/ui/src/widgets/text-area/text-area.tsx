import type { ComponentProps, JSX } from 'react';
import { classNames } from '../../class-names.ts';
import { useControlLink } from '../form-field/field-context.ts';
import css from './text-area.module.css';

/** Several lines of text; with `maxLength` and a `value` it shows the used length. */
export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'style'> & { onValueChange?: (value: string) => void };

/** A field for longer text that grows with it where the browser can. */
export function TextArea({ onValueChange, onChange, className, ...rest }: TextAreaProps): JSX.Element {
  const link = useControlLink(rest.id);
  const { value, maxLength } = rest;
  return (
    <span className={classNames(css.frame, className)}>
      <textarea
        rows={4}
        {...link}
        {...rest}
        className={css.area}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
      />
      {typeof value === 'string' && maxLength !== undefined ? (
        <span className={css.count} aria-hidden="true">
          {value.length} / {maxLength}
        </span>
      ) : null}
    </span>
  );
}
