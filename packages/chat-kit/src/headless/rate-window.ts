/**
 * The result of one attempt; `release` takes it back and opens the window, unless a later attempt has passed since.
 *
 * @unit remainingMs is milliseconds until the window opens again
 */
export type RateVerdict = { allowed: true; release: () => void } | { allowed: false; remainingMs: number };

/** A window that admits one attempt and refuses the rest until it has passed. */
export interface RateWindow {
  /** Tries to pass; a success closes the window. */
  attempt: () => RateVerdict;
  /** Milliseconds until the next attempt is admitted; 0 while the window is open. */
  remainingMs: () => number;
  /** Opens the window at once, whichever attempt has closed it. */
  release: () => void;
}

/** Options of a rate window. */
export interface RateWindowOptions {
  /** Length of the window; 0, a negative or a non-finite number disables it. */
  seconds: number;
  /** A monotonic clock in milliseconds; default `performance.now`. */
  now?: (() => number) | undefined;
}

/**
 * Makes a rate window. A clock that runs backwards cannot lengthen the window.
 *
 * @source R12.6
 */
export function createRateWindow({ seconds, now = () => performance.now() }: RateWindowOptions): RateWindow {
  const lengthMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
  let takenAt: number | undefined;
  let attempts = 0;
  const remainingMs = (): number => {
    if (takenAt === undefined) return 0;
    return Math.max(0, Math.min(takenAt + lengthMs - now(), lengthMs));
  };
  return {
    attempt() {
      const left = remainingMs();
      if (left > 0) return { allowed: false, remainingMs: left };
      takenAt = now();
      const own = ++attempts;
      return {
        allowed: true,
        release() {
          if (attempts === own) takenAt = undefined;
        },
      };
    },
    remainingMs,
    release() {
      takenAt = undefined;
    },
  };
}
