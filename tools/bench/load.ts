import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadJob, LoadResult } from './load-jobs.ts';

/** A process that generates load. */
export interface Load {
  run(job: LoadJob): Promise<LoadResult>;
  stop(): void;
}

type Answer = { readonly result: LoadResult } | { readonly error: string };

/** Throws on an unexpected reply, because it makes the run invalid. */
class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
}

/** Starts the process. */
export const startLoad = (): Load => {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-process.ts'), { stdio: 'inherit' });
  return {
    async run(job) {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [Answer];
      if ('error' in answer) throw new Error(`${job.kind}: ${answer.error}`);
      const [first] = answer.result.unexpected;
      if (first !== undefined) throw new UnexpectedReply(`${job.kind}: an unexpected reply: ${first}`);
      return answer.result;
    },
    stop: () => child.disconnect(),
  };
};
