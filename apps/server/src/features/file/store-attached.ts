import { createHash } from 'node:crypto';
import type { ErrorsOf, Fail, fileOperations } from '@ronghui/contract';
import { type FileKind, fileKinds, kindOfName } from '@ronghui/domain/file-kind';
import type { UploadedFile } from '#kernel/calls/call';
import { wrongField } from '#kernel/calls/wrong-field';
import { checkStore, onStorage, StorageFailed } from '#kernel/files/storage';
import type { IncomingFile, Ports } from '#kernel/ports';
import { examine } from './examine.ts';
import { shownName, storageDown, tryTo } from './store-upload.ts';

const megabyte = 1024 * 1024;

interface Receiving {
  readonly upload: UploadedFile;
  readonly ports: Ports;
  readonly fail: Fail<Pick<ErrorsOf<(typeof fileOperations)['file.upload']>, 'invalid' | 'tooLarge' | 'storage'>>;
}

/** What is taken: by its kinds, and how large. */
interface Taken {
  readonly kinds: readonly FileKind[];
  readonly megabytes: number;
  /** The message for a name of another kind. */
  readonly askedFor: string;
}

/** Refuses what is announced too large, or as another kind than is taken, before its bytes are received. */
export const checkAttached = (
  { name, size }: { readonly name: string; readonly size: number },
  { kinds, megabytes, askedFor }: Taken,
  { fail }: Pick<Receiving, 'fail'>,
): void => {
  if (size > megabytes * megabyte) return fail('tooLarge');
  const named = kindOfName(name);
  if (named === undefined || !kinds.includes(named)) return fail('invalid', wrongField('name', askedFor));
};

/** A file that is in the store, and has no row yet. */
export interface KeptAttached {
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
}

const oneByOne = async function* (bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
};

/** Receives the bytes and examines them: pictures are drawn anew, and the scanner finds the file clean. @source security 4.8 */
const receive = async (
  incoming: IncomingFile,
  owner: string,
  { upload, ports, fail }: Receiving,
): Promise<Omit<KeptAttached, 'name' | 'storageKey'> & { readonly kind: FileKind }> => {
  const sent = await incoming.write(upload.body);
  const examined = await onStorage(() => examine(incoming.path, upload.name, { use: 'attached', owner }));
  if (!examined.ok) return fail(examined);
  const { kind, redrawn } = examined;
  const size = redrawn === null ? sent : await incoming.write(oneByOne(redrawn));
  const sha256 = redrawn === null ? upload.sha256 : createHash('sha256').update(redrawn).digest('hex');
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict !== 'clean') {
    const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
    return fail('invalid', wrongField('file', message));
  }
  return { kind, mime: fileKinds[kind].mime, size, sha256 };
};

/** Receives a picture or file into a folder of the store, and has `store` add its row, or drop it where that was refused. @source R5.7, security 4.8 */
export const storeAttached = async <Reply>(
  { name, folder, owner }: { readonly name: string; readonly folder: string; readonly owner: string },
  context: Receiving,
  store: (file: KeptAttached, drop: () => Promise<void>) => Promise<Reply>,
): Promise<Reply> => {
  const { ports } = context;
  const storageKey = `${folder}/${ports.ids.id()}`;
  let incoming: IncomingFile | undefined;
  try {
    await checkStore(ports);
    incoming = await ports.files.receive();
    const { kind, ...received } = await receive(incoming, owner, context);
    // Before the transaction, so that no row exists without its file; the sweeping job removes files without a row.
    await incoming.keep(storageKey);
    return await store({ ...received, name: shownName(name, kind), storageKey }, () =>
      tryTo(ports, () => ports.files.remove(storageKey)),
    );
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await tryTo(ports, async () => incoming?.drop());
  }
};
