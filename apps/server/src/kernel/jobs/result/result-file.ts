import { checkStore } from '#kernel/files/storage';
import type { ResultFile } from '#kernel/jobs/sent-job';
import type { StoredFile } from '#kernel/jobs/sent-job-run.sql';
import type { OpenedFile, Ports } from '#kernel/ports';

/** Dependencies: where results are stored. */
type ResultStore = Pick<Ports, 'files' | 'isStoreOurs'>;

/** What bounds a result while it is written. */
interface Bounds {
  readonly signal: AbortSignal;
  /** The room that is left for it. @unit bytes */
  readonly room: number;
  /** Why it is not kept where it is larger. */
  readonly tooLarge: Error;
}

const piecesWithin = async function* (
  body: AsyncIterable<Uint8Array>,
  { signal, room, tooLarge }: Bounds,
): AsyncGenerator<Uint8Array> {
  let written = 0;
  for await (const piece of body) {
    signal.throwIfAborted();
    written += piece.byteLength;
    if (written > room) throw tooLarge;
    yield piece;
  }
};

/** Writes a result to the store as a stream; it is on the disk before this returns, and available only once its row names it. */
export const storeResult = async (
  store: ResultStore,
  { name, mime, body }: ResultFile,
  { key, ...bounds }: Bounds & { readonly key: string },
): Promise<StoredFile> => {
  await checkStore(store);
  const incoming = await store.files.receive();
  try {
    const size = await incoming.write(piecesWithin(body, bounds));
    await incoming.keep(key);
    return { key, name, mime, size };
  } finally {
    await incoming.drop();
  }
};

/** Opens a result; null when the store has lost it, StorageFailed when the store is not the right one. */
export const openResult = async (store: ResultStore, key: string): Promise<OpenedFile | null> => {
  const opened = await store.files.open(key);
  if (opened === null) await checkStore(store);
  return opened;
};
