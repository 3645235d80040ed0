import type { CertificationField } from '@ronghui/domain/certification-form';
import type { Form } from '@ronghui/web/forms/form';
import type { WizardFields } from './wizard-fields.ts';

/** The props of every step of the wizard. */
export interface WizardParts {
  readonly form: Form<CertificationField>;
  /** The numbers stored on the server, masked. */
  readonly masks: Readonly<Partial<Record<CertificationField, string>>>;
  /** For the `FormField` around a control: its error, or the reviewer's reason while the field is unchanged. */
  readonly field: (name: CertificationField) => { readonly id: string; readonly error: string | undefined };
  /** Changes some fields and saves them. */
  readonly keep: (changes: Partial<WizardFields>) => true;
}
