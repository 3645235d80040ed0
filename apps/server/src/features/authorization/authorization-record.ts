import type { Output } from '@ronghui/contract';
import { authorizationStatus, followsOnWithdrawal, purposeOf } from '@ronghui/domain/authorization';
import type { ConsentRow } from './authorization.sql.ts';

type Item = Output<'authorization.page'>['items'][number];

/** A record as a list has it. */
export const recordOf = (row: ConsentRow, now: Date): Item => ({
  recordId: row.consent_id,
  title: row.title,
  purpose: purposeOf(row.scene),
  ...(row.org_name === null || row.org_id === null ? {} : { orgId: row.org_id, orgName: row.org_name }),
  ...(row.product_name === null ? {} : { productName: row.product_name }),
  agreementId: row.agreement_id,
  version: row.agreement_version,
  sha256: row.sha256,
  grantedBy: row.granted_by,
  grantedAt: row.granted_at.toISOString(),
  address: row.address,
  validTo: row.valid_to?.toISOString() ?? null,
  status: authorizationStatus({ withdrawnAt: row.withdrawn_at, validTo: row.valid_to }, now),
});

/** A record with what follows when it is withdrawn, and how it was. */
export const detailOf = (row: ConsentRow, now: Date): Output<'authorization.detail'> => ({
  ...recordOf(row, now),
  scene: row.scene,
  required: row.required,
  ...(row.order_no === null ? {} : { orderNo: row.order_no }),
  follows: followsOnWithdrawal({
    scene: row.scene,
    required: row.required,
    productName: row.product_name,
    orgName: row.org_name,
  }),
  ...(row.withdrawn_at === null ? {} : { withdrawnAt: row.withdrawn_at.toISOString() }),
  ...(row.withdrawn_by === null ? {} : { withdrawnBy: row.withdrawn_by }),
  ...(row.withdraw_reason === null ? {} : { reason: row.withdraw_reason }),
});
