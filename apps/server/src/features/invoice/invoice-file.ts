import { createHash } from 'node:crypto';
import { type InvoiceFileKind, invoiceFileKinds } from '@ronghui/domain/invoice/invoice-file';
import { insertFile } from '#features/file/file.steps';
import type { Tx } from '#kernel/database/db';
import { checkStore } from '#kernel/files/storage';
import type { IssuedFiles } from '#kernel/issuer-port';
import type { Ports } from '#kernel/ports';
import type { FoundInvoice } from './invoice.sql.ts';
import { storeFileOfInvoice } from './invoice-file.sql.ts';

/** The file of an invoice in the store; no row names it yet. */
export interface KeptFile {
  readonly kind: InvoiceFileKind;
  readonly isRed: boolean;
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

/** What a download gives where no kind is asked for, the first that is there. */
const firstKinds: readonly InvoiceFileKind[] = ['pdf', 'ofd', 'xml'];

/** Which file is asked for; null where there is none. */
export const fileIdOf = (
  { row: { file_id, files } }: FoundInvoice,
  { kind, isRed = false }: { readonly kind?: InvoiceFileKind | undefined; readonly isRed?: boolean | undefined },
): string | null => {
  if (kind === undefined && !isRed) return file_id;
  const kinds = kind === undefined ? firstKinds : [kind];
  const named = kinds.map((one) => files.find((file) => file.kind === one && file.isRed === isRed));
  return named.find((file) => file !== undefined)?.fileId ?? null;
};

/** Keeps a file of an invoice, before the transaction that names it: no row exists without its file, and the sweeping job removes files without a row. */
const keepOne = async (
  { files, ids }: Pick<Ports, 'files' | 'ids'>,
  { tenant_id, user_id }: FoundInvoice['row'],
  file: { readonly kind: InvoiceFileKind; readonly isRed: boolean; readonly number: string; readonly bytes: Buffer },
): Promise<KeptFile> => {
  const { kind, isRed, number, bytes } = file;
  const storageKey = `${tenant_id}/${ids.id()}`;
  const incoming = await files.receive();
  try {
    const size = await incoming.write(oneByOne(bytes));
    await incoming.keep(storageKey);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const name = `${isRed ? '红字发票' : '发票'} ${number}.${kind}`;
    const about = { kind, isRed, userId: user_id, name, mime: invoiceFileKinds[kind] };
    return { ...about, fileId: ids.id(), storageKey, size, sha256 };
  } finally {
    await incoming.drop();
  }
};

/** Keeps the files of an invoice as its issuer gave them, the one that a download gives first. */
export const keepIssued = async (
  ports: Pick<Ports, 'files' | 'isStoreOurs' | 'ids'>,
  row: FoundInvoice['row'],
  { files, number, isRed }: { readonly files: IssuedFiles; readonly number: string; readonly isRed: boolean },
): Promise<readonly KeptFile[]> => {
  const kept: KeptFile[] = [];
  const given = firstKinds.filter((kind) => files[kind] !== undefined);
  if (given.length > 0) await checkStore(ports);
  for (const kind of given) {
    const bytes = files[kind];
    if (bytes !== undefined) kept.push(await keepOne(ports, row, { kind, isRed, number, bytes }));
  }
  return kept;
};

/** Adds the row of a kept file, of the tenant, and names it as the invoice's; returns its id and that of a former one of its kind. */
export const nameFile = async (
  tx: Tx,
  row: { readonly tenant_id: string; readonly invoice_no: string },
  kept: KeptFile,
): Promise<{ readonly fileId: string; readonly former: string | null }> => {
  const { fileId, storageKey, userId, name, mime, size, sha256 } = kept;
  const { tenant_id: tenantId } = row;
  await insertFile(tx, { tenantId, fileId, userId, name, mime, sizeBytes: size, sha256, storageKey, status: 'ready' });
  return { fileId, former: await storeFileOfInvoice(tx, row, kept) };
};

/** Names the files of an invoice; returns the id of the one that a download gives. */
export const nameFiles = async (
  tx: Tx,
  row: { readonly tenant_id: string; readonly invoice_no: string },
  kept: readonly KeptFile[],
): Promise<string | null> => {
  const ids: string[] = [];
  for (const file of kept) ids.push((await nameFile(tx, row, file)).fileId);
  return ids[0] ?? null;
};
