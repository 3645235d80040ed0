import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#kernel/database/db';
import { checkReplica, faultOfReplica } from '#kernel/database/replica/check-replica';
import { listeningLog, type PlayedStandby, playStandby } from '#kernel/database/replica/played-standby.fixture';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
let standby: PlayedStandby;
beforeAll(async () => {
  db = await testDatabase();
  standby = await playStandby(db);
});
afterAll(async () => {
  await db.drop();
  await standby.drop();
});

const check = async (url: string, log = listeningLog()): Promise<string[]> => {
  const replica = openDatabase({ url, isReplica: true, onError: () => undefined });
  try {
    await checkReplica({ primary: db.database, replica, url }, log);
    return log.events;
  } finally {
    await replica.close();
  }
};

const primary = { system: '7', startedAt: '100.5', isStandby: false, database: 'ronghui' };
const replica = { ...primary, startedAt: '200.5', isStandby: true };

describe('running 1.9 a server that cannot be the replica is refused at the start', () => {
  it.each([
    [replica, null],
    [{ ...replica, system: '8' }, /指向另一套数据库.*another database system/],
    [primary, /是同一个服务器.*the same server/],
    [{ ...replica, isStandby: false }, /不是只读副本，可能已经升为主库.*no standby/],
    [{ ...replica, database: 'postgres' }, /指向数据库 postgres，而 DATABASE_URL 是 ronghui.*name the same/],
  ] as const)('running 1.9 %o', (found, sentence) => {
    const fault = faultOfReplica(primary, found);
    if (sentence === null) expect(fault).toBeNull();
    else expect(fault).toMatch(sentence);
  });

  it('running 1.9 the primary under another login is the same server', async () => {
    const sentence = /DATABASE_READ_URL 与 DATABASE_URL 是同一个服务器/;
    await expect(check(standby.url)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(sentence),
    });
  });

  it('running 1.9 a login that is refused is named with its variable', async () => {
    const url = new URL(standby.url);
    url.pathname = '/no_such_database';
    await expect(check(url.href)).rejects.toThrow('DATABASE_READ_URL 指向的数据库不存在');
  });

  it('running 1.9 one that does not answer keeps nobody from starting, and is logged', async () => {
    expect(await check('postgres://nobody@127.0.0.1:9/none')).toEqual(['replicaGone']);
  });
});
