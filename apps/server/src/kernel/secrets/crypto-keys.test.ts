import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Database } from '#kernel/database/db';
import { createCryptoKeys } from '#kernel/secrets/crypto-keys';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { secretsOf } from '#kernel/secrets/secrets';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ makesKey: true });
});
afterAll(() => app.close());

const login = { mobile: '13800000009', pwd: 'Wrong-password-1' };

describe('R3.1 the keys of sealed fields', () => {
  test('R3.1 the public key is RSA of 3072 bits, and the private one stands sealed', async ({ expect }) => {
    const { publicKey } = await app.app.cryptoKeys.current();
    const { createPrivateKey, createPublicKey } = await import('node:crypto');
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(3072);
    const [row] = await app.rows('select sealed_private as sealed from crypto_key');
    const sealed = row?.['sealed'];
    if (!Buffer.isBuffer(sealed)) throw new Error('no key is stored');
    for (const type of ['pkcs8', 'pkcs1'] as const) {
      expect(() => createPrivateKey({ key: sealed, format: 'der', type })).toThrow();
    }
    expect(sealed.includes('PRIVATE KEY')).toBe(false);
  });

  test('R3.1 after a rotation the old key opens for a day more, and then is answered like an expired key', async ({
    expect,
  }) => {
    const browser = await app.open();
    const oldKid = browser.kid;
    await app.app.cryptoKeys.rotate();
    expect(await browser.call('portal.login', login)).toMatchObject({ body: { errCode: 'OPS10001' } });
    const fresh = await app.open();
    expect(fresh.kid).not.toBe(oldKid);
    expect(await fresh.call('portal.login', login)).toMatchObject({ body: { errCode: 'OPS10001' } });
    await app.clock.advance({ hours: 25 });
    const later = await app.open();
    const { kid, publicKey } = later;
    Object.assign(later, { kid: oldKid, publicKey: browser.publicKey });
    expect(await later.call('portal.login', login)).toMatchObject({
      status: 403,
      body: { data: { reason: 'KEY_EXPIRED' } },
    });
    Object.assign(later, { kid, publicKey });
    expect(await later.call('portal.login', login)).toMatchObject({ body: { errCode: 'OPS10001' } });
  });

  test('security 4.3 after ninety days one new pair is made for all who come together', async ({ expect }) => {
    await app.clock.advance({ days: 91 });
    let replaced = 0;
    const counted: Database = {
      ...app.database,
      transact(scope, work) {
        replaced += 1;
        return app.database.transact(scope, work);
      },
    };
    const keys = createCryptoKeys(counted, app.ports.vault, app.ports.clock);
    const present = await Promise.all(Array.from({ length: 20 }, () => keys.current()));
    expect(new Set(present.map(({ kid }) => kid)).size).toBe(1);
    expect(replaced).toBe(1);
    expect(await keys.current()).toEqual(present[0]);
  });

  test('R3.1 an unknown kid is answered like an expired key, a missing one is named', async ({ expect }) => {
    const browser = await app.open();
    const unknown = await browser.call('portal.login', { ...login, kid: 'unknown0unknown0' });
    expect(unknown).toMatchObject({ status: 403, body: { errCode: 'UMDP00001', data: { reason: 'KEY_EXPIRED' } } });
    const data = JSON.stringify({ ...browser.sealed('portal.login', login), kid: undefined });
    const missing = await browser.callData('portal.login', data);
    expect(missing).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'kid' }] } } });
  });

  test('R3.1 after ninety days a new key is made, once by all that ask', async ({ expect }) => {
    const before = (await app.app.cryptoKeys.current()).kid;
    await app.clock.advance({ days: 91 });
    const kids = await Promise.all(Array.from({ length: 5 }, async () => (await app.app.cryptoKeys.current()).kid));
    expect(new Set(kids).size).toBe(1);
    expect(kids[0]).not.toBe(before);
    expect(await app.rows('select 1 as one from crypto_key where retired_at is null')).toHaveLength(1);
  });

  test('R3.1 every fault of a ciphertext looks like a wrong value', async ({ expect }) => {
    const browser = await app.open();
    const right = browser.sealed('portal.login', login);
    const answers = [];
    for (const pwd of [
      'AAAA',
      'no base64!',
      'é',
      '',
      browser.seal('portal.register', 'pwd', 'Demo-Merchant-1'),
      'A'.repeat(5000),
    ]) {
      answers.push(await browser.callData('portal.login', JSON.stringify({ ...right, pwd })));
    }
    expect(answers.map(({ body }) => body.errCode).filter((code) => code !== 'OPS100011')).toEqual(
      Array.from({ length: 5 }, () => 'OPS10001'),
    );
    const mobile = await browser.callData(
      'portal.sendSmsCode',
      JSON.stringify({ mobile: 'AAAA', kid: browser.kid, scene: 'login', imageTicket: 't' }),
    );
    expect(mobile).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'mobile' }] } } });
  });

  test('R14.1 keys that another master key sealed end the start with a sentence', async ({ expect }) => {
    const { vault } = secretsOf(Buffer.alloc(32, 3), Buffer.alloc(32, 4));
    const keys = createCryptoKeys(app.database, vault, app.clock);
    await expect(keys.current()).rejects.toThrow(/master\.key/);
  });
});

