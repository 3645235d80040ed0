import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackupFolder } from '#adapters/backup-folder';
import { addStaff } from '#features/staff/staff.fixture';
import { openDatabase } from '#kernel/database/db';
import { keyJobs } from '#kernel/secrets/data-keys/reseal';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { emptyDatabase, settingOf, testFolder } from '../backup.fixture.ts';
import { type BackupSetting, printBackup, printKeys, printRestored } from '../backup.ts';
import { runCommand, runHere } from '../run-command.fixture.ts';
import {
  printDroppedPepper,
  printDroppedVault,
  printTurnedMaster,
  printTurnedPepper,
  printTurnedSigning,
  printTurnedVault,
} from './keys.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ storesKeys: true });
});
afterEach(() => app.close());

const setting = () => settingOf(app.dataDir, app.url);
const keySetting = () => ({ database: app.database, config: setting().config });
const turnMaster = (path: string | null = null) =>
  runHere((print) => printTurnedMaster(keySetting(), { path, again: false }, print));

/** The keys of the installation as they are now, in a file. */
const keysFile = async (): Promise<string> => {
  const path = join(await testFolder(), 'keys');
  await runHere((print) => printKeys(setting(), { path, recipient: null }, print));
  return path;
};

const backUp = async (): Promise<string> => {
  const place = await testFolder();
  const asked = { target: createBackupFolder(place), recipient: null, keep: null };
  expect(await runHere((print) => printBackup(setting(), asked, print))).toMatchObject({ code: 0, err: '' });
  return place;
};

const restore = (place: string, into: BackupSetting, keysPath: string) =>
  runHere((print) =>
    printRestored(into, { target: createBackupFolder(place), id: null, identityPath: null, keysPath }, print),
  );

/** The secrets of an installation, as a command opens them. */
const secretsIn = async ({ url, config }: BackupSetting) => {
  const database = openDatabase({ url, poolSize: 2, onError: () => undefined });
  try {
    return await openSecrets(database, await openKeyFiles(config.dataDir, true));
  } finally {
    await database.close();
  }
};

/** What an installation opens of what was sealed. */
const openedIn = async (of: BackupSetting, sealed: Buffer): Promise<string> => (await secretsIn(of)).vault.open(sealed);

