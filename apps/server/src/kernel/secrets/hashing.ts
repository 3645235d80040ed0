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
}

/** The result of a task. */
export type HashAnswer =
  | { readonly id: number; readonly value: string | boolean }
  | { readonly id: number; readonly error: string };

/** A worker pool for password hashing; each thread runs one task at a time. */
export interface Hashing {
  /** How every hash begins that `hash` makes. */
  readonly prefix: string;
  hash(text: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

interface PendingTask {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with its pending tasks; one extra task waits in the thread, so that it is never idle while the event loop is busy. */
class HashingThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingTask>();
  isGone = false;
  #lastId = 0;

  constructor(cost: HashCost) {
    this.#worker = new Worker(new URL('./hashing-thread.ts', import.meta.url), { workerData: cost });
    this.#worker.unref();
    this.#worker.on('message', (answer: HashAnswer) => {
      const pending = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if (this.#pending.size === 0) this.#worker.unref();
      if ('error' in answer) pending?.reject(new Error(answer.error));
      else pending?.resolve(answer.value);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the hashing thread ended')));
  }

  get length(): number {
    return this.#pending.size;
  }

  run(stored: string | null, text: string): Promise<string | boolean> {
    this.#lastId += 1;
    const task: HashTask = { id: this.#lastId, stored, text };
    return new Promise((resolve, reject) => {
      this.#pending.set(task.id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: unknown): void {
    this.isGone = true;
    for (const { reject } of this.#pending.values()) reject(error instanceof Error ? error : new Error(String(error)));
    this.#pending.clear();
  }
}

/** Opens the pool; each thread starts when it is first needed, and the next task replaces one that died. Only tests give another cost. */
export const createHashing = (threads: number, cost: HashCost = hashParameters): Hashing => {
  const open: HashingThread[] = [];
  let isClosed = false;
  const freest = (): HashingThread => {
    if (isClosed) throw new Error('hashing is closed');
    const living = open.filter(({ isGone }) => !isGone);
    open.splice(0, open.length, ...living);
    const [first] = open.toSorted((one, other) => one.length - other.length);
    if (first !== undefined && (first.length === 0 || open.length >= threads)) return first;
    const added = new HashingThread(cost);
    open.push(added);
    return added;
  };
  return {
    prefix: `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`,
    async hash(text) {
      return String(await freest().run(null, text));
    },
    async verify(stored, text) {
      return (await freest().run(stored, text)) === true;
    },
    async close() {
      isClosed = true;
      await Promise.all(open.map((thread) => thread.close()));
    },
  };
};
