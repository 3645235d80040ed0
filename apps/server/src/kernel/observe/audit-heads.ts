import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orNull } from '#kernel/files/local-files';
import type { Anchor } from '#kernel/observe/audit-verify';

/**
 * The heads of the chain, kept beside the database: who owns that alone can cut the chain's end off and set its head back, and cannot change these. A
 * file a day in the data folder, a line a head, each on the disk before the next.
 *
 * @source R11.7, security 4.11
 */
export interface AuditHeads {
  readonly keep: (head: Anchor) => Promise<void>;
}

const folderIn = (dataDir: string): string => join(dataDir, 'audit-heads');
const linePattern = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Opens them for the process that works on the data folder. */
export const createAuditHeads = (dataDir: string, clock: { now(): Date }): AuditHeads => ({
  async keep({ sealNo, digest }) {
    await mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 });
    const file = await open(join(folderIn(dataDir), `${clock.now().toISOString().slice(0, 10)}.log`), 'a', 0o600);
    try {
      await file.appendFile(`${sealNo}:${digest}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  },
});

const headIn = (line: string): readonly Anchor[] => {
  const [, sealNo, digest] = linePattern.exec(line) ?? [];
  return sealNo === undefined || digest === undefined ? [] : [{ sealNo: Number(sealNo), digest }];
};

/** The last head of every day; a line that was cut by a loss of power is left out. */
export const readAuditHeads = async (dataDir: string): Promise<readonly Anchor[]> => {
  const names = (await orNull(readdir(folderIn(dataDir)))) ?? [];
  const days = await Promise.all(
    names.toSorted().map(async (name) => (await readFile(join(folderIn(dataDir), name), 'utf8')).split('\n')),
  );
  return days.flatMap((lines) => lines.flatMap(headIn).slice(-1));
};
