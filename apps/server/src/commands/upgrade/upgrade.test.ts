import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner, migrationFolder, ownerOf } from '#kernel/database/migrating/migration-folder.fixture';
import { readUpgradePlan, type UpgradePlan } from '#kernel/database/migrating/upgrade-plan';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runCommand, runHere } from '../run-command.fixture.ts';
import { printUpgrade } from './upgrade.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const files = {
  '9601_lead.sql': `-- kind: expand
alter table lead add column planned text;
-- step: concurrently
create index concurrently lead_by_planned on lead (planned);
-- step: batches
update lead set planned = '' where lead_id in (select lead_id from lead where planned is null limit 1000);
`,
  '9602_behavior.sql': '-- kind: contract 0.9.0\nalter table behavior_record drop column nowhere;',
  '9603_old.sql': 'select 1;',
};
const enterOld = () =>
  app.rows(
    `insert into node (node_id, boot, version, address, settings, started_at, seen_at)
      values ('old', 'b', '0.8.0', 'http://old', '{}', app_now(), app_now())`,
  );
const migrated = async () => (await ownerOf(app)).query('select * from schema_migration order by number');

describe('running 4.3 what an upgrade would do', () => {
  it('running 4.3 is each migration with its kind and steps, the tables with their sizes, nodes and open transactions; nothing is changed', async () => {
    await enterOld();
    const owner = await ownerOf(app);
    const before = await migrated();
    await owner.query('begin');
    await owner.query('lock table lead in access share mode');
    const dir = await migrationFolder(files);
    const plan = await readUpgradePlan({ url: app.url, dir, version: '0.9.0' });
    const old = { address: 'http://old', version: '0.8.0' };
    expect(plan).toMatchObject({ version: '0.9.0', nodes: [old], newest: before.rows.at(-1)?.name });
    expect(plan.coming).toEqual([
      {
        name: '9601_lead.sql',
        kind: 'expand',
        oldestVersion: null,
        steps: ['transaction', 'concurrently', 'batches'],
        done: 0,
        tables: ['lead'],
        waitsFor: [],
      },
      {
        name: '9602_behavior.sql',
        kind: 'contract',
        oldestVersion: '0.9.0',
        steps: ['transaction'],
        done: 0,
        tables: ['behavior_record'],
        waitsFor: [old],
      },
      expect.objectContaining({ name: '9603_old.sql', kind: null, tables: [] }),
    ]);
    expect(plan.sizes.map(({ name }) => name).toSorted()).toEqual(['behavior_record', 'lead']);
    for (const { bytes, rows } of plan.sizes) {
      expect(bytes).toBeGreaterThan(0);
      expect(rows).toBeGreaterThanOrEqual(0);
    }
    expect(plan.open).toContainEqual(expect.objectContaining({ state: 'idle in transaction', tables: ['lead'] }));
    await owner.query('commit');
    expect((await migrated()).rows).toEqual(before.rows);
  });

  it('running 4.3 is read of a database that an older version has migrated, and of an empty one', async () => {
    await asOwner(app, 'alter table schema_migration drop column step, drop column serves_from');
    const dir = await migrationFolder(files);
    expect((await readUpgradePlan({ url: app.url, dir, version: '0.9.0' })).coming).toHaveLength(3);
    await asOwner(app, 'alter table schema_migration add column step int, add column serves_from text');
    await asOwner(app, "create database upgrade_of_nothing encoding 'UTF8' template template0");
    const empty = new URL(app.url);
    empty.pathname = '/upgrade_of_nothing';
    try {
      const plan = await readUpgradePlan({ url: empty.href, dir, version: '0.9.0' });
      expect(plan).toMatchObject({ newest: null, nodes: [], sizes: [] });
      expect(plan.coming).toHaveLength(3);
    } finally {
      await asOwner(app, 'drop database upgrade_of_nothing with (force)');
    }
  });

  it('running 4.3 where it would be refused the reason is what the start would say', async () => {
    await asOwner(app, "insert into schema_migration values (9604, '9604_left.sql', 'x', now(), null, '1.0.0')");
    const plan = (version: string, text = '') =>
      migrationFolder(text === '' ? {} : { '9604_left.sql': text }).then((dir) =>
        readUpgradePlan({ url: app.url, dir, version }),
      );
    await expect(plan('0.9.0')).rejects.toThrow(/数据库只支持 1\.0\.0 或更新的版本，这个节点是 0\.9\.0/);
    await expect(plan('1.0.0', 'select 2;')).rejects.toThrow(/迁移 9604_left\.sql 在执行之后被改动过/);
    expect((await plan('1.0.0')).coming).toEqual([]);
    await asOwner(app, 'delete from schema_migration where number = 9604');
  });
});

