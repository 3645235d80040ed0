import { createHash } from 'node:crypto';
import { fileKinds } from '@ronghui/domain/file-kind';
import { insertFile } from '#features/file/file.steps';
import type { Tx } from '#kernel/database/db';
import { checkStore } from '#kernel/files/storage';
import type { IssuedInvoice } from '#kernel/issuer-port';
import type { Ports } from '#kernel/ports';
import type { FoundInvoice } from './invoice.sql.ts';

/** The file of an invoice in the store; no row names it yet. */
export interface KeptFile {
  readonly fileId: string;
  readonly storageKey: string;
  readonly userId: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
}

const oneByOne = async function* (bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
};

/** Keeps the file of an invoice, before the transaction that names it: no row exists without its file, and the sweeping job removes files without a row. */
export const keepPdf = async (
  { files, isStoreOurs, ids }: Pick<Ports, 'files' | 'isStoreOurs' | 'ids'>,
  { tenant_id, user_id }: FoundInvoice['row'],
  { number, pdf }: IssuedInvoice,
): Promise<KeptFile> => {
  await checkStore({ isStoreOurs });
  const storageKey = `${tenant_id}/${ids.id()}`;
  const incoming = await files.receive();
  try {
    const size = await incoming.write(oneByOne(pdf));
    await incoming.keep(storageKey);
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const { mime } = fileKinds.pdf;
    return { fileId: ids.id(), storageKey, userId: user_id, name: `发票 ${number}.pdf`, mime, size, sha256 };
  } finally {
    await incoming.drop();
  }
};

/** Adds the row of a kept file, of the tenant; returns its id. */
export const nameFile = async (tx: Tx, tenantId: string, kept: KeptFile): Promise<string> => {
  const { fileId, storageKey, userId, name, mime, size, sha256 } = kept;
  await insertFile(tx, { tenantId, fileId, userId, name, mime, sizeBytes: size, sha256, storageKey, status: 'ready' });
  return fileId;
};
