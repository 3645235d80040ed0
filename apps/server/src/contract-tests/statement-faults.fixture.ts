import pg from 'pg';
import { expect } from 'vitest';
import { type CutMoment, cutAt } from '#kernel/testing/cut-connections';
import { changedTables, snapshotTables } from '#kernel/testing/table-snapshot';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/** A call that is to be made. */
export interface Try {
  readonly browser: TestBrowser;
  readonly payload: Readonly<Record<string, unknown>>;
  /** For an upload: the payload is made from it. */
  readonly file?: { readonly name: string; readonly bytes: Buffer };
}

/** An operation that writes. */
export interface Scenario {
  readonly prepare: () => Promise<Try>;
  /** What stands by itself before the rest, by design: a try is counted before it is verified (R4.5, R5.3). */
  readonly first?: readonly string[];
}

/** Before the database hears of a statement, and before its answer is read. */
export const cutMoments: readonly CutMoment[] = ['before', 'after'];

/** The audit trail tells of refusals too: those are no part of what the operation writes. */
const counted: Readonly<Record<string, string>> = { audit_event: "where result = 'ok'" };

const most = 40;

/** Loses the database at one statement after the other of an operation. */
export class StatementFaults {
  readonly #app: TestApp;
  /** Looks at the tables over a connection that nothing cuts. */
  readonly #eyes: pg.Client;

  constructor(app: TestApp, eyes: pg.Client) {
    this.#app = app;
    this.#eyes = eyes;
  }

  /** Whichever statement is lost, all that the operation writes is there or nothing is; an answer of success says that it is. */
  async expectAllOrNone(id: string, scenario: Scenario, moment: CutMoment): Promise<void> {
    const whole = await this.#run(id, scenario, null);
    expect(whole.reply.status, whole.reply.text).toBe(200);
    expect(whole.changed).not.toEqual([]);
    const outcomes = [[], ...(scenario.first === undefined ? [] : [scenario.first]), whole.changed];
    let n = 1;
    for (; n < most; n += 1) {
      const { reply, changed, wasHit } = await this.#run(id, scenario, { n, moment });
      if (!wasHit) break;
      const told = `statement ${n}: ${reply.status} ${reply.body.errCode ?? ''}, changed ${changed.join(' ')}`;
      expect(reply.status === 200 || reply.body.errCode === 'OPSB0002', told).toBe(true);
      expect(outcomes, told).toContainEqual(changed);
      if (reply.status === 200) expect(changed, told).toEqual(whole.changed);
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

  /** A cut behind a reply that was given already shows with the connection's next use, which is not the next call's business here. */
  async #untilSteady(): Promise<void> {
    await Promise.allSettled(Array.from({ length: 8 }, () => this.#app.rows('select 1')));
  }

  close = (): Promise<void> => this.#eyes.end();
}

/** Opens one; the application must be there. */
export const openStatementFaults = async (app: TestApp): Promise<StatementFaults> => {
  const eyes = new pg.Client({ connectionString: app.url });
  await eyes.connect();
  return new StatementFaults(app, eyes);
};
