import type { Static, TSchema } from 'typebox';
import type { Db, Scope, Snapshot, Tx } from '#kernel/database/db';
import type { Log, Ports } from '#kernel/ports';

/** The states of a sent job, as in the contract (contract 6). */
export type SentJobStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';

/** A file that a run makes; it is written as a stream and never completely in memory. */
export interface ResultFile {
  /** The name for its reader. */
  readonly name: string;
  readonly mime: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The result of a run. */
export interface SentJobResult {
  /** Kept for `jobResultDays`. */
  readonly file?: ResultFile;
  /** Writes of the job's end, in the transaction that marks it as done; as the service. */
  readonly store?: (tx: Tx) => Promise<void>;
}

/** The context of a run. All its writes go through `transact`, so that a run that lost its lease writes nothing. */
export interface SentJobContext<Payload> {
  readonly jobId: string;
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly payload: Payload;
  readonly ports: Ports;
  readonly log: Log;
  /** Aborts when the run should end: cancelled, timed out, the process stops, the lease is lost. Its reason is a JobStopped. */
  readonly signal: AbortSignal;
  readonly reading: (scope: Scope) => Db;
  /** Reads of one moment, in as many statements as it takes; the run closes it. */
  readonly snapshot: (scope: Scope) => Promise<Snapshot>;
  /** One transaction, which commits only while the run has its lease and is not cancelled. */
  readonly transact: <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Reports the progress of the run, for a page that polls, and throws JobStopped when the run should end. It is cheap: it writes at most twice a
   * second. A total of 0 means that it is not known.
   */
  readonly progress: (done: number, total: number, words?: string) => Promise<void>;
}

/**
 * Work that a call causes and does not wait for. After a crash it runs again from the beginning, so its writes before the end must be
 * idempotent.
 */
export interface SentJob<S extends TSchema = TSchema> {
  /** `noun.verb`. */
  readonly name: string;
  /** The schema of the payload, which is stored as JSON. */
  readonly payload: S;
  /** A run that takes longer has failed; 30 by default, 5 for a short one. @unit minutes */
  readonly maxMinutes?: number;
  /** Over within seconds as a rule: a place is kept for such jobs, which never wait for the long ones of others. */
  readonly isShort?: true;
  /**
   * Its `reading` and `snapshot` are of the replica, where there is one that catches up with what was committed before the run; a run that the replica fails
   * begins again on the primary, with all of its time, and later tries are the primary's. For exports; not for what decides on a write.
   */
  readonly fromReplica?: true;
  /** Runs the job. An error is retried, up to `jobTries` times in all; JobFailed is not. */
  run(context: SentJobContext<Static<S>>): Promise<SentJobResult>;
  /** Writes of a job that has failed for good, in the transaction that notes it; as the service. Not for one that was cancelled. */
  failed?(tx: Tx, job: FailedJob<Static<S>>): Promise<void>;
}

/** A job that has failed for good, whatever failed: its run, its time, or the process that ran it. */
export interface FailedJob<Payload> {
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly payload: Payload;
  /** A sentence for the user. */
  readonly failure: string;
}

/** Why a run is stopped. */
export type StopReason = 'cancelled' | 'lost' | 'overtime' | 'shutdown';

/** The run should end; thrown by the checks of a run. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`the run is over: ${reason}`);
    this.reason = reason;
  }
}

/** The job cannot be done, and a retry will not help; its message is a sentence for the user. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}
