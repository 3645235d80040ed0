import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findMigration } from '#kernel/backup/table-shapes.sql';
import { finishContracts, migrate } from '#kernel/database/migrate';
import { asOwner, keptLog, migrationFolder, ownerOf } from '#kernel/database/migrating/migration-folder.fixture';
import { JobWaits } from '#kernel/jobs/jobs';
import { newNodeMark } from '#kernel/jobs/node-mark';
import { contractJobs } from '#kernel/jobs/own/contract-job';
import { type NodeRegistry, openNodeRegistry } from '#kernel/nodes/node-registry';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let dir: string;
const opened: NodeRegistry[] = [];
beforeEach(async () => {
  app = await testApp({ storesKeys: true });
  await asOwner(app, 'create table outgrown (id int, former int)');
  dir = await migrationFolder({
    '9401_outgrown.sql': '-- kind: contract 0.9.0\nalter table outgrown drop column former;',
    '9402_later.sql': '-- kind: expand\ncreate table later (id int);',
  });
});
afterEach(async () => {
  for (const registry of opened.splice(0)) await registry.leave();
  await app.close();
});

/** A node of a version in this process, which beats when it is asked to. */
const openNode = async (version: string) => {
  let atMs = 0;
  const onGone = vi.fn<() => void>();
  const log = keptLog();
  const registry = await openNodeRegistry({
    database: app.database,
    log,
    mark: newNodeMark(),
    version,
    address: `http://${version}`,
    settings: {},
    onGone,
    nowMs: () => atMs,
    everyMs: 3_600_000,
  });
  opened.push(registry);
  const beat = () => {
    atMs += 21_000;
    return registry.awaken();
  };
  return { registry, beat, onGone, log };
};

const run = (version = '0.9.0') => migrate({ url: app.url, dir, version, beatsMs: 0 });
const columns = async () =>
  (
    await app.rows(
      "select attname as name from pg_attribute where attrelid = 'outgrown'::regclass and attnum > 0 and not attisdropped",
    )
  ).map(({ name }) => name);

