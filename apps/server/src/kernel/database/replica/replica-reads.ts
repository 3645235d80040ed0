import pg from 'pg';
import type { Db, Scope } from '#kernel/database/db';
import { statementMs } from '#kernel/database/pools';
import type { Reads, Replica } from '#kernel/database/replica/replica';
import type { Via } from '#kernel/database/share';
import { isDatabaseBusy, isDatabaseGone } from '#kernel/faults';
import { errorCodeOf, Refusal } from '#kernel/refusal';

/** A statement that has had all its time would take it once more: it is not made again. */
const isOutOfTime = (error: unknown, sinceMs: number): boolean =>
  errorCodeOf(error) === '57014' && performance.now() - sinceMs >= statementMs;

/** Who reads, over which connections; `own` are those of the primary. */
interface Reader {
  readonly scope: Scope;
  readonly via: Via;
  readonly own: Db;
}

/**
 * Makes a read that may be some seconds old: on the replica, where there is one that is not far behind. What that does not give, because it cancels a statement
 * that stands in the way of what it replays, is gone or silent, or is full, is read again on the primary: a read writes nothing.
 *
 * @source running 1.9
 */
export const readFromReplica = async <Value>(
  replica: Replica | null,
  { scope, via, own }: Reader,
  read: (db: Db) => Promise<Value>,
): Promise<Value> => {
  if (replica === null || (await replica.state()).kind !== 'ok') return read(own);
  const sinceMs = performance.now();
  try {
    return await read(replica.reading(scope, via));
  } catch (error) {
    if (error instanceof Refusal || isOutOfTime(error, sinceMs)) throw error;
    replica.failed(error);
    return read(own);
  }
};

const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseGone(error) || isDatabaseBusy(error);

/**
 * Does work whose reads all come from one server: from the replica, once that has all that was committed by now, or from the primary. Work that the replica fails
 * begins again from its beginning on the primary, so that no file is half of one and half of the other.
 *
 * @source running 1.9
 */
export const workFromReplica = async <Result>(
  { primary, replica }: { readonly primary: Reads; readonly replica: Replica | null },
  signal: AbortSignal,
  work: (reads: Reads) => Promise<Result>,
): Promise<Result> => {
  if (replica === null || !(await replica.catchesUp(signal))) return work(primary);
  try {
    return await work(replica);
  } catch (error) {
    if (signal.aborted || !isOfDatabase(error)) throw error;
    replica.failed(error);
    return work(primary);
  }
};
