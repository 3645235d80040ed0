import type { Input, ledgerOperations, Output } from '@ronghui/contract';
import { kindOfName } from '@ronghui/domain/file-kind';
import { receiveTable, shownName, storageDown } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { insertLedger, listSameLedgers, lockLedgerRoom, sumLedgerBytes } from './ledger.sql.ts';

type Uploading = HandlerContext<(typeof ledgerOperations)['recon.upload']>;

const megabyte = 1024 * 1024;

/** Stores a merchant's ledger, and tells whether the same bytes were reconciled before. @source R13.1, security 4.8 */
export const storeLedger = async (
  { name, size }: Input<'recon.upload'>,
  context: Uploading,
): Promise<Output<'recon.upload'>> => {
  const { upload, ports, db, tenantId, userId, fail } = context;
  const room = ports.limits.reconMegabytesPerTenant * megabyte;
  if (size > ports.limits.ledgerMegabytes * megabyte) return fail('tooLarge');
  const named = kindOfName(name);
  if (named !== 'csv' && named !== 'xlsx') return fail('invalid', wrongField('name', '请上传 CSV 或 XLSX 文件'));
  if ((await sumLedgerBytes(db, tenantId)) + size > room) return fail('noRoom');
  const share = { limit: ports.limits.reconUploadsPerHour, windowMs: 3_600_000 };
  const retryAfter = await waitSecOf(ports.fast, `ledger:${tenantId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  const [ledgerId, storageKey] = [ports.ids.id(), `${tenantId}/${ports.ids.id()}`];
  let incoming: IncomingFile | undefined;
  try {
    if (!(await ports.isStoreOurs())) throw new StorageFailed('the store does not bear its mark');
    incoming = await ports.files.receive();
    const received = await receiveTable(incoming, context);
    // Before the transaction, so that no row exists without its file; the sweeping job removes files without a row.
    await incoming.keep(storageKey);
    const { sha256 } = upload;
    const file = { ledgerId, name: shownName(name, received.kind), ...received, size, sha256, storageKey, userId };
    return await context.transact(async (tx) => {
      if ((await lockLedgerRoom(tx, tenantId)) + size > room) return fail('noRoom');
      await insertLedger(tx, tenantId, file);
      context.audit({ object: ledgerId, after: { size, sha256, kind: received.kind } });
      const same = await listSameLedgers(tx, tenantId, sha256);
      const earlier = same.map(({ run_id, stage_name, created_at }) => ({
        runId: run_id,
        stageName: stage_name,
        createdAt: created_at.toISOString(),
      }));
      // The reply is kept under the call's key, if it has one.
      return { ledgerId, earlier };
    });
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};
