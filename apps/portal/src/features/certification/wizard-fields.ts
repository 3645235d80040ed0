import {
  type CertificationField,
  type CertificationForm,
  certificationFaults,
  certificationFieldNames,
  certificationFields,
  certificationSecrets,
  isBankAccount,
  normaliseBankAccount,
} from '@ronghui/domain/certification-form';
import { normaliseUscc } from '@ronghui/domain/company/uscc';
import { isResidentId, normaliseResidentId } from '@ronghui/domain/identity/resident-id';
import type { Certification, DraftInput, SubmitInput } from './certification-queries.ts';

/** The form as the wizard holds it: texts, empty where nothing is filled in. */
export type WizardFields = Readonly<Record<CertificationField, string>>;

/** What a date reads that has no end. */
export const forever = '长期';

type StoredForm = NonNullable<Certification['form']>;

const dates: readonly CertificationField[] = ['licenseValidTo', 'legalIdValidTo'];
const isSecret = (name: CertificationField): boolean => certificationSecrets.some((each) => each === name);

const textOf = (form: StoredForm, name: CertificationField): string => {
  if (name === 'isAgent') return form.isAgent === undefined ? '' : form.isAgent ? 'agent' : 'self';
  // Sealed numbers do not come back.
  const value = (form as Readonly<Record<string, unknown>>)[name];
  if (value === null) return dates.includes(name) ? forever : '';
  return typeof value === 'string' ? value : '';
};

/** What is stored, as the wizard shows it. */
export const fieldsOf = (form: StoredForm): WizardFields => {
  const fields = Object.fromEntries(certificationFieldNames.map((name) => [name, textOf(form, name)]));
  // One entry for each name.
  return { ...(fields as WizardFields), companyType: form.companyType ?? 'enterprise' };
};

/** The numbers that the server has already, by the field's name; empty where it has none. */
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

/** The form as the domain judges it. */
const formOf = (fields: WizardFields): CertificationForm =>
  // Every entry is what its field holds.
  Object.fromEntries(certificationFieldNames.map((name) => [name, valueOf(name, fields[name])])) as CertificationForm;

/** What is wrong with the form; a number that the server has need not be typed again. @source R5.1 */
export const wizardHints = (
  fields: WizardFields,
  masks: Readonly<Partial<Record<CertificationField, string>>>,
  today: string,
): Partial<Record<CertificationField, string>> =>
  Object.fromEntries(
    // Cities are chosen among those of the province; the server asks the list once more.
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

/** What is saved of some fields as a draft: all but numbers that are not whole yet. */
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

/** The form as it is submitted; the domain has judged it whole. */
export const submissionOf = (fields: WizardFields): Omit<SubmitInput, 'agreements' | 'idempotencyKey'> => {
  const agentNames: readonly CertificationField[] = ['agentName', 'agentIdNo', 'authorizationLetterFileId'];
  const entries = Object.entries(formOf(fields)).filter(
    ([name, value]) => value !== undefined && (fields.isAgent === 'agent' || !agentNames.some((each) => each === name)),
  );
  // `wizardHints` has found every field that is asked for.
  return Object.fromEntries(entries) as Omit<SubmitInput, 'agreements' | 'idempotencyKey'>;
};

/** The fields of a step. */
export const fieldsOfStep = (step: number): readonly CertificationField[] =>
  certificationFieldNames.filter((name) => certificationFields[name].step === step);
