import { CallError, type CallOptions, type CallReply, errorText } from '@ronghui/client';
import { type FileKind, fileKinds, fileNameFault, uploadMegabytes } from '@ronghui/domain/file-kind';
import { call } from './call.ts';
import { type Query, useQuery } from './query.ts';
import { saveFile } from './save-file.ts';

/** Stores a file; gives its id. @source R5.7 */
export const storeFile = async (
  file: File,
  options: Pick<CallOptions, 'signal' | 'onProgress'> = {},
): Promise<string> => (await call('file.upload', {}, { ...options, file })).fileId;

/** A stored file, for a look at it; nothing is asked for an empty id. */
export const useStoredFile = (fileId: string): Query<CallReply<'file.download'>> =>
  useQuery({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => call('file.download', { fileId }, { signal }),
    enabled: fileId !== '',
  });

/** Hands a stored file to the browser. @source R5.7 */
export const saveStoredFile = async (fileId: string): Promise<void> =>
  saveFile(await call('file.download', { fileId }));

/** For the user's sake: what is wrong with a chosen file. The server looks at its bytes. @source R5.1 */
export const chosenFileFault = ({ name, size }: File, kinds: readonly FileKind[]): string | undefined =>
  fileNameFault(name, size, { kinds, maxBytes: uploadMegabytes * 1024 * 1024 });

/** The endings of some kinds, for a control that chooses files. */
export const endingsOf = (kinds: readonly FileKind[]): string =>
  kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',');

/** Why a file was not stored, in words for its field. */
export const storingFault = (error: unknown): string => {
  const told = error instanceof CallError ? error.fields[0]?.message : undefined;
  return told ?? errorText('file.upload', error);
};
