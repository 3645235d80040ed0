import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { areaOf, type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBackupFolder } from '#adapters/backup-folder';
import { enterStaff } from '#features/staff/staff.fixture';
import { findManifest } from '#kernel/backup/restore-backup';
import { migrationsDir, readMigrations } from '#kernel/database/migrating/migration-file';
import { StartRefused } from '#kernel/setup/start-refused';
import { sampleOf } from '#kernel/testing/payload-samples';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { printVerifiedTrail } from '../audit-verify.ts';
import { settingOf } from '../backup.fixture.ts';
import { printRestored } from '../backup.ts';
import { printVerifiedBills } from '../bills-verify.ts';
import type { Printing } from '../end-command.ts';
import { printVerifiedReceipts } from '../receipts/receipts-verify.ts';
import { printVerifiedRuns } from '../recon-verify.ts';
import { runHere } from '../run-command.fixture.ts';
import { printTrial, roomOf } from './trial.ts';

const folder = join(import.meta.dirname, '../../../../../releases');
const versions = readdirSync(folder).filter((version) => existsSync(join(folder, version, 'backup')));
const targetOf = (version: string) => createBackupFolder(join(folder, version, 'backup'));
const specs: [string, OperationSpec][] = Object.entries(operations);

/** The demonstration's first merchant, of whom a release has rows in every state. */
const merchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };

it('running 4.2 the releases that are kept are the last two at most, each with its rows, its keys and its operations', () => {
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.length).toBeLessThanOrEqual(2);
  for (const version of versions)
    expect(readdirSync(join(folder, version)).toSorted()).toEqual(['backup', 'keys.json', 'operations.json']);
});

