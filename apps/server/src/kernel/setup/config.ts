import type { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import type { TlsFiles } from '#kernel/http/server';
import { longestWindow } from '#kernel/longest-window';
import type { Limits } from '#kernel/ports';
import type { GivenKeyFiles } from '#kernel/secrets/key-files';
import { type BackupConfig, readBackup } from '#kernel/setup/config-parts/backup-config';
import { readDatabaseUrls } from '#kernel/setup/config-parts/database-config';
import { type PaymentConfig, readPayments } from '#kernel/setup/config-parts/payment-config';
import { readSenders, type SenderConfig } from '#kernel/setup/config-parts/sender-config';
import { type Environment, isUrl, Reader } from '#kernel/setup/config-reader';
import { readLimits } from '#kernel/setup/limits';
import { readProxies } from '#kernel/setup/proxies';
import { type SharedStateKind, sharedStates } from '#kernel/setup/shared-state-kind';
import { StartRefused } from '#kernel/setup/start-refused';

/** All settings from the environment (contract 7). */
export interface Config {
  readonly environment: 'production' | 'test' | 'development';
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** A standby of that database, which takes exports and statistics; null: none. */
  readonly databaseReadUrl: string | null;
  /** Statements go in flights; false: as plain `pg` sends them. */
  readonly databaseFlights: boolean;
  /** Where nonces, tickets, image codes and counters by address are kept. */
  readonly sharedState: SharedStateKind;
  /** Redis or Valkey, which is then the shared state. */
  readonly redisUrl: string | null;
  readonly senders: SenderConfig;
  /** Through which channels merchants pay on line. */
  readonly payments: PaymentConfig;
  readonly demo: boolean;
  readonly allowedOrigins: readonly string[];
  /** Page hostname → base of the gateway. */
  readonly gatewayBases: Readonly<Record<string, string>>;
  readonly logLevel: LogLevel;
  readonly proxies: BlockList;
  readonly hasProxies: boolean;
  /** Addresses from which calls of ops may come; null for all. */
  readonly opsAddresses: BlockList | null;
  readonly limits: Limits;
  readonly testImageCode: string | null;
  readonly tls: TlsFiles | null;
  /** How long new calls are still served after the signal to stop. @unit ms */
  readonly drainMs: number;
  readonly metricsToken: string | null;
  readonly providerMail: string;
  /** The virus scanner for uploads, a program with its arguments; null: none. */
  readonly scanCommand: string | null;
  /** An object store for files; null: a folder. */
  readonly s3: S3Config | null;
  /** The folder of files, where it is not one of DATA_DIR. */
  readonly filesDir: string | null;
  /** Files with the installation's keys, for a data folder that has none; null: none are given. */
  readonly keyFiles: GivenKeyFiles | null;
  readonly certificationTransfer: boolean;
  readonly backup: BackupConfig;
}

/** An S3 store. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whether the bucket is in the path or in the host name. */
  readonly pathStyle: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

const sampleSecrets = /^(?:changeme|secret|password|example|test|demo|123456.*|your[-_].*)$/i;

const readPort = (read: Reader): number => {
  const port = Number(read.text('PORT') ?? '8080');
  read.refuse(!Number.isInteger(port) || port < 0 || port > 65_535, 'PORT 应为 0 到 65535 的整数');
  return port;
};

const readDemo = (read: Reader, production: boolean): boolean => {
  const isOn = read.isOn('DEMO');
  read.refuse(production && isOn === true, 'NODE_ENV=production 时不能开启 DEMO');
  return isOn ?? !production;
};

/** The only available bank moves no money. */
const readTransfer = (read: Reader, isReal: boolean): boolean => {
  const isOn = read.isOn('CERTIFICATION_TRANSFER') ?? false;
  read.refuse(isReal && isOn, '生产环境不能开启 CERTIFICATION_TRANSFER：此版本只有演示用的银行接口，不会真正转账');
  return isOn;
};

const readBases = (read: Reader): Record<string, string> => {
  const text = read.text('GATEWAY_BASES');
  if (text === null) return {};
  let bases: unknown;
  try {
    bases = JSON.parse(text);
  } catch {
    bases = null;
  }
  const entries = typeof bases === 'object' && bases !== null && !Array.isArray(bases) ? Object.entries(bases) : null;
  const isRight = entries?.every(
    ([, base]) => typeof base === 'string' && (base === '' || isUrl(base, ['http:', 'https:'])),
  );
  read.refuse(isRight !== true, 'GATEWAY_BASES 应为 JSON 对象：页面域名 → http(s) 地址');
  return isRight === true
    ? Object.fromEntries(entries?.map(([name, base]) => [name.toLowerCase(), String(base).replace(/\/$/, '')]) ?? [])
    : {};
};

/** A balancer asks every few seconds; longer than a minute no service manager waits. A node that serves alone is sent nothing else by waiting. */
const readDrain = (read: Reader, sharedState: SharedStateKind): number => {
  const seconds = Number(read.text('DRAIN_SECONDS') ?? (sharedState === 'memory' ? '0' : '10'));
  read.refuse(!Number.isInteger(seconds) || seconds < 0 || seconds > 60, 'DRAIN_SECONDS 应为 0 到 60 的整数（秒）');
  return seconds;
};

const readRedisUrl = (read: Reader): string | null => {
  const url = read.secret('REDIS_URL');
  read.refuse(
    url !== null && !isUrl(url, ['redis:', 'rediss:']),
    'REDIS_URL 应为 redis:// 或 rediss:// 地址 / REDIS_URL is an address of redis:// or rediss://',
  );
  read.refuse(
    url !== null && read.text('SHARED_STATE') !== null,
    'REDIS_URL 与 SHARED_STATE 只能设置一个 / set REDIS_URL or SHARED_STATE, not both',
  );
  return url;
};

const readSharedState = (read: Reader, { signatureWindowMinutes }: Limits): SharedStateKind => {
  const text = read.text('SHARED_STATE');
  const kind = sharedStates.find((each) => each === text) ?? 'memory';
  read.refuse(
    text !== null && kind !== text,
    'SHARED_STATE 应为 memory（本进程内存）或 postgres（数据库） / SHARED_STATE is memory (this process) or postgres (the database)',
  );
  read.refuse(
    kind === 'postgres' && signatureWindowMinutes > longestWindow,
    `SHARED_STATE=postgres 时 LIMITS 的 signatureWindowMinutes 不能超过 ${longestWindow} / with SHARED_STATE=postgres signatureWindowMinutes of LIMITS is ${longestWindow} at most`,
  );
  return kind;
};

const readTls = (read: Reader): TlsFiles | null => {
  const cert = read.text('TLS_CERT');
  const key = read.text('TLS_KEY');
  read.refuse((cert === null) !== (key === null), 'TLS_CERT 与 TLS_KEY 须同时设置');
  return cert === null || key === null ? null : { cert, key };
};

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(host);

const readS3 = (read: Reader, production: boolean): S3Config | null => {
  const [endpoint, bucket] = [read.text('S3_ENDPOINT'), read.text('S3_BUCKET')];
  const [accessKey, secretKey] = [read.secret('S3_ACCESS_KEY'), read.secret('S3_SECRET_KEY')];
  const [region, pathStyle] = [read.text('S3_REGION'), read.isOn('S3_PATH_STYLE')];
  if (!endpoint || !bucket || !accessKey || !secretKey) {
    const isAny = [endpoint, bucket, accessKey, secretKey, region, pathStyle].some((value) => value !== null);
    read.refuse(isAny, 'S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY 与 S3_SECRET_KEY 须同时设置');
    return null;
  }
  const isRight = isUrl(endpoint, ['http:', 'https:']);
  read.refuse(!isRight, 'S3_ENDPOINT 应为 http(s) 地址');
  const { protocol, hostname } = new URL(isRight ? endpoint : 'https://localhost');
  read.refuse(
    production && protocol === 'http:' && !isLoopback(hostname),
    '生产环境的 S3_ENDPOINT 应为 https 地址：证件影像不能明文传输',
  );
  return { endpoint, bucket, accessKey, secretKey, region: region ?? 'us-east-1', pathStyle: pathStyle ?? true };
};

const readFilesDir = (read: Reader, hasBucket: boolean): string | null => {
  const folder = read.text('FILES_DIR');
  read.refuse(
    folder !== null && hasBucket,
    'FILES_DIR 与 S3_ENDPOINT 只能设置一个 / set FILES_DIR or S3_ENDPOINT, not both',
  );
  return folder === null ? null : resolve(folder);
};

const readKeyFiles = (read: Reader): GivenKeyFiles | null => {
  const [master, pepper] = [read.text('MASTER_KEY_FILE'), read.text('PEPPER_KEY_FILE')];
  read.refuse(
    (master === null) !== (pepper === null),
    'MASTER_KEY_FILE 与 PEPPER_KEY_FILE 须同时设置 / set MASTER_KEY_FILE and PEPPER_KEY_FILE together',
  );
  return master === null || pepper === null ? null : { master: resolve(master), pepper: resolve(pepper) };
};

const readToken = (read: Reader): string | null => {
  const token = read.secret('METRICS_TOKEN');
  read.refuse(
    token !== null && (token.length < 16 || sampleSecrets.test(token)),
    'METRICS_TOKEN 过短或为示例值（至少 16 个字符）',
  );
  return token;
};

/** Reads and checks every variable; all errors together end the start. @source contract 7, security 4.10 */
export const readConfig = (env: Environment = process.env): Config => {
  const read = new Reader(env);
  const nodeEnv = read.text('NODE_ENV');
  const environment = nodeEnv === 'production' || nodeEnv === 'test' ? nodeEnv : 'development';
  const production = environment === 'production';
  const demo = readDemo(read, production);
  const { limits, faults } = readLimits(read.text('LIMITS') ?? undefined);
  const { proxies, faults: proxyFaults } = readProxies(read.list('TRUST_PROXY'));
  const ops = readProxies(read.list('OPS_ADDRESSES'), 'OPS_ADDRESSES');
  read.faults.push(...faults, ...proxyFaults, ...ops.faults);
  const testImageCode = read.text('TEST_IMAGE_CODE');
  read.refuse(testImageCode !== null && environment !== 'test', 'TEST_IMAGE_CODE 只能在 NODE_ENV=test 时设置');
  const logLevel = logLevels.find((level) => level === (read.text('LOG_LEVEL') ?? 'info'));
  read.refuse(logLevel === undefined, `LOG_LEVEL 应为 ${logLevels.join('、')} 之一`);
  const redisUrl = readRedisUrl(read);
  const sharedState = redisUrl === null ? readSharedState(read, limits) : 'redis';
  const allowedOrigins = read.list('ALLOWED_ORIGINS');
  read.refuse(
    allowedOrigins.some((origin) => origin.includes('*')),
    'ALLOWED_ORIGINS 不支持通配符，请逐个写明来源',
  );
  read.refuse(
    allowedOrigins.some((origin) => !isUrl(origin, ['http:', 'https:']) || new URL(origin).origin !== origin),
    'ALLOWED_ORIGINS 应为来源列表，如 https://www.example.com',
  );
  const dataDir = resolve(read.text('DATA_DIR') ?? join('.', 'data'));
  const s3 = readS3(read, production);
  const config: Config = {
    environment,
    host: read.text('HOST') ?? '127.0.0.1',
    port: readPort(read),
    dataDir,
    ...readDatabaseUrls(read),
    databaseFlights: read.isOn('DATABASE_FLIGHTS') ?? true,
    sharedState,
    redisUrl,
    senders: readSenders(read, production && !demo),
    payments: readPayments(read),
    demo,
    allowedOrigins,
    gatewayBases: readBases(read),
    logLevel: logLevel ?? 'info',
    proxies,
    hasProxies: read.text('TRUST_PROXY') !== null,
    opsAddresses: read.text('OPS_ADDRESSES') === null ? null : ops.proxies,
    limits,
    testImageCode,
    tls: readTls(read),
    drainMs: readDrain(read, sharedState) * 1000,
    metricsToken: readToken(read),
    providerMail: read.text('PROVIDER_MAIL') ?? 'service@ronghui.example',
    scanCommand: read.text('SCAN_COMMAND'),
    s3,
    filesDir: readFilesDir(read, s3 !== null),
    keyFiles: readKeyFiles(read),
    certificationTransfer: readTransfer(read, production && !demo),
    backup: readBackup(read, { dataDir, hasStore: s3 !== null }),
  };
  if (read.faults.length > 0)
    throw new StartRefused(`配置有误，服务未启动：\n${read.faults.map((fault) => `  · ${fault}`).join('\n')}`);
  return config;
};
