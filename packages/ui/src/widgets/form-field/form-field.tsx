import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { ErrorIcon } from '../icon/widget-icons.tsx';
import { FieldContext } from './field-context.ts';
import css from './form-field.module.css';

/** A labelled place for one control (`TextInput`, `Select`, …), which ties itself to the field. */
export type FormFieldProps = {
  label: string;
  /** A hint, shown before a mistake is made. */
  hint?: ReactNode;
  /** What the value has to fulfil: in sight also beside an error, which may be that it does not. */
  rule?: ReactNode;
  /** The error and how to fix it; announced when it appears. */
  error?: ReactNode;
  required?: boolean;
  /** At the end of the label's row, such as a link. */
  aside?: ReactNode;
  /** The control's id, where the page must focus it. */
  id?: string;
  /** The label left of the control where there is room, as in forms of the merchant area. */
  inline?: boolean;
  children: ReactNode;
};

/** Label, control, then its error or hint, tied together for screen readers. */
export function FormField({
  label,
  hint,
  rule,
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
  const ruleId = `${controlId}-rule`;
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
        <FieldContext
          value={{
            id: controlId,
            describedBy: [...(invalid || hint ? [noteId] : []), ...(rule ? [ruleId] : [])].join(' ') || undefined,
            invalid,
            required,
          }}
        >
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
        {rule ? (
          <div id={ruleId} className={css.note}>
            {rule}
          </div>
        ) : null}
      </div>
    </div>
  );
}
