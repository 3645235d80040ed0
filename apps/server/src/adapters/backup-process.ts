import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { TakePlanned } from '#kernel/backup/backup-job';
import { BackupRuns, backupRunsCode } from '#kernel/backup/recorded-backup';
import type { Environment } from '#kernel/setup/config-reader';
import { StartRefused } from '#kernel/setup/start-refused';

const program = join(import.meta.dirname, '../commands/backup-command.ts');
/** As heavy work of other processes is put behind; Linux alone knows more. */
const niceness = 15;
const printedAtMost = 4000;

const putBehind = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended, or the system has no priorities.
  }
};

/**
 * Takes the planned backup in a process of its own, at a low priority: encryption takes the processor for as long as the bytes last, and a visitor
 * does not wait for it.
 *
 * @source running 3.3, running 3.5
 */
export const createBackupProcess =
  (env: Environment = process.env): TakePlanned =>
  (signal) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program], { env, signal, stdio: ['ignore', 'ignore', 'pipe'] });
      putBehind(child.pid);
      // It would go on without the server that asked for it.
      const end = () => void child.kill();
      process.once('exit', end);
      let printed = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-printedAtMost);
      });
      child.once('error', reject);
      child.once('close', (code) => {
        process.off('exit', end);
        if (code === 0) return resolve();
        const words = printed.trim();
        if (code === backupRunsCode) return reject(new BackupRuns(words));
        // A sentence is one line; anything longer is a fault with its stack.
        reject(
          words !== '' && !words.includes('\n') ? new StartRefused(words) : new Error(`the backup failed: ${words}`),
        );
      });
    });