describe('running 4.1 a contract', () => {
  it('running 4.1 waits for the nodes of a version before, and keeps nothing that follows from running', async () => {
    const old = await openNode('0.8.0');
    await openNode('0.9.0');
    expect(await run()).toBe(1);
    expect(await columns()).toEqual(['id', 'former']);
    expect(await app.rows("select to_regclass('later')::text as name")).toEqual([{ name: 'later' }]);
    // The older version starts as before.
    expect(await run('0.8.0')).toBe(0);
    expect(await finishContracts({ url: app.url, dir, version: '0.9.0' })).toEqual([
      '迁移 9401_outgrown.sql 要等所有节点至少是 0.9.0：http://0.8.0（0.8.0）',
    ]);
    await old.registry.leave();
    expect(await finishContracts({ url: app.url, dir, version: '0.9.0' })).toEqual([]);
    expect(await columns()).toEqual(['id']);
  });

  it('running 4.1 runs by the job of any node once they are gone, which names until then what it waits for', async () => {
    const old = await openNode('0.8.0');
    await run();
    const [job] = contractJobs(app.url, (options) =>
      finishContracts({ ...options, dir, version: '0.9.0', beatsMs: 0 }),
    );
    const look = async () => job?.run({ database: app.database, ports: app.ports, log: app.ports.log });
    await expect(look()).rejects.toThrow(JobWaits);
    await expect(look()).rejects.toThrow(/9401_outgrown\.sql 要等所有节点至少是 0\.9\.0/);
    await old.registry.leave();
    await look();
    expect(await columns()).toEqual(['id']);
    await look();
    expect(contractJobs(null)).toEqual([]);
  });

  it('running 4.1 waits also for nodes that a crash of the database has emptied from their table', async () => {
    const old = await openNode('0.8.0');
    await app.rows('delete from node');
    const migrated = migrate({ url: app.url, dir, version: '0.9.0', beatsMs: 2000 });
    expect(await old.beat()).toBe(true);
    expect(await migrated).toBe(1);
    expect(await columns()).toContain('former');
  });

  it('running 4.1 waits also for nodes that were late because the database was away', async () => {
    const old = await openNode('0.8.0');
    await openNode('0.9.0');
    await app.clock.advance({ minutes: 5 });
    const migrated = migrate({ url: app.url, dir, version: '0.9.0', beatsMs: 2000 });
    expect(await old.beat()).toBe(true);
    expect(await migrated).toBe(1);
    expect(await columns()).toContain('former');
  });

  it('running 4.1 where no other node can serve nothing waits', async () => {
    await openNode('0.8.0');
    expect(await migrate({ url: app.url, dir, version: '0.9.0', isAlone: true })).toBe(2);
  });

  it('running 4.1 of a version that the schema has left behind none starts, enters or goes on', async () => {
    const old = await openNode('0.8.0');
    const present = await openNode('0.9.0');
    // It was stopped, and nobody has declared it gone yet.
    await app.clock.advance({ seconds: 31 });
    expect(await present.beat()).toBe(true);
    expect(await run()).toBe(2);
    const sentence = '数据库只支持 0.9.0 或更新的版本，这个节点是 0.8.0：请换成较新的版本后重新启动。';
    await expect(run('0.8.0')).rejects.toThrow(sentence);
    await expect(openNode('0.8.0')).rejects.toThrow(sentence);
    expect(await old.beat()).toBe(false);
    expect(await old.beat()).toBe(false);
    expect(old.onGone).toHaveBeenCalledOnce();
    expect(old.log.lines).toContainEqual({ event: 'versionTooOld', reason: sentence });
    expect(await present.beat()).toBe(true);
    expect(present.onGone).not.toHaveBeenCalled();
    expect(await run('1.0.0')).toBe(0);
  });

  it('running 4.1 of a contract that begins and an older node that enters at the same time one comes first', async () => {
    const [migrated, entered] = await Promise.allSettled([run(), openNode('0.8.0')]);
    expect(migrated.status).toBe('fulfilled');
    const isDone = !(await columns()).includes('former');
    expect(entered.status).toBe(isDone ? 'rejected' : 'fulfilled');
  });

  it('running 4.1 one that fails is begun again, and serves no older version meanwhile', async () => {
    const failing = await migrationFolder({
      '9501_failing.sql': '-- kind: contract 0.9.0\nalter table outgrown drop column nowhere;',
    });
    const fail = () => migrate({ url: app.url, dir: failing, version: '0.9.0', beatsMs: 0 });
    await expect(fail()).rejects.toThrow(/9501_failing\.sql 失败，未作任何改动/);
    await expect(openNode('0.8.0')).rejects.toThrow(/只支持 0\.9\.0/);
    await asOwner(app, 'alter table outgrown add column nowhere int');
    expect(await fail()).toBe(1);
  });
});

describe('running 4.1 a backup of a database in which a contract waits', () => {
  it('running 4.1 names it, and what is restored waits for it as well', async () => {
    const old = await openNode('0.8.0');
    await run();
    const owner = await ownerOf(app);
    const found = await findMigration(owner);
    expect(found).toMatchObject({ name: '9402_later.sql', underWay: null });
    expect(found?.waiting).toContain(9401);
    await old.registry.leave();
    const { number = 0, name = '', checksum = '' } = found ?? {};
    const until = { number, name, checksum, waiting: [9401] };
    expect(await migrate({ url: app.url, dir, version: '0.9.0', until })).toBe(0);
    expect(await columns()).toEqual(['id', 'former']);
    expect(await run()).toBe(1);
    expect((await findMigration(owner))?.waiting).not.toContain(9401);
  });

  it('running 4.1 is none between two steps of a migration', async () => {
    const cut = await migrationFolder({
      '9403_cut.sql': '-- kind: expand\ncreate table cut (id int);\n-- step: batches\nupdate cut set nowhere = 1;',
    });
    await expect(migrate({ url: app.url, dir: cut })).rejects.toThrow(/停在第 2 步/);
    expect(await findMigration(await ownerOf(app))).toMatchObject({ underWay: '9403_cut.sql' });
  });
});
