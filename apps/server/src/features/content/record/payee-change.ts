import { isDeepStrictEqual } from 'node:util';
import { type ContentBody, keysOfStaff, type StaffRole } from '@ronghui/contract';
import type { Tx } from '#kernel/database/db';
import { findPublished } from './record-body.ts';

/**
 * Whether a body would move the account that merchants pay to, published by somebody who may not touch bills. Every bill and order names it, so the
 * key for texts and pictures is not enough.
 *
 * @source R6.3, R11.3
 */
export const movesPayeeAlone = async (tx: Tx, body: ContentBody, roles: readonly StaffRole[]): Promise<boolean> => {
  if (body.record !== 'site' || keysOfStaff(roles).has('ops.billing.write')) return false;
  const published = await findPublished(tx, { record: 'site', key: '' });
  return published?.record === 'site' && !isDeepStrictEqual(body.payee ?? null, published.payee ?? null);
};
