import type { ErrorsOf, Fail, FileReply, fileOperations } from '@ronghui/contract';
import { wrongField } from '#kernel/calls/wrong-field';
import { TableFault } from '#kernel/files/reading/table-fault';
import { checkStore, StorageFailed } from '#kernel/files/storage';
import { openResult } from '#kernel/jobs/result/result-file';
import type { OpenedFile, Ports } from '#kernel/ports';
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
    await checkStore(ports);
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  }
  return fail('notFound');
};

/** Opens the file that a job made, for its reader; null where the store has lost it. */
export const openMade = async (
  key: string,
  context: { readonly ports: Ports; readonly fail: Fail<Pick<Errors, 'storage'>> },
): Promise<OpenedFile | null> => {
  try {
    return await openResult(context.ports, key);
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  }
};

/** What is seen of a table that somebody brought; refused where it is none, null where the store has lost it. @source R11.6, R13.1 */
export const lookIntoStored = async <Seen>(
  key: string,
  context: {
    readonly ports: Ports;
    readonly fail: Fail<Pick<ErrorsOf<(typeof fileOperations)['file.upload']>, 'invalid' | 'storage'>>;
  },
  look: (path: string) => Promise<Seen>,
): Promise<Seen | null> => {
  const { ports, fail } = context;
  try {
    const seen = await ports.files.withLocalPath(key, look);
    if (seen === null) await checkStore(ports);
    return seen;
  } catch (error) {
    if (error instanceof TableFault) return fail('invalid', wrongField('file', error.message));
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  }
};
