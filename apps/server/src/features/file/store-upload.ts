import { createHash } from 'node:crypto';
import type { ErrorsOf, Fail, fileOperations, ReplyOf } from '@ronghui/contract';
import { type FileKind, fileKinds, kindOfName } from '@ronghui/domain/file-kind';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { UploadedFile } from '#kernel/calls/call';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { checkStore, onStorage, StorageFailed } from '#kernel/files/storage';
import { displayName } from '#kernel/http/replies/file-reply';
import type { IncomingFile, Ports } from '#kernel/ports';
import { examine } from './examine.ts';
import { insertFile, lockFileQuota, type NewFile, sumFiles } from './file.sql.ts';

const megabyte = 1024 * 1024;
const nameLength = 120;
const retryAfterSec = 60;

/** The name for display, with the extension of its content. @source security 4.8 */
export const shownName = (name: string, kind: FileKind): string => {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? fileKinds[kind].endings[0];
  const stem = displayName(name.replace(/\.[^.]*$/, ''));
  return `${[...stem].slice(0, nameLength - ending.length - 1).join('')}.${ending}`;
};

type Upload = (typeof fileOperations)['file.upload'];
type Uploading = HandlerContext<Upload>;

interface Received {
  readonly kind: FileKind;
  readonly size: number;
  readonly sha256: string;
  readonly status: NewFile['status'];
}

/** Receives the bytes, examines them, and has them scanned. */
const receive = async (
  incoming: IncomingFile,
  upload: UploadedFile,
  { ports, tenantId, fail }: Uploading,
): Promise<Received> => {
  const sent = await incoming.write(upload.body);
  const examined = await onStorage(() => examine(incoming.path, upload.name, { use: 'attached', owner: tenantId }));
  if (!examined.ok) return fail(examined);
  const { kind, redrawn } = examined;
  const size = redrawn === null ? sent : await incoming.write(oneByOne(redrawn));
  const sha256 = redrawn === null ? upload.sha256 : createHash('sha256').update(redrawn).digest('hex');
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict === 'infected') return fail('invalid', wrongField('file', '文件未通过安全检查，不能上传'));
  return { kind, size, sha256, status: verdict === 'clean' ? 'ready' : 'scanning' };
};

const oneByOne = async function* (bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
};

/** Answers OPSB0005 with the time to wait when the store does not work. @source R8.6 */
export const storageDown = (
  { ports, fail }: { readonly ports: Ports; readonly fail: Fail<Pick<ErrorsOf<Upload>, 'storage'>> },
  error: StorageFailed,
): never => {
  ports.log.error({ event: 'storageFailed', error });
  return fail('storage', { retryAfter: retryAfterSec });
};

/** Removes a file; when that fails, the sweeping job removes it later. */
export const tryTo = async ({ log }: Ports, clear: () => Promise<void>): Promise<void> => {
  try {
    await clear();
  } catch (error) {
    log.warn({ event: 'storageFailed', error });
  }
};

/** Receives, examines and stores a file that a tenant uploads, for every operation that takes one. @source R5.7, security 4.8 */
export const storeUpload = async (
  { name, size: announced }: { readonly name: string; readonly size: number },
  context: Uploading,
): Promise<ReplyOf<Upload>> => {
  const { upload, ports, db, tenantId, userId, fail } = context;
  const room = ports.limits.tenantFilesMegabytes * megabyte;
  if (announced > ports.limits.uploadMegabytes * megabyte) return fail('tooLarge');
  if (kindOfName(name) === undefined) {
    return fail('invalid', wrongField('name', '请上传 PDF、PNG、JPEG、XLSX 或 CSV 文件'));
  }
  if ((await sumFiles(db, tenantId)) + announced > room) return fail('noRoom');
  const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
  const retryAfter = await waitSecOf(ports.fast, `upload:${tenantId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  const fileId = ports.ids.id();
  const storageKey = `${tenantId}/${ports.ids.id()}`;
  let incoming: IncomingFile | undefined;
  let isKept = false;
  let isRefused = false;
  try {
    await checkStore(ports);
    incoming = await ports.files.receive();
    const { kind, size, sha256, status } = await receive(incoming, upload, context);
    const { mime } = fileKinds[kind];
    const shown = shownName(name, kind);
    // Before the transaction, so that no row exists without its file and no connection waits for the store; the sweeping job removes files without a row.
    await incoming.keep(storageKey);
    isKept = true;
    await context.transact(async (tx) => {
      isRefused = (await lockFileQuota(tx, tenantId)) + size > room;
      if (isRefused) return fail('noRoom');
      await insertFile(tx, {
        tenantId,
        fileId,
        userId,
        name: shown,
        mime,
        sizeBytes: size,
        sha256,
        storageKey,
        status,
      });
      context.audit({ object: fileId, after: { mime, size, sha256, status } });
    });
    return { fileId, name: shown, size, mime };
  } catch (error) {
    // A transaction whose connection was lost may have been committed; a refused one was not.
    if (isKept && isRefused) await tryTo(ports, () => ports.files.remove(storageKey));
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await tryTo(ports, async () => incoming?.drop());
  }
};