describe.each(versions)('running 4.2 an installation of %s', (version) => {
  let app: TestApp;
  const callers = new Map<string, TestBrowser>();
  beforeAll(async () => {
    const target = targetOf(version);
    app = await testApp({
      fill: async ({ url, dataDir }) => {
        const asked = { target, id: null, identityPath: null, keysPath: join(folder, version, 'keys.json') };
        const restored = await runHere((print) => printRestored(settingOf(dataDir, url), asked, print));
        expect(restored).toMatchObject({ code: 0, err: '' });
      },
    });
    const { at } = await findManifest(target, null);
    // Nothing of it has passed meanwhile.
    await app.clock.advance({ ms: Date.parse(at) - app.clock.now().getTime() });
  });
  afterAll(() => app.close());

  const enter = async (): Promise<TestBrowser> => {
    const browser = await app.open();
    const entered = await browser.call('portal.login', merchant);
    if (entered.status !== 200) throw new Error(entered.text);
    return browser;
  };
  const opening: Readonly<Record<string, () => Promise<TestBrowser>>> = {
    'visitor portal': () => app.open(),
    'visitor ops': () => app.openConsole(),
    'merchant portal': enter,
    'ops ops': () => enterStaff(app, `upgraded-${app.ports.ids.digits(8)}`),
  };
  /** Who calls it: for what ends a session one that nobody else uses. */
  const callerOf = async (id: string, spec: OperationSpec): Promise<TestBrowser> => {
    const kind = `${spec.who} ${areaOf(spec)}`;
    const known = spec.writes === true ? undefined : callers.get(kind);
    const opened = known ?? (await opening[kind]?.());
    if (opened === undefined) throw new Error(`nobody calls ${id}`);
    if (spec.writes !== true) callers.set(kind, opened);
    return opened;
  };

  it('running 4.2 has every migration after its upgrade and is verified: bills, reconciliations, receipts and the trail', async () => {
    const applied = await app.rows('select name from schema_migration where step is null order by number');
    expect(applied.map(({ name }) => name)).toEqual((await readMigrations(migrationsDir)).map(({ name }) => name));
    const verifying: readonly ((print: Printing) => Promise<number>)[] = [
      (print) => printVerifiedBills(app.database, [], print),
      (print) => printVerifiedRuns(app.database, [], print),
      (print) => printVerifiedReceipts(app.database, [], print),
      (print) => printVerifiedTrail(app.database, { heads: [], isOlder: false }, print),
    ];
    vi.stubEnv('DATA_DIR', app.dataDir);
    for (const verify of verifying) expect(await runHere(verify)).toMatchObject({ code: 0, err: '' });
  });

  /** Of a field that names a row, as `billNo`, one that the release left: of the merchant, where the table is of tenants. */
  const leftBehind = async (): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    const keys = await app.rows(
      `select c.relname as name, a.attname as key, exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') as owned
        from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname <> 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and i.indisunique and i.indnkeyatts <= 2`,
    );
    for (const { name, key, owned } of keys) {
      const field = String(key).replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      if (found.has(field)) continue;
      const of = owned === true ? 'where tenant_id = (select tenant_id from bill limit 1)' : '';
      const [row] = await app.rows(`select "${String(key)}"::text as id from "${String(name)}" ${of} limit 1`);
      if (row !== undefined) found.set(field, String(row['id']));
    }
    return found;
  };
  /** A valid payload; what is read is read of rows that are there. */
  const payloadOf = (spec: OperationSpec, ids: ReadonlyMap<string, string>): Record<string, unknown> => {
    const { kid: _, ...sample } = Object(sampleOf(spec.request));
    if (spec.writes === true) return sample;
    return Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, (typeof value === 'string' && ids.get(name)) || value]),
    );
  };

  it('running 4.2 answers every operation, what is read of rows that the release wrote', async () => {
    const ids = await leftBehind();
    expect(ids.size).toBeGreaterThan(20);
    const failed: string[] = [];
    let served = 0;
    // What is read is read before anything is written.
    for (const [id, spec] of specs.toSorted(([, a], [, b]) => Number(a.writes === true) - Number(b.writes === true))) {
      const reply = await (await callerOf(id, spec)).call(id, payloadOf(spec, ids));
      if (reply.status >= 500) failed.push(`${id} ${reply.text.slice(0, 300)}`);
      if (reply.status === 200) served += 1;
    }
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(150);
  });

  it('running 4.3 is tried on its backup, restored aside: each migration with how long it took, and nothing of the installation touched', async () => {
    const before = await app.rows('select * from schema_migration order by number');
    const tried = await runHere((print) =>
      printTrial({ target: targetOf(version), id: null, identityPath: null }, print),
    );
    expect(tried).toMatchObject({ code: 0, err: '' });
    const { migration } = await findManifest(targetOf(version), null);
    const left = (await readMigrations(migrationsDir)).filter(({ number }) => number > migration.number);
    const [first = '', ...lines] = tried.out.trimEnd().split('\n');
    expect(first).toMatch(new RegExp(`${migration.name}）恢复到临时数据库：[\\d.]+ 秒$`));
    expect(lines.slice(0, -1).map((line) => line.replace(/\d+\.\d 秒$/, 'N'))).toEqual(
      left.map(({ name }) => `  ${name}  N`),
    );
    expect(lines.at(-1)).toContain(`成功：${left.length} 个迁移`);
    expect(await app.rows('select * from schema_migration order by number')).toEqual(before);
  });

  it('running 4.3 a trial that would not fit on the disk says how much is needed and free, before it reads or writes anything', async () => {
    const target = targetOf(version);
    const got: string[] = [];
    const watched: typeof target = {
      ...target,
      get: (name) => {
        got.push(name);
        return target.get(name);
      },
    };
    const needed = roomOf(await findManifest(target, null));
    const tried = (free: number) =>
      runHere((print) => printTrial({ target: watched, id: null, identityPath: null }, print, async () => free));
    await expect(tried(needed)).rejects.toThrow(
      /^磁盘空间不足：试升级约需 [\d.]+ MB，.+ 可用 [\d.]+ MB，没有改动任何内容；.+ \/ No room for the trial: about [\d.]+ MB needed, /,
    );
    expect(got.filter((name) => !name.endsWith('manifest.json'))).toEqual([]);
    await expect(tried(0)).rejects.toThrow('0 B free');
  });

  it('running 4.3 a trial on a backup of which a part was changed is refused with a sentence', async () => {
    const target = targetOf(version);
    const changed: typeof target = {
      ...target,
      get: async (name) => {
        const body = await target.get(name);
        return body !== null && name.includes('/rows/') ? Readable.from([Buffer.from('other bytes')]) : body;
      },
    };
    await expect(
      runHere((print) => printTrial({ target: changed, id: null, identityPath: null }, print)),
    ).rejects.toBeInstanceOf(StartRefused);
  });
});
