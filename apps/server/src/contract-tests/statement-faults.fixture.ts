import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type CutMoment, cutAt } from '#kernel/testing/cut-connections';
import { changedTables, snapshotTables, type TableSnapshot } from '#kernel/testing/tables/snapshot';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/** A call to be made. */
export interface Try {
  readonly browser: TestBrowser;
  readonly payload: Readonly<Record<string, unknown>>;
  /** For an upload: the payload is made from it. */
  readonly file?: { readonly name: string; readonly bytes: Buffer };
  /** A failed call uses up something that it brings, which is not in the database: a proof, a ticket, its place in an hour. */
  readonly isUsedUp?: true;
}

/** An operation that writes. */
export interface Scenario {
  readonly prepare: () => Promise<Try>;
  /** Statements that are committed on their own, by design: a try is counted before it is verified (R4.5, R5.3). */
  readonly first?: readonly string[];
}

/** Before the statement is sent, and before its reply is read. */
export const cutMoments: readonly CutMoment[] = ['before', 'after'];

/** The audit trail also records refusals, which are not part of the operation's writes. */
const counted: Readonly<Record<string, string>> = { audit_event: "where result = 'ok'" };

const most = 40;
/** Sessions of the application that do something. */
const working = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;

interface Ready {
  readonly attempt: Try;
  readonly before: TableSnapshot;
}

/** Cuts the database connection at each statement of an operation in turn. */
export class StatementFaults {
  readonly #app: TestApp;
  /** Reads the tables over a connection that is never cut. */
  readonly #eyes: pg.Client;

  constructor(app: TestApp, eyes: pg.Client) {
    this.#app = app;
    this.#eyes = eyes;
  }

  /**
   * Whichever statement is lost, either all of the operation's writes are there or none; a success reply implies all. A call that stored nothing
   * is sent again as it was, on what it left: the next statement is lost on the same state, and the last time, nothing being lost, it succeeds.
   */
  async expectAllOrNone(id: string, { prepare, first }: Scenario, moment: CutMoment): Promise<void> {
    const whole = await this.#run(id, await this.#ready(prepare), null);
    expect(whole.reply.status, whole.reply.text).toBe(200);
    expect(whole.changed).not.toEqual([]);
    const outcomes = [[], ...(first === undefined ? [] : [first]), whole.changed];
    let [n, ready] = [1, await this.#ready(prepare)];
    for (; n < most; n += 1) {
      const { reply, changed, after, wasHit } = await this.#run(id, ready, { n, moment });
      const summary = `statement ${n}: ${reply.status} ${reply.body.errCode ?? ''}, changed ${changed.join(' ')}`;
      expect(reply.status === 200 || (wasHit && reply.body.errCode === 'OPSB0002'), summary).toBe(true);
      expect(outcomes, summary).toContainEqual(changed);
      if (reply.status === 200) expect(changed, summary).toEqual(whole.changed);
      if (!wasHit) break;
      const isAsBefore = changed.length === 0 && ready.attempt.isUsedUp !== true;
      ready = isAsBefore ? { ...ready, before: after } : await this.#ready(prepare);
    }
    expect(n).toBeGreaterThan(1);
    expect(n).toBeLessThan(most);
  }

  /** A call to be made, and what is stored before it. */
  async #ready(prepare: Scenario['prepare']): Promise<Ready> {
    const attempt = await prepare();
    await this.#app.sent('sms');
    return { attempt, before: await this.#snapshot() };
  }

  async #run(id: string, { attempt, before }: Ready, fault: { n: number; moment: CutMoment } | null) {
    const { browser, payload, file } = attempt;
    const cut = fault === null ? null : cutAt(fault.n, fault.moment);
    const call = file === undefined ? browser.call(id, payload) : browser.upload(id, file.name, file.bytes);
    const reply = await call.finally(() => cut?.end());
    await this.#untilSteady();
    const after = await this.#snapshot();
    return { reply, after, changed: changedTables(before, after), wasHit: cut?.wasHit ?? false };
  }

  #snapshot() {
    return snapshotTables(async (sql) => (await this.#eyes.query(sql)).rows, counted);
  }

  /**
   * A cut after a reply surfaces at the connection's next use, which must not be the next test call; and what the database received before the
   * cut it may still be carrying out.
   */
  async #untilSteady(): Promise<void> {
    await Promise.allSettled(Array.from({ length: 8 }, () => this.#app.rows('select 1')));
    while ((await this.#eyes.query(working)).rows.length > 0) await wait(2);
  }

  close = (): Promise<void> => this.#eyes.end();
}

/** Opens the fixture; the application must be running. */
export const openStatementFaults = async (app: TestApp): Promise<StatementFaults> => {
  const eyes = new pg.Client({ connectionString: app.url });
  await eyes.connect();
  return new StatementFaults(app, eyes);
};
