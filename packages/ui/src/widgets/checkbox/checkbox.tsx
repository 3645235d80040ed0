import { type ComponentProps, type JSX, type ReactNode, useId } from 'react';
import css from './checkbox.module.css';

/** A checkbox with its own label and error. */
export type CheckboxProps = Omit<ComponentProps<'input'>, 'style' | 'type' | 'children'> & {
  /** The label; links inside it do not toggle the box. */
  children: ReactNode;
  onCheckedChange?: (checked: boolean) => void;
  error?: string | null | undefined;
};

/** A checkbox. */
export function Checkbox({
  children,
  onCheckedChange,
  onChange,
  error,
  className,
  ...rest
}: CheckboxProps): JSX.Element {
  const noteId = useId();
  return (
    <div className={className}>
      <label className={css.label}>
        <input
          {...rest}
          type="checkbox"
          className={css.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : rest['aria-describedby']}
          onChange={(event) => {
            onChange?.(event);
            onCheckedChange?.(event.target.checked);
          }}
        />
        <span>{children}</span>
      </label>
      <div id={noteId} className={css.error} aria-live="polite">
        {error}
      </div>
    </div>
  );
}
