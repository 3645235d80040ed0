import { Worker } from 'node:worker_threads';
import { TableFault } from './table-fault.ts';

/** What a thread that reads may take. */
export interface ThreadBounds {
  /** @unit MB */
  readonly heapMb: number;
  /** How long its pieces are waited for, all together; while nobody asks for one, no time passes. @unit ms */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What such a thread posts: a piece, that it has ended, or why the file is no table. */
export type ThreadMessage<Piece> =
  | { readonly piece: Piece }
  | { readonly end: true }
  | { readonly fault: string }
  | { readonly error: string };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * The young part of a thread's heap. What a reading thread makes of a row lives for one piece: in Node's default of some 100 MB it would wait there
 * for a collection, as would the pieces of the file. @unit MB
 */
const youngMb = 32;

/** Calls back when so much time has passed, stops not counted. It runs at once. */
const createCountdown = (ms: number, onEnd: () => void) => {
  let [leftMs, sinceMs] = [ms, 0];
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    sinceMs = performance.now();
    timer = setTimeout(onEnd, leftMs);
  };
  start();
  return {
    start,
    stop(): void {
      clearTimeout(timer);
      leftMs = Math.max(leftMs - (performance.now() - sinceMs), 0);
    },
  };
};

/** How many pieces are on the way at most. */
export const piecesAhead = 4;

/**
 * What a thread of its own makes of a file, piece by piece: it has `piecesAhead` of them under way and is answered one by one, so that neither side
 * fills its memory. The thread ends with the last piece, or as soon as nobody reads on.
 *
 * @source security 4.8
 */
export const inThread = async function* <Piece>(
  module: URL,
  workerData: unknown,
  { heapMb, timeoutMs, signal }: ThreadBounds,
): AsyncGenerator<Piece> {
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  });
  const arrived: ThreadMessage<Piece>[] = [];
  let wake: () => void = () => undefined;
  const post = (message: ThreadMessage<Piece>): void => {
    arrived.push(message);
    wake();
  };
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    wake();
  };
  const tooLate = createCountdown(timeoutMs, () => fail(new TableFault('文件读取时间过长，请拆分后再上传。')));
  const stop = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', post);
  worker.once('error', (error) =>
    fail(isOutOfMemory(error) ? new TableFault('文件展开后过大，请拆分后再上传。') : error),
  );
  worker.once('exit', () => fail(new Error('the reading thread ended before its file')));
  try {
    signal?.throwIfAborted();
    for (;;) {
      const message = arrived.shift();
      if (message === undefined) {
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ('piece' in message) {
        worker.postMessage('next');
        tooLate.stop();
        yield message.piece;
        tooLate.start();
      } else if ('fault' in message) throw new TableFault(message.fault);
      else if ('error' in message) throw new Error(message.error);
      else return;
    }
  } finally {
    tooLate.stop();
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
};
