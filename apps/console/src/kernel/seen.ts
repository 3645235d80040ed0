import { useEffect, useEffectEvent, useState } from 'react';

/** A record that colleagues may work on at the same time, with what was done to it. */
interface Watched<Step> {
  /** Which record it is. */
  readonly id: string;
  readonly version: number;
  /** The oldest first. */
  readonly steps: readonly Step[];
  /** Whether one took a step oneself, where a step says so. */
  readonly isOwn?: (step: Step) => boolean;
}

/** What one has seen of a record, and what was done to it since. */
export interface Seen<Step> {
  /** The steps that others took since; undefined where one is up to date, or has taken all steps since oneself. */
  readonly since: readonly Step[] | undefined;
  /** One has read them. */
  readonly onSeen: () => void;
  /** One has taken a step oneself, which led to a version. */
  readonly onTaken: (version: number) => void;
}

/**
 * Keeps which state of a record one has seen, so that nothing is decided on a newer one before what happened was shown.
 *
 * @source R4.12
 */
export const useSeen = <Step>({ id, version, steps, isOwn = () => false }: Watched<Step>): Seen<Step> => {
  const now = { id, version, count: steps.length };
  const [kept, setKept] = useState(now);
  // Another record is seen as it is opened.
  const seen = kept.id === id ? kept : now;
  if (seen !== kept) setKept(now);
  const after = steps.slice(seen.count);
  const others = after.filter((step) => !isOwn(step));
  const isUpToDate = version <= seen.version || (after.length > 0 && others.length === 0);
  return {
    since: isUpToDate ? undefined : others,
    onSeen: () => setKept(now),
    onTaken: (taken) => {
      const count = isUpToDate ? Math.max(seen.count, now.count) : seen.count;
      setKept({ id, version: taken, count: count + Number(taken > Math.max(seen.version, version)) });
    },
  };
};

/** A record that is on screen in a version, and the newest one that is known of. */
interface OnScreen {
  readonly newest: number | undefined;
  readonly version: number;
  readonly onRefresh: () => void;
}

/** Fetches a record again once somebody is known to have changed it, so that what they did is shown. @source R4.12 */
export const useCurrent = ({ newest = 0, version, onRefresh }: OnScreen): void => {
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (newest > version) refresh();
  }, [newest, version]);
};
