import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorAuthor } from '#kernel/command-verb';
import { turnMaster } from '#kernel/secrets/data-keys/turn-master';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
let sealed: Buffer;
beforeEach(async () => {
  app = await testApp({ storesKeys: true });
  sealed = app.ports.vault.seal('13800000001');
});
afterEach(() => app.close());

const folder = () => join(app.dataDir, 'secrets');
const master = () => readFile(join(folder(), 'master.key'), 'utf8').then((text) => text.trim());
const turn = (given: Buffer | null = null, again = false) =>
  turnMaster(app.database, { folder: folder(), given, again, author: operatorAuthor });
const nextFiles = async () => (await readdir(folder())).filter((name) => name.includes('.next.'));
const wrapped = () => app.rows("select purpose, encode(wrapped, 'hex') as key, master from data_key order by 1");
const start = async () => openSecrets(app.database, await openKeyFiles(app.dataDir, true), {});

/** A start finds the right key: it opens what was sealed, and leaves one master key. */
const expectStart = async () => {
  expect((await start()).vault.open(sealed)).toBe('13800000001');
  expect((await readdir(folder())).toSorted()).toEqual(['master.key', 'pepper.key']);
};

describe('running 5.4 the master key turns over', () => {
  it('running 5.4 data keys are wrapped anew and stay what they are; the key before opens none; a second run changes nothing', async () => {
    const [before, rows] = [await master(), await wrapped()];
    expect(await turn()).toBe('turned');
    const after = await master();
    expect(after).not.toBe(before);
    expect((await stat(join(folder(), 'master.key'))).mode & 0o777).toBe(0o600);
    const now = await wrapped();
    for (const [at, row] of now.entries()) expect(row['key']).not.toBe(rows[at]?.['key']);
    await expectStart();
    // The server that runs noticed nothing.
    expect(app.ports.vault.open(app.ports.vault.seal('x'))).toBe('x');
    expect(await turn()).toBe('recent');
    expect([await master(), await wrapped()]).toEqual([after, now]);

    await writeFile(join(folder(), 'master.key'), before);
    await expect(start()).rejects.toThrow(/secrets\/master\.key/);
    await writeFile(join(folder(), 'master.key'), after);
    await app.clock.advance({ days: 2 });
    expect(await turn()).toBe('turned');
    expect(await turn(null, true)).toBe('turned');
    await expectStart();
  });

  it('running 5.4 to a key that was made elsewhere it turns once', async () => {
    const given = randomBytes(32);
    expect(await turn(given)).toBe('turned');
    expect(await master()).toBe(given.toString('base64url'));
    const rows = await wrapped();
    expect(await turn(given)).toBe('same');
    expect(await wrapped()).toEqual(rows);
    await expectStart();
  });

  it('running 5.4 two that turn at once leave one key that opens all', async () => {
    for (let round = 0; round < 8; round += 1) {
      const outcomes = await Promise.all([turn(null, true), turn(null, true), turn(null, true)]);
      expect(outcomes).toEqual(['turned', 'turned', 'turned']);
    }
    await expectStart();
  });

  it('running 5.4 one that ends before its commit leaves the key before in force, and the next one removes the key that it made', async () => {
    const [before, rows] = [await master(), await wrapped()];
    const held = await app.database.pool('service').connect();
    await held.query('begin; select from data_key for update');
    let outcome = '';
    const ended = turn().then(
      (turned) => (outcome = turned),
      () => (outcome = 'cut'),
    );
    await expect.poll(nextFiles).toEqual([expect.stringMatching(/^master\.[0-9a-f]{16}\.next\.key$/)]);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => runAsAdmin(app.url, cut).then(() => outcome)).toBe('cut');
    await ended;
    await held.query('rollback');
    held.release();
    expect([await master(), await wrapped()]).toEqual([before, rows]);
    expect((await start()).vault.open(sealed)).toBe('13800000001');
    const [name = ''] = await nextFiles();
    const made = (await readFile(join(folder(), name), 'utf8')).trim();
    expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
    expect(await turn()).toBe('turned');
    expect(await master()).not.toBe(made);
    await expectStart();
  });

  it.each(['a start', 'another turn'])(
    'running 5.4 one that ends between commit and rename is completed by %s',
    async (by) => {
      const before = await master();
      await turn();
      const after = await master();
      const [row] = await wrapped();
      await writeFile(join(folder(), `master.${String(row?.['master'])}.next.key`), after, { mode: 0o600 });
      await writeFile(join(folder(), 'master.key'), before);
      if (by === 'a start') await start();
      else expect(await turn()).toBe('recent');
      expect(await master()).toBe(after);
      await expectStart();
    },
  );
});
