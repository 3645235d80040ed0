import type { MerchantContext } from '#kernel/calls/context';
import { systemAuthor } from '#kernel/observe/audit';
import { type CertificationRow, findCertification } from './certification.reads.ts';
import { decideCertification } from './certification.review.ts';

/**
 * The caller's certification as it stands now, for reads: a transfer whose time is over is ended first, as the job does that comes round later.
 * Undefined before the first draft.
 *
 * @source R4.11
 */
export const findCertificationNow = async (
  context: Pick<MerchantContext, 'db' | 'tenantId' | 'now' | 'ports' | 'transactAsService'>,
): Promise<CertificationRow | undefined> => {
  const { db, tenantId, now, ports, transactAsService } = context;
  const row = await findCertification(db, tenantId);
  const by = row?.status === 'pendingTransfer' ? row.transfer_by : null;
  if (by === null || by > now) return row;
  await transactAsService((tx) => decideCertification(tx, ports, systemAuthor, { kind: 'transferOverdue', tenantId }));
  return findCertification(db, tenantId);
};
