import { parentPort } from 'node:worker_threads';
import { putThreadBehind } from '#kernel/priorities';
import { piecesAhead, type ThreadMessage } from './in-thread.ts';
import { TableFault } from './table-fault.ts';

/** A piece and what of its memory goes with it. */
export interface Posted<Piece> {
  readonly piece: Piece;
  readonly transfer?: readonly ArrayBuffer[];
}

/** Runs the reading of a thread: posts its pieces, waiting for answers, then its end or its fault. */
export const runThread = async <Piece>(pieces: () => AsyncIterable<Posted<Piece>>): Promise<void> => {
  const port = parentPort;
  if (port === null) return;
  putThreadBehind();
  let free = piecesAhead;
  let wake: () => void = () => undefined;
  port.on('message', () => {
    free += 1;
    wake();
  });
  const post = (message: ThreadMessage<Piece>, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...transfer]);
  try {
    for await (const { piece, transfer } of pieces()) {
      while (free === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      free -= 1;
      post({ piece }, transfer);
    }
    post({ end: true });
  } catch (error) {
    if (error instanceof TableFault) post({ fault: error.message });
    else post({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
