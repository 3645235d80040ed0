import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#kernel/database/db';
import {
  listeningLog,
  openPlayed,
  type PlayedStandby,
  playStandby,
} from '#kernel/database/replica/played-standby.fixture';
import { mostLagSec, type Replica, type ReplicaTimes } from '#kernel/database/replica/replica';
import { readFromReplica, workFromReplica } from '#kernel/database/replica/replica-reads';
import { momentOfSnapshot } from '#kernel/database/row-stream.sql';
import { Refusal } from '#kernel/refusal';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
let standby: PlayedStandby;
let opened: Replica[] = [];
beforeAll(async () => {
  db = await testDatabase();
  standby = await playStandby(db);
});
beforeEach(() => standby.plays());
afterEach(async () => {
  await Promise.all(opened.map((replica) => replica.close()));
  opened = [];
});
afterAll(async () => {
  await db.drop();
  await standby.drop();
});

const open = (url = standby.url, times: Partial<ReplicaTimes> = {}, log = listeningLog()): Replica => {
  const replica = openPlayed(db, { url, times, log });
  opened.push(replica);
  return replica;
};
/** An address at which nobody listens. */
const nobody = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => void server.close(resolve));
  return `postgres://nobody@127.0.0.1:${port}/none`;
};
const never = new AbortController().signal;
/** Which server answers: the login of a session, which only the played standby has of its own. */
const whoReads = async (reader: Db): Promise<'replica' | 'primary'> => {
  const { rows } = await sql<{ login: string }>`select session_user::text as login`.execute(reader);
  return rows[0]?.login.startsWith('standby_') === true ? 'replica' : 'primary';
};

