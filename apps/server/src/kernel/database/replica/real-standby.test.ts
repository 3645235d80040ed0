import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#kernel/database/db';
import { checkReplica } from '#kernel/database/replica/check-replica';
import { listeningLog } from '#kernel/database/replica/played-standby.fixture';
import { openReplica, type Reads, type Replica } from '#kernel/database/replica/replica';
import { readFromReplica, workFromReplica } from '#kernel/database/replica/replica-reads';
import { ensureRoles } from '#kernel/database/roles';
import { streamRows } from '#kernel/database/row-stream.sql';
import {
  findStandbyPrograms,
  type PostgresPair,
  startPostgresPair,
} from '../../../../../../tools/servers/postgres-pair.ts';

const programs = findStandbyPrograms();
const [count, half] = [20_000, 10_000];
const never = new AbortController().signal;

interface Installation {
  readonly pair: PostgresPair;
  readonly admin: pg.Client;
  readonly onStandby: pg.Client;
  readonly database: Database;
  readonly replica: Replica;
}

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const pauseReplay = async (onStandby: pg.Client): Promise<void> => {
  await onStandby.query('select pg_wal_replay_pause()');
  const paused = 'select pg_get_wal_replay_pause_state() as state';
  const isPaused = async () => expect((await onStandby.query(paused)).rows[0]?.state).toBe('paused');
  await vi.waitFor(isPaused, { timeout: 15_000 });
};
const resumeReplay = (onStandby: pg.Client) => onStandby.query('select pg_wal_replay_resume()');

const install = async (folder: string): Promise<Installation> => {
  const pair = await startPostgresPair(folder);
  const admin = await connect(pair.primary.url('postgres'));
  const onStandby = await connect(pair.standby.url('postgres'));
  await pauseReplay(onStandby);
  await ensureRoles(admin);
  await admin.query(`create table line (n int primary key, words text not null);
    insert into line select n, repeat('x', 200) from generate_series(1, ${count}) n;
    grant select on line to ronghui_service`);
  const database = openDatabase({ url: pair.primary.url('postgres'), onError: () => undefined });
  const replica = openReplica({
    url: pair.standby.url('postgres'),
    primary: database,
    log: listeningLog(),
    times: { waitMs: 20_000, lookMs: 20, keptMs: 0 },
  });
  return { pair, admin, onStandby, database, replica };
};

let made: Installation | null = null;
beforeAll(async () => {
  if (programs !== null) made = await install(programs);
});
afterAll(async () => {
  await made?.replica.close();
  await made?.database.close();
  await made?.onStandby.end();
  await made?.admin.end();
  await made?.pair.remove();
});

/** What is tried, where a standby can be made. */
const onPair = (work: (installation: Installation) => Promise<void>) => async () => {
  if (made !== null) await work(made);
};
const first = async <Row>(reads: Reads, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(reads.reading('service'))).rows[0];
const countOf = async (reads: Reads) =>
  (await first(reads, sql<{ count: number }>`select count(*)::int as count from line`))?.count;

