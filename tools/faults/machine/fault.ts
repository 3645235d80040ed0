import type { Alert } from '../../monitoring/alert.ts';
import type { Answer, Probe } from './probe.ts';
import type { Site } from './site.ts';

/** A fault on one machine: the run of faults and its table in docs/operations.md are made of the list of them. @source running 6.2 */
export interface Fault {
  readonly name: string;
  /** How the run makes it, and what of that is simulated. */
  readonly made: string;
  readonly begin: (site: Site) => unknown;
  /** What a person on duty does about it; without it the product recovers by itself. */
  readonly end?: (site: Site) => unknown;
  /** What callers get under it, and nothing else but what they want; those that are not named are served all the time. */
  readonly answers: Partial<Readonly<Record<Probe, Answer>>>;
  /** What /metrics shows under it; without it the fault is known by what callers get. */
  readonly shown?: RegExp;
  /** A counter of /metrics that it moves, as the beginning of its line. */
  readonly counts?: string;
  /** The one alert that it raises; null where nobody need look. */
  readonly alert: Alert['name'] | null;
  /** How long it is held once it shows, where that is not until its alert must be raised. @unit seconds */
  readonly heldSec?: number;
  /** How many seconds of an installation a second of the run stands for, where its alert takes long. */
  readonly scale?: number;
}

/** What a run found of a fault. @unit ms */
export interface Measured {
  /** The longest that an answer took. */
  readonly longestMs: number;
  /** From the fault to the first sign of it: an answer of the table, or the figure in /metrics. Null where nobody sees it. */
  readonly seenMs: number | null;
  /** From its end until every probe is served again. */
  readonly servedMs: number;
  /** Purchases that were acknowledged and are not there exactly once. */
  readonly lost: readonly string[];
}
