import { join } from 'node:path';
import { createFileFolder } from '#adapters/fs-storage';
import type { Files } from '#kernel/ports';
import type { Config } from '#kernel/setup/config';

/** The store of files that the configuration names. The library of the one is loaded only where it is used: it costs a start dearly. */
export const openFiles = async (
  { dataDir, s3 }: Config,
  { leavesLent = false }: { readonly leavesLent?: boolean } = {},
): Promise<Files> => {
  const dir = join(dataDir, 'files');
  if (s3 === null) return createFileFolder({ dir });
  const { createS3Files } = await import('#adapters/s3-storage');
  return createS3Files(s3, { incoming: join(dir, 'incoming'), leavesLent });
};
