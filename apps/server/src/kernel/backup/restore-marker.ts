import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, orNull } from '#kernel/files/local-files';
import { StartRefused } from '#kernel/setup/start-refused';

const pathIn = (dataDir: string): string => join(dataDir, 'restoring');

/** Which backup is being restored into a data folder; null where none is. */
export const readRestoring = async (dataDir: string): Promise<string | null> =>
  (await orNull(readFile(pathIn(dataDir), 'utf8')))?.trim() ?? null;

/** Marks a data folder from the first change of a restore to its last. */
export const markRestoring = async (dataDir: string, id: string): Promise<void> => {
  await makeFolder(dataDir);
  await writeFile(pathIn(dataDir), `${id}\n`, { mode: 0o600, flush: true });
};

export const unmarkRestoring = (dataDir: string): Promise<void> => rm(pathIn(dataDir), { force: true });

/** Refuses to serve what was restored by half. */
export const refuseRestoring = async (dataDir: string): Promise<void> => {
  const id = await readRestoring(dataDir);
  if (id === null) return;
  throw new StartRefused(`备份 ${id} 还没有恢复完：请再执行一次 npm run restore，它会接着做完。`);
};
