import { Checkbox, DateField, FormField } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './certification.module.css';
import type { WizardParts } from './wizard-context.ts';
import { forever } from './wizard-fields.ts';

interface ValidToProps extends WizardParts {
  readonly name: 'licenseValidTo' | 'legalIdValidTo';
  readonly label: string;
  readonly today: string;
}

/** The field of the last valid day, which may be 长期. */
export const ValidToField = ({ form, field, name, label, today }: ValidToProps): JSX.Element => {
  const isForever = form.fields[name] === forever;
  return (
    <div className={css.pair}>
      <FormField inline label={label} {...field(name)}>
        <DateField
          {...form.control(name)}
          min={today}
          today={today}
          value={isForever ? '' : form.fields[name]}
          disabled={isForever}
        />
      </FormField>
      <div className={css.indent}>
        <Checkbox checked={isForever} onCheckedChange={(on) => form.change({ [name]: on ? forever : '' })}>
          长期有效
        </Checkbox>
      </div>
    </div>
  );
};
