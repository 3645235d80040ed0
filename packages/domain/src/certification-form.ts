import { isDay } from './calendar.ts';
import { isUscc } from './company/uscc.ts';
import { isResidentId } from './identity/resident-id.ts';
import { isBankAccount } from './invoice/bank-account.ts';

/** The form of a certification: its fields, their steps, and their validation (R5.4, R10.8). */

export const companyTypes = ['enterprise', 'individual'] as const;
export type CompanyType = (typeof companyTypes)[number];

/** The Chinese name of a type. */
export const companyTypeNames: Readonly<Record<CompanyType, string>> = { enterprise: '企业', individual: '个体工商户' };

/** Every field with its Chinese name and its step. @source R10.8 */
export const certificationFields = {
  companyType: { step: 0, label: '主体类型' },
  companyName: { step: 0, label: '企业名称' },
  uscc: { step: 0, label: '统一社会信用代码' },
  licenseFileId: { step: 0, label: '营业执照' },
  licenseValidTo: { step: 0, label: '营业执照有效期' },
  provinceCode: { step: 0, label: '注册省份' },
  cityCode: { step: 0, label: '注册城市' },
  address: { step: 0, label: '注册地址' },
  legalName: { step: 1, label: '法定代表人姓名' },
  legalIdNo: { step: 1, label: '法定代表人身份证号' },
  legalIdFrontFileId: { step: 1, label: '身份证人像面' },
  legalIdBackFileId: { step: 1, label: '身份证国徽面' },
  legalIdValidTo: { step: 1, label: '身份证有效期' },
  isAgent: { step: 2, label: '办理人' },
  agentName: { step: 2, label: '经办人姓名' },
  agentIdNo: { step: 2, label: '经办人身份证号' },
  authorizationLetterFileId: { step: 2, label: '授权书' },
  bankName: { step: 2, label: '开户银行' },
  bankBranch: { step: 2, label: '开户支行' },
  bankAccountNo: { step: 2, label: '对公账号' },
} as const;
export type CertificationField = keyof typeof certificationFields;

/** The names of the fields, in the order of the form. */
// Object.keys returns plain strings.
export const certificationFieldNames = Object.keys(certificationFields) as readonly CertificationField[];

/** Whether a text is the name of a field. */
export const isCertificationField = (name: string): name is CertificationField =>
  Object.hasOwn(certificationFields, name);

/** The steps of the wizard before the last one, the confirmation. */
export const certificationSteps = ['企业信息', '法定代表人', '经办人与银行账户'] as const;

/** Fields that name a file. */
export const certificationFiles = [
  'licenseFileId',
  'legalIdFrontFileId',
  'legalIdBackFileId',
  'authorizationLetterFileId',
] as const satisfies readonly CertificationField[];

/** Fields that are encrypted at rest and masked on the wire. @source security 4.12 */
export const certificationSecrets = [
  'legalIdNo',
  'agentIdNo',
  'bankAccountNo',
] as const satisfies readonly CertificationField[];
export type CertificationSecret = (typeof certificationSecrets)[number];

/** Fields of a person that staff see masked, and in full one at a time. @source security 4.12 */
export const certificationPersonal = [
  ...certificationSecrets,
  'legalName',
  'agentName',
] as const satisfies readonly CertificationField[];
export type CertificationPersonal = (typeof certificationPersonal)[number];

/** The form, possibly incomplete. A date of null means 长期; an absent date is not filled in. */
export type CertificationForm = {
  readonly companyType?: CompanyType | undefined;
  readonly isAgent?: boolean | undefined;
  readonly licenseValidTo?: string | null | undefined;
  readonly legalIdValidTo?: string | null | undefined;
} & {
  readonly [Name in Exclude<CertificationField, 'companyType' | 'isAgent' | 'licenseValidTo' | 'legalIdValidTo'>]?:
    | string
    | null
    | undefined;
};

/** A wrong field, and what to do about it. */
export interface FormFault {
  readonly path: CertificationField;
  readonly message: string;
}

const agentFields: readonly CertificationField[] = ['agentName', 'agentIdNo', 'authorizationLetterFileId'];
const dateFields: readonly CertificationField[] = ['licenseValidTo', 'legalIdValidTo'];

const isMissing = (form: CertificationForm, name: CertificationField): boolean => {
  if (agentFields.includes(name) && form.isAgent !== true) return false;
  const value = form[name];
  if (value === undefined || (value === null && !dateFields.includes(name))) return true;
  return typeof value === 'string' && value.trim() === '';
};

const missingText = (name: CertificationField): string => {
  const { label } = certificationFields[name];
  if (certificationFiles.some((each) => each === name)) return `请上传${label}`;
  const isChosen = ['companyType', 'provinceCode', 'cityCode', 'isAgent'].includes(name) || dateFields.includes(name);
  return `${isChosen ? '请选择' : '请填写'}${label}`;
};

const wrongDay = (value: string, today: string, label: string): string | undefined => {
  if (!isDay(value)) return '请填写有效的日期';
  return value < today ? `${label}已过，请先更换证件` : undefined;
};

const otherwise = (isRight: boolean, message: string): string | undefined => (isRight ? undefined : message);
const wrongId = (value: string) => otherwise(isResidentId(value), '身份证号有误，请核对');

/** What the validation of a form depends on. */
export interface FormRules {
  /** The day in Shanghai, `2026-11-20`. */
  readonly today: string;
  /** Whether a city belongs to a province, by the list of divisions, which screens do not load (decision 0018). */
  readonly isCityOf: (provinceCode: string, cityCode: string) => boolean;
}

type Judge = (value: string, form: CertificationForm, rules: FormRules) => string | undefined;

/** What is wrong with a filled-in field, for the fields that can be validated. */
const judges: Readonly<Partial<Record<CertificationField, Judge>>> = {
  uscc: (value) => otherwise(isUscc(value), '统一社会信用代码有误，请对照营业执照逐位核对'),
  cityCode: (value, { provinceCode }, { isCityOf }) =>
    otherwise(isCityOf(provinceCode ?? '', value), '所选城市不属于该省份'),
  legalIdNo: wrongId,
  agentIdNo: wrongId,
  bankAccountNo: (value) => otherwise(isBankAccount(value), '账号应为 8 至 30 位数字'),
  licenseValidTo: (value, _form, { today }) => wrongDay(value, today, certificationFields.licenseValidTo.label),
  legalIdValidTo: (value, _form, { today }) => wrongDay(value, today, certificationFields.legalIdValidTo.label),
};

const wrongText = (form: CertificationForm, name: CertificationField, rules: FormRules): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? judges[name]?.(value, form, rules) : undefined;
};

/**
 * Everything that prevents a submission, in the order of the form: missing fields, a code with a wrong check character, a city
 * of another province, an expired licence or identity card.
 *
 * @source R5.4, R10.8
 */
export const certificationFaults = (form: CertificationForm, rules: FormRules): readonly FormFault[] =>
  certificationFieldNames.flatMap((path) => {
    if (agentFields.includes(path) && form.isAgent !== true) return [];
    const message = isMissing(form, path) ? missingText(path) : wrongText(form, path, rules);
    return message === undefined ? [] : [{ path, message }];
  });
