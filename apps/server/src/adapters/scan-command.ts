import { spawn } from 'node:child_process';
import type { Log, Scan, ScanVerdict } from '#kernel/ports';

const patienceMs = 30_000;

/** What an exit says, as clamdscan and its like have it: 0 nothing found, 1 something found, anything else it could not look. */
const verdictOf = (code: number | null): ScanVerdict => (code === 0 ? 'clean' : code === 1 ? 'infected' : 'unknown');

/**
 * A scanner that is a program: `clamdscan --fdpass --no-summary`, its words split at spaces, with the file's path as the last one and no
 * shell between. @source security 4.8
 */
export const createScanCommand = (command: string, log: Log): Scan => {
  const [program = '', ...args] = command.split(/\s+/).filter((word) => word !== '');
  return (path) =>
    new Promise((resolve) => {
      const child = spawn(program, [...args, path], { stdio: 'ignore', timeout: patienceMs });
      const end = (verdict: ScanVerdict, why: unknown): void => {
        if (verdict === 'unknown') log.warn({ event: 'scannerFailed', why: String(why) });
        resolve(verdict);
      };
      child.once('error', (error) => end('unknown', error.message));
      child.once('exit', (code, signal) => end(verdictOf(code), code ?? signal));
    });
};
