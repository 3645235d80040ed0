import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMerchant } from '../driver/journeys.ts';
import { databaseUrl, type ServerProcess, startServer } from '../driver/server-process.ts';
import { Visitor, type WireReply } from '../driver/visitor.ts';

let server: ServerProcess;
let locker: pg.Client;
const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-locked-'));
beforeAll(async () => {
  server = await startServer({ dataDir });
  locker = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await locker.connect();
}, 90_000);
afterAll(async () => {
  await locker.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

/** R14.6 names five seconds; the rest is the machine's own time. */
const withinMs = 5500;
/** So long after the first calls that the next ones wait for their connections, and then for the lock. */
const laterMs = 3200;

interface Timed {
  readonly reply: WireReply;
  readonly ms: number;
}

const timed = async (ask: () => Promise<WireReply>): Promise<Timed> => {
  const startedMs = performance.now();
  return { reply: await ask(), ms: Math.round(performance.now() - startedMs) };
};

/** What calls answer while a table is locked: as many at once as use up the connections, and the same again while those wait. */
const whileLocked = async (table: string, asks: readonly (() => Promise<WireReply>)[]): Promise<Timed[]> => {
  await locker.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    const first = asks.map(timed);
    await wait(laterMs);
    return (await Promise.all([...first, ...asks.map(timed)])).flat();
  } finally {
    await locker.query('rollback');
  }
};

const expectBound = (all: readonly Timed[]): void => {
  const shown = JSON.stringify(all.map(({ reply, ms }) => [reply.status, reply.body.errCode, ms]));
  for (const { reply, ms } of all) {
    expect(ms, shown).toBeLessThan(withinMs);
    expect(['OPSB0001', 'RHSY429'], shown).toContain(reply.body.errCode);
    expect(reply.headers['retry-after'], shown).toBeDefined();
  }
};

describe('R14.6 a table is locked', () => {
  it('R14.6 waiting for a connection and for the lock take five seconds together, and who needs neither is served', {
    timeout: 60_000,
  }, async () => {
    const merchant = await demoMerchant(new Visitor(server.url));
    // A visitor has four connections, so that the wait for one of them would be taken for the server's.
    const windows = Array.from({ length: 3 }, () => {
      const one = new Visitor(server.url);
      one.resume(merchant.signedBy);
      return one;
    });
    expectBound(
      await whileLocked(
        'consent',
        windows.map((one) => () => one.call('authorization.page', {})),
      ),
    );
    for (const one of windows) one.close();
    expect((await merchant.call('authorization.page', {})).status).toBe(200);
    merchant.close();
  });

  it('R14.6 so do logins, which have connections of their own, and one after the other', {
    timeout: 60_000,
  }, async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => new Visitor(server.url).start()));
    const login = (person: Visitor) => () =>
      person.call('portal.login', { mobile: '13800000002', pwd: 'Demo-Merchant-2' });
    expectBound(await whileLocked('user_account', people.map(login)));
    expect((await login(people[0] ?? new Visitor(server.url))()).status).toBe(200);
    for (const person of people) person.close();
  });
});
