import type { CertificationStatus } from '@ronghui/domain/certification';
import type { CertificationForm } from '@ronghui/domain/certification-form';
import { placeName } from '@ronghui/domain/company/division';
import type { Db } from '#kernel/database/db';
import type { Vault } from '#kernel/ports';

/** What other nouns may read of a certification. */
export const shown = [
  'tenant_id',
  'status',
  'form',
  'masks',
  'reasons',
  'submission_no',
  'submitted_at',
  'reviewed_at',
  'tries_left',
  'transfer_by',
  'transfer_sent_at',
  'certified_no',
  'certified_uscc',
] as const;

// The check constraint allows the domain's words only.
export const worded = <Row extends { readonly status: string }>(row: Row) =>
  row as Omit<Row, 'status'> & { readonly status: CertificationStatus };

/** The status of a tenant's certification; undefined before the first draft. By the primary key. */
export const findCertification = async (db: Db, tenantId: string) => {
  const row = await db.selectFrom('certification').select(shown).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && worded(row);
};

/** What `findCertification` returns. */
export type CertificationRow = NonNullable<Awaited<ReturnType<typeof findCertification>>>;

/** Whether a certification of the tenant is in force; a new submission does not end it (R4.13). By the primary key. */
export const isCertified = async (db: Db, tenantId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('certification')
    .select('certified_no')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return (row?.certified_no ?? null) !== null;
};

/** The company account of the certification that is in force, masked; null without one. By the primary keys. */
export const findCertifiedAccount = async (db: Db, tenantId: string) => {
  const row = await db
    .selectFrom('certification as c')
    .innerJoin('certification_submission as s', (join) =>
      join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.submission_no', '=', 'c.certified_no'),
    )
    .select(['s.form', 's.masks'])
    .where('c.tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined) return null;
  // Only a submission writes it, after validation.
  const form: CertificationForm = row.form;
  const { companyName, bankName, bankBranch } = form;
  return {
    name: companyName ?? '',
    bank: [bankName, bankBranch].filter((part) => part != null && part !== '').join(' '),
    accountNo: row.masks['bankAccountNoMasked'] ?? '',
  };
};

/** What a certification in force says about the company. */
export interface CertifiedCompany {
  readonly name: string;
  readonly uscc: string;
  readonly address: string | null;
  readonly bankName: string | null;
  readonly bankAccountNo: string | null;
}

/** The company of a tenant, from the submission in force; undefined where none is. By the primary keys. */
export const findCertifiedCompany = async (
  db: Db,
  vault: Vault,
  tenantId: string,
): Promise<CertifiedCompany | undefined> => {
  const row = await db
    .selectFrom('certification as c')
    .innerJoin('certification_submission as s', (join) =>
      join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.submission_no', '=', 'c.certified_no'),
    )
    .select(['s.form', 's.sealed', 's.uscc'])
    .where('c.tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { companyName, provinceCode, cityCode, address, bankName, bankBranch } = row.form;
  // Only a submission writes it, with the number.
  const { bankAccountNo = null } = JSON.parse(vault.open(row.sealed)) as { readonly bankAccountNo?: string };
  return {
    name: companyName ?? '',
    uscc: row.uscc,
    address: (address ?? '') === '' ? null : `${placeName(provinceCode ?? null, cityCode ?? null)}${address}`,
    bankName: (bankName ?? '') === '' ? null : `${bankName}${bankBranch ?? ''}`,
    bankAccountNo,
  };
};

/** The bank accounts of some tenants by their certifications in force; without those that state none. By the primary keys. @source receipts 2.4 */
export const listCertifiedAccounts = async (
  db: Db,
  vault: Vault,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (tenantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('certification as c')
    .innerJoin('certification_submission as s', (join) =>
      join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.submission_no', '=', 'c.certified_no'),
    )
    .select(['c.tenant_id', 's.sealed'])
    .where('c.tenant_id', 'in', [...tenantIds])
    .execute();
  return new Map(
    rows.flatMap(({ tenant_id, sealed }) => {
      const { bankAccountNo } = JSON.parse(vault.open(sealed)) as { readonly bankAccountNo?: string };
      return bankAccountNo === undefined ? [] : [[tenant_id, bankAccountNo] as const];
    }),
  );
};