describe('running 1.9 how a replica stands', () => {
  it('running 1.9 one that has replayed everything is not behind, one that has not is by its last commit', async () => {
    const replica = open();
    expect(await replica.state()).toEqual({ kind: 'ok', lagSec: 0 });
    await standby.plays({ hasReplayed: false, lastCommitSec: 12 });
    const near = await replica.state();
    expect(near.kind).toBe('ok');
    expect(near.lagSec).toBeGreaterThanOrEqual(12);
    expect(near.lagSec).toBeLessThan(mostLagSec);
    await standby.plays({ hasReplayed: false, lastCommitSec: 600 });
    const far = await replica.state();
    expect(far.kind).toBe('behind');
    expect(far.lagSec).toBeGreaterThanOrEqual(600);
    await standby.plays({ hasReplayed: false, lastCommitSec: null });
    expect(await replica.state()).toEqual({ kind: 'behind', lagSec: null });
  });

  it('running 1.9 one that was promoted, or never was a standby, is wrong, and one at whose address nobody is is gone', async () => {
    await standby.plays({ isStandby: false });
    expect(await open().state()).toEqual({ kind: 'wrong', lagSec: null });
    // Whose `pg_last_wal_replay_lsn()` is null.
    expect(await open(db.url).state()).toEqual({ kind: 'wrong', lagSec: null });
    expect(await open(await nobody()).state()).toEqual({ kind: 'gone', lagSec: null });
  });

  it('running 1.9 what was seen is kept for a while, and what is gone is asked by nobody meanwhile', async () => {
    const replica = open(standby.url, { keptMs: 60_000 });
    expect(await replica.state()).toEqual({ kind: 'ok', lagSec: 0 });
    await standby.plays({ isStandby: false });
    expect(await replica.state()).toEqual({ kind: 'ok', lagSec: 0 });
    replica.failed(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect(await replica.state()).toEqual({ kind: 'gone', lagSec: null });
  });

  it('running 1.9 its sessions have the roles of the pools and write nothing, also where it would take it', async () => {
    const replica = open();
    const roleOf = async (reader: Db) =>
      (await sql<{ role: string }>`select current_user::text as role`.execute(reader)).rows[0]?.role;
    expect(await roleOf(replica.reading('service'))).toBe('ronghui_service');
    expect(await roleOf(replica.reading({ tenantId: 't' }))).toBe('ronghui_tenant');
    await expect(sql`update clock_offset set offset_ms = 0`.execute(replica.reading('service'))).rejects.toMatchObject({
      code: '25006',
    });
  });
});

it('running 1.9 the moment of a snapshot of it is that of the last commit that it had, by the clock of the primary', async () => {
  await standby.plays({ lastCommitSec: 90 });
  const [of, own] = [await open().snapshot('service'), await db.database.snapshot('service')];
  try {
    const [at, now] = [await momentOfSnapshot(of), await momentOfSnapshot(own)];
    expect(now.getTime() - at.getTime()).toBeGreaterThanOrEqual(90_000);
    expect(now.getTime() - at.getTime()).toBeLessThan(150_000);
  } finally {
    await Promise.all([of.close(), own.close()]);
  }
});

describe('running 1.9 an export waits for its position', () => {
  it('running 1.9 until the replica has replayed it', async () => {
    await standby.plays({ hasReplayed: false });
    const replica = open(standby.url, { waitMs: 30_000 });
    const caughtUp = replica.catchesUp(never);
    await standby.plays();
    expect(await caughtUp).toBe(true);
  });

  it('running 1.9 for a bounded time, and not at all for what cannot replay it', async () => {
    await standby.plays({ hasReplayed: false });
    expect(await open().catchesUp(never)).toBe(false);
    const long = { waitMs: 600_000 };
    expect(await open(db.url, long).catchesUp(never)).toBe(false);
    expect(await open(await nobody(), long).catchesUp(never)).toBe(false);
    await standby.plays({ isStandby: false });
    expect(await open(standby.url, long).catchesUp(never)).toBe(false);
  });

  it('running 1.9 and not once its run is over', async () => {
    await standby.plays({ hasReplayed: false });
    const over = new AbortController();
    const waiting = open(standby.url, { waitMs: 600_000 }).catchesUp(over.signal);
    over.abort(new Error('the run is over'));
    await expect(waiting).rejects.toThrow('the run is over');
  });
});

describe('running 1.9 work that reads the replica', () => {
  const work = (replica: Replica | null, of: (reader: Db) => Promise<unknown>, signal = never) => {
    const readers: string[] = [];
    const done = workFromReplica({ primary: db.database, replica }, signal, async (reads) => {
      const reader = reads.reading('service');
      readers.push(await whoReads(reader));
      await of(reader);
    });
    return done.then(() => readers);
  };
  const asksTime = (reader: Db) => sql`select app_now()`.execute(reader);

  it('running 1.9 is done on it, and on the primary where there is none or it does not catch up', async () => {
    expect(await work(open(), asksTime)).toEqual(['replica']);
    expect(await work(null, asksTime)).toEqual(['primary']);
    expect(await work(open(db.url), asksTime)).toEqual(['primary']);
    await standby.plays({ hasReplayed: false });
    expect(await work(open(), asksTime)).toEqual(['primary']);
  });

  it.each(['40001', '57014', '25006', '57P01'])(
    'running 1.9 cancelled with %s it begins again on the primary',
    async (code) => {
      await standby.plays({ cancelsWith: code });
      expect(await work(open(), asksTime)).toEqual(['replica', 'primary']);
    },
  );

  it('running 1.9 whose connection breaks begins again on the primary', async () => {
    let times = 0;
    const broken = async (reader: Db) => {
      times += 1;
      if (times === 1) await standby.endSessions();
      await asksTime(reader);
      if (times === 1) throw new Error('Connection terminated unexpectedly');
    };
    expect(await work(open(), broken)).toEqual(['replica', 'primary']);
  });

  it('running 1.9 that fails for a reason of its own, or whose run is over, does not begin again', async () => {
    const log = listeningLog();
    const replica = open(standby.url, {}, log);
    await expect(work(replica, () => Promise.reject(new Error('too many rows')))).rejects.toThrow('too many rows');
    const over = new AbortController();
    await standby.plays({ cancelsWith: '40001' });
    const ends = async (reader: Db) => {
      over.abort(new Error('the run is over'));
      await asksTime(reader);
    };
    await expect(work(replica, ends, over.signal)).rejects.toMatchObject({ code: '40001' });
    expect(log.events).not.toContain('replicaFailed');
  });
});

describe('running 1.9 a read that may be some seconds old', () => {
  const read = async (replica: Replica | null, of: (reader: Db) => Promise<unknown> = async () => undefined) => {
    const readers: string[] = [];
    const own = db.database.reading('service');
    await readFromReplica(replica, { scope: 'service', via: null, own }, async (reader) => {
      readers.push(await whoReads(reader));
      return of(reader);
    });
    return readers;
  };

  it('running 1.9 comes from a replica that is near, and from the primary where it is far, wrong, gone or none', async () => {
    expect(await read(open())).toEqual(['replica']);
    await standby.plays({ hasReplayed: false, lastCommitSec: 5 });
    expect(await read(open())).toEqual(['replica']);
    await standby.plays({ hasReplayed: false, lastCommitSec: 60 });
    expect(await read(open())).toEqual(['primary']);
    expect(await read(open(db.url))).toEqual(['primary']);
    expect(await read(open(await nobody()))).toEqual(['primary']);
    expect(await read(null)).toEqual(['primary']);
  });

  it('running 1.9 that the replica cancels is made again on the primary', async () => {
    await standby.plays({ cancelsWith: '40001' });
    const log = listeningLog();
    expect(await read(open(standby.url, {}, log), (reader) => sql`select app_now()`.execute(reader))).toEqual([
      'replica',
      'primary',
    ]);
    expect(log.events).toContain('replicaFailed');
  });

  it('running 1.9 is answered within the bound of a call where the replica says nothing, and by those that follow at once', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const replica = open(`postgres://nobody@127.0.0.1:${port}/none`);
    try {
      const begunMs = performance.now();
      expect(await read(replica)).toEqual(['primary']);
      expect(performance.now() - begunMs).toBeLessThan(5000);
      const laterMs = performance.now();
      expect(await read(replica)).toEqual(['primary']);
      expect(await replica.catchesUp(never)).toBe(false);
      expect(performance.now() - laterMs).toBeLessThan(1000);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('running 1.9 that is refused is answered, not repeated', async () => {
    let times = 0;
    const refused = () => {
      times += 1;
      throw new Refusal('RHSY422');
    };
    await expect(read(open(), refused)).rejects.toThrow('RHSY422');
    expect(times).toBe(1);
  });
});
