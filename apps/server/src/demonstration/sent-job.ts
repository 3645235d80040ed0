import { JobFailed, type SentJob } from '#kernel/jobs/sent-job';
import type { Log } from '#kernel/ports';
import { DemonstrationRefused } from './operation-call.ts';
import type { Past } from './past.ts';

/**
 * Runs a job that was sent, at its moment and in the transaction of the past. The job's own row waits for the server, which then finds nothing left to
 * do. @throws DemonstrationRefused where it fails
 */
export const runSentJob = async (
  { tx, ports, database }: Past,
  job: SentJob | undefined,
  { payload, log }: { readonly payload: object; readonly log: Log },
): Promise<void> => {
  if (job === undefined) throw new Error('there is no such job');
  try {
    const result = await job.run({
      jobId: ports.ids.id(),
      tenantId: null,
      userId: null,
      payload,
      ports,
      log,
      signal: new AbortController().signal,
      reading: (scope) => database.reading(scope),
      snapshot: (scope) => database.snapshot(scope),
      transact: (_scope, work) => work(tx),
      progress: async () => undefined,
    });
    await result.store?.(tx);
  } catch (error) {
    if (error instanceof JobFailed) throw new DemonstrationRefused(`${job.name}: ${error.message}`);
    throw error;
  }
};
