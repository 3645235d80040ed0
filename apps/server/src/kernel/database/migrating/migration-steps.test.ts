import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#kernel/database/migrate';
import { keptLog, migrationFolder, ownerOf } from '#kernel/database/migrating/migration-folder.fixture';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const patient = { timeout: 60_000 };

describe('running 4.1 a migration that meets a lock', () => {
  it('running 4.1 asks again every two seconds, and takes it once it is free', patient, async () => {
    const owner = await ownerOf(db);
    await owner.query('create table busy (id int)');
    await owner.query('begin');
    await owner.query('select from busy');
    const log = keptLog();
    const dir = await migrationFolder({ '9001_busy.sql': '-- kind: expand\nalter table busy add column more int;' });
    const count = migrate({ url: db.url, dir, log });
    await expect.poll(() => log.lines).toEqual([{ event: 'migrationLocked', migration: '9001_busy.sql', attempt: 1 }]);
    await owner.query('commit');
    expect(await count).toBe(1);
  });

  it('running 4.1 keeps no node of the version before from starting meanwhile', patient, async () => {
    const owner = await ownerOf(db);
    await owner.query('create table slow (id int)');
    await owner.query('begin');
    await owner.query('select from slow');
    const log = keptLog();
    const dir = await migrationFolder({ '9003_slow.sql': '-- kind: expand\nalter table slow add column more int;' });
    const count = migrate({ url: db.url, dir, log });
    await expect.poll(() => log.lines).toContainEqual(expect.objectContaining({ event: 'migrationLocked' }));
    expect(await migrate({ url: db.url })).toBe(0);
    await owner.query('commit');
    expect(await count).toBe(1);
  });

  it('running 4.1 ends with a sentence when it is never free, and has done nothing', patient, async () => {
    const owner = await ownerOf(db);
    await owner.query('create table held (id int)');
    await owner.query('begin');
    await owner.query('select from held');
    const dir = await migrationFolder({
      '9002_held.sql': '-- kind: expand\ncreate table beside_held (id int);\nalter table held add column more int;',
    });
    await expect(migrate({ url: db.url, dir, lockTries: 1 })).rejects.toThrow(/9002_held\.sql 一直得不到所需的锁/);
    await owner.query('commit');
    const { rows } = await owner.query("select to_regclass('beside_held') as there");
    expect(rows).toEqual([{ there: null }]);
  });
});

const indexes = (client: Awaited<ReturnType<typeof ownerOf>>, like: string) =>
  client
    .query<{ name: string; valid: boolean }>(
      `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname like $1 order by 1`,
      [like],
    )
    .then(({ rows }) => rows);

it('running 4.1 a migration takes as long as it takes, whatever the database ends elsewhere', async () => {
  const bounded = await testDatabase();
  const owner = await ownerOf(bounded);
  const name = new URL(bounded.url).pathname.slice(1);
  for (const setting of ['statement_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout'])
    await owner.query(`alter database ${name} set ${setting} = '5min'`);
  const dir = await migrationFolder({
    '9004_bounds.sql':
      "-- kind: expand\ncreate table bounds as select name, setting from pg_settings where name ~ '^(statement|transaction|idle.*)_timeout$' and setting <> '0';",
  });
  await migrate({ url: bounded.url, dir });
  const { rows } = await owner.query('select * from bounds');
  expect(rows).toEqual([]);
  await bounded.drop();
});

