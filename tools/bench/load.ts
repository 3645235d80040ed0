import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Visitor } from '../driver/visitor.ts';
import { type Figure, fixed, judged, noted } from './figures.ts';
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

const pace = { perSecond: 50, operationId: 'portal.recommendQueryList', data: '{"limit":12}' };
const pacedSec = 8;
const visitGoals = { slower: 3, mostMs: 5 };

/** Whom a visitor asks, and from which process. */
export interface VisitGround {
  readonly load: Load;
  readonly visitor: Visitor;
  readonly port: number;
}

/** A visitor who asks for the 12 products 50 times a second. */
export const visit = ({ load, visitor, port }: VisitGround, seconds = pacedSec): Promise<LoadResult> =>
  load.run({ kind: 'paced', port, seconds, by: visitor.signedBy, ...pace });

/** The same while nothing else is done, after a first time for the compilers. */
export const visitIdle = async (ground: VisitGround): Promise<LoadResult> => {
  await visit(ground);
  return visit(ground);
};

/** A visitor's p95 beside the server's own work against the idle one. */
export const visitFigures = (
  part: string,
  { idle, meanwhile, work }: { readonly idle: LoadResult; readonly meanwhile: LoadResult; readonly work: string },
): Figure[] => {
  const mostMs = Math.max(visitGoals.mostMs, visitGoals.slower * idle.p95);
  return [
    noted(part, `visitor’s p95 at ${pace.perSecond} requests a second, idle`, `${fixed(idle.p95, 1)} ms`),
    judged(part, `the same during ${work}`, {
      value: `${fixed(meanwhile.p95, 1)} ms`,
      goal: `≤ ${fixed(mostMs, 1)} ms`,
      isMet: meanwhile.p95 <= mostMs,
    }),
  ];
};
