import type { CertificationForm } from '@ronghui/domain/certification-form';
import { updateCertifiedTenant } from '#features/tenant/tenant.steps';
import type { Tx } from '#kernel/database/db';
import { isCertifiedElsewhere, type LockedCertification, type Move } from './certification.sql.ts';

/** Clears the columns of a transfer. */
export const noTransfer = {
  transfer_sealed: null,
  transfer_by: null,
  transfer_sent_at: null,
  transfer_failed_at: null,
  tries_left: null,
} as const;

/**
 * The columns that passing sets: the submission is in force from now on. Null when another tenant is certified with the code by now; the unique key
 * guarantees it.
 *
 * @source R5.4, RHCE001
 */
export const passing = async (tx: Tx, row: LockedCertification): Promise<Move['changes'] | null> => {
  const form: CertificationForm = row.form;
  const uscc = form.uscc ?? '';
  if (await isCertifiedElsewhere(tx, row.tenant_id, uscc)) return null;
  await updateCertifiedTenant(tx, row.tenant_id, form);
  return {
    ...noTransfer,
    certified_no: row.submission_no,
    certified_uscc: uscc,
    licence_until: form.licenseValidTo ?? null,
    id_until: form.legalIdValidTo ?? null,
    licence_told: null,
    id_told: null,
    expiry_told: null,
  };
};
