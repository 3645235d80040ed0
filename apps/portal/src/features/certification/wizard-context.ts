import type { CertificationField } from '@ronghui/domain/certification-form';
import type { Form } from '@ronghui/web/forms/form';
import type { WizardFields } from './wizard-fields.ts';

/** What every step of the wizard is given. */
export interface WizardParts {
  readonly form: Form<CertificationField>;
  /** The numbers that the server has already, masked. */
  readonly masks: Readonly<Partial<Record<CertificationField, string>>>;
  /** For the `FormField` around a control: what is wrong, or what the reviewer said of it while it is as it was. */
  readonly field: (name: CertificationField) => { readonly id: string; readonly error: string | undefined };
  /** Changes some of the form and saves it. */
  readonly keep: (changes: Partial<WizardFields>) => void;
}
