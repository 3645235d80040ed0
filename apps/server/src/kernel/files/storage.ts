import { errorCodeOf } from '#kernel/calls/refusal';

/** The store of files is full, or does not work: nothing was kept. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** Node gives errors of the system a call and a code such as EACCES; none of ours has both. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && /^E[A-Z0-9]+$/.test(errorCodeOf(error) ?? '');

/**
 * Runs work on a store of files; whatever the system complains about meanwhile becomes StorageFailed, everything else passes. Absence too:
 * who takes it for an answer asks before.
 */
export const onStorage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StorageFailed('the store of files does not work', { cause: error });
  }
};
