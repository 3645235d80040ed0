import { errorCodeOf } from '#kernel/refusal';

/** The store of files is full, or does not work: nothing was kept. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

const faults: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** Runs work on a store; what the disk complains about becomes StorageFailed, everything else passes. */
export const onStorage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!faults.has(errorCodeOf(error) ?? '')) throw error;
    throw new StorageFailed('the store of files does not take it', { cause: error });
  }
};