describe('running 5.4 npm run keys', () => {
  it('running 5.4 R14.5 a backup is restored with the keys of its own time, and with others refused in a sentence', async () => {
    const sealed = app.ports.vault.seal('13800000001');
    const [keysBefore, before] = [await keysFile(), await backUp()];
    expect(await turnMaster()).toMatchObject({ code: 0, err: '' });
    const [keysAfter, after] = [await keysFile(), await backUp()];
    for (const [place, right, wrong] of [
      [before, keysBefore, keysAfter],
      [after, keysAfter, keysBefore],
    ] as const) {
      const into = settingOf(await testFolder(), await emptyDatabase());
      await expect(restore(place, settingOf(await testFolder(), into.url), wrong)).rejects.toThrow(
        '密钥与这份备份不符',
      );
      expect(await restore(place, into, right)).toMatchObject({ code: 0, err: '' });
      expect(await openedIn(into, sealed)).toBe('13800000001');
    }
  });

  it('running 5.4 R14.5 a backup has the peppers of its own time: before the turn, after it, and once the first is dropped', async () => {
    const [keys, before] = [await keysFile(), await backUp()];
    await runHere((print) => printTurnedPepper(keySetting(), print));
    await expect.poll(async () => (await secretsIn(setting())).peppers.current.generation).toBe(2);
    const turned = await backUp();
    await app.clock.advance({ hours: 2 });
    expect((await runHere((print) => printDroppedPepper(keySetting(), print))).out).toContain('已停用口令密钥第 1 代');
    const dropped = await backUp();
    const now = (await secretsIn(setting())).peppers;
    for (const [place, generation, hasFirst] of [
      [before, 1, true],
      [turned, 2, true],
      [dropped, 2, false],
    ] as const) {
      const into = settingOf(await testFolder(), await emptyDatabase());
      expect(await restore(place, into, keys)).toMatchObject({ code: 0, err: '' });
      const { peppers } = await secretsIn(into);
      expect([peppers.current.generation, peppers.find(1) !== undefined]).toEqual([generation, hasFirst]);
      expect(peppers.current.key.equals(now.current.key)).toBe(generation === 2);
    }
  });

  it('running 5.4 a key that others can read, that is none or is not there is refused, and nothing changes; no key is printed', async () => {
    const path = join(await testFolder(), 'new.key');
    const key = randomBytes(32).toString('base64url');
    const rows = () => app.rows("select encode(wrapped, 'hex') as key from data_key order by purpose");
    const stored = await rows();
    await expect(turnMaster(path)).rejects.toThrow('没有密钥文件');
    await writeFile(path, key, { mode: 0o644 });
    await expect(turnMaster(path)).rejects.toThrow('chmod 600');
    await writeFile(join(path, '../short.key'), 'abc', { mode: 0o600 });
    await expect(turnMaster(join(path, '../short.key'))).rejects.toThrow('过短');
    expect(await rows()).toEqual(stored);
    await writeFile(join(path, '../own.key'), key, { mode: 0o600 });
    const { code, out } = await runCommand(app, 'keys/keys-command.ts', {
      args: ['turn', 'master', '--to', join(path, '../own.key')],
    });
    expect([code, out]).toEqual([0, expect.stringContaining('主密钥已更换')]);
    expect(out).not.toContain(key);
    expect(await turnMaster(join(path, '../own.key'))).toMatchObject({ out: expect.stringContaining('没有改动') });
    expect((await runCommand(app, 'keys/keys-command.ts')).code).toBe(2);
  });

  it('running 5.4 the signing keys of sessions turn over: nobody is logged out, a signature of before is refused for a new key, and the old key is gone', async () => {
    const [browser, isVisible] = [await app.open(), { key: 'x' }];
    const [cookie, body] = [browser.cookie, browser.body('sys.isVisible', '{"key":"x"}')];
    expect((await runHere((print) => printTurnedSigning(keySetting(), print))).out).toContain('会话签名密钥第 2 代');
    await expect
      .poll(async () => (await browser.call('sys.isVisible', isVisible)).body)
      .toMatchObject({ data: { reason: 'KEY_EXPIRED' } });
    const before = { keyId: browser.keyId, key: browser.key };
    await browser.start();
    expect([browser.keyId, browser.cookie]).toEqual([before.keyId.replace('.', '.2.'), cookie]);
    expect((await browser.call('sys.isVisible', isVisible)).status).toBe(200);
    // The key before signs nothing more, whatever key id it is given with.
    expect((await browser.post('/ops?operationId=sys.isVisible', body)).status).toBe(403);
    browser.take({ sign: { ...before, keyId: browser.keyId } });
    expect((await browser.call('sys.isVisible', isVisible)).body).toMatchObject({ data: { reason: 'BAD_SIGN' } });
    expect(
      await app.rows("select generation, wrapped is null as gone from data_key where purpose = 'signing' order by 1"),
    ).toEqual([
      { generation: 1, gone: true },
      { generation: 2, gone: false },
    ]);
  });

  it('running 5.4 the pepper is turned and its old key dropped by commands that say which accounts need it', async () => {
    const run = (...args: readonly string[]) => runCommand(app, 'keys/keys-command.ts', { args });
    await addStaff(app, 'li.na');
    expect(await run('drop', 'pepper')).toMatchObject({ code: 0, out: expect.stringContaining('没有旧的口令密钥') });
    expect(await runHere((print) => printTurnedPepper(keySetting(), print))).toMatchObject({
      code: 0,
      out: expect.stringContaining('口令密钥第 2 代'),
    });
    await expect
      .poll(() => app.rows("select 1 from data_key where purpose = 'pepper' and in_force_at is not null"))
      .toHaveLength(1);
    expect((await run('list')).out).toMatch(/口令 第 2 代：.+启用[^]*staff\.password_hash，1 行/);
    expect(await run('drop', 'pepper')).toMatchObject({ code: 1, err: expect.stringContaining('不到一小时') });
    await app.clock.advance({ hours: 2 });
    expect(await runHere((print) => printDroppedPepper(keySetting(), print))).toMatchObject({
      code: 1,
      err: expect.stringContaining('staff.password_hash：1 行'),
    });
    await app.rows("update staff set created_at = app_now() - interval '181 days'");
    const dropped = await runHere((print) => printDroppedPepper(keySetting(), print));
    expect(dropped).toMatchObject({ code: 0, out: expect.stringContaining('已停用口令密钥第 1 代') });
    expect(dropped.out).toContain('1 名运营人员超过 180 天没有登录');
  });

  it('running 5.4 the vault is turned and its old key dropped by commands that say what is left to do', async () => {
    const run = (...args: readonly string[]) => runCommand(app, 'keys/keys-command.ts', { args });
    expect(await run('drop', 'vault')).toMatchObject({ code: 0, out: expect.stringContaining('没有旧的封存密钥') });
    expect(await runHere((print) => printTurnedVault(keySetting(), print))).toMatchObject({
      code: 0,
      out: expect.stringContaining('第 2 代'),
    });
    await expect.poll(() => app.ports.vault.seal('')[0]).toBe(2);
    expect((await run('list')).out).toMatch(/封存 第 2 代：.+启用[^]*crypto_key\.sealed_private，1 行/);
    expect(await run('drop', 'vault')).toMatchObject({ code: 1, err: expect.stringContaining('不到一小时') });
    await app.clock.advance({ hours: 2 });
    const refused = await runHere((print) => printDroppedVault(keySetting(), print));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('crypto_key.sealed_private：1 行') });
    await keyJobs({ refresh: async () => undefined })[0]?.run({ ...app, log: app.ports.log });
    expect(await runHere((print) => printDroppedVault(keySetting(), print))).toMatchObject({
      code: 0,
      out: expect.stringContaining('已停用封存密钥第 1 代'),
    });
    expect(
      await app.rows(
        "select event, object, actor_kind from audit_event where event like 'ops.keys.%' order by event_id",
      ),
    ).toEqual([
      { event: 'ops.keys.turn', object: 'vault', actor_kind: 'operator' },
      { event: 'ops.keys.drop', object: 'vault', actor_kind: 'operator' },
    ]);
  });
});
