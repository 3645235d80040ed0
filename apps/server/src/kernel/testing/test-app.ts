import { generateKeyPair, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OperationSpec } from '@ronghui/contract';
import type { Database } from '#kernel/database/db';
import type { Replica } from '#kernel/database/replica/replica';
import type { Log, Ports } from '#kernel/ports';
import { insertCryptoKey } from '#kernel/secrets/crypto-key.sql';
import type { HashCost } from '#kernel/secrets/hashing';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets, type Secrets, secretsOf } from '#kernel/secrets/secrets';
import { createClock, writeClockOffset } from '#kernel/setup/clock';
import { type Config, readConfig } from '#kernel/setup/config';
import { newSecret } from '#kernel/setup/ids';
import { type CallOptions, TestBrowser, type TestReply } from '#kernel/testing/test-client';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { type App, buildApp } from '../../app.ts';
import type { AppOptions } from '../../app-options.ts';

/** A duration. */
export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly ms?: number;
}

/** The real application on a database of its own, called through the real doors. */
export interface TestApp {
  readonly app: App;
  readonly database: Database;
  readonly ports: Ports;
  readonly url: string;
  readonly dataDir: string;
  /** Log entries at `warn` and above. */
  readonly logged: readonly { readonly level: 'warn' | 'error'; readonly facts: Readonly<Record<string, unknown>> }[];
  /** Moves the time of Node and of SQL. */
  readonly clock: { advance(span: Span): Promise<void>; now(): Date };
  /** A new browser after its start-up call. */
  open(options?: CallOptions): Promise<TestBrowser>;
  /** A new browser that has made the console's start-up call. */
  openConsole(options?: CallOptions): Promise<TestBrowser>;
  /** A browser before its start-up call. */
  browser(): TestBrowser;
  /** One call; default from a new browser. */
  call(
    operationId: string,
    data?: Readonly<Record<string, unknown>>,
    options?: CallOptions & { readonly session?: TestBrowser },
  ): Promise<TestReply>;
  /** The application again, on the same database and with the same secrets, as after a restart or on another node. */
  again(options?: Pick<AppOptions, 'fast'>): Promise<{ browser(): TestBrowser; close(): Promise<void> }>;
  /** The sent messages, oldest first; sends everything due before. */
  sent(kind: 'sms' | 'mail'): Promise<Record<string, string>[]>;
  /** Runs one statement as the service, to read what was stored. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Options of a test. */
export interface TestAppOptions {
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Config['limits']>;
  readonly extra?: AppOptions['extra'];
  readonly extraJobs?: NonNullable<AppOptions['extraJobs']>;
  readonly portal?: AppOptions['portal'];
  readonly console?: AppOptions['console'];
  readonly files?: AppOptions['files'];
  readonly fast?: NonNullable<AppOptions['fast']>;
  readonly bodyDeadlineMs?: number;
  readonly answerWithinMs?: number;
  /** Number of calls in flight from which the process refuses more. */
  readonly maxInFlight?: number;
  readonly unsealing?: NonNullable<AppOptions['unsealing']>;
  readonly streams?: NonNullable<AppOptions['streams']>;
  readonly served?: NonNullable<AppOptions['served']>;
  /** Opens a replica of the application's database, which is closed with it. */
  readonly replica?: (primary: TestDatabase) => Promise<Replica>;
  /** Makes tables and rows in an empty database, and the files of keys in the data folder. */
  readonly fill?: (empty: { readonly url: string; readonly dataDir: string }) => Promise<void>;
  /** Whether the application makes its key for sealed fields itself. */
  readonly makesKey?: boolean;
  /** Whether data keys stand in the database, as at every start; else they are the same, in the memory alone. */
  readonly storesKeys?: boolean;
}

/** The least that argon2id allows, for a three-hundredth of the processor's time. A hash names its cost, so it is verified as any other. */
const leastCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const makePair = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });

/** One pair for all applications of a worker: to find one takes half a second of a core. It says nothing about any of them. */
let pair: ReturnType<typeof makePair> | undefined;

const giveKey = async (database: Database, { vault }: Secrets): Promise<void> => {
  pair ??= makePair();
  const { publicKey, privateKey } = await pair;
  const sealed = vault.seal(privateKey.toString('base64'));
  await database.transact('service', (tx) =>
    insertCryptoKey(tx, { kid: newSecret(12), public_spki: publicKey, sealed_private: sealed }),
  );
};

/** Key files in the data folder, as commands find them there, and the secrets that they give. */
const giveSecrets = async (
  database: Database,
  dataDir: string,
  { storesKeys = false, fill }: TestAppOptions,
): Promise<Secrets> => {
  if (fill !== undefined) return openSecrets(database, await openKeyFiles(dataDir, false), {});
  const folder = join(dataDir, 'secrets');
  await mkdir(folder, { mode: 0o700 });
  const [master, pepper] = [randomBytes(32), randomBytes(32)];
  const keys = [['master.key', master] as const, ['pepper.key', pepper] as const];
  for (const [name, key] of keys)
    await writeFile(join(folder, name), `${key.toString('base64url')}\n`, { mode: 0o600 });
  if (!storesKeys) return secretsOf(master, pepper);
  return openSecrets(database, await openKeyFiles(dataDir, false), {});
};

const msOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Span): number =>
  ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000 + ms;

const readLines = async (file: string): Promise<Record<string, string>[]> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};

const listeningLog = (logged: { level: 'warn' | 'error'; facts: Record<string, unknown> }[]): Log => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (facts) => void logged.push({ level: 'warn', facts }),
  error: (facts) => void logged.push({ level: 'error', facts }),
});

/** Limits by address are lifted: all tests share one. */
const envOf = (dataDir: string, options: TestAppOptions) => {
  const lifted = { requestsPerAddressPerMinute: 1e9, loginsPerAddressPerMinute: 1e9, smsPerAddressPerHour: 1e9 };
  return {
    NODE_ENV: 'test',
    TEST_IMAGE_CODE: 'abcd',
    DATA_DIR: dataDir,
    LIMITS: JSON.stringify({
      ...lifted,
      imageCodesPerAddressPerMinute: 1e9,
      uploadsPerAddressAtOnce: 1e9,
      leadsPerAddressPerHour: 1e9,
      newChatsPerAddressPerHour: 1e9,
      ...options.limits,
    }),
    ...options.env,
  };
};

/** What a test replaces of the application, without what it leaves out. */
const givenOf = (options: TestAppOptions): Partial<AppOptions> => ({
  ...(options.extra === undefined ? {} : { extra: options.extra }),
  ...(options.extraJobs === undefined ? {} : { extraJobs: options.extraJobs }),
  ...(options.streams === undefined ? {} : { streams: options.streams }),
  ...(options.files === undefined ? {} : { files: options.files }),
  ...(options.served === undefined ? {} : { served: options.served }),
  ...(options.unsealing === undefined ? {} : { unsealing: options.unsealing }),
  ...(options.bodyDeadlineMs === undefined ? {} : { bodyDeadlineMs: options.bodyDeadlineMs }),
  ...(options.fast === undefined ? {} : { fast: options.fast }),
  ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
});

/**
 * Builds the real application for a test file: `beforeAll(async () => { app = await testApp(); })`, `afterAll(() =>
 * app.close())`. Image codes read `abcd`; limits of an address are raised unless the test sets them.
 */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const db = await testDatabase({ isEmpty: options.fill !== undefined });
  const dataDir = await mkdtemp(join(tmpdir(), 'ronghui-app-'));
  await options.fill?.({ url: db.url, dataDir });
  const logged: { level: 'warn' | 'error'; facts: Record<string, unknown> }[] = [];
  const clock = createClock();
  const secrets = await giveSecrets(db.database, dataDir, options);
  if (options.makesKey !== true && options.fill === undefined) await giveKey(db.database, secrets);
  const replica = await options.replica?.(db);
  const appOptions: AppOptions = {
    config: readConfig(envOf(dataDir, options)),
    database: db.database,
    databaseUrl: db.url,
    secrets,
    clock,
    log: listeningLog(logged),
    hashCost: leastCost,
    portal: options.portal ?? null,
    console: options.console ?? null,
    shedding: { maxDelayMs: 60_000, maxInFlight: options.maxInFlight ?? 2000 },
    ...givenOf(options),
    ...(replica === undefined ? {} : { replica }),
  };
  const app = await buildApp(appOptions);
  await app.http.ready();
  const specs = new Map<string, OperationSpec>(app.registry.all().map(({ id, spec }) => [id, spec]));
  const browserOf = ({ http }: App) => new TestBrowser(http, specs, () => clock.nowMs());
  const browser = () => browserOf(app);

  const open = async (callOptions?: CallOptions) => {
    const fresh = browser();
    await fresh.start(callOptions);
    return fresh;
  };

  const openConsole = async (callOptions?: CallOptions) => {
    const fresh = browser();
    await fresh.startConsole(callOptions);
    return fresh;
  };

  return {
    app,
    database: db.database,
    ports: app.ports,
    url: db.url,
    dataDir,
    logged,
    clock: {
      now: () => clock.now(),
      async advance(span) {
        await app.settle();
        clock.moveTo(clock.offsetMs + msOf(span));
        await writeClockOffset(db.database.pool('service'), clock.offsetMs);
      },
    },
    open,
    openConsole,
    browser,
    async call(operationId, data, { session, ...callOptions } = {}) {
      return (session ?? (await open())).call(operationId, data, callOptions);
    },
    async again(changed) {
      const other = await buildApp({ ...appOptions, ...changed });
      await other.http.ready();
      return { browser: () => browserOf(other), close: () => other.close() };
    },
    async sent(kind) {
      await app.outbox.drain();
      return readLines(join(dataDir, 'outbox', `${kind}.jsonl`));
    },
    async rows(sql, values) {
      return (await db.database.pool('service').query(sql, values)).rows;
    },
    async close() {
      await app.close();
      await replica?.close();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