/** Reads all rows as an export does: in pages of one snapshot, beside which a twin has the same. `between` is called while most are not read yet. */
const readAll = async (reads: Reads, between: () => Promise<void>): Promise<number[]> => {
  const snapshot = await reads.snapshot('service');
  const twin = await snapshot.twin();
  try {
    const numbers: number[] = [];
    for await (const page of streamRows(snapshot, sql<{ n: number }>`select n, words from line order by n`)) {
      if (numbers.length === 0) await between();
      numbers.push(...page.map(({ n }) => n));
    }
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from line`.execute(twin.db);
    expect(rows).toEqual([{ count: numbers.length }]);
    return numbers;
  } finally {
    await Promise.all([snapshot.close(), twin.close()]);
  }
};
const numbersFrom = (from: number) => Array.from({ length: count - from + 1 }, (_, at) => from + at);

const check = ({ pair, database, replica }: Installation) =>
  checkReplica({ primary: database, replica, url: pair.standby.url('postgres') }, listeningLog());
const kindOf = async (replica: Replica) => (await replica.state()).kind;

describe('running 1.9 a standby that streams', () => {
  it(
    'running 1.9 that has not replayed yet that the roles were made keeps nobody from starting, and is not read',
    onPair(async (installation) => {
      const { replica, onStandby } = installation;
      await check(installation);
      expect(await kindOf(replica)).toBe('wrong');
      expect(await replica.catchesUp(never)).toBe(false);
      await resumeReplay(onStandby);
      await expect.poll(() => kindOf(replica)).toBe('ok');
    }),
  );

  it(
    'running 1.9 is taken at the start, follows, and is read once it has what was committed before',
    onPair(async (installation) => {
      const { replica, admin } = installation;
      await check(installation);
      expect(await replica.catchesUp(never)).toBe(true);
      expect(await replica.state()).toMatchObject({ kind: 'ok' });
      for (let n = count + 1; n <= count + 20; n += 1) {
        await admin.query('insert into line values ($1, $2)', [n, 'new']);
        expect(await replica.catchesUp(never)).toBe(true);
        expect(await countOf(replica)).toBe(n);
      }
      await admin.query('delete from line where n > $1', [count]);
      expect(await replica.catchesUp(never)).toBe(true);
      expect(await countOf(replica)).toBe(count);
    }),
  );

  it(
    'running 1.9 takes no writes, and shows snapshots and their twins',
    onPair(async ({ replica }) => {
      await expect(first(replica, sql`delete from line`)).rejects.toMatchObject({ code: '25006' });
      expect(await readAll(replica, async () => undefined)).toEqual(numbersFrom(1));
    }),
  );

  it(
    'running 1.9 an export in whose way it replays a vacuum is made again on the primary: not half a file of each',
    onPair(async ({ database, replica, admin, onStandby }) => {
      const begun: string[] = [];
      const numbers = await workFromReplica({ primary: database, replica }, never, (reads) => {
        begun.push(reads === replica ? 'replica' : 'primary');
        return readAll(reads, async () => {
          if (reads !== replica) return;
          await admin.query('delete from line where n <= $1', [half]);
          await admin.query('vacuum line');
          const conflicts = 'select confl_snapshot::int as count from pg_stat_database_conflicts where datname = $1';
          await expect
            .poll(async () => (await onStandby.query(conflicts, ['postgres'])).rows[0]?.count)
            .toBeGreaterThan(0);
        });
      });
      expect(begun).toEqual(['replica', 'primary']);
      expect(numbers).toEqual(numbersFrom(half + 1));
    }),
  );

  it(
    'running 1.9 whose replay stands is waited for in vain, and used again once it goes on',
    onPair(async ({ pair, database, admin, onStandby }) => {
      const url = pair.standby.url('postgres');
      const log = listeningLog();
      const hasty = openReplica({ url, primary: database, log, times: { waitMs: 100, lookMs: 10, keptMs: 0 } });
      try {
        await pauseReplay(onStandby);
        await admin.query(`insert into line values (${count + 1}, 'new')`);
        expect(await hasty.catchesUp(never)).toBe(false);
        const { lagSec } = await hasty.state();
        expect(lagSec).toBeGreaterThan(0);
        await resumeReplay(onStandby);
        await expect.poll(() => hasty.catchesUp(never)).toBe(true);
      } finally {
        await hasty.close();
      }
    }),
  );

  it(
    'running 1.9 that is stopped is gone, and back once it runs; promoted it is none any more',
    onPair(async (installation) => {
      const { pair, database, replica, onStandby } = installation;
      await onStandby.end();
      await pair.standby.stop();
      expect(await replica.state()).toEqual({ kind: 'gone', lagSec: null });
      expect(await replica.catchesUp(never)).toBe(false);
      const own = database.reading('service');
      const read = () =>
        readFromReplica(replica, { scope: 'service', via: null, own }, async (db) => {
          const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
          return rows[0]?.standby;
        });
      expect(await read()).toBe(false);
      await pair.standby.start();
      await expect.poll(() => kindOf(replica)).toBe('ok');
      expect(await read()).toBe(true);
      const other = await connect(pair.standby.url('postgres'));
      await other.query('select pg_promote()');
      await other.end();
      expect(await replica.state()).toEqual({ kind: 'wrong', lagSec: null });
      expect(await read()).toBe(false);
      await expect(check(installation)).rejects.toThrow(/可能已经升为主库/);
    }),
  );
});
