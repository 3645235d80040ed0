import type pg from 'pg';
import { type Result, type Statement, settingOf, type Transport } from '#kernel/database/statement';

/** Sends one statement after the other through `pg` itself; used with `DATABASE_FLIGHTS=off`. */
export class PlainTransport implements Transport {
  readonly #client: pg.PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #fault: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Set by a rollback that failed: the connection may still be in its transaction. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  run(statement: Statement, tenantId: string | null): Promise<Result> {
    return this.#next(() => (tenantId === null ? this.#query(statement) : this.#queryAsTenant(statement, tenantId)));
  }

  command(text: string): Promise<pg.QueryResult> {
    return this.#next(() => this.#client.query(text));
  }

  hold(): void {}

  whenIdle(next: () => void): void {
    void this.#last.then(next, next);
  }

  /** `pg` requires callers to wait for one query before the next. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }

  #query({ name, text, values }: Statement): Promise<Result> {
    return this.#client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] });
  }

  async #queryAsTenant(statement: Statement, tenantId: string): Promise<Result> {
    try {
      await this.#client.query('begin');
      await this.#client.query(settingOf(tenantId, statement.planning));
      const result = await this.#query(statement);
      await this.#client.query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch((failure: Error) => {
        this.#fault = failure;
      });
      throw error;
    }
  }
}
