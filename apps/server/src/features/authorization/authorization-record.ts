import type { Output } from '@ronghui/contract';
import {
  type AuthorizationStatus,
  authorizationStatus,
  followsOnWithdrawal,
  purposeOf,
} from '@ronghui/domain/authorization';
import { type ConsentRow, recorded } from './authorization.sql.ts';

type Item = Output<'authorization.page'>['items'][number];

/** The status of a record. */
export const statusOf = (row: ConsentRow, now: Date): AuthorizationStatus =>
  authorizationStatus({ withdrawnAt: row.withdrawn_at, endedAt: row.ended_at, validTo: row.valid_to }, now);

/** A record as lists show it. */
export const recordOf = (row: ConsentRow, now: Date): Item => ({
  ...recorded.recordOf(row),
  purpose: purposeOf(row.scene),
  ...(row.org_name === null || row.org_id === null ? {} : { orgId: row.org_id, orgName: row.org_name }),
  ...(row.ended_at === null || row.end_reason === null
    ? {}
    : { endedAt: row.ended_at.toISOString(), ending: row.end_reason }),
  status: statusOf(row, now),
});

type Detail = Output<'authorization.detail'>;

/** A record with the consequences of a withdrawal, how it was withdrawn, and the order for which it can be given again. */
export const detailOf = (row: ConsentRow, now: Date, regrant?: Detail['regrant']): Detail => ({
  ...recordOf(row, now),
  scene: row.scene,
  required: row.required,
  follows: followsOnWithdrawal({
    scene: row.scene,
    required: row.required,
    productName: row.product_name,
    orgName: row.org_name,
  }),
  ...(row.withdrawn_at === null ? {} : { withdrawnAt: row.withdrawn_at.toISOString() }),
  ...(row.withdrawn_by === null ? {} : { withdrawnBy: row.withdrawn_by }),
  ...(row.withdraw_reason === null ? {} : { reason: row.withdraw_reason }),
  ...(regrant === undefined ? {} : { regrant }),
});
