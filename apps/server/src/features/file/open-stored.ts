import type { ErrorsOf, Fail, FileReply, fileOperations } from '@ronghui/contract';
import { StorageFailed } from '#kernel/files/storage';
import type { Ports } from '#kernel/ports';
import { storageDown } from './store-upload.ts';

type Errors = Pick<ErrorsOf<(typeof fileOperations)['file.download']>, 'notFound' | 'storage'>;

/** The columns of a file that its reply is made of. */
interface StoredFile {
  readonly file_id: string;
  readonly name: string;
  readonly mime: string;
  readonly storage_key: string;
}

/** Opens a file that its caller may read, for every operation that returns one; a file that the store has lost is not found. @source R5.7 */
export const openStored = async (
  { file_id: fileId, name, mime, storage_key: storageKey }: StoredFile,
  context: { readonly ports: Ports; readonly fail: Fail<Errors> },
): Promise<FileReply> => {
  const { ports, fail } = context;
  try {
    const opened = await ports.files.open(storageKey);
    if (opened !== null) return { name, mime, size: opened.size, body: opened.body };
    ports.log.error({ event: 'fileMissing', fileId });
    if (!(await ports.isStoreOurs())) throw new StorageFailed('the store does not bear its mark');
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  }
  return fail('notFound');
};