describe('running 4.3 the check', () => {
  const old = { address: 'http://old', version: '0.8.0' };
  const expand = {
    name: '0116_a.sql',
    kind: 'expand',
    oldestVersion: null,
    steps: ['transaction', 'concurrently', 'batches'],
    done: 1,
    tables: ['bill'],
    waitsFor: [],
  } as const;
  const contract = {
    name: '0117_b.sql',
    kind: 'contract',
    oldestVersion: '0.9.0',
    steps: ['transaction'],
    done: 0,
    tables: [],
    waitsFor: [old],
  } as const;
  const plan: UpgradePlan = {
    version: '0.9.0',
    newest: '0115_last.sql',
    coming: [expand, contract],
    sizes: [{ name: 'bill', bytes: 3 * 1024 ** 3, rows: 1_234_567 }],
    nodes: [old],
    open: [
      { pid: 7, application: 'psql', state: 'idle in transaction', seconds: 90.2, tables: ['bill'] },
      { pid: 8, application: '', state: 'active', seconds: 0.1, tables: [] },
    ],
    hidden: 2,
  };
  const printed = (changed: Partial<UpgradePlan>, freeBytes: number | null = null) =>
    runHere(async (print) => printUpgrade({ plan: { ...plan, ...changed }, freeBytes }, print));

  it('running 4.3 prints it in Chinese, its end in English too, and whether nodes may be exchanged one by one', async () => {
    expect(await printed({}, 4 * 1024 ** 3)).toEqual({
      code: 0,
      err: '',
      out: `本版本是 0.9.0，数据库在 0115_last.sql。
将执行的迁移：2 个
  0116_a.sql  expand：旧版本的节点照常服务
    已完成：一个事务，其间锁住所涉的表，等锁每次最多 2 秒
    将执行：建立或删除索引，不挡读写
    将执行：分批改写，只锁每批的行
    表 bill：3 GB，约 1,234,567 行
  0117_b.sql  contract：要等所有节点至少是 0.9.0，此后更旧的不能再用
    将执行：一个事务，其间锁住所涉的表，等锁每次最多 2 秒
    会先等待：http://old（0.8.0）
运行中的节点：http://old（0.8.0）
磁盘可用：4 GB；改写与建索引最多再用 3 GB。
超过 2 秒没有结束的事务：
  90 秒：进程 7（psql，idle in transaction），占用 bill
  另有 2 个其他用户的连接，本用户看不到它们的事务。
可以逐个更换节点；0117_b.sql 会在旧节点都停止后由任务完成。 / Nodes can be exchanged one by one; the rest is done once no older one runs.
`,
    });
  });

  it('running 4.3 says where nodes have to stop, where nothing is to do, and ends with 1 where the disk is too small', async () => {
    const unmarked = { ...expand, name: '0115_c.sql', kind: null };
    // Also where the table of nodes is not there yet, or is empty after a crash.
    for (const nodes of [[old], []]) {
      const stopping = await printed({ coming: [unmarked], nodes });
      expect(stopping.out).toContain('不能逐个更换节点：0115_c.sql 没有说明种类，请先停止所有节点。');
      expect(stopping.code).toBe(1);
    }
    expect((await printed({ coming: [unmarked], nodes: [], newest: null })).code).toBe(0);
    const nothing = await printed({ coming: [], sizes: [], open: [], nodes: [], hidden: 0, newest: null });
    expect(nothing.code).toBe(0);
    expect(nothing.out).toContain('数据库还没有数据表');
    expect(nothing.out).toContain('没有要执行的迁移：可以逐个更换节点。');
    const full = await printed({}, 1024);
    expect(full.code).toBe(1);
    expect(full.out).toContain('磁盘空间可能不够：请先腾出空间。');
  });

  it('running 4.3 is a command', async () => {
    const command = 'upgrade/upgrade-command.ts';
    const [checked, alone, nowhere] = await Promise.all([
      runCommand(app, command, { args: ['--check'] }),
      runCommand(app, command),
      runCommand(app, command, { args: ['--trial'] }),
    ]);
    expect(checked.code, checked.err).toBe(0);
    expect(checked.out).toContain('将执行的迁移：0 个');
    expect(alone).toMatchObject({ code: 2, out: '' });
    expect(alone.err).toContain('npm run upgrade -- --check');
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.err).toContain('请写明备份放在哪里');
  });
});
