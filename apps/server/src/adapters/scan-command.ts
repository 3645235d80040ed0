import { spawn } from 'node:child_process';
import type { Log, Scan, ScanVerdict } from '#kernel/ports';

const timeoutMs = 30_000;

/** Exit codes as clamdscan and similar programs define them: 0 nothing found, 1 something found, anything else a failed scan. */
const verdictOf = (code: number | null): ScanVerdict => (code === 0 ? 'clean' : code === 1 ? 'infected' : 'unknown');

/**
 * A scanner that runs a program: `clamdscan --fdpass --no-summary`, split at spaces, with the file's path as the last
 * argument and without a shell. @source security 4.8
 */
export const createScanCommand = (command: string, log: Log): Scan => {
  const [program = '', ...args] = command.split(/\s+/).filter((word) => word !== '');
  return (path) =>
    new Promise((resolve) => {
      const child = spawn(program, [...args, path], { stdio: 'ignore', timeout: timeoutMs });
      const end = (verdict: ScanVerdict, why: unknown): void => {
        if (verdict === 'unknown') log.warn({ event: 'scannerFailed', why: String(why) });
        resolve(verdict);
      };
      child.once('error', (error) => end('unknown', error.message));
      child.once('exit', (code, signal) => end(verdictOf(code), code ?? signal));
    });
};
