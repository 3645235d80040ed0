import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmasterFile } from '../postmaster-file.ts';
import { startEmbedded } from '../start-embedded.ts';

/** Discards the log. */
export const silent = { info: () => undefined, error: () => undefined };

/**
 * Data folders for the tests of one file, inside one of mode 0700 that is removed at the end. A cluster is a thousand
 * files, so tests that leave a folder unchanged share one.
 */
export const makeFolders = () => {
  const top = mkdtempSync(join(tmpdir(), 'ronghui-embedded-'));
  const shared = join(top, 'shared');
  let count = 0;
  return {
    top,
    /** An empty folder. */
    empty: (): string => join(top, `data-${(count += 1)}`),
    /** The shared folder: its server was stopped gracefully, and must be again. */
    used: async (): Promise<string> => {
      if (!existsSync(shared)) await (await startEmbedded({ dataDir: shared, log: silent })).stop();
      return shared;
    },
    remove: (): void => rmSync(top, { recursive: true, force: true }),
  };
};

/** Runs an action while a file has another content. */
export const withText = async (file: string, text: string, work: () => Promise<void>): Promise<void> => {
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  try {
    await work();
  } finally {
    writeFileSync(file, before);
  }
};

/** The cluster in a data folder. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'postgres/cluster');

/** The process id of a data folder's server; 0 if there is none. */
export const serverPid = (dataDir: string): number => readPostmasterFile(clusterIn(dataDir))?.pid ?? 0;

/** The log of a data folder's server. */
export const serverLog = (dataDir: string): string => readFileSync(join(dataDir, 'postgres/server.log'), 'utf8');
