import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createBackupFolder } from '#adapters/backup-folder';
import { openPostgresFastState } from '#adapters/fast-state/postgres-fast-state';
import { completeBill } from '#features/bill/own-bill.fixture';
import { enter } from '#features/file/file.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { refuseRestoring } from '#kernel/backup/restore-marker';
import { hiddenTables } from '#kernel/backup/table-shapes.sql';
import { openDatabase } from '#kernel/database/db';
import { StorageFailed } from '#kernel/files/storage';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { createClock } from '#kernel/setup/clock';
import { newKey } from '#kernel/testing/new-key';
import { openS3Endpoint } from '#kernel/testing/s3-endpoint';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { contentOf, emptyDatabase, formOf, settingOf, testFolder, unknownOf } from './backup.fixture.ts';
import { type BackupSetting, printBackup, printKeys, printRestored, type RestoreAsked, targetOf } from './backup.ts';
import { printVerifiedBackup } from './backup-verify.ts';
import { runHere } from './run-command.fixture.ts';

let app: TestApp;
let owner: Merchant;
let setting: BackupSetting;
beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app);
  await completeBill(app, owner);
  const browser = await enter(app, 1);
  const pdf = Buffer.from(`%PDF-1.4\n${'一份材料 '.repeat(2000)}\n%%EOF\n`);
  const sent = await browser.upload('file.upload', '材料.pdf', pdf);
  if (sent.status !== 200) throw new Error(sent.text);
  setting = settingOf(app.dataDir, app.url);
});
afterAll(() => app.close());

interface Asked {
  readonly place: string;
  readonly recipient?: string;
  readonly keep?: number;
}
const backUp = ({ place, recipient, keep }: Asked) =>
  runHere((print) =>
    printBackup(
      setting,
      { target: createBackupFolder(place), recipient: recipient ?? null, keep: keep ?? null },
      print,
    ),
  );

const restore = (place: string, into: BackupSetting, asked: Partial<RestoreAsked> = {}) =>
  runHere((print) =>
    printRestored(
      into,
      { target: createBackupFolder(place), id: null, identityPath: null, keysPath: null, ...asked },
      print,
    ),
  );
const sentenceOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (outcome) => JSON.stringify(outcome),
    (error: Error) => error.message,
  );

/** The keys of the installation, in a file. */
const keysFile = async (): Promise<string> => {
  const path = join(await testFolder(), 'keys');
  await runHere((print) => printKeys(setting, { path, recipient: null }, print));
  return path;
};
/** An empty installation. */
const empty = async (): Promise<BackupSetting> => settingOf(await testFolder(), await emptyDatabase());

const partsIn = async (place: string): Promise<string[]> => {
  const names = await readdir(place, { recursive: true });
  return names.filter((name) => /\/rows\/.*\.zst(?:\.age)?$/.test(name)).map((name) => join(place, name));
};

