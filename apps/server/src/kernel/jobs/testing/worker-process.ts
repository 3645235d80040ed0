import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Runs the program beside this file in a process of its own, which a test can kill. */
export interface WorkerProcess {
  /** Resolves with the job's id when a run has begun; with the name of a scheduled one. */
  readonly begun: Promise<string>;
  kill(): Promise<void>;
  /** Stops it like a server. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./worker-program.ts', import.meta.url));

/** Starts a worker on a database: of a sent job, which hangs or ends, or of one that comes round each minute and hangs. */
export const startWorker = (url: string, mode: 'hangs' | 'works' | 'comes round'): WorkerProcess => {
  const child = spawn(process.execPath, [program, url, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  const begun = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Record<string, unknown> = JSON.parse(line);
    if (typeof message['begun'] === 'string') begun.resolve(message['begun']);
  });
  const closed = once(child, 'close');
  return {
    begun: begun.promise,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async stop() {
      child.stdin.end();
      await closed;
    },
  };
};
