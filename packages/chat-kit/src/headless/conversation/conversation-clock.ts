/** Time as a conversation needs it. */
export interface ConversationClock {
  now: () => number;
  /** Calls once after some milliseconds; the returned function calls it off. */
  after: (ms: number, run: () => void) => () => void;
  /** A number from 0 up to 1, for waits that differ from page to page. */
  random: () => number;
}

/** The page's own time. */
export const pageClock: ConversationClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** A wait that doubles with each failure, from one second up to half a minute, of which up to half is left out by chance. */
export const pauseMs = (failures: number, random: number): number =>
  Math.round(Math.min(30_000, 1000 * 2 ** failures) * (1 - random / 2));