describe('running 3.1 a backup', () => {
  it('R14.5 running 3.1 running 3.2 restored into an empty database it has every row of every table, the same form, and every file', async () => {
    const place = await testFolder();
    expect(await backUp({ place })).toMatchObject({ code: 0, err: '' });
    const into = settingOf(await testFolder(), await emptyDatabase({ owner: null }));
    expect(await restore(place, into, { keysPath: await keysFile() })).toMatchObject({ code: 0, err: '' });
    expect(await contentOf(into.url)).toEqual(await contentOf(app.url));
    expect(await formOf(into.url)).toEqual(await formOf(app.url));
    // What verifies it next plans by them.
    expect(await unknownOf(into.url)).toEqual([]);
    const files = async ({ config }: BackupSetting) =>
      (await readdir(join(config.dataDir, 'files/kept'), { recursive: true })).toSorted();
    expect(await files(into)).toEqual(await files(setting));
    expect(await readFile(join(into.config.dataDir, 'secrets/master.key'))).toEqual(
      await readFile(join(app.dataDir, 'secrets/master.key')),
    );
    await refuseRestoring(into.config.dataDir);
  });

  it('running 1.3 leaves the shared state out, and what is restored begins a new epoch', async () => {
    const state = await openPostgresFastState(app.database, createClock());
    await state.put('ticket', '1', 600_000);
    const place = await testFolder();
    expect(await backUp({ place })).toMatchObject({ code: 0, err: '' });
    expect((await readdir(place, { recursive: true })).filter((name) => name.includes('shared_'))).toEqual([]);
    const into = await empty();
    expect(await restore(place, into, { keysPath: await keysFile() })).toMatchObject({ code: 0, err: '' });
    const database = openDatabase({ url: into.url, onError: () => undefined });
    try {
      const restored = await openPostgresFastState(database, createClock());
      expect(restored.epoch).not.toBe(state.epoch);
      expect(await restored.takeOnce('ticket')).toBeNull();
    } finally {
      await database.close();
    }
  });

  it('running 3.2 goes from one owner to another that is no superuser, and is backed up there again', async () => {
    const place = await testFolder();
    await backUp({ place });
    const adminUrl = inject('databaseAdminUrl');
    await runAsAdmin(adminUrl, `create role backup_owner login password 'x' in role ronghui_service, ronghui_tenant`);
    try {
      const url = new URL(await emptyDatabase({ owner: 'backup_owner' }));
      url.username = 'backup_owner';
      url.password = 'x';
      const into = settingOf(await testFolder(), url.href);
      expect(await restore(place, into, { keysPath: await keysFile() })).toMatchObject({ code: 0, err: '' });
      const second = await testFolder();
      const again = await runHere((print) =>
        printBackup(into, { target: createBackupFolder(second), recipient: null, keep: null }, print),
      );
      expect(again).toMatchObject({ code: 0, err: '' });
      const third = await empty();
      await restore(second, third, { keysPath: await keysFile() });
      expect(await contentOf(third.url)).toEqual(await contentOf(app.url));
      await runAsAdmin(adminUrl, `drop database ${url.pathname.slice(1)} with (force)`);
    } finally {
      await runAsAdmin(adminUrl, 'drop role backup_owner');
    }
  });

  it('running 3.1 reads every table as a role whose policies show every row, and is refused where one would hide some', async () => {
    const client = new pg.Client({ connectionString: app.url });
    await client.connect();
    try {
      expect(await hiddenTables(client)).toEqual([]);
      await client.query('create table hidden (n int); alter table hidden enable row level security');
      expect(await sentenceOf(backUp({ place: await testFolder() }))).toMatch('hidden');
      await client.query('drop table hidden');
    } finally {
      await client.end();
    }
  });

  it('running 3.1 encrypted to a public key it is opened by its private key alone, and is proved without it as far as its bytes go', async () => {
    const [identity, other] = [await generateIdentity(), await generateIdentity()];
    const folder = await testFolder();
    const [identityPath, otherPath] = [join(folder, 'identity'), join(folder, 'other')];
    await writeFile(identityPath, `# a comment\n${identity}\n`);
    await writeFile(otherPath, `${other}\n`);
    const place = await testFolder();
    await backUp({ place, recipient: await identityToRecipient(identity) });
    const [part = ''] = await partsIn(place);
    expect((await readFile(part)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');

    const into = await empty();
    const keysPath = await keysFile();
    expect(await sentenceOf(restore(place, into, { keysPath }))).toMatch('--identity');
    expect(await sentenceOf(restore(place, into, { keysPath, identityPath: otherPath }))).toMatch('私钥不是这份备份的');
    const proved = await runHere((print) =>
      printVerifiedBackup({ target: createBackupFolder(place), id: null, identityPath: null }, print),
    );
    expect(JSON.parse(proved.out.trim().split('\n').at(-1) ?? '')).toMatchObject({ how: 'digests', ok: true });
    expect(await restore(place, into, { keysPath, identityPath })).toMatchObject({ code: 0 });
    expect(await contentOf(into.url)).toEqual(await contentOf(app.url));
  });

  it('running 3.1 one that was cut has no manifest and is none; the next one drops what it left', async () => {
    const place = await testFolder();
    await backUp({ place });
    const [id = ''] = await readdir(join(place, 'backups'));
    await rm(join(place, 'backups', id, 'manifest.json'));
    expect(await sentenceOf(restore(place, await empty(), { keysPath: await keysFile() }))).toMatch('没有完整的备份');
    const piece = join(place, 'backups', id, 'rows.unfinished-00ff');
    await writeFile(piece, 'x');
    await backUp({ place, keep: 1 });
    expect(await readdir(join(place, 'backups'))).not.toContain(id);
    await expect(stat(piece)).rejects.toThrow('ENOENT');
  });

  it('running 3.1 one whose lock is lost on the way writes no manifest and drops nothing: another may have begun', async () => {
    const place = await testFolder();
    await backUp({ place });
    const folder = createBackupFolder(place);
    const loses = {
      ...folder,
      async put(name: string, body: AsyncIterable<Uint8Array>) {
        await folder.put(name, body);
        if (!/^backups\/[^/]+\/files/.test(name)) return;
        const lost =
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ronghui_backup_run'";
        await runAsAdmin(app.url, lost);
      },
    };
    const run = runHere((print) => printBackup(setting, { target: loses, recipient: null, keep: 1 }, print));
    expect(await sentenceOf(run)).toMatch('途中断开');
    const manifests = (await readdir(join(place, 'backups'), { recursive: true })).filter((name) =>
      name.endsWith('manifest.json'),
    );
    expect(manifests).toHaveLength(1);
  });

  it('running 3.1 a file lies in a target once, and goes when no backup names it', async () => {
    const place = await testFolder();
    await backUp({ place });
    const files = async () =>
      (await readdir(join(place, 'files'), { recursive: true })).filter((name) => name.endsWith('.zst'));
    const [name = ''] = await files();
    const first = await stat(join(place, 'files', name));
    await writeFile(join(place, 'files/unnamed.zst'), 'x');
    await backUp({ place, keep: 1 });
    expect(await files()).toEqual([name]);
    expect((await stat(join(place, 'files', name))).mtimeMs).toBe(first.mtimeMs);
    expect(await readdir(join(place, 'backups'))).toHaveLength(1);
  });
});

describe('running 3.1 a backup in a bucket', () => {
  it('running 3.1 lies below its prefix and is restored from there; a store that fails leaves none', async () => {
    const endpoint = await openS3Endpoint();
    try {
      const [region, pathStyle] = ['us-east-1', true];
      const s3 = { endpoint: endpoint.url, region, pathStyle, bucket: 'other', accessKey: 'key', secretKey: 'secret' };
      const target = await targetOf({ s3 }, 's3://bucket/nightly');
      const take = () => runHere((print) => printBackup(setting, { target, recipient: null, keep: null }, print));
      endpoint.fault = 'full';
      await expect(take()).rejects.toThrow(StorageFailed);
      endpoint.fault = null;
      expect(await take()).toMatchObject({ code: 0 });
      expect([...endpoint.objects.keys()].every((key) => /^nightly\/(?:backups|files)\//.test(key))).toBe(true);
      const into = await empty();
      const asked = { target, id: null, identityPath: null, keysPath: await keysFile() };
      expect(await runHere((print) => printRestored(into, asked, print))).toMatchObject({ code: 0 });
      expect(await contentOf(into.url)).toEqual(await contentOf(app.url));
    } finally {
      await endpoint.close();
    }
  });

  it('running 3.1 a target that cannot be one is refused in a sentence', async () => {
    for (const place of [undefined, '', 's3://', 's3://B!/x', 's3://bucket'])
      expect(await sentenceOf(targetOf({ s3: null }, place))).toMatch(/请写明|不是 s3|S3_ENDPOINT/);
  });
});

describe('running 3.2 a restore', () => {
  it('running 3.2 into an installation with content is refused, and changes nothing', async () => {
    const place = await testFolder();
    await backUp({ place });
    const before = await contentOf(app.url);
    expect(await sentenceOf(restore(place, setting))).toMatch('这里已经有数据');
    expect(await contentOf(app.url)).toEqual(before);
  });

  it('running 3.2 a changed part or a missing one is refused by name; what was to be filled is unused, and is filled at the next try', async () => {
    const place = await testFolder();
    await backUp({ place });
    const parts = await partsIn(place);
    const part = parts.find((name) => name.includes('audit_event')) ?? '';
    const bytes = await readFile(part);
    const [into, keysPath] = [await empty(), await keysFile()];
    await writeFile(part, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]));
    expect(await sentenceOf(restore(place, into, { keysPath }))).toMatch(/audit_event.*与清单不符/);
    await truncate(part, 3);
    expect(await sentenceOf(restore(place, into))).toMatch(/audit_event.*与清单不符/);
    await rm(part);
    expect(await sentenceOf(restore(place, into))).toMatch(/没有 .*audit_event/);
    // The server does not serve what was restored by half.
    expect(await sentenceOf(refuseRestoring(into.config.dataDir))).toMatch('还没有恢复完');
    await writeFile(part, bytes);
    expect(await restore(place, into)).toMatchObject({ code: 0 });
    expect(await contentOf(into.url)).toEqual(await contentOf(app.url));
  });

  it('running 3.2 a file that is not the one that was registered is refused; the restore goes on once it is', async () => {
    const place = await testFolder();
    await backUp({ place });
    const [name = ''] = (await readdir(join(place, 'files'), { recursive: true })).filter((each) =>
      each.endsWith('.zst'),
    );
    const [into, keysPath] = [await empty(), await keysFile()];
    const right = await readFile(join(place, 'files', name));
    await rm(join(place, 'files', name));
    await backUp({ place: `${place}/other` });
    const { zstdCompressSync } = await import('node:zlib');
    await writeFile(join(place, 'files', name), zstdCompressSync(Buffer.from('another one')));
    expect(await sentenceOf(restore(place, into, { keysPath }))).toMatch('不是登记时的文件');
    await writeFile(join(place, 'files', name), right);
    expect(await restore(place, into)).toMatchObject({ code: 0 });
  });

  it('running 3.2 without the keys, or with others, it is refused before anything is changed', async () => {
    const place = await testFolder();
    await backUp({ place });
    const into = await empty();
    expect(await sentenceOf(restore(place, into))).toMatch('--keys');
    const others = join(await testFolder(), 'keys');
    await runHere((print) =>
      printKeys(settingOf(into.config.dataDir, into.url), { path: others, recipient: null }, print),
    );
    expect(await sentenceOf(restore(place, into))).toMatch('密钥与这份备份不符');
    await refuseRestoring(into.config.dataDir);
  });

  it('running 3.2 sessions are over, jobs that ran wait again, and messages leave once a person lets them', async () => {
    const place = await testFolder();
    const { browser } = owner;
    expect((await browser.call('tenant.get', {})).status).toBe(200);
    await app.rows(
      `insert into sent_job (name, key, payload, status, started_at, lease_ends_at) values ('test.job', $1, '{}', 'running', app_now(), app_now())`,
      [newKey()],
    );
    await app.database.transact('service', (tx) =>
      app.ports.outbox.enqueue(tx, { kind: 'mail', to: 'li@example.com', subject: '待办', text: '…' }),
    );
    expect(await app.rows('select 1 from notice where waits')).not.toEqual([]);
    await backUp({ place });
    const into = await empty();
    await restore(place, into, { keysPath: await keysFile() });
    const client = new pg.Client({ connectionString: into.url });
    await client.connect();
    try {
      const read = async (sql: string) => (await client.query(sql)).rows;
      expect(await read('select count(*)::int as n from session')).toEqual([{ n: 0 }]);
      expect(await read(`select distinct status from sent_job where name = 'test.job'`)).toEqual([
        { status: 'queued' },
      ]);
      expect(await read('select count(*)::int as n from outbox where stopped_at is null and dead_at is null')).toEqual([
        { n: 0 },
      ]);
      expect((await read('select 1 from outbox where stopped_at is not null')).length).toBeGreaterThan(0);
      // A notice sends nothing besides: its SMS or mail may have left.
      expect(await read('select 1 from notice where waits')).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

describe('running 3.3 npm run backup:verify', () => {
  /** With the keys of a data folder. */
  const verify = async (place: string, dataDir: string) => {
    vi.stubEnv('DATA_DIR', dataDir);
    const asked = { target: createBackupFolder(place), id: null, identityPath: null };
    return runHere((print) => printVerifiedBackup(asked, print)).finally(() => vi.unstubAllEnvs());
  };
  const lastLine = (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '');

  it('running 3.3 restores into a throw-away database, verifies bills, reconciliations and the trail there, and ends with a line for a monitor', async () => {
    const place = await testFolder();
    await backUp({ place });
    const { code, out } = await verify(place, app.dataDir);
    expect(lastLine(out)).toMatchObject({ event: 'backupVerified', how: 'restored', ok: code === 0, files: 1 });
    expect(out).toMatch(/已核对 \d+ 张账单/);
    expect(out).toMatch(/已核验 \d+ 条审计记录/);
  });

  it('running 3.3 with a master key that came after it, or none, it says that the keys of its time are needed, and a monitor reads that it is not proved', async () => {
    const place = await testFolder();
    await backUp({ place });
    const [later, none] = [await testFolder(), await testFolder()];
    await openKeyFiles(later, false);
    for (const dataDir of [later, none]) {
      const { code, out, err } = await verify(place, dataDir);
      expect(code).toBe(1);
      expect(err).toMatch(/需要它那时的密钥.*DATA_DIR/);
      expect(lastLine(out)).toMatchObject({ event: 'backupVerified', how: 'digests', ok: false });
    }
    expect(await readdir(none)).toEqual([]);
  });
});
