import { CallError } from './call-error.ts';

/** How often a read is sent again, and a write under its key. */
export const readRepeats = 2;
export const writeRepeats = 1;

/** The pause before the first repeat; it doubles. The longest that a server may ask for: who looks at a page waits no longer. @unit ms */
const firstPauseMs = 1_000;
const longestPauseMs = 5_000;

/**
 * How long to wait before a call that failed is sent again: as long as the server asks for. Undefined where it is not sent again: the server
 * refused it (also with a 503 that is no fault of a node: no provider, maintenance), or asks for longer than anybody waits.
 *
 * @param tried how often it was sent again before
 * @unit ms
 * @source running 1.10
 */
export const pauseBeforeRepeat = (error: unknown, tried: number): number | undefined => {
  if (!(error instanceof CallError)) return undefined;
  const { kind, status, errCode = 'OPSB', retryAfterSec = 0 } = error;
  const askedMs = retryAfterSec * 1_000;
  return (kind === 'unreachable' || (status > 501 && errCode.startsWith('OPSB'))) && askedMs <= longestPauseMs
    ? Math.max(askedMs, firstPauseMs * 2 ** tried)
    : undefined;
};

/** Does the work, and as often as `repeats` says again where that may help. */
export const repeated = async <T>(work: () => Promise<T>, repeats: number, tried = 0): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const pauseMs = tried < repeats ? pauseBeforeRepeat(error, tried) : undefined;
    if (pauseMs === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return repeated(work, repeats, tried + 1);
  }
};
