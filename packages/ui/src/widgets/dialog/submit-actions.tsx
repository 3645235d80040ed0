import type { JSX, ReactNode } from 'react';
import { Button } from '../button/button.tsx';

/** The actions of a dialog with a form; the children are the words of the button that submits it. */
export type SubmitActionsProps = {
  /** `running` while what was submitted is on its way. */
  form: { readonly id: string; readonly running: boolean };
  variant?: 'primary' | 'danger';
  disabled?: boolean;
  onCancel: () => void;
  children: ReactNode;
};

/** Cancels a dialog, or submits its form. */
export function SubmitActions(props: SubmitActionsProps): JSX.Element {
  const { form, variant = 'primary', disabled, onCancel, children } = props;
  return (
    <>
      <Button onClick={onCancel}>取消</Button>
      <Button type="submit" form={form.id} variant={variant} loading={form.running} disabled={disabled}>
        {children}
      </Button>
    </>
  );
}
