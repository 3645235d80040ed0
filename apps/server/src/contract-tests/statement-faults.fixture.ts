import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type CutMoment, cutAt } from '#kernel/testing/cut-connections';
import { TableChanges } from '#kernel/testing/tables/changes';
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
const only = { audit_event: "changed.result = 'ok'" };

/** Of an operation, and of what the process does by itself while a slow machine runs it: the longest has 34. @unit statements */
const most = 60;
/** Sessions of the application that do something. */
const working = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;

/** Cuts the database connection at each statement of an operation in turn. */
export class StatementFaults {
  readonly #app: TestApp;
  /** Looks at what the database does over a connection that is never cut, as that of `changes`. */
  readonly #eyes: pg.Client;
  readonly #changes: TableChanges;

  constructor(app: TestApp, eyes: pg.Client, changes: TableChanges) {
    this.#app = app;
    this.#eyes = eyes;
    this.#changes = changes;
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
    let [n, attempt] = [1, await this.#ready(prepare)];
    for (; n < most; n += 1) {
      const { reply, changed, wasHit } = await this.#run(id, attempt, { n, moment });
      const summary = `statement ${n}: ${reply.status} ${reply.body.errCode ?? ''}, changed ${changed.join(' ')}`;
      expect(reply.status === 200 || (wasHit && reply.body.errCode === 'OPSB0002'), summary).toBe(true);
      expect(outcomes, summary).toContainEqual(changed);
      if (reply.status === 200) expect(changed, summary).toEqual(whole.changed);
      if (!wasHit) break;
      const isAsBefore = changed.length === 0 && attempt.isUsedUp !== true;
      if (!isAsBefore) attempt = await this.#ready(prepare);
    }
    expect(n).toBeGreaterThan(1);
    expect(n).toBeLessThan(most);
  }

  /** A call to be made, once what its preparation sends is sent. */
  async #ready(prepare: Scenario['prepare']): Promise<Try> {
    const attempt = await prepare();
    await this.#app.sent('sms');
    return attempt;
  }

  async #run(id: string, { browser, payload, file }: Try, fault: { n: number; moment: CutMoment } | null) {
    await this.#changes.begin();
    const cut = fault === null ? null : cutAt(fault.n, fault.moment);
    const call = file === undefined ? browser.call(id, payload) : browser.upload(id, file.name, file.bytes);
    const reply = await call.finally(() => cut?.end());
    await this.#untilSteady();
    return { reply, changed: await this.#changes.changed(), wasHit: cut?.wasHit ?? false };
  }

  /**
   * A cut after a reply surfaces at the connection's next use, which must not be the next test call; and what the database received before the
   * cut it may still be carrying out.
   */
  async #untilSteady(): Promise<void> {
    await Promise.allSettled(Array.from({ length: 8 }, () => this.#app.rows('select 1')));
    while ((await this.#eyes.query(working)).rows.length > 0) await wait(2);
  }

  async close(): Promise<void> {
    await this.#changes.close();
    await this.#eyes.end();
  }
}

/** Opens the fixture; the application must be running. */
export const openStatementFaults = async (app: TestApp): Promise<StatementFaults> => {
  const eyes = new pg.Client({ connectionString: app.url });
  await eyes.connect();
  return new StatementFaults(app, eyes, await TableChanges.open(app.url, { only }));
};
