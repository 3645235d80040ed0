import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import type { Database, Db, Tx } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import { createClock } from '#kernel/setup/clock';
import { moveTime } from '#kernel/setup/clock-move.sql';
import { createIds } from '#kernel/setup/ids';

const noConnection = (): never => {
  throw new Error('there is one transaction, and no connection beside it');
};

/**
 * One transaction whose time is moved: Node's by the clock of `ports`, SQL's `app_now()` inside this transaction alone. Messages that would have left
 * are dropped, because they would arrive now; limits are counted apart from those of callers.
 */
export class Past {
  readonly tx: Tx;
  readonly ports: Ports;
  /** The same transaction where a database is asked for, as jobs do. */
  readonly database: Database;
  readonly #clock = createClock();
  #movedMs = 0;

  constructor(tx: Tx, ports: Ports) {
    this.tx = tx;
    this.#clock.moveTo(ports.clock.now().getTime() - this.#clock.nowMs());
    this.ports = {
      ...ports,
      clock: this.#clock,
      ids: createIds(this.#clock),
      fast: createMemoryFastState(this.#clock),
      outbox: { enqueue: async () => undefined },
      // No bank statement lies before this merchant.
      config: { ...ports.config, certificationTransfer: false },
    };
    this.database = {
      reading: (): Db => tx,
      snapshot: async () => ({ db: tx, twin: async () => noConnection(), close: async () => undefined }),
      transact: (_scope, work) => work(tx),
      pool: () => noConnection(),
      get Client() {
        return noConnection();
      },
      close: async () => undefined,
    };
  }

  /** Moves the time to a moment. */
  goTo(moment: Date): Promise<void> {
    return this.#move(moment.getTime() - this.#clock.nowMs());
  }

  /** Moves the time back, exactly to where it was, which the commit needs. */
  return(): Promise<void> {
    return this.#move(-this.#movedMs);
  }

  async #move(byMs: number): Promise<void> {
    await moveTime(this.tx, byMs);
    this.#movedMs += byMs;
    this.#clock.moveTo(this.#clock.offsetMs + byMs);
  }
}
