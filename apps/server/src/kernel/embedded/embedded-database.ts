import type { Log } from '#kernel/ports';
import type { Ownership } from './owner.ts';
import type { Postmaster } from './postmaster.ts';

/** The supervisor's log. */
export type EmbeddedLog = Pick<Log, 'info' | 'error'>;

/** An unexpected exit of the server. */
export interface EmbeddedExit {
  /** True while the supervisor restarts it; false when another process now owns the folder. */
  readonly restarting: boolean;
  readonly endOfLog: string;
}

/** The PostgreSQL server of this process. */
export interface EmbeddedDatabase {
  /** The connection string of the cluster's superuser in the product's database; stable over restarts. */
  readonly adminUrl: string;
  stop(): Promise<void>;
  onExit(listener: (exit: EmbeddedExit) => void): void;
}

/** A running server that this process owns. */
export interface Running {
  readonly server: Postmaster;
  readonly ownership: Ownership;
}
