import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmasterFile } from '../postmaster-file.ts';
import { startEmbedded } from '../start-embedded.ts';

/** Nothing is written where nobody reads. */
export const silent = { info: () => undefined, error: () => undefined };

/** Data folders for tests, all inside one of mode 0700 that goes when the file's tests are done. */
export const makeFolders = async () => {
  const top = mkdtempSync(join(tmpdir(), 'ronghui-embedded-'));
  const seed = join(top, 'seed');
  const database = await startEmbedded({ dataDir: seed, log: silent });
  await database.stop();
  let count = 0;
  return {
    top,
    /** A folder without anything. */
    empty: (): string => join(top, `data-${(count += 1)}`),
    /** A folder with a cluster in it that was stopped cleanly: a copy is faster than a new one. */
    used: (): string => {
      const folder = join(top, `data-${(count += 1)}`);
      cpSync(seed, folder, { recursive: true });
      return folder;
    },
    remove: (): void => rmSync(top, { recursive: true, force: true }),
  };
};

/** The cluster inside a data folder. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'postgres/cluster');

/** The process id of the server of a data folder; 0 when there is none. */
export const serverPid = (dataDir: string): number => readPostmasterFile(clusterIn(dataDir))?.pid ?? 0;

/** What the server of a data folder has logged. */
export const serverLog = (dataDir: string): string => readFileSync(join(dataDir, 'postgres/server.log'), 'utf8');
