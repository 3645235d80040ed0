import { industryName } from '@ronghui/domain/company/industry';
import { isEmail } from '@ronghui/domain/identity/email';
import type { TenantChanges } from './tenant-queries.ts';
import type { TenantRecord } from './tenant-record-queries.ts';

/** The record's editable fields as texts; empty where nothing is set. */
export type RecordFields = Readonly<Record<RecordField, string>>;
/** The names of the record's editable fields. */
export type RecordField =
  | 'logoFileId'
  | 'industry'
  | 'provinceCode'
  | 'cityCode'
  | 'address'
  | 'contactName'
  | 'contactEmail'
  | 'secondApprover';

/** The fields in the order of the form, with their labels. */
export const fieldLabels: Readonly<Record<RecordField, string>> = {
  logoFileId: '企业标志',
  industry: '所属行业',
  provinceCode: '省份',
  cityCode: '城市',
  address: '详细地址',
  contactName: '联系人',
  contactEmail: '联系邮箱',
  secondApprover: '账单复核',
};

/** The names of the fields in the order of the form. */
// The type of Object.keys loses the literal keys.
export const recordFields = Object.keys(fieldLabels) as readonly RecordField[];

/** The fields of a record. */
export const fieldsOf = (record: TenantRecord): RecordFields => ({
  logoFileId: record.logoFileId ?? '',
  industry: record.industry ?? '',
  provinceCode: record.provinceCode ?? '',
  cityCode: record.cityCode ?? '',
  address: record.address ?? '',
  contactName: record.contactName ?? '',
  contactEmail: record.contactEmail ?? '',
  // One that ends with the day is switched off already.
  secondApprover: record.secondApprover && record.secondApproverUntil === undefined ? 'on' : '',
});

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The changes of a form to the record that it was opened with. */
export const changesOf = (base: RecordFields, fields: RecordFields): TenantChanges => {
  const changed = (name: RecordField) => fields[name].trim() !== base[name];
  // The value is one of the select's options.
  const industry = textOrNull(fields.industry) as TenantChanges['industry'] & (string | null);
  return {
    ...(changed('logoFileId') && { logoFileId: textOrNull(fields.logoFileId) }),
    ...(changed('industry') && { industry }),
    ...(changed('provinceCode') && { provinceCode: textOrNull(fields.provinceCode) }),
    ...(changed('cityCode') && { cityCode: textOrNull(fields.cityCode) }),
    ...(changed('address') && { address: textOrNull(fields.address) }),
    ...(changed('contactName') && { contactName: textOrNull(fields.contactName) }),
    ...(changed('contactEmail') && { contactEmail: textOrNull(fields.contactEmail) }),
    ...(changed('secondApprover') && { secondApprover: fields.secondApprover === 'on' }),
  };
};

/** A field that another member changed to another value than the one typed here. */
export interface Conflict {
  readonly name: RecordField;
  readonly theirs: string;
  readonly mine: string;
}

/**
 * Merges the changes of two editors: a field that only one changed takes that value; a field that both changed to different values is a
 * conflict, and keeps mine until it is decided.
 */
export const mergeFields = (
  base: RecordFields,
  mine: RecordFields,
  theirs: RecordFields,
): { readonly merged: RecordFields; readonly conflicts: readonly Conflict[] } => {
  const merged: Record<RecordField, string> = { ...mine };
  const conflicts: Conflict[] = [];
  for (const name of recordFields) {
    if (mine[name] === base[name]) merged[name] = theirs[name];
    else if (theirs[name] !== base[name] && theirs[name] !== mine[name])
      conflicts.push({ name, theirs: theirs[name], mine: mine[name] });
  }
  return { merged, conflicts };
};

/** The conflicts of a draft of an older version: every field that differs from the present record. */
export const conflictsOfDraft = (draft: RecordFields, theirs: RecordFields): readonly Conflict[] =>
  recordFields
    .filter((name) => draft[name].trim() !== theirs[name])
    .map((name) => ({ name, theirs: theirs[name], mine: draft[name] }));

/** The label of a value, for a conflict. */
export const valueWords = (name: RecordField, value: string, divisionName: (code: string) => string): string => {
  if (name === 'secondApprover') return value === 'on' ? '开启' : '关闭';
  if (value === '') return '（空）';
  if (name === 'logoFileId') return '新的图片';
  if (name === 'industry') return industryName(value);
  return name === 'provinceCode' || name === 'cityCode' ? divisionName(value) : value;
};

/** The hints for wrong fields. @source R5.1 */
export const recordHints = (fields: RecordFields): Partial<Record<RecordField, string | undefined>> => ({
  contactEmail:
    fields.contactEmail.trim() === '' || isEmail(fields.contactEmail.trim()) ? undefined : '请输入正确的邮箱地址',
  cityCode: fields.provinceCode !== '' && fields.cityCode === '' ? '请选择城市' : undefined,
});
