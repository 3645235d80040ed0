import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { newSecret } from '#kernel/setup/ids';

/** Which process runs a job. Of two marks with one id and different boots the older process has died: one at most works on a data folder. */
export interface NodeMark {
  /** Of the data folder, on this machine. */
  readonly id: string;
  /** Of the process. */
  readonly boot: string;
}

/** The mark of a process that shares its id with no other one. */
export const newNodeMark = (): NodeMark => ({ id: newSecret(16), boot: newSecret(16) });

const machineId = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
};

const folderId = (file: string): string => {
  try {
    writeFileSync(file, newSecret(16), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

/**
 * The mark of the process that owns a data folder. Machine and place are part of the id: a copy of the folder is another node, on the same machine and on
 * another one.
 *
 * @source R14.6, decision 0100
 */
export const readNodeMark = (dataDir: string): NodeMark => {
  const parts = [folderId(join(dataDir, 'node-id')), machineId(), hostname(), realpathSync(dataDir)];
  const id = createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);
  return { id, boot: newSecret(16) };
};
