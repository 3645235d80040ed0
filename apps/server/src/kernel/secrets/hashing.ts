import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** As security 4.5 sets it; argon2id is the library's own choice. @unit memory in KiB */
export const hashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A text to be hashed, or to be verified against what is stored. */
export interface HashTask {
  readonly id: number;
  readonly stored: string | null;
  readonly text: string;
}

/** What came of it. */
export type HashAnswer =
  | { readonly id: number; readonly value: string | boolean }
  | { readonly id: number; readonly error: string };

/** Hashes in threads of its own, each one text at a time. */
export interface Hashing {
  hash(text: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Owed {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with what it owes; the next text waits in it, so that it never idles until the event loop has time. */
class HashingThread {
  readonly #worker = new Worker(new URL('./hashing-thread.ts', import.meta.url));
  readonly #owed = new Map<number, Owed>();
  isGone = false;
  #lastId = 0;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (answer: HashAnswer) => {
      const owed = this.#owed.get(answer.id);
      this.#owed.delete(answer.id);
      if (this.#owed.size === 0) this.#worker.unref();
      if ('error' in answer) owed?.reject(new Error(answer.error));
      else owed?.resolve(answer.value);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the hashing thread ended')));
  }

  get length(): number {
    return this.#owed.size;
  }

  run(stored: string | null, text: string): Promise<string | boolean> {
    this.#lastId += 1;
    const task: HashTask = { id: this.#lastId, stored, text };
    return new Promise((resolve, reject) => {
      this.#owed.set(task.id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: unknown): void {
    this.isGone = true;
    for (const { reject } of this.#owed.values()) reject(error instanceof Error ? error : new Error(String(error)));
    this.#owed.clear();
  }
}

/** Opens the threads, each when it is first needed; one that died is replaced by the next text. */
export const createHashing = (threads: number): Hashing => {
  const open: HashingThread[] = [];
  let isClosed = false;
  const freest = (): HashingThread => {
    if (isClosed) throw new Error('hashing is closed');
    const living = open.filter(({ isGone }) => !isGone);
    open.splice(0, open.length, ...living);
    const [first] = open.toSorted((one, other) => one.length - other.length);
    if (first !== undefined && (first.length === 0 || open.length >= threads)) return first;
    const added = new HashingThread();
    open.push(added);
    return added;
  };
  return {
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
