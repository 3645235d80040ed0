import type { Static, TSchema } from 'typebox';
import type { Db, Scope, Tx } from '#kernel/database/db';
import type { Log, Ports } from '#kernel/ports';

/** The states of a job that was sent, as the wire has them (contract 6). */
export type SentJobStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';

/** A file that a run makes; it is written piece by piece and never held as a whole. */
export interface ResultFile {
  /** As its reader sees it. */
  readonly name: string;
  readonly mime: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** What a run ends with. */
export interface SentJobResult {
  /** Kept for `jobResultDays`. */
  readonly file?: ResultFile;
  /** Writes that belong to the end of the job, in the transaction that marks it as done; as the service. */
  readonly store?: (tx: Tx) => Promise<void>;
}

/** What a run is given. All its writes go through `transact`, so that a run that lost its lease writes nothing. */
export interface SentJobContext<Payload> {
  readonly jobId: string;
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly payload: Payload;
  readonly ports: Ports;
  readonly log: Log;
  /** Ends when the run should: cancelled, too long, the process stops, the lease is lost. Its reason is a JobStopped. */
  readonly signal: AbortSignal;
  readonly reading: (scope: Scope) => Db;
  /** One transaction, which commits only while the run holds its lease and nobody has asked for its end. */
  readonly transact: <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Says how far the run is, for a page that polls, and throws JobStopped when the run should end. Cheap: it is written twice a second at
   * most. A total of 0 is one that is not known.
   */
  readonly progress: (done: number, total: number, words?: string) => Promise<void>;
}

/**
 * Work that a call causes and does not wait for. A run that died is run again from its beginning, so what it writes before its end must be
 * such that writing it twice does no harm.
 */
export interface SentJob<S extends TSchema = TSchema> {
  /** `noun.verb`. */
  readonly name: string;
  /** What is sent along; kept in the database as JSON. */
  readonly payload: S;
  /** A run that takes longer has failed; 30 unless told. @unit minutes */
  readonly maxMinutes?: number;
  /** An error is tried again, `jobTries` times in all; JobFailed is not. */
  run(context: SentJobContext<Static<S>>): Promise<SentJobResult>;
}

/** Why a run ends before its work does. */
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

/** The job cannot be done, and trying again will not help; its message is a sentence for the user. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}
