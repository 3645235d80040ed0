import { errorCodeOf } from '#kernel/refusal';

/** The store of files is full or fails: nothing was stored. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** Refuses a store that is not ours: in a wrong or unmounted one all files would seem to be lost. */
export const checkStore = async ({ isStoreOurs }: { readonly isStoreOurs: () => Promise<boolean> }): Promise<void> => {
  if (!(await isStoreOurs())) throw new StorageFailed('the store does not bear its mark');
};

/** Node's system errors have a call and a code such as EACCES; our own errors do not have both. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && /^E[A-Z0-9]+$/.test(errorCodeOf(error) ?? '');

/**
 * Runs work on a store of files; every system error becomes StorageFailed, other errors pass through. A missing file
 * counts as well: a caller for whom absence is a result checks for it first.
 */
export const onStorage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StorageFailed('the store of files does not work', { cause: error });
  }
};
