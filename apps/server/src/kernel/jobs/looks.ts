/** A worker's looks for work in the database: one after another in this process, at once and every 5 s. */
export interface Looks {
  /** Looks now; one that is asked for during another follows it. Rejects when a look fails. */
  readonly now: () => Promise<void>;
  readonly start: () => void;
  /** Looks now, if it was started, because there is work. */
  readonly wake: () => void;
  /** Looks no more. Resolves when a look that had begun has ended; never rejects. */
  readonly stop: () => Promise<void>;
}

const everyMs = 5000;

/** Builds the looks of one worker; `failed` gets the reason when a look that nobody waits for fails, for example without the database. */
export const createLooks = (look: () => Promise<void>, failed: (error: unknown) => void): Looks => {
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const lookAll = async (): Promise<void> => {
    try {
      do {
        again = false;
        await look();
      } while (again && !stopped);
    } finally {
      looking = null;
    }
  };
  const now = (): Promise<void> => {
    again = true;
    looking ??= lookAll();
    return looking;
  };
  const tryNow = (): void => void now().catch(failed);

  return {
    now,
    start() {
      tryNow();
      timer = setInterval(tryNow, everyMs);
      timer.unref();
    },
    wake() {
      if (timer !== undefined) tryNow();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      timer = undefined;
      await looking?.catch(() => undefined);
    },
  };
};
