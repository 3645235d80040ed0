import pg from 'pg';
import { expect } from 'vitest';
import { type CutMoment, cutAt } from '#kernel/testing/cut-connections';
import { changedTables, snapshotTables } from '#kernel/testing/table-snapshot';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/** A call to be made. */
export interface Try {
  readonly browser: TestBrowser;
  readonly payload: Readonly<Record<string, unknown>>;
  /** For an upload: the payload is made from it. */
  readonly file?: { readonly name: string; readonly bytes: Buffer };
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

/** Cuts the database connection at each statement of an operation in turn. */
export class StatementFaults {
  readonly #app: TestApp;
  /** Reads the tables over a connection that is never cut. */
  readonly #eyes: pg.Client;

  constructor(app: TestApp, eyes: pg.Client) {
    this.#app = app;
    this.#eyes = eyes;
  }

  /** Whichever statement is lost, either all of the operation's writes are there or none; a success reply implies all. */
  async expectAllOrNone(id: string, scenario: Scenario, moment: CutMoment): Promise<void> {
    const whole = await this.#run(id, scenario, null);
    expect(whole.reply.status, whole.reply.text).toBe(200);
    expect(whole.changed).not.toEqual([]);
    const outcomes = [[], ...(scenario.first === undefined ? [] : [scenario.first]), whole.changed];
    let n = 1;
    for (; n < most; n += 1) {
      const { reply, changed, wasHit } = await this.#run(id, scenario, { n, moment });
      if (!wasHit) break;
      const summary = `statement ${n}: ${reply.status} ${reply.body.errCode ?? ''}, changed ${changed.join(' ')}`;
      expect(reply.status === 200 || reply.body.errCode === 'OPSB0002', summary).toBe(true);
      expect(outcomes, summary).toContainEqual(changed);
      if (reply.status === 200) expect(changed, summary).toEqual(whole.changed);
    }
    expect(n).toBeGreaterThan(1);
    expect(n).toBeLessThan(most);
  }

  async #run(id: string, { prepare }: Scenario, fault: { n: number; moment: CutMoment } | null) {
    const { browser, payload, file } = await prepare();
    await this.#app.sent('sms');
    await this.#app.sent('mail');
    const before = await this.#snapshot();
    const cut = fault === null ? null : cutAt(fault.n, fault.moment);
    const call = file === undefined ? browser.call(id, payload) : browser.upload(id, file.name, file.bytes);
    const reply = await call.finally(() => cut?.end());
    await this.#untilSteady();
    return { reply, changed: changedTables(before, await this.#snapshot()), wasHit: cut?.wasHit ?? false };
  }

  #snapshot() {
    return snapshotTables(async (sql) => (await this.#eyes.query(sql)).rows, counted);
  }

  /** A cut after a reply surfaces at the connection's next use, which must not be the next test call. */
  async #untilSteady(): Promise<void> {
    await Promise.allSettled(Array.from({ length: 8 }, () => this.#app.rows('select 1')));
  }

  close = (): Promise<void> => this.#eyes.end();
}

/** Opens the fixture; the application must be running. */
export const openStatementFaults = async (app: TestApp): Promise<StatementFaults> => {
  const eyes = new pg.Client({ connectionString: app.url });
  await eyes.connect();
  return new StatementFaults(app, eyes);
};
