import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRecipient } from '#kernel/backup/check-recipient';
import { readConfig } from '#kernel/setup/config';
import { describeConfig, variables } from '#kernel/setup/variables';

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : 'other';
  }
};

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'hunter2',
};

const aliyun = { SMS_PROVIDER: 'aliyun', ALIYUN_SMS_KEY_ID: 'id', ALIYUN_SMS_KEY_SECRET: 'hunter2' };
const mail = { MAIL_URL: 'smtps://user:hunter2@mail.example.com', MAIL_FROM: '融惠 <service@example.com>' };
const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const production = { NODE_ENV: 'production', ...aliyun, ...mail };

describe('R14.1 the environment', () => {
  it('R14.1 without a word there is a demonstration on loopback, port 8080', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, demo: true, databaseUrl: null, logLevel: 'info' });
    expect(config.databaseFlights).toBe(true);
    expect(config.dataDir).toMatch(/[/\\]data$/);
  });

  it.each([
    [{ TEST_IMAGE_CODE: 'abcd' }, /TEST_IMAGE_CODE/],
    [{ TEST_IMAGE_CODE: 'abcd', NODE_ENV: 'production' }, /TEST_IMAGE_CODE/],
    [{ DEMO: 'on', NODE_ENV: 'production' }, /DEMO/],
    [{ DEMO: 'maybe' }, /DEMO/],
    [{ NODE_ENV: 'production' }, /outbox/],
    [{ SMS_PROVIDER: 'pigeon' }, /pigeon/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: 'http' }, /PORT/],
    [{ LIMITS: '{"x":1}' }, /LIMITS/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ DATABASE_FLIGHTS: 'no' }, /DATABASE_FLIGHTS/],
    [{ ALLOWED_ORIGINS: 'example.com' }, /ALLOWED_ORIGINS/],
    [{ ALLOWED_ORIGINS: 'https://*.example.com' }, /ALLOWED_ORIGINS.*通配符/],
    [{ ALLOWED_ORIGINS: 'https://www.example.com,*' }, /ALLOWED_ORIGINS.*通配符/],
    [{ ALLOWED_ORIGINS: 'https://example.com/' }, /ALLOWED_ORIGINS/],
    [{ GATEWAY_BASES: '{"a":1}' }, /GATEWAY_BASES/],
    [{ GATEWAY_BASES: '{"a":"javascript:1"}' }, /GATEWAY_BASES/],
    [{ TRUST_PROXY: 'everyone' }, /TRUST_PROXY/],
    [{ OPS_ADDRESSES: '10.0.0.0/8, office' }, /OPS_ADDRESSES 中的 office/],
    [{ TLS_CERT: 'a.pem' }, /TLS_KEY/],
    [{ DRAIN_SECONDS: '61' }, /DRAIN_SECONDS 应为/],
    [{ METRICS_TOKEN: 'changeme' }, /METRICS_TOKEN/],
    [{ REDIS_URL: 'http://x' }, /REDIS_URL 应为 redis/],
    [{ REDIS_URL: 'redis://x', SHARED_STATE: 'postgres' }, /REDIS_URL 与 SHARED_STATE 只能设置一个/],
    [{ SHARED_STATE: 'redis' }, /SHARED_STATE 应为 memory.*SHARED_STATE is memory/],
    [{ SHARED_STATE: 'postgres', LIMITS: '{"signatureWindowMinutes":10}' }, /signatureWindowMinutes 不能超过 9/],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, /S3_BUCKET/],
    [{ ...s3, FILES_DIR: '/mnt/files' }, /FILES_DIR 与 S3_ENDPOINT 只能设置一个/],
    [{ MASTER_KEY_FILE: '/run/secrets/master' }, /PEPPER_KEY_FILE 须同时设置/],
    [{ S3_REGION: 'x' }, /S3_ENDPOINT/],
    [{ ...s3, S3_ENDPOINT: 's3.example.com' }, /S3_ENDPOINT/],
    [{ ...s3, S3_PATH_STYLE: 'yes' }, /S3_PATH_STYLE/],
    [{ ...s3, NODE_ENV: 'production', S3_ENDPOINT: 'http://s3.example.com' }, /S3_ENDPOINT.*https/],
  ])('R14.1 %o is refused with a sentence that names it', (env, sentence) => {
    expect(faultsOf(env)).toMatch(sentence);
  });

  it.each([
    [{ DATABASE_READ_URL: 'mysql://x' }, /DATABASE_READ_URL 应为 postgres:.*DATABASE_READ_URL is an address/],
    [{ DATABASE_READ_URL: 'postgres://b/x' }, /须同时设置 DATABASE_URL.*is a replica of DATABASE_URL/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/x', DATABASE_READ_URL: 'postgres://u:hunter2@a/x' },
      /DATABASE_READ_URL 与 DATABASE_URL 相同.*equals DATABASE_URL/,
    ],
  ])('running 1.9 %o is refused with a sentence in Chinese and English', (env, sentence) => {
    expect(faultsOf(env)).toMatch(sentence);
    expect(faultsOf(env)).not.toContain('hunter2');
  });

  it('running 1.9 there is no replica unless one is set', () => {
    expect(readConfig({}).databaseReadUrl).toBeNull();
    const both = { DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x' };
    expect(readConfig(both)).toMatchObject({ databaseUrl: 'postgres://a/x', databaseReadUrl: 'postgres://b/x' });
  });

  it('running 1.6 a node that shares its state serves ten seconds more after the signal, one that does not ends at once', () => {
    expect(readConfig({}).drainMs).toBe(0);
    expect(readConfig({ SHARED_STATE: 'postgres' }).drainMs).toBe(10_000);
    expect(readConfig({ SHARED_STATE: 'postgres', DRAIN_SECONDS: '0' }).drainMs).toBe(0);
  });

  it('R14.2 a store that speaks S3 is named whole, or not at all', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(s3).s3).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'files',
      accessKey: 'key',
      secretKey: 'hunter2',
      pathStyle: true,
    });
    expect(readConfig({ ...s3, S3_REGION: 'cn-north-1', S3_PATH_STYLE: 'off' }).s3).toMatchObject({
      region: 'cn-north-1',
      pathStyle: false,
    });
    expect(describeConfig(s3)).not.toMatch(/hunter2/);
  });

  it('running 2.1 a production that sends by a carrier and a mail server starts', () => {
    const { senders } = readConfig(production);
    expect(senders).toEqual({
      order: ['aliyun'],
      aliyun: { keyId: 'id', keySecret: 'hunter2', url: 'https://dysmsapi.aliyuncs.com' },
      tencent: null,
      http: null,
      mail: { url: mail.MAIL_URL, from: mail.MAIL_FROM },
    });
  });

  it.each([
    [{ SMS_PROVIDER: 'aliyun' }, /ALIYUN_SMS_KEY_ID、ALIYUN_SMS_KEY_SECRET/],
    [{ ...aliyun, ALIYUN_SMS_KEY_SECRET: '' }, /SMS_PROVIDER=aliyun 还需要设置 ALIYUN_SMS_KEY_SECRET/],
    [{ SMS_PROVIDER: 'tencent', TENCENT_SMS_SECRET_ID: 'x' }, /TENCENT_SMS_SECRET_KEY、TENCENT_SMS_APP_ID/],
    [{ SMS_PROVIDER: 'http' }, /SMS_HTTP_SECRET[\s\S]*SMS_HTTP_URL/],
    [{ SMS_PROVIDER: 'http', SMS_HTTP_URL: 'http://127.0.0.1:1', SMS_HTTP_SECRET: 'short' }, /SMS_HTTP_SECRET 过短/],
    [{ ...aliyun, SMS_PROVIDER: 'aliyun,outbox' }, /outbox 不受支持/],
    [{ ...aliyun, SMS_PROVIDER: 'aliyun,aliyun' }, /重复/],
    [{ ...aliyun, SMS_ALIYUN_URL: 'http://carrier.example.com' }, /SMS_ALIYUN_URL 应为 https/],
    [{ ...aliyun, SMS_ALIYUN_URL: 'carrier' }, /SMS_ALIYUN_URL 应为 http\(s\) 地址/],
    [{ MAIL_URL: mail.MAIL_URL }, /MAIL_FROM/],
    [{ MAIL_FROM: mail.MAIL_FROM }, /MAIL_URL/],
    [{ ...mail, MAIL_URL: 'https://mail.example.com' }, /MAIL_URL 应为 smtps/],
    [{ ...mail, MAIL_FROM: 'nobody' }, /MAIL_FROM 应为邮箱/],
    [{ ...production, MAIL_URL: 'smtp://mail.example.com?tls=off' }, /MAIL_URL 不能关闭 TLS/],
    [{ ...production, MAIL_URL: '', MAIL_FROM: '' }, /需要设置 MAIL_URL 与 MAIL_FROM/],
    [{ ...production, SMS_PROVIDER: '' }, /SMS_PROVIDER=outbox/],
  ])('running 2.1 %o is refused with a sentence that names what is wrong', (env, sentence) => {
    expect(faultsOf(env)).toMatch(sentence);
    expect(faultsOf(env)).not.toContain('hunter2');
  });

  it('running 3.3 backups by the clock go to a folder or a bucket, each day, and fourteen are kept, where nothing else is set', () => {
    expect(readConfig({}).backup).toEqual({ plan: null, recipient: null });
    const plan = { to: '/backup/ronghui', everyHours: 24, keep: 14 };
    expect(readConfig({ BACKUP_TO: '/backup/ronghui' }).backup).toEqual({ plan, recipient: null });
    const more = {
      BACKUP_TO: 's3://backups/nightly/',
      BACKUP_EVERY: '6',
      BACKUP_KEEP: '30',
      BACKUP_RECIPIENT: recipient,
    };
    expect(readConfig({ ...s3, ...more }).backup).toEqual({
      plan: { to: 's3://backups/nightly/', everyHours: 6, keep: 30 },
      recipient,
    });
  });

  it.each([
    [{ BACKUP_EVERY: '24' }, /BACKUP_EVERY 却没有 BACKUP_TO.*BACKUP_EVERY needs BACKUP_TO/],
    [{ BACKUP_KEEP: '3' }, /BACKUP_KEEP 却没有 BACKUP_TO.*BACKUP_KEEP needs BACKUP_TO/],
    [{ BACKUP_TO: '/backup', BACKUP_EVERY: '0' }, /BACKUP_EVERY 应为 1 到 168 的整数.*BACKUP_EVERY takes/],
    [{ BACKUP_TO: '/backup', BACKUP_EVERY: 'daily' }, /BACKUP_EVERY 应为/],
    [{ BACKUP_TO: '/backup', BACKUP_EVERY: '169' }, /BACKUP_EVERY 应为/],
    [{ BACKUP_TO: '/backup', BACKUP_KEEP: '1.5' }, /BACKUP_KEEP 应为 1 到 1000 的整数.*BACKUP_KEEP takes/],
    [{ BACKUP_TO: '/backup', BACKUP_KEEP: '-1' }, /BACKUP_KEEP 应为/],
    [{ BACKUP_TO: 's3://b' }, /BACKUP_TO 应为文件夹.*BACKUP_TO takes a folder/],
    [{ BACKUP_TO: 's3://backups' }, /BACKUP_TO 为 s3:.*S3_ENDPOINT.*BACKUP_TO in a bucket needs/],
    [
      { DATA_DIR: '/srv/data', BACKUP_TO: '/srv/data/backups' },
      /BACKUP_TO 不能在数据目录.*BACKUP_TO may not lie within/,
    ],
    [{ DATA_DIR: '/srv/data', BACKUP_TO: '/srv/data' }, /BACKUP_TO 不能在数据目录/],
    [{ BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' }, /BACKUP_RECIPIENT 应为 age 公钥.*BACKUP_RECIPIENT takes/],
  ])('running 3.3 %o is refused with a sentence that names it, in two languages', (env, sentence) => {
    expect(faultsOf(env)).toMatch(sentence);
  });

  it('running 3.3 a public key with a mistyped letter refuses the start', async () => {
    await checkRecipient({ recipient: null });
    await checkRecipient({ recipient });
    await expect(checkRecipient({ recipient: recipient.replace(/.$/, 'q') })).rejects.toThrow(/BACKUP_RECIPIENT/);
  });

  it('running 2.1 a secret may stand in a file, and not in both', async () => {
    const file = join(tmpdir(), `ronghui-secret-${process.pid}`);
    await writeFile(file, 'from-a-file\n');
    const { ALIYUN_SMS_KEY_SECRET: _, ...rest } = aliyun;
    const byFile = { ...rest, ALIYUN_SMS_KEY_SECRET_FILE: file };
    expect(readConfig(byFile).senders.aliyun?.keySecret).toBe('from-a-file');
    expect(describeConfig(byFile)).toMatch(/ALIYUN_SMS_KEY_SECRET +\*{8}/);
    expect(describeConfig(byFile)).not.toContain('from-a-file');
    expect(faultsOf({ ...aliyun, ...byFile })).toMatch(/只能设置一个/);
    await writeFile(file, ' \n');
    expect(faultsOf(byFile)).toMatch(/是空的/);
    await rm(file);
    expect(faultsOf(byFile)).toMatch(/不能读取/);
  });

  it('R14.1 all errors are reported at once', () => {
    expect(faultsOf({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' }).match(/·/g)).toHaveLength(3);
  });

  it('R14.1 config check shows every setting and no secret', () => {
    const shown = describeConfig({ DATABASE_URL: 'postgres://user:hunter2@db/x', METRICS_TOKEN: 'x'.repeat(20) });
    for (const name of Object.keys(variables)) expect(shown).toContain(name);
    expect(shown).not.toMatch(/hunter2|x{20}/);
  });

  it('R14.1 config check shows what is in force where nothing is set', () => {
    const lines = describeConfig({ DATA_DIR: '/srv/ronghui', HOST: '0.0.0.0' }).split('\n');
    const shown = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1];
    expect(shown('PORT')).toBe('8080（默认）');
    expect(shown('HOST')).toBe('0.0.0.0');
    expect(shown('NODE_ENV')).toBe('development（默认）');
    expect(shown('DEMO')).toBe('on（默认）');
    expect(shown('LOG_LEVEL')).toBe('info（默认）');
    expect(shown('FILES_DIR')).toBe('/srv/ronghui/files（默认）');
    expect(shown('S3_ENDPOINT')).toBe('（未设置）');
    expect(shown('DATABASE_FLIGHTS')).toBe('on（默认）');
    expect(shown('S3_REGION')).toBe('（未设置）');
    expect(shown('TRUST_PROXY')).toBe('（未设置）');
  });
});
