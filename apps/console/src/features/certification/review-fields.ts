import {
  type CertificationField,
  type CertificationPersonal,
  certificationFieldNames,
  certificationFields,
  certificationFiles,
  certificationPersonal,
  certificationSecrets,
  companyTypeNames,
} from '@ronghui/domain/certification-form';
import type { Review } from './certification-queries.ts';

type Form = Review['form'];
type Secret = (typeof certificationSecrets)[number];

/** Whether a field names a document. */
const isDocument = (name: CertificationField): boolean => certificationFiles.some((each) => each === name);
/** Whether a field holds a number that is masked. */
const isNumber = (name: CertificationField): name is Secret => certificationSecrets.some((each) => each === name);

/** Whether a field is shown in full on demand alone. */
export const isPersonal = (name: CertificationField): name is CertificationPersonal =>
  certificationPersonal.some((each) => each === name);

/** The name of a field on the screen; the province stands with its city. */
export const labelOf = (name: CertificationField): string =>
  name === 'cityCode' ? '注册地' : certificationFields[name].label;

const ofAgent: readonly CertificationField[] = ['agentName', 'agentIdNo', 'authorizationLetterFileId'];

/** The fields that a reviewer decides on, in the order of the form. */
export const reviewedFields = ({ isAgent }: Form): readonly CertificationField[] =>
  certificationFieldNames.filter((name) => name !== 'provinceCode' && (isAgent === true || !ofAgent.includes(name)));

const textOf = (value: string | boolean | null | undefined): string => {
  if (value === null) return '长期';
  return value === undefined ? '—' : String(value);
};

/** The text of a field in a submission. */
export const valueOf = ({ form, place }: { form: Form; place: string }, name: CertificationField): string => {
  if (name === 'companyType') return form.companyType === undefined ? '—' : companyTypeNames[form.companyType];
  if (name === 'cityCode') return place;
  if (name === 'isAgent') return form.isAgent === true ? '经办人' : '法定代表人本人';
  if (isNumber(name)) return form[`${name}Masked`] ?? '—';
  if (isDocument(name)) return form[name] == null ? '—' : '已上传';
  return textOf(form[name]);
};

/** The document that shows a field: the licence for the company, the card for the person. */
export const documentFor = (name: CertificationField): CertificationField => {
  if (isDocument(name)) return name;
  if (name === 'legalName' || name === 'legalIdNo') return 'legalIdFrontFileId';
  if (name === 'legalIdValidTo') return 'legalIdBackFileId';
  return ofAgent.includes(name) ? 'authorizationLetterFileId' : 'licenseFileId';
};
