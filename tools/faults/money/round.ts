import type { MoneyServer } from './money-server.ts';

/** One round of an operation: it is run, killed, looked at, brought to its end, and checked. */
export interface Round {
  /** Runs it to its end, unless the server dies; then it throws ServerGone. */
  run(on: MoneyServer): Promise<void>;
  /** What holds at every moment, also right after the death: all or nothing. */
  expectAtomic(on: MoneyServer): Promise<void>;
  /** As people and jobs go on after a death: calls are repeated under their keys, jobs end by themselves. */
  settle(on: MoneyServer): Promise<void>;
  /** What holds in the end: everything once. */
  check(on: MoneyServer): Promise<void>;
}

/** Makes the rounds of an operation, on a server that is up. */
export type Rounds = (on: MoneyServer, at: number) => Promise<Round>;
