import type { ConversationClock } from '../headless/conversation/conversation-clock.ts';

/** Lets everything run that waits for nothing but its turn. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that stands still until it is moved. */
export interface StillClock extends ConversationClock {
  move: (ms: number) => Promise<void>;
}

/** Makes the clock, whose waits are not left to chance. */
export function createStillClock(): StillClock {
  let now = 1_000_000;
  const timers = new Map<object, { at: number; run: () => void }>();
  return {
    now: () => now,
    random: () => 0.5,
    after(ms, run) {
      const name = {};
      timers.set(name, { at: now + ms, run });
      return () => void timers.delete(name);
    },
    async move(ms) {
      const end = now + ms;
      for (;;) {
        const [first] = [...timers].sort(([, a], [, b]) => a.at - b.at);
        if (first === undefined || first[1].at > end) break;
        timers.delete(first[0]);
        now = first[1].at;
        first[1].run();
        await settle();
      }
      now = end;
    },
  };
}
