import { FormField, PasswordInput } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import type { JSX } from 'react';
import { passwordRule, passwordStrength } from './password-strength.ts';

/** The field of a new password, with its strength in words. */
export const NewPasswordField = <Name extends 'pwd' | 'newPwd'>({
  form,
  name,
  label,
}: {
  form: Pick<Form<Name | 'mobile'>, 'field' | 'control' | 'fields'>;
  name: Name;
  label: string;
}): JSX.Element => (
  <FormField label={label} required rule={passwordRule} {...form.field(name)}>
    <PasswordInput
      {...form.control(name)}
      autoComplete="new-password"
      maxLength={128}
      strength={passwordStrength(form.fields[name], form.fields.mobile)}
    />
  </FormField>
);
