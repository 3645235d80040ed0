import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { faultOfServer } from '#kernel/database/given-database';
import { migrate } from '#kernel/database/migrate';
import { checkTlsFiles } from '#kernel/secrets/tls-files';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';

const admin = () => inject('databaseAdminUrl');
const names = { ascii: `ascii_${process.pid}`, walled: `walled_${process.pid}` };
const user = `plain_${process.pid}`;
beforeAll(async () => {
  await runAsAdmin(admin(), `create database ${names.ascii} encoding 'SQL_ASCII' locale 'C' template template0`);
  await runAsAdmin(admin(), `create database ${names.walled}`);
  await runAsAdmin(admin(), `create role ${user} login password 'plain' in role ronghui_service, ronghui_tenant`);
});
afterAll(async () => {
  for (const name of Object.values(names)) await runAsAdmin(admin(), `drop database ${name} with (force)`);
  await runAsAdmin(admin(), `drop role ${user}`);
});

describe('R14.1 a database that the product cannot use', () => {
  test('R14.1 is refused when it is too old or has another encoding', async () => {
    expect(faultOfServer(140_012, 'UTF8')).toMatch(/PostgreSQL 14，需要 15/);
    expect(faultOfServer(150_000, 'UTF8')).toBeNull();
    await expect(migrate({ url: urlOf(admin(), names.ascii) })).rejects.toThrow(/编码是 SQL_ASCII，需要 UTF8/);
  });

  test('R14.1 for a user who may not create tables, the error names the SQL for an administrator', async () => {
    const url = new URL(urlOf(admin(), names.walled));
    url.username = user;
    url.password = 'plain';
    await expect(migrate({ url: url.href })).rejects.toThrow(`grant usage, create on schema public to "${user}";`);
    await expect(migrate({ url: url.href })).rejects.toMatchObject({ name: 'StartRefused' });
  });
});

describe('security 4.10 TLS files', () => {
  const fixture = (name: string) => join(import.meta.dirname, '../testing/tls', name);

  test('security 4.10 in production only a key that everybody can read is refused', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ronghui-tls-'));
    const key = join(dir, 'key.pem');
    await copyFile(fixture('key.pem'), key);
    const files = { cert: fixture('cert.pem'), key };
    await chmod(key, 0o644);
    expect(() => checkTlsFiles(files, true)).toThrow(/chmod 600/);
    expect(() => checkTlsFiles(files, false)).not.toThrow();
    await chmod(key, 0o640);
    expect(() => checkTlsFiles(files, true)).not.toThrow();
    await rm(dir, { recursive: true });
  });

  test('R14.1 a certificate and key that do not match are reported before the server listens', () => {
    const files = { cert: fixture('key.pem'), key: fixture('key.pem') };
    expect(() => checkTlsFiles(files, false)).toThrow(/不是一对有效的证书与私钥/);
  });
});
