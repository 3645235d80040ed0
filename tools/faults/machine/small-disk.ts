import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a command with a small file system in memory over a folder, which nobody else sees; an ordinary user may do it too. */
export const smallDisk = (folder: string, megabytes: number): readonly string[] => {
  const script = 'mount -t tmpfs -o "size=$1m,mode=700" none "$2" && shift 2 && exec "$@"';
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', String(megabytes), folder];
};

/** Whether this machine lets it. */
export const hasSmallDisks = (folder: string): boolean => {
  const [file = '', ...args] = smallDisk(folder, 1);
  return spawnSync(file, [...args, 'true'], { stdio: 'ignore' }).status === 0;
};

const ballast = (folder: string): string => join(folder, 'ballast');

/** Takes all of the room that is left. */
export const fill = (folder: string): void => {
  const file = openSync(ballast(folder), 'w');
  try {
    for (const part of [1_048_576, 4096]) {
      const bytes = Buffer.alloc(part);
      for (;;) if (writeSync(file, bytes) < part) break;
    }
  } catch {
    // There is no room any more.
  } finally {
    closeSync(file);
  }
};

/** Gives it back. */
export const clear = (folder: string): void => rmSync(ballast(folder), { force: true });
