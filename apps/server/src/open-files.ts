import { join } from 'node:path';
import { createFileFolder } from '#adapters/fs-storage';
import type { Files } from '#kernel/ports';
import type { Config } from '#kernel/setup/config';

/** Opens the configured store of files. The S3 library is loaded only if it is used, because it slows the start down. */
export const openFiles = async (
  { dataDir, s3, filesDir }: Pick<Config, 'dataDir' | 's3' | 'filesDir'>,
  { keepsDownloads = false }: { readonly keepsDownloads?: boolean } = {},
): Promise<Files> => {
  const dir = join(dataDir, 'files');
  if (s3 === null) return createFileFolder({ dir: filesDir ?? dir });
  const { createS3Files } = await import('#adapters/s3-storage');
  return createS3Files(s3, { incoming: join(dir, 'incoming'), keepsDownloads });
};
