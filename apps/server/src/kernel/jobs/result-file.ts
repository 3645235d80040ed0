import { checkStore } from '#kernel/files/storage';
import type { ResultFile } from '#kernel/jobs/sent-job';
import type { StoredFile } from '#kernel/jobs/sent-job-run.sql';
import type { OpenedFile, Ports } from '#kernel/ports';

/** Dependencies: where results are stored. */
type ResultStore = Pick<Ports, 'files' | 'isStoreOurs'>;

const piecesUntil = async function* (body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    signal.throwIfAborted();
    yield piece;
  }
};

/** Writes a result to the store as a stream; it is on the disk before this returns, and available only once its row names it. */
export const storeResult = async (
  store: ResultStore,
  { name, mime, body }: ResultFile,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<StoredFile> => {
  await checkStore(store);
  const incoming = await store.files.receive();
  try {
    const size = await incoming.write(piecesUntil(body, signal));
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
