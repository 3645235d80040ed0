import {
  type CertificationField,
  type CertificationForm,
  certificationFaults,
  certificationFieldNames,
  certificationFields,
  certificationSecrets,
} from '@ronghui/domain/certification-form';
import { normaliseUscc } from '@ronghui/domain/company/uscc';
import { isResidentId, normaliseResidentId } from '@ronghui/domain/identity/resident-id';
import { isBankAccount, normaliseBankAccount } from '@ronghui/domain/invoice/bank-account';
import type { EveryField } from '@ronghui/web/calls/every-field';
import type { Certification, DraftInput, SubmitInput } from './certification-queries.ts';

/** The fields of the wizard as texts; empty where nothing is filled in. */
export type WizardFields = Readonly<Record<CertificationField, string>>;

/** The text of an unlimited date. */
export const forever = '长期';

type StoredForm = NonNullable<Certification['form']>;

const dates: readonly CertificationField[] = ['licenseValidTo', 'legalIdValidTo'];
const isSecret = (name: CertificationField): boolean => certificationSecrets.some((each) => each === name);

const textOf = (form: StoredForm, name: CertificationField): string => {
  if (name === 'isAgent') return form.isAgent === undefined ? '' : form.isAgent ? 'agent' : 'self';
  // The server does not return sealed numbers.
  const value = (form as Readonly<Record<string, unknown>>)[name];
  if (value === null) return dates.includes(name) ? forever : '';
  return typeof value === 'string' ? value : '';
};

/** The stored form as fields of the wizard. */
export const fieldsOf = (form: StoredForm): WizardFields => {
  const fields = Object.fromEntries(certificationFieldNames.map((name) => [name, textOf(form, name)]));
  // The object has an entry for each name.
  return { ...(fields as WizardFields), companyType: form.companyType ?? 'enterprise' };
};

/** The numbers stored on the server, masked, by field name; empty where there is none. */
export const masksOf = (form: StoredForm): Readonly<Partial<Record<CertificationField, string>>> => ({
  legalIdNo: form.legalIdNoMasked ?? '',
  agentIdNo: form.agentIdNoMasked ?? '',
  bankAccountNo: form.bankAccountNoMasked ?? '',
});

const normalised = (name: CertificationField, text: string): string => {
  if (name === 'uscc') return normaliseUscc(text);
  if (name === 'bankAccountNo') return normaliseBankAccount(text);
  return name === 'legalIdNo' || name === 'agentIdNo' ? normaliseResidentId(text) : text.trim();
};

const valueOf = (name: CertificationField, text: string): unknown => {
  if (name === 'isAgent') return text === '' ? undefined : text === 'agent';
  if (dates.includes(name)) return text === '' ? undefined : text === forever ? null : text;
  const value = normalised(name, text);
  return value === '' ? undefined : value;
};

/** The form in the shape that the domain validates. */
const formOf = (fields: WizardFields): CertificationForm =>
  // Every entry has the type of its field.
  Object.fromEntries(certificationFieldNames.map((name) => [name, valueOf(name, fields[name])])) as CertificationForm;

/** The hints for wrong fields; a stored number need not be typed again. @source R5.1 */
export const wizardHints = (
  fields: WizardFields,
  masks: Readonly<Partial<Record<CertificationField, string>>>,
  today: string,
): Partial<Record<CertificationField, string>> =>
  Object.fromEntries(
    // The select offers only cities of the province; the server checks the list again.
    certificationFaults(formOf(fields), { today, isCityOf: () => true })
      .filter(({ path }) => fields[path] !== '' || (masks[path] ?? '') === '')
      .map(({ path, message }) => [path, message]),
  );

const mayBeSaved = (name: CertificationField, text: string): boolean => {
  if (name === 'bankAccountNo') return isBankAccount(normaliseBankAccount(text));
  return isSecret(name) ? isResidentId(normaliseResidentId(text)) : true;
};

const cleared = (name: CertificationField): unknown =>
  /FileId$|Code$/.test(name) ? null : dates.includes(name) || name === 'isAgent' ? undefined : '';

/** The draft of some fields, without incomplete numbers. */
export const draftOf = (fields: Partial<WizardFields>): DraftInput =>
  Object.fromEntries(
    certificationFieldNames.flatMap((name) => {
      const text = fields[name];
      if (text === undefined) return [];
      const value = valueOf(name, text);
      if (isSecret(name)) return value !== undefined && mayBeSaved(name, text) ? [[name, value]] : [];
      const kept = value === undefined ? cleared(name) : value;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

/** The fields of the form in a submission. */
type Submission = EveryField<Omit<SubmitInput, 'agreements' | 'stepTicket' | 'idempotencyKey'>>;

/** The payload of a submission; the domain has validated the form. */
export const submissionOf = (fields: WizardFields): Submission => {
  const agentNames: readonly CertificationField[] = ['agentName', 'agentIdNo', 'authorizationLetterFileId'];
  const entries = Object.entries(formOf(fields)).filter(
    ([name, value]) => value !== undefined && (fields.isAgent === 'agent' || !agentNames.some((each) => each === name)),
  );
  // `wizardHints` has checked that every required field is there.
  return Object.fromEntries(entries) as Submission;
};

/** The fields of a step. */
export const fieldsOfStep = (step: number): readonly CertificationField[] =>
  certificationFieldNames.filter((name) => certificationFields[name].step === step);
