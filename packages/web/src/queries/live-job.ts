import { isUnderWay, type JobState } from '@ronghui/domain/job';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidate } from './query-client.ts';

/** How often a job that works is asked for, and while there is no answer. @unit ms */
const pollMs = 1500;
const failedPollMs = 15_000;

const paceOf = (error: unknown): number => (error === null ? pollMs : failedPollMs);

/** The interval of a query whose reply has a job: until the job has ended. @unit ms */
export const pollOf = (job: JobState | null | undefined, error: unknown): number | false =>
  job !== null && job !== undefined && isUnderWay(job) ? paceOf(error) : false;

/** A job, and whether the server has stopped answering what becomes of it. */
export type Live<Job> = Job & { readonly isSilent: boolean };

interface LiveJob<Job> {
  readonly queryKey: QueryKey;
  readonly ask: (signal: AbortSignal) => Promise<Job>;
  /** What shows the job too, and is read again once it has ended. */
  readonly shownBy: readonly QueryKey[];
}

/** A job of a list as it is now: polled until it has ended. */
export const useLiveJob = <Job extends JobState>(known: Job, { queryKey, ask, shownBy }: LiveJob<Job>): Live<Job> => {
  const isKnownUnderWay = isUnderWay(known);
  const { data, error: failure } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    enabled: isKnownUnderWay,
    refetchInterval: ({ state: { data: last, error } }) =>
      last !== undefined && !isUnderWay(last) ? false : paceOf(error),
  });
  const live = isKnownUnderWay ? (data ?? known) : known;
  const hasEnded = isKnownUnderWay && !isUnderWay(live);
  const readAgain = useEffectEvent(() => void invalidate(...shownBy));
  useEffect(() => {
    if (hasEnded) readAgain();
  }, [hasEnded]);
  return { ...live, isSilent: isUnderWay(live) && failure !== null };
};
