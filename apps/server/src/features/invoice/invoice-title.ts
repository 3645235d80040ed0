import type { Output } from '@ronghui/contract';
import { maskTail } from '@ronghui/domain/identity/resident-id';
import type { InvoiceTitle } from '@ronghui/domain/invoice';
import { findCertifiedCompany } from '#features/certification/certification.reads';
import type { Db } from '#kernel/database/db';
import type { Vault } from '#kernel/ports';
import { findSavedTitle, type StoredTitle } from './invoice-title.sql.ts';

/** A bank account as it is stored. */
export const sealedAccount = (vault: Vault, accountNo: string | null) => ({
  bankAccountSealed: accountNo === null ? null : vault.seal(accountNo),
  bankAccountMasked: accountNo === null ? null : maskTail(accountNo),
});

/** The title that a tenant's invoices have now: the saved one, else that of its certification. */
export const findTitle = async (
  db: Db,
  vault: Vault,
  tenantId: string,
): Promise<{ readonly title: StoredTitle; readonly isSaved: boolean }> => {
  const { saved, tenantName } = await findSavedTitle(db, tenantId);
  if (saved !== null) return { title: saved, isSaved: true };
  const company = await findCertifiedCompany(db, vault, tenantId);
  const title = {
    name: company?.name ?? tenantName,
    taxNo: company?.uscc ?? null,
    address: company?.address ?? null,
    phone: null,
    bankName: company?.bankName ?? null,
    ...sealedAccount(vault, company?.bankAccountNo ?? null),
  };
  return { title, isSaved: false };
};

/** A stored title with its account in plain text, for the rules and the issuer. */
export const openTitle = (vault: Vault, { bankAccountSealed, bankAccountMasked: _, ...title }: StoredTitle) =>
  ({
    ...title,
    bankAccountNo: bankAccountSealed === null ? null : vault.open(bankAccountSealed),
  }) satisfies InvoiceTitle;

/** A title in the contract's shape. */
export const shownTitle = ({
  bankAccountSealed: _,
  bankAccountMasked,
  ...title
}: StoredTitle): Output<'invoice.title'>['title'] => ({ ...title, bankAccountNoMasked: bankAccountMasked });
