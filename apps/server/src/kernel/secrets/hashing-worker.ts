import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** The memory, rounds and lanes of a hash. @unit memory in KiB */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Behind the event loop, or its equal. */
export type ThreadPriority = 'behind' | 'equal';

/** A text to hash, or to verify against a stored hash. */
export interface HashTask {
  readonly stored: string | null;
  readonly text: string;
  /** Zero until a thread begins the task: of several that were given it, one does it. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/** A task as a thread gets it. */
export type NumberedTask = HashTask & { readonly id: number };

/** What a task came to, and how long it took; null from a thread that found it begun. @unit ms */
export type HashAnswer = { readonly value: string | boolean; readonly ms: number } | null;

/** The reply of a thread. */
export type HashReply =
  | { readonly id: number; readonly answer: HashAnswer }
  | { readonly id: number; readonly error: string };

/** What a thread starts with. */
export interface HashingSetting {
  readonly cost: HashCost;
  readonly priority: ThreadPriority;
}

interface PendingTask {
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with its pending tasks; one extra task waits in the thread, so that it is never idle while the event loop is busy. */
export class HashingThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingTask>();
  isGone = false;
  #lastId = 0;

  constructor(cost: HashCost, priority: ThreadPriority) {
    const workerData: HashingSetting = { cost, priority };
    this.#worker = new Worker(new URL('./hashing-thread.ts', import.meta.url), { workerData });
    this.#worker.unref();
    this.#worker.on('message', (reply: HashReply) => {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if (this.#pending.size === 0) this.#worker.unref();
      if ('error' in reply) pending?.reject(new Error(reply.error));
      else pending?.resolve(reply.answer);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the hashing thread ended')));
  }

  get length(): number {
    return this.#pending.size;
  }

  run({ stored, text, begun }: HashTask): Promise<HashAnswer> {
    this.#lastId += 1;
    const task: NumberedTask = { id: this.#lastId, stored, text, begun };
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
