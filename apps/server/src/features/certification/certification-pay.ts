import { fen } from '@ronghui/domain/money';
import type { Tx } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import { lockCertification } from './certification.sql.ts';
import { openSecrets } from './certification-form.ts';
import { updateSent } from './certification-jobs.sql.ts';
import { noticeOfTransfer, notifyCertifiers } from './certification-notice.ts';

/**
 * Sends the transfer of a certification, unless it was sent. The bank identifies it by the submission's number, so a repeated transfer is
 * paid once. The time to answer begins now, and the tenant gets a notice. Rejects when the bank did not accept it; a job retries.
 *
 * @source R4.11
 */
export const payTransfer = async (tx: Tx, ports: Ports, tenantId: string): Promise<void> => {
  const row = await lockCertification(tx, tenantId);
  if (row === undefined || row.transfer_sealed === null || row.transfer_sent_at !== null) return;
  await ports.bank.pay({
    reference: row.submission_no ?? '',
    accountName: row.form.companyName ?? '',
    bankName: `${row.form.bankName ?? ''}${row.form.bankBranch ?? ''}`,
    accountNo: openSecrets(ports.vault, row.sealed).bankAccountNo ?? '',
    amount: fen(Number(ports.vault.open(row.transfer_sealed))),
  });
  const by = await updateSent(tx, tenantId);
  notifyCertifiers(tx, tenantId, noticeOfTransfer(by));
  ports.log.info({ event: 'transferSent', submissionNo: row.submission_no });
};
