import { DateField, FormField, TextInput } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import type { JSX } from 'react';
import css from './paid-at-fields.module.css';

interface PaidAtFieldsProps {
  readonly form: Pick<Form<'paidAt' | 'paidTime'>, 'field' | 'control'>;
  /** The last day of a payment. */
  readonly today: string;
}

/** Day and time of a transfer. */
export const PaidAtFields = ({ form, today }: PaidAtFieldsProps): JSX.Element => (
  <div className={css.paid}>
    <FormField label="付款日期" {...form.field('paidAt')}>
      <DateField {...form.control('paidAt')} max={today} today={today} />
    </FormField>
    <FormField label="付款时间" {...form.field('paidTime')}>
      <TextInput
        {...form.control('paidTime')}
        inputMode="numeric"
        placeholder="09:30"
        maxLength={5}
        autoComplete="off"
      />
    </FormField>
  </div>
);
