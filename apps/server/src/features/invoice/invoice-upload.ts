import { readFile } from 'node:fs/promises';
import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { headBytes, kindOfBytes, tailBytes } from '@ronghui/domain/file-kind';
import {
  type InvoiceFileKind,
  invoiceFileAsked,
  invoiceFileKindOf,
  invoiceFileKinds,
  isPlainXml,
} from '@ronghui/domain/invoice/invoice-file';
import { releaseFile, storageDown } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { readZipParts, ZipFault } from '#kernel/files/reading/package/zip-parts';
import { checkStore, onStorage, StorageFailed } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { storeInvoiceFile } from './invoice.ops.sql.ts';
import { type FoundInvoice, findInvoice } from './invoice.sql.ts';
import { type KeptFile, nameFile } from './invoice-file.ts';
import { lockSeen } from './invoice-lock.ts';
import { noticeOfFile } from './invoice-notice.ts';

type Upload = (typeof invoiceOperations)['ops.invoice.upload'];
type Uploading = HandlerContext<Upload>;

const megabyte = 1024 * 1024;
/** So many parts has no invoice. */
const mostParts = 2000;

const isOfd = (bytes: Buffer): boolean => {
  try {
    return readZipParts(bytes, mostParts).some(({ name }) => name === 'OFD.xml');
  } catch (error) {
    if (error instanceof ZipFault || error instanceof RangeError) return false;
    throw error;
  }
};

const isUtf8Xml = (bytes: Buffer): boolean => {
  try {
    return isPlainXml(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return false;
  }
};

/** Whether the bytes are what the name says. @source security 4.8 */
const isOfKind = (bytes: Buffer, kind: InvoiceFileKind): boolean => {
  switch (kind) {
    case 'pdf':
      return kindOfBytes(bytes.subarray(0, headBytes), bytes.subarray(-tailBytes)) === 'pdf';
    case 'ofd':
      return isOfd(bytes);
    case 'xml':
      return isUtf8Xml(bytes);
  }
};

/** Receives the bytes, compares them with the name, and has them scanned. @returns their number */
const receive = async (
  incoming: IncomingFile,
  kind: InvoiceFileKind,
  { upload, ports, fail }: Uploading,
): Promise<number> => {
  const size = await incoming.write(upload.body);
  const bytes = await onStorage(() => readFile(incoming.path));
  if (!isOfKind(bytes, kind)) return fail('invalid', wrongField('file', '文件内容与后缀不一致，或含有不能收的内容'));
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict === 'clean') return size;
  const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
  return fail('invalid', wrongField('file', message));
};

/** Keeps the file in the merchant's part of the store; no row names it yet, and the sweeping job removes files without a row. */
const keep = async ({ row }: FoundInvoice, kind: InvoiceFileKind, context: Uploading): Promise<KeptFile> => {
  const { ports, upload } = context;
  const storageKey = `${row.tenant_id}/${ports.ids.id()}`;
  let incoming: IncomingFile | undefined;
  try {
    await checkStore(ports);
    incoming = await ports.files.receive();
    const size = await receive(incoming, kind, context);
    await incoming.keep(storageKey);
    const name = `发票 ${row.number ?? row.invoice_no}.${kind}`;
    const mime = invoiceFileKinds[kind];
    const about = { kind, isRed: false, userId: row.user_id, name, mime };
    return { ...about, fileId: ports.ids.id(), storageKey, size, sha256: upload.sha256 };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};

/** Takes the file of an invoice that was issued elsewhere, for its merchant to download. @source R10.12, R5.7 */
export const uploadInvoice = async (
  { invoiceNo, version, name, size, sha256: _, ...rest }: RequestOf<Upload>,
  context: Uploading,
) => {
  allTaken(rest);
  const { ports, db, staffId, transact, fail, audit } = context;
  const kind = invoiceFileKindOf(name);
  if (kind === undefined) return fail('invalid', wrongField('name', invoiceFileAsked));
  if (size > (kind === 'xml' ? megabyte : ports.limits.uploadMegabytes * megabyte)) return fail('tooLarge');
  const found = await findInvoice(db, null, invoiceNo);
  if (found === undefined) return fail('notFound');
  // What an issuer made has its file, and the demonstration's is no tax document.
  if (found.row.status !== 'issued' || found.row.by_issuer) return fail('notAllowed');
  const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
  const retryAfter = await waitSecOf(ports.fast, `invoiceUpload:${staffId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  const kept = await keep(found, kind, context);
  return transact(async (tx) => {
    const row = await lockSeen(tx, { invoiceNo, version });
    if (typeof row === 'string') return fail(row);
    // While the issuer has it, nobody takes another step.
    if (row.status !== 'issued' || row.issuer_step !== null) return fail('notAllowed');
    const { tenant_id: tenantId, status } = row;
    const { fileId, former } = await nameFile(tx, row, kept);
    const next = await storeInvoiceFile(tx, row, fileId);
    const { title_name: titleName, amount_fen: amount, number } = found.row;
    // Of the same kind: a PDF stands beside the XML that it was made from.
    if (former !== null) await releaseFile(tx, tenantId, former);
    noticeOfFile(tx, { tenantId, invoiceNo, titleName, amount, ...(number !== null && { number }) });
    audit({ object: invoiceNo, before: { fileId: former }, after: { tenantId, fileId, kind, size: kept.size } });
    return { invoiceNo, status, version: next };
  });
};
