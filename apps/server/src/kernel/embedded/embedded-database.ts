import type { Log } from '#kernel/ports';
import type { Ownership } from './owner.ts';
import type { Postmaster } from './postmaster.ts';

/** Where the supervisor writes what it does. */
export type EmbeddedLog = Pick<Log, 'info' | 'error'>;

/** How a server ended that nobody had told to. */
export interface EmbeddedExit {
  /** True while the supervisor starts it again; false when another process owns the folder now. */
  readonly restarting: boolean;
  readonly endOfLog: string;
}

/** The PostgreSQL server of this process. */
export interface EmbeddedDatabase {
  /** The cluster's superuser in the product's database; stays the same over restarts. */
  readonly adminUrl: string;
  stop(): Promise<void>;
  onExit(listener: (exit: EmbeddedExit) => void): void;
}

/** A server that runs, and that we own. */
export interface Running {
  readonly server: Postmaster;
  readonly ownership: Ownership;
}