describe('running 4.1 a step outside of a transaction', () => {
  it('running 4.1 an index that was left invalid is made again, and no step is done twice', async () => {
    const owner = await ownerOf(db);
    const dir = await migrationFolder({
      '9101_doubled.sql': `-- kind: expand
create table doubled (id int);
insert into doubled values (1), (1);
-- step: concurrently
create unique index concurrently doubled_id on doubled (id);
create index concurrently doubled_more on doubled (id) where id > 0;
`,
    });
    await expect(migrate({ url: db.url, dir })).rejects.toThrow(
      /9101_doubled\.sql 失败，停在第 2 步（共 2 步），重新启动时从这一步继续/,
    );
    expect(await indexes(owner, 'doubled_%')).toEqual([{ name: 'doubled_id', valid: false }]);
    await owner.query('delete from doubled where ctid = (select min(ctid) from doubled)');
    expect(await migrate({ url: db.url, dir })).toBe(1);
    expect(await indexes(owner, 'doubled_%')).toEqual([
      { name: 'doubled_id', valid: true },
      { name: 'doubled_more', valid: true },
    ]);
    expect(await migrate({ url: db.url, dir })).toBe(0);
  });

  it('running 4.1 a partitioned table gets its index part by part, whatever depth and names the parts have, and loses it', async () => {
    const owner = await ownerOf(db);
    const longName = `visited_${'x'.repeat(50)}`;
    await owner.query(`
      create table visited (at int not null, by int not null) partition by range (at);
      create table visited_1 partition of visited for values from (0) to (10);
      create table visited_2 partition of visited for values from (10) to (20) partition by range (by);
      create table ${longName} partition of visited_2 for values from (0) to (100);
      insert into visited select n, n from generate_series(0, 19) n`);
    const dir = await migrationFolder({
      '9102_visited.sql':
        '-- kind: expand\n-- step: concurrently\ncreate index concurrently visited_by on visited (by);',
    });
    expect(await migrate({ url: db.url, dir })).toBe(1);
    const made = await indexes(owner, 'visited%');
    expect(made.map(({ valid }) => valid)).toEqual([true, true, true, true]);
    expect(made.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['visited_by', 'visited_1_visited_by', 'visited_2_visited_by']),
    );
    // A partition of later has its part by itself.
    await owner.query('create table visited_3 partition of visited for values from (20) to (30)');
    expect((await indexes(owner, 'visited%')).filter(({ valid }) => valid)).toHaveLength(5);
    const removal = await migrationFolder({
      '9103_visited.sql': '-- kind: expand\n-- step: concurrently\ndrop index concurrently if exists visited_by;',
    });
    expect(await migrate({ url: db.url, dir: removal })).toBe(1);
    expect(await indexes(owner, 'visited%')).toEqual([]);
  });

  it('running 4.1 nodes that start while an index is made wait for it, and keep it from nothing', async () => {
    const dir = await migrationFolder({
      '9104_waited.sql':
        '-- kind: expand\ncreate table waited (id int);\n-- step: concurrently\ncreate index concurrently waited_id on waited (id);',
    });
    const counts = await Promise.all([1, 2, 3].map(() => migrate({ url: db.url, dir })));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
  });

  it('running 4.1 takes nothing but indexes', async () => {
    const dir = await migrationFolder({
      '9105_other.sql': '-- kind: expand\n-- step: concurrently\nvacuum lead;',
    });
    await expect(migrate({ url: db.url, dir })).rejects.toThrow(
      /9105_other\.sql 的 concurrently 步骤只能建立或删除索引：vacuum/,
    );
  });
});

describe('running 4.1 a backfill', () => {
  const files = {
    '9201_filled.sql': `-- kind: expand
create table filled (id int primary key, by text);
insert into filled select n, null from generate_series(1, 5) n;
-- step: batches
update filled set by = current_user where id in (select id from filled where by is null order by id limit 2);
`,
  };

  it('running 4.1 goes on until no row is left, as the role that sees the rows of all tenants', async () => {
    const owner = await ownerOf(db);
    const log = keptLog();
    expect(await migrate({ url: db.url, dir: await migrationFolder(files), log })).toBe(1);
    const { rows } = await owner.query('select distinct by from filled');
    expect(rows).toEqual([{ by: 'ronghui_service' }]);
    expect(log.lines).toContainEqual({ event: 'backfilled', migration: '9201_filled.sql', count: 5 });
  });

  it('running 4.1 one that ends early keeps its batches, and goes on with the next', async () => {
    const owner = await ownerOf(db);
    const dir = await migrationFolder({
      '9202_cut.sql': `-- kind: expand
create table cut (id int primary key, half int);
insert into cut select n, null from generate_series(1, 4) n;
-- step: batches
update cut set half = 4 / (4 - id) where id in (select id from cut where half is null order by id limit 1);
`,
    });
    await expect(migrate({ url: db.url, dir })).rejects.toThrow(/9202_cut\.sql 失败，停在第 2 步.*division by zero/);
    const { rows } = await owner.query('select count(half)::int as done from cut');
    expect(rows).toEqual([{ done: 3 }]);
    await owner.query('update cut set half = 0 where id = 4');
    expect(await migrate({ url: db.url, dir })).toBe(1);
  });

  it('running 4.1 is one statement', async () => {
    const dir = await migrationFolder({
      '9203_two.sql': '-- kind: expand\n-- step: batches\ndelete from lead where false; delete from lead where false;',
    });
    await expect(migrate({ url: db.url, dir })).rejects.toThrow(/9203_two\.sql 的 batches 步骤只能有一条语句/);
  });
});

it.each([
  ['-- kind: widen', /第一行应为 -- kind: expand/],
  ['-- kind: contract', /第一行应为 -- kind: expand/],
  ['-- kind: expand 0.9.0', /第一行应为 -- kind: expand/],
  ['-- kind: expand\n-- step: sometime\nselect 1;', /没有这种步骤：sometime/],
  ['-- kind: expand\n-- step: batches\n', /步骤里没有语句/],
])('running 4.1 a file that begins %j is refused', async (text, expected) => {
  const dir = await migrationFolder({ '9301_wrong.sql': text });
  await expect(migrate({ url: db.url, dir })).rejects.toThrow(expected);
});