describe('R14.1 secrets of an installation', () => {
  const folder = () => mkdtemp(join(tmpdir(), 'ronghui-secrets-'));

  test('R14.1 they are made once, for their owner alone, by however many start together', async ({ expect }) => {
    const dir = await folder();
    const opened = await Promise.all([1, 2, 3].map(() => openKeyFiles(dir, false)));
    expect(new Set(opened.map(({ pepper }) => pepper.export().toString('hex'))).size).toBe(1);
    for (const name of ['master.key', 'pepper.key']) {
      expect((await stat(join(dir, 'secrets', name))).mode & 0o777).toBe(0o600);
      expect((await readFile(join(dir, 'secrets', name), 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    }
  });

  test.for([
    ['too short', 'abc'],
    ['a sample', Buffer.alloc(32, 7).toString('base64url')],
  ])('R14.1 a key that is %s ends the start', async ([, text], { expect }) => {
    const dir = await folder();
    await openKeyFiles(dir, false);
    await writeFile(join(dir, 'secrets/master.key'), text ?? '');
    await expect(openKeyFiles(dir, false)).rejects.toThrow(/master\.key/);
  });

  test('R14.1 a key that others can read ends a start in production', async ({ expect }) => {
    const dir = await folder();
    await openKeyFiles(dir, false);
    const { chmod } = await import('node:fs/promises');
    await chmod(join(dir, 'secrets/pepper.key'), 0o644);
    await expect(openKeyFiles(dir, true)).rejects.toThrow(/chmod 600/);
    await openKeyFiles(dir, false);
    expect((await stat(join(dir, 'secrets/pepper.key'))).mode & 0o777).toBe(0o600);
  });

  test('running 1.7 keys are made by nobody where rows need those that there were, and are taken from files that are given', async ({
    expect,
  }) => {
    const [first, second] = [await folder(), await folder()];
    await expect(openKeyFiles(second, true, { mayMake: false })).rejects.toThrow(/没有密钥文件 .*master\.key/);
    const { pepper } = await openKeyFiles(first, true);
    const given = { master: join(first, 'secrets/master.key'), pepper: join(first, 'secrets/pepper.key') };
    const opened = await openKeyFiles(second, true, { given, mayMake: false });
    expect(opened.pepper.equals(pepper)).toBe(true);
    const keyIn = (dir: string) => readFile(join(dir, 'secrets/master.key'), 'utf8');
    expect(await keyIn(second)).toBe(await keyIn(first));
    const third = await folder();
    await openKeyFiles(third, true);
    await expect(openKeyFiles(third, true, { given })).rejects.toThrow(/PEPPER_KEY_FILE 与 .* 不同/);
    await expect(openKeyFiles(third, true, { given: { ...given, master: '/no/such' } })).rejects.toThrow(/不能读取/);
  });
});
