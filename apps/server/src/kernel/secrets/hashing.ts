import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** The memory, rounds and lanes of a hash. @unit memory in KiB */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Parameters by security 4.5; argon2id is the library's default. */
const hashParameters: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A text to hash, or to verify against a stored hash. */
export interface HashTask {
  readonly id: number;
  readonly stored: string | null;
  readonly text: string;
  /** Shared by the threads that the task was given to: the one that turns it from 0 to 1 works on it. */
  readonly claim: Int32Array<SharedArrayBuffer>;
}

/** The result of a task; `skipped`: another thread had begun it. @unit ms */
export type HashAnswer =
  | { readonly id: number; readonly value: string | boolean; readonly tookMs: number }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly isSkipped: true };

/** What a thread is started with. */
export interface HashingThreadData {
  readonly cost: HashCost;
  /** Whether it has a lower priority than the event loop's thread. */
  readonly isBehind: boolean;
}

/** A worker pool for password hashing; each thread runs one task at a time. */
export interface Hashing {
  /** How every hash begins that `hash` makes. */
  readonly prefix: string;
  hash(text: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A task and who waits for its result. */
interface PendingTask {
  readonly task: HashTask;
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
  isOffered: boolean;
}

/** Hears of results. */
type Listener = (answer: HashAnswer) => void;

/** A thread with the tasks that it was given; one extra task waits in the thread, so that it is never idle while the event loop is busy. */
class HashingThread {
  readonly #worker: Worker;
  readonly #given = new Map<number, PendingTask>();
  isGone = false;

  constructor(data: HashingThreadData, hear: Listener) {
    this.#worker = new Worker(new URL('./hashing-thread.ts', import.meta.url), { workerData: data });
    this.#worker.on('message', (answer: HashAnswer) => {
      const given = this.#given.get(answer.id);
      this.#given.delete(answer.id);
      hear(answer);
      if ('error' in answer) given?.reject(new Error(answer.error));
      else if ('value' in answer) given?.resolve(answer.value);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the hashing thread ended')));
    // After the listeners: each of them keeps the process alive again.
    this.#worker.unref();
  }

  get length(): number {
    return this.#given.size;
  }

  give(pending: PendingTask): void {
    this.#given.set(pending.task.id, pending);
    this.#worker.postMessage(pending.task);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: unknown): void {
    this.isGone = true;
    for (const { reject } of this.#given.values()) reject(error instanceof Error ? error : new Error(String(error)));
    this.#given.clear();
  }
}

/** What hashing keeps of the rate of an idle machine, whatever else the machine does. @source R14.6 */
const floor = 0.3;
/** How long a hash takes until one has been seen. @unit ms */
const assumedMs = 100;
/** More tasks than these are never made up for. */
const mostDue = 4;

/**
 * Keeps the floor of hashing: the threads of a pool stand behind the event loop, so that a machine with much else to do gives them next to nothing. While
 * fewer tasks end than the floor's share would have ended, a thread of the event loop's priority takes the next that none has begun. It is another thread,
 * because an ordinary user may not raise the priority of one.
 */
class HashingFloor {
  readonly #cost: HashCost;
  readonly #waiting: ReadonlyMap<number, PendingTask>;
  #thread: HashingThread | undefined;
  #timer: NodeJS.Timeout | undefined;
  #leastMs = assumedMs;
  /** How many tasks the floor's share would have ended that have not. */
  #due = 0;
  #countedMs = 0;

  constructor(cost: HashCost, waiting: ReadonlyMap<number, PendingTask>) {
    this.#cost = cost;
    this.#waiting = waiting;
  }

  hear(answer: HashAnswer): void {
    if (!('tookMs' in answer)) return;
    this.#leastMs = Math.min(this.#leastMs, answer.tookMs);
    this.#due = Math.max(0, this.#due - 1);
    this.#takeNext();
  }

  /** Counts while something waits. That keeps the process alive, which the threads do not: which of them has a task is nobody's concern. */
  watch(): void {
    if (this.#timer !== undefined) return;
    this.#due = 0;
    this.#countedMs = performance.now();
    this.#count();
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    this.rest();
    await this.#thread?.close();
  }

  #count(): void {
    const periodMs = this.#leastMs / floor;
    this.#timer = setTimeout(() => {
      const nowMs = performance.now();
      this.#due = Math.min(mostDue, this.#due + (nowMs - this.#countedMs) / periodMs);
      this.#countedMs = nowMs;
      this.#takeNext();
      this.#count();
    }, periodMs);
  }

  #takeNext(): void {
    if (this.#due < 1 || (this.#thread?.length ?? 0) > 0) return;
    const next = this.#waiting.values().find(({ task, isOffered }) => !isOffered && Atomics.load(task.claim, 0) === 0);
    if (next === undefined) return;
    if (this.#thread === undefined || this.#thread.isGone)
      this.#thread = new HashingThread({ cost: this.#cost, isBehind: false }, (answer) => this.hear(answer));
    next.isOffered = true;
    this.#thread.give(next);
  }
}

/** Opens the pool; each thread starts when it is first needed, and the next task replaces one that died. Only tests give another cost. */
export const createHashing = (threads: number, cost: HashCost = hashParameters): Hashing => {
  const open: HashingThread[] = [];
  const waiting = new Map<number, PendingTask>();
  const atLeast = new HashingFloor(cost, waiting);
  let isClosed = false;
  let lastId = 0;
  const freest = (): HashingThread => {
    if (isClosed) throw new Error('hashing is closed');
    const living = open.filter(({ isGone }) => !isGone);
    open.splice(0, open.length, ...living);
    const [first] = open.toSorted((one, other) => one.length - other.length);
    if (first !== undefined && (first.length === 0 || open.length >= threads)) return first;
    const added = new HashingThread({ cost, isBehind: true }, (answer) => atLeast.hear(answer));
    open.push(added);
    return added;
  };
  const run = async (stored: string | null, text: string): Promise<string | boolean> => {
    const thread = freest();
    lastId += 1;
    const task: HashTask = { id: lastId, stored, text, claim: new Int32Array(new SharedArrayBuffer(4)) };
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const pending: PendingTask = { task, resolve, reject, isOffered: false };
    waiting.set(task.id, pending);
    thread.give(pending);
    atLeast.watch();
    try {
      return await promise;
    } finally {
      waiting.delete(task.id);
      if (waiting.size === 0) atLeast.rest();
    }
  };
  return {
    prefix: `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`,
    hash: async (text) => String(await run(null, text)),
    verify: async (stored, text) => (await run(stored, text)) === true,
    async close() {
      isClosed = true;
      await Promise.all([...open, atLeast].map((each) => each.close()));
    },
  };
};
