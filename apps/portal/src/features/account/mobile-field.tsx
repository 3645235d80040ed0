import { FormField, TextInput } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import type { JSX } from 'react';

/** The mobile of an account. */
export const MobileField = ({
  form,
  hint,
}: {
  form: Pick<Form<'mobile'>, 'field' | 'control'>;
  hint?: string | undefined;
}): JSX.Element => (
  <FormField label="手机号" required hint={hint} {...form.field('mobile')}>
    <TextInput
      {...form.control('mobile')}
      type="tel"
      inputMode="tel"
      autoComplete="username"
      maxLength={20}
      placeholder="11 位手机号"
    />
  </FormField>
);
