import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { ErrorIcon } from '../icon/widget-icons.tsx';
import { FieldContext } from './field-context.ts';
import css from './form-field.module.css';

/** A labelled place for one control (`TextInput`, `Select`, …), which ties itself to it. */
export type FormFieldProps = {
  label: string;
  /** What to type, said before a mistake is made. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  error?: string | null | undefined;
  required?: boolean;
  /** Stands at the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** The control's id, where the page must focus it. */
  id?: string;
  /** The label left of the control where there is room, as forms of the merchant area have it. */
  inline?: boolean;
  children: ReactNode;
};

/** Label above, control, then its error or hint; all tied together for screen readers. */
export function FormField({
  label,
  hint,
  error,
  required = false,
  aside,
  id,
  inline = false,
  children,
}: FormFieldProps): JSX.Element {
  const own = useId();
  const controlId = id ?? own;
  const noteId = `${controlId}-note`;
  const invalid = Boolean(error);
  return (
    <div className={classNames(css.field, inline && css.inline)}>
      <div className={css.top}>
        <label htmlFor={controlId} className={css.label}>
          {label}
          {required ? (
            <span className={css.star} aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
        {aside}
      </div>
      <div className={css.body}>
        <FieldContext value={{ id: controlId, describedBy: invalid || hint ? noteId : undefined, invalid, required }}>
          {children}
        </FieldContext>
        <div id={noteId} className={classNames(css.note, invalid && css.error)} aria-live="polite">
          {invalid ? (
            <>
              <ErrorIcon size={16} />
              {error}
            </>
          ) : (
            hint
          )}
        </div>
      </div>
    </div>
  );
}
