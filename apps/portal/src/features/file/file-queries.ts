import type { CallOptions, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { saveFile } from '@ronghui/web/files/save-file';
import { mutation } from '@ronghui/web/queries/mutation';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

interface FileToStore extends Pick<CallOptions, 'signal' | 'onProgress'> {
  readonly file: File;
}

const upload = mutation({
  mutationKey: ['file', 'upload'],
  mutationFn: async (input: FileToStore): Promise<string> => (await call('file.upload', {}, input)).fileId,
});

/** Stores a file; returns its id. @source R5.7 */
export const storeFile = (file: File, options: Omit<FileToStore, 'file'> = {}): Promise<string> =>
  upload({ ...options, file });

/** Stores files one after the other; files in `stored` are not sent again. */
export const storeFiles = async (files: readonly File[], stored: Map<File, string>): Promise<string[]> => {
  for (const file of files) {
    if (!stored.has(file)) stored.set(file, await storeFile(file));
  }
  return files.flatMap((file) => stored.get(file) ?? []);
};

/** A stored file for a preview; nothing is fetched for an empty id. */
export const useStoredFile = (fileId: string): UseQueryResult<CallReply<'file.download'>> =>
  useQuery({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => call('file.download', { fileId }, { signal }),
    enabled: fileId !== '',
  });

/** Downloads a stored file through the browser. @source R5.7 */
export const saveStoredFile = async (fileId: string): Promise<void> =>
  saveFile(await call('file.download', { fileId }));
