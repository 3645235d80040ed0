import type { Output, RequestOf, tenantOperations } from '@ronghui/contract';
import { dayOf, endOfDay } from '@ronghui/domain/calendar';
import { citiesOf, isCityOf } from '@ronghui/domain/company/division';
import { isEmail, maskEmail } from '@ronghui/domain/identity/email';
import type { TenantChanges, TenantRow } from './tenant.sql.ts';

type Update = Omit<RequestOf<(typeof tenantOperations)['tenant.update']>, 'version' | 'stepTicket' | 'secondApprover'>;

/** The record in the contract's shape. */
export const recordOf = (row: TenantRow): Output<'tenant.get'> => ({
  tenantId: row.tenant_id,
  name: row.name,
  uscc: row.uscc,
  industry: row.industry,
  provinceCode: row.province_code,
  cityCode: row.city_code,
  address: row.address,
  contactName: row.contact_name,
  contactEmail: row.contact_email,
  logoFileId: row.logo_file_id,
  secondApprover: row.second_approver,
  ...(row.second_approver && row.second_approver_until !== null
    ? { secondApproverUntil: row.second_approver_until.toISOString() }
    : {}),
  // The check constraint allows the contract's words only.
  certificationStatus: row.certification_status as Output<'tenant.get'>['certificationStatus'],
  version: row.version,
});

const trimmed = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim());

/** The columns that an update names, with trimmed texts. */
export const changesOf = (input: Update): TenantChanges => ({
  ...(input.industry !== undefined && { industry: input.industry }),
  ...(input.provinceCode !== undefined && { province_code: input.provinceCode }),
  ...(input.cityCode !== undefined && { city_code: input.cityCode }),
  ...(input.address !== undefined && { address: trimmed(input.address) }),
  ...(input.contactName !== undefined && { contact_name: trimmed(input.contactName) }),
  ...(input.contactEmail !== undefined && { contact_email: trimmed(input.contactEmail) }),
  ...(input.logoFileId !== undefined && { logo_file_id: input.logoFileId }),
});

/**
 * What a wish for a second approver, or for none, changes: one is asked for at once, and none from the next day on, so that those who approve have
 * a day to object. Nothing where it is so already.
 *
 * @source R10.3
 */
export const approverChangesOf = (row: TenantRow, wanted: boolean | undefined, now: Date): TenantChanges => {
  const isEnding = row.second_approver_until !== null;
  if (wanted === true && (!row.second_approver || isEnding))
    return { second_approver: true, second_approver_until: null };
  if (wanted === false && row.second_approver && !isEnding) return { second_approver_until: endOfDay(dayOf(now)) };
  return {};
};

/** A field of an update that cannot be stored, as the data of a 422. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/**
 * What is wrong with a record after the changes: an unknown province or city, a city of another province, an invalid
 * mail address, an invalid logo. A province may be stored without a city.
 *
 * @source R5.4, R5.5
 */
export const faultsOf = (
  row: TenantRow,
  changes: TenantChanges,
  logoFault: string | undefined,
): readonly FieldFault[] => {
  const { province_code: province, city_code: city } = { ...row, ...changes };
  const email = changes.contact_email ?? null;
  const faults: FieldFault[] = [];
  if (province !== null && citiesOf(province) === undefined)
    faults.push({ path: 'provinceCode', message: '没有这个省份' });
  else if (city !== null && !isCityOf(province ?? '', city))
    faults.push({ path: 'cityCode', message: '所选城市不属于该省份' });
  if (logoFault !== undefined) faults.push({ path: 'logoFileId', message: logoFault });
  if (email !== null && !isEmail(email)) faults.push({ path: 'contactEmail', message: '邮箱格式不正确' });
  return faults;
};

const auditedText = (key: string, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return value;
  if (key === 'contact_email') return maskEmail(value);
  return key === 'contact_name' ? `${[...value][0] ?? ''}**` : value;
};

/** Changed columns for the audit, with people's names and addresses masked. */
export const auditedOf = (row: TenantRow, changes: TenantChanges) => {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(changes)) {
    const former = Object.entries(row).find(([name]) => name === key)?.[1];
    if (former === value) continue;
    before[key] = auditedText(key, former);
    after[key] = auditedText(key, value);
  }
  return { before, after };
};
