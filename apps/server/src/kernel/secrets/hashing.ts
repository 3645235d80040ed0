import { type HashCost, HashingThread, type HashTask, type ThreadPriority } from '#kernel/secrets/hashing-worker';

/** Parameters by security 4.5; argon2id is the library's default. */
const hashParameters: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What hashing keeps of its rate on idle processors, however much others want them. @source R14.6 */
const floor = 0.3;
/** What a hash takes at most that is known of none yet. @unit ms */
const unknownMs = 30;

/** A worker pool for password hashing; each thread runs one task at a time. */
export interface Hashing {
  /** How every hash begins that `hash` makes. */
  readonly prefix: string;
  hash(text: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A task that has no answer yet; several threads may have been given it, and the first to begin does it. */
interface OpenTask extends HashTask {
  readonly answered: (value: string | boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** A thread of the pool. */
export type Thread = Pick<HashingThread, 'isGone' | 'length' | 'run' | 'close'>;

const openWorker = (cost: HashCost, priority: ThreadPriority): Thread => new HashingThread(cost, priority);

/** The next thread for a task: a free one, a new one while there may be more, or the one with the least to do. */
const createThreads = (most: number, open: () => Thread) => {
  const threads: Thread[] = [];
  return {
    freest(): Thread {
      const living = threads.filter(({ isGone }) => !isGone);
      threads.splice(0, threads.length, ...living);
      const [first] = living.toSorted((one, other) => one.length - other.length);
      if (first !== undefined && (first.length === 0 || living.length >= most)) return first;
      const added = open();
      threads.push(added);
      return added;
    },
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
};

/**
 * Opens the pool; each thread starts when it is first needed, and the next task replaces one that died. Its threads have a low priority, which leaves
 * them nothing where others fill every processor: when no answer has come for as long as the floor allows, a task that none of them has begun goes to
 * one more thread whose priority is that of the event loop. Only tests give another cost and other threads.
 */
export const createHashing = (
  most: number,
  cost: HashCost = hashParameters,
  openThread: (cost: HashCost, priority: ThreadPriority) => Thread = openWorker,
): Hashing => {
  const behind = createThreads(most, () => openThread(cost, 'behind'));
  const equal = createThreads(1, () => openThread(cost, 'equal'));
  const open = new Set<OpenTask>();
  let isClosed = false;
  let fastestMs = unknownMs;
  /** When the floor was last kept, by an answer or by a task for the other thread. */
  let keptMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const pauseMs = (): number => fastestMs / (floor * most);
  const give = (thread: Thread, task: OpenTask, isProgress = true): void =>
    void thread.run(task).then((answer) => {
      // Another thread has it.
      if (answer === null) return;
      fastestMs = Math.min(fastestMs, answer.ms);
      if (isProgress) keptMs = performance.now();
      task.answered(answer.value);
    }, task.failed);

  const watch = (): void => {
    if (timer !== undefined || open.size === 0 || isClosed) return;
    timer = setTimeout(keepFloor, Math.max(1, keptMs + pauseMs() - performance.now()));
    timer.unref();
  };
  const keepFloor = (): void => {
    timer = undefined;
    if (keptMs + pauseMs() <= performance.now()) {
      keptMs = performance.now();
      const waiting = [...open].find(({ begun }) => Atomics.load(begun, 0) === 0);
      const thread = equal.freest();
      if (waiting !== undefined && thread.length === 0) give(thread, waiting, false);
    }
    watch();
  };

  const run = async (stored: string | null, text: string): Promise<string | boolean> => {
    if (isClosed) throw new Error('hashing is closed');
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const task: OpenTask = { stored, text, begun, answered: resolve, failed: reject };
    if (open.size === 0) keptMs = performance.now();
    open.add(task);
    give(behind.freest(), task);
    watch();
    try {
      return await promise;
    } finally {
      open.delete(task);
    }
  };

  return {
    prefix: `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`,
    hash: async (text) => String(await run(null, text)),
    verify: async (stored, text) => (await run(stored, text)) === true,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([behind.close(), equal.close()]);
    },
  };
};
