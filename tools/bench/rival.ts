import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RivalJob } from './rival-process.ts';

/** The process of the rivals. */
export interface Rival {
  /** Returns a listener's port, or verifications a second. */
  ask(job: RivalJob): Promise<number>;
  readonly pid: number;
  stop(): void;
}

/** Starts it. */
export const startRival = (): Rival => {
  const child = fork(join(import.meta.dirname, 'rival-process.ts'), { stdio: 'inherit' });
  return {
    async ask(job) {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [{ value: number } | { error: string }];
      if ('error' in answer) throw new Error(`${job.kind}: ${answer.error}`);
      return answer.value;
    },
    pid: child.pid ?? 0,
    stop: () => child.disconnect(),
  };
};
