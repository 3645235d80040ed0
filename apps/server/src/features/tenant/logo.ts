import type { tenantOperations } from '@ronghui/contract';
import { logoFault, type PictureSize, pictureHeadBytes, pictureSize } from '@ronghui/domain/company/logo';
import { findFile } from '#features/file/file.reads';
import type { HandlerContext, MerchantContext } from '#kernel/calls/context';
import { StorageFailed } from '#kernel/files/storage';

/** The first bytes of a stored file; empty when the store has lost it. */
const headOf = async ({ ports }: MerchantContext, storageKey: string): Promise<Uint8Array> => {
  const opened = await ports.files.open(storageKey);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of opened?.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= pictureHeadBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, pictureHeadBytes);
};

/** @unit s */
const retryAfterSec = 60;

/**
 * What is wrong with a file as the tenant's logo; undefined when nothing is wrong. Another tenant's file is treated as missing.
 *
 * @reason storage  the store of files does not work
 * @source R10.7, R6.3
 */
export const faultOfLogo = async (
  context: HandlerContext<(typeof tenantOperations)['tenant.update']>,
  fileId: string,
): Promise<string | undefined> => {
  const row = await findFile(context.db, context.tenantId, fileId);
  const file = row && { mime: row.mime, status: row.status, isRestricted: row.is_restricted };
  const fault = logoFault(file, smallest);
  if (row === undefined || fault !== undefined) return fault;
  try {
    return logoFault(file, pictureSize(await headOf(context, row.storage_key)));
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    context.ports.log.error({ event: 'storageFailed', error });
    return context.fail('storage', { retryAfter: retryAfterSec });
  }
};

/** The placeholder for a picture that is not scanned yet. */
const smallest: PictureSize = { width: 1, height: 1 };
