import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../driver/journeys.ts';
import { databasePid, databaseUrl, type ServerProcess, startServer } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';
import { type Acknowledged, startWriters } from './writers.ts';

/** Three rounds of each kind; `RONGHUI_LONG=1` runs the twenty of the promise. */
const rounds = process.env['RONGHUI_LONG'] === '1' ? 20 : 3;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const kill = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};

/** What dies: Node and leaves its database, the database and leaves Node, or both at once. */
const deaths: Readonly<Record<string, (server: ServerProcess) => Promise<void>>> = {
  'Node alone': (server) => server.kill(),
  'the database server': async (server) => {
    kill(databasePid(server.dataDir));
    // Node lives on and brings its database back by itself; then it is stopped for the next round.
    await expect.poll(() => answers(server.url), { timeout: 30_000, interval: 100 }).toBe(true);
    await server.stop();
  },
  everything: async (server) => {
    const database = databasePid(server.dataDir);
    const gone = server.kill();
    kill(database);
    await gone;
  },
};

const answers = async (url: string): Promise<boolean> => {
  const visitor = new Visitor(url);
  try {
    await visitor.start();
    return (await visitor.call('portal.contact', {})).status === 422;
  } catch {
    return false;
  } finally {
    visitor.close();
  }
};

const rowsOf = async (dataDir: string, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
};

/** Every acknowledged lead is there once, with its audit event; nothing else came twice. */
const expectLeads = async (dataDir: string, { tickets }: Acknowledged): Promise<void> => {
  const found = await rowsOf(
    dataDir,
    `select ticket_no, count(*)::int as times, (select count(*)::int from audit_event where object = ticket_no) as events
       from lead where ticket_no = any($1) group by ticket_no`,
    [tickets],
  );
  expect(found).toHaveLength(tickets.length);
  for (const row of found) expect(row).toMatchObject({ times: 1, events: 1 });
};

/** Who was told that the registration stands can log in. */
const expectAccounts = async (url: string, { mobiles }: Acknowledged): Promise<void> => {
  for (const mobile of mobiles.slice(-5)) {
    const visitor = new Visitor(url);
    await visitor.start();
    const reply = await visitor.call('portal.login', { mobile, pwd: goodPassword });
    visitor.close();
    expect(reply.status, `${mobile} ${reply.body.errCode ?? ''}`).toBe(200);
  }
};

/** What a reader of the tables must never see: half of something. */
const expectWhole = async (dataDir: string): Promise<void> => {
  const [halves] = await rowsOf(
    dataDir,
    `select (select count(*)::int from user_account u where not exists (select 1 from member m where m.user_id = u.user_id)) as lonely_users,
            (select count(*)::int from tenant t where not exists (select 1 from member m where m.tenant_id = t.tenant_id)) as lonely_tenants,
            (select count(*)::int from idempotency where reply is null) as empty_claims,
            (select count(*)::int from lead l where not exists (select 1 from audit_event a where a.object = l.ticket_no)) as silent_leads`,
    [],
  );
  expect(halves).toEqual({ lonely_users: 0, lonely_tenants: 0, empty_claims: 0, silent_leads: 0 });
};

describe.each(Object.entries(deaths))('R14.6 kill -9 of %s under writes', (_what, die) => {
  it(`R14.6 loses nothing acknowledged, writes nothing half, and needs no hand, ${rounds} times`, {
    timeout: rounds * 90_000,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-kill-'));
    folders.push(dataDir);
    const all: Acknowledged = { tickets: [], mobiles: [], unanswered: [] };
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const writers = startWriters(server.url, dataDir);
      await expect.poll(() => writers.acknowledged.tickets.length, { timeout: 30_000 }).toBeGreaterThan(2);
      await wait(randomInt(1500));
      await die(server);
      await writers.stop();
      all.tickets.push(...writers.acknowledged.tickets);
      all.mobiles.push(...writers.acknowledged.mobiles);
    }
    const server = await startServer({ dataDir });
    try {
      expect(all.tickets.length).toBeGreaterThan(rounds);
      await expectLeads(dataDir, all);
      await expectAccounts(server.url, all);
      await expectWhole(dataDir);
    } finally {
      await server.stop();
    }
  });
});
