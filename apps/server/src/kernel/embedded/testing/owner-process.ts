import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program beside this file, in a process that can be killed. */
export interface OwnerProcess {
  readonly pid: number;
  /** The connection string, or why it was refused. */
  readonly outcome: Promise<{ url: string } | { refused: string }>;
  readonly logged: readonly string[];
  /** Every row that the database acknowledged to the program. */
  readonly acknowledged: readonly number[];
  /** Resolves when `count` more rows are acknowledged. */
  more(count: number): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./owner-program.ts', import.meta.url));

/** Starts a process that owns a data folder and writes to it. */
export const startOwner = (dataDir: string): OwnerProcess => {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const acknowledged: number[] = [];
  const logged: string[] = [];
  const outcome = Promise.withResolvers<{ url: string } | { refused: string }>();
  const waiting: { at: number; resolve: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Record<string, unknown> = JSON.parse(line);
    if (typeof message['log'] === 'string') logged.push(message['log']);
    if (typeof message['url'] === 'string') outcome.resolve({ url: message['url'] });
    if (typeof message['refused'] === 'string') outcome.resolve({ refused: message['refused'] });
    if (typeof message['acknowledged'] !== 'number') return;
    acknowledged.push(message['acknowledged']);
    for (const one of waiting) if (acknowledged.length >= one.at) one.resolve();
  });
  const ended = closed(child);
  void ended.then(() => outcome.resolve({ refused: 'it ended without a word' }));
  return {
    pid: child.pid ?? 0,
    outcome: outcome.promise,
    logged,
    acknowledged,
    more: (count) => new Promise((resolve) => waiting.push({ at: acknowledged.length + count, resolve })),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

/** After its output is read to the end, because rows acknowledged before a kill count. */
const closed = async (child: ChildProcess): Promise<void> => {
  await once(child, 'close');
};
