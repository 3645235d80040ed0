import type { Input, ledgerOperations, Output } from '@ronghui/contract';
import { checkTable, storeTable } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { insertLedger, listSameLedgers, lockLedgerRoom, sumLedgerBytes } from './ledger.sql.ts';

type Uploading = HandlerContext<(typeof ledgerOperations)['recon.upload']>;

const megabyte = 1024 * 1024;

/** Stores a merchant's ledger, and tells whether the same bytes were reconciled before. @source R13.1, security 4.8 */
export const storeLedger = async (
  { name, size }: Input<'recon.upload'>,
  context: Uploading,
): Promise<Output<'recon.upload'>> => {
  const { ports, db, tenantId, userId, fail } = context;
  const room = ports.limits.reconMegabytesPerTenant * megabyte;
  checkTable({ name, size }, context);
  if ((await sumLedgerBytes(db, tenantId)) + size > room) return fail('noRoom');
  const share = { limit: ports.limits.reconUploadsPerHour, windowMs: 3_600_000 };
  const retryAfter = await waitSecOf(ports.fast, `ledger:${tenantId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  return storeTable({ name, folder: tenantId }, context, (table) => {
    const ledgerId = ports.ids.id();
    return context.transact(async (tx) => {
      if ((await lockLedgerRoom(tx, tenantId)) + size > room) return fail('noRoom');
      await insertLedger(tx, tenantId, { ledgerId, ...table, size, userId });
      context.audit({ object: ledgerId, after: { size, sha256: table.sha256, kind: table.kind } });
      const same = await listSameLedgers(tx, tenantId, table.sha256);
      const earlier = same.map(({ run_id, stage_name, created_at }) => ({
        runId: run_id,
        stageName: stage_name,
        createdAt: created_at.toISOString(),
      }));
      // The reply is kept under the call's key, if it has one.
      return { ledgerId, earlier };
    });
  });
};
