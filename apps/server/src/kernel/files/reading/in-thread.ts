import { Worker } from 'node:worker_threads';
import { TableFault } from './table-fault.ts';

/** What a thread that reads may take. */
export interface ThreadBounds {
  /** @unit MB */
  readonly heapMb: number;
  /** @unit ms */
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
  const tooLate = setTimeout(() => fail(new TableFault('文件读取时间过长，请拆分后再上传。')), timeoutMs);
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
        yield message.piece;
      } else if ('fault' in message) throw new TableFault(message.fault);
      else if ('error' in message) throw new Error(message.error);
      else return;
    }
  } finally {
    clearTimeout(tooLate);
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
};
