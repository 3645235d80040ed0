import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConsoleBuild } from '#adapters/console-build';
import { loadPortalBuild } from '#adapters/portal-build';
import { ensureDemoContent } from '#features/content/demo-content';
import { setFirstLimit } from '#features/feedback/four-eyes/first-limit';
import { ensureDemoAccounts } from '#features/register/demo-accounts';
import { ensureFirstAdmin } from '#features/staff/staff-admin';
import { checkRecipient } from '#kernel/backup/check-recipient';
import { refuseRestoring } from '#kernel/backup/restore-marker';
import { type Database, openDatabase } from '#kernel/database/db';
import { connectGivenDatabase } from '#kernel/database/given-database';
import { migrate } from '#kernel/database/migrate';
import { poolSizes } from '#kernel/database/pools';
import { checkReplica } from '#kernel/database/replica/check-replica';
import { openReplica, type Replica } from '#kernel/database/replica/replica';
import { type Company, lockSingleNode } from '#kernel/database/single-node';
import { ownFolder } from '#kernel/embedded/owner';
import { ensurePlainLogin } from '#kernel/embedded/plain-login';
import { startEmbedded } from '#kernel/embedded/start-embedded';
import { endingSentence } from '#kernel/ending-sentence';
import { makeFolder } from '#kernel/files/local-files';
import { readNodeMark } from '#kernel/jobs/node-mark';
import type { NodeRegistry } from '#kernel/nodes/node-registry';
import { type BufferedOutput, bufferOutput, gatherLines, openLog } from '#kernel/observe/logger';
import { createNodePhase } from '#kernel/observe/node-phase';
import type { Log } from '#kernel/ports';
import { putPoolBehind, putProcessBehind } from '#kernel/priorities';
import { errorCodeOf } from '#kernel/refusal';
import type { KeyNode } from '#kernel/secrets/data-keys/data-keys';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { checkPepper } from '#kernel/secrets/pepper-check';
import { needsKeys } from '#kernel/secrets/pepper-check.sql';
import { openSecrets, type Secrets } from '#kernel/secrets/secrets';
import { checkTlsFiles } from '#kernel/secrets/tls-files';
import { followTlsFiles } from '#kernel/secrets/tls-renewal';
import { addressOf } from '#kernel/setup/address';
import { createClock, followClockOffset, type MovableClock, writeClockOffset } from '#kernel/setup/clock';
import { type Config, readConfig } from '#kernel/setup/config';
import { createFirstSteps, type FirstSteps } from '#kernel/setup/first-steps';
import { StartRefused } from '#kernel/setup/start-refused';
import { describeConfig } from '#kernel/setup/variables';
import { type App, buildApp } from './app.ts';
import { ensureDemonstration } from './demonstration/demonstration.ts';
import { type Cleanup, endOnSignals, runCleanups } from './end-on-signals.ts';
import { enterNodes, refuseOtherStore } from './enter-nodes.ts';
import { greetingOf } from './greeting.ts';

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENOSPC', 'EDQUOT']);

/** Works on the data folder; a folder that is not writable ends the start with a sentence. */
const onFolder = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    if (!unwritable.has(code)) throw error;
    throw new StartRefused(
      `数据目录 ${dataDir} 不能读写（${code}）：请检查它的权限与所在磁盘，或用 DATA_DIR 指定另一个目录。`,
      { cause: error },
    );
  }
};

/**
 * The database of this process: the one of DATABASE_URL, or the embedded one. `fail` ends the process when the database
 * is lost permanently.
 */
const openSource = async (config: Config, log: Log, cleanups: Cleanup[], fail: () => void): Promise<string> => {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null) {
    const embedded = await startEmbedded({ dataDir, log });
    cleanups.push(() => embedded.stop());
    embedded.onExit(({ restarting }) => {
      if (!restarting) fail();
    });
    return embedded.adminUrl;
  }
  const folder = await onFolder(dataDir, () => ownFolder(dataDir));
  cleanups.push(() => folder.release());
  return databaseUrl;
};

/** Several nodes need a state and a store of files that are no node's own. @source running 1.1 */
const companyOf = ({ sharedState, s3, filesDir }: Config): Company => ({
  isAllowed: sharedState !== 'memory' && (s3 !== null || filesDir !== null),
});

const listen = async (app: App, config: Config): Promise<string> => {
  try {
    await app.http.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartRefused(`端口 ${config.port} 已被占用：请停止占用它的程序，或用 PORT 指定另一个端口。`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new StartRefused(`不能监听 ${config.host}:${config.port}（${String(code)}）。`);
    throw error;
  }
  const address = app.http.server.address();
  return addressOf(config, typeof address === 'object' && address !== null ? address.port : config.port);
};

/** As long as a start waits for its files to lie in the store, and how often they are laid anew, before their time there is over. @unit ms */
const [layingMs, layAgainMs] = [5000, 86_400_000];

/** Everything that has to be there before the first call. */
const prepare = async (app: App, database: Database, steps: FirstSteps): Promise<void> => {
  const { ports } = app;
  const { log, config } = ports;
  await app.cryptoKeys.current();
  // Before a page names them. A store that says nothing keeps nobody from starting.
  await Promise.race([app.layFiles(), wait(layingMs, undefined, { ref: false })]);
  setInterval(() => void app.layFiles(), layAgainMs).unref();
  if (config.demo) {
    const isImported = await steps('导入演示内容', () => ensureDemoContent(database));
    if (isImported) log.info({ event: 'demoContentImported' });
    const isWritten = await steps('写入演示商户', () => ensureDemonstration(database, ports));
    if (isWritten) log.info({ event: 'demonstrationWritten' });
  }
  await ensureDemoAccounts({ database, ports });
};

interface Opened {
  readonly database: Database;
  readonly log: Log;
  readonly cleanups: Cleanup[];
}

/** The clock of this process, which only a test moves. */
const startClock = async (config: Config, { database, log, cleanups }: Opened): Promise<MovableClock> => {
  const [clock, pool] = [createClock(), database.pool('service')];
  if (config.environment === 'test')
    cleanups.push(await followClockOffset({ clock, dataDir: config.dataDir, pool, log }));
  else await writeClockOffset(pool, 0);
  return clock;
};

/** The replica of DATABASE_READ_URL, once the database has its tables; undefined where there is none. */
const openCheckedReplica = async (
  { databaseReadUrl: url, databaseFlights: flights, limits }: Config,
  { database: primary, log, cleanups }: Opened,
): Promise<Replica | undefined> => {
  if (url === null) return undefined;
  const replica = openReplica({ url, sizes: poolSizes(limits), flights, primary, log });
  cleanups.push(() => replica.close());
  await checkReplica({ primary, replica, url }, log);
  return replica;
};

/** The keys of the installation, which are made at its first start and at no other one. */
const openNodeSecrets = async (config: Config, database: Database, node: KeyNode): Promise<Secrets> => {
  const sources = { given: config.keyFiles, mayMake: !(await needsKeys(database.reading('service'))) };
  const keyFiles = await onFolder(config.dataDir, () =>
    openKeyFiles(config.dataDir, config.environment === 'production', sources),
  );
  await checkPepper(database, keyFiles.pepper);
  return openSecrets(database, keyFiles, node);
};

/** Starts everything in order; each step adds its release to `cleanups`, so that a failed start releases what it had opened. */
const start = async (config: Config, output: BufferedOutput, cleanups: Cleanup[]): Promise<void> => {
  const log = openLog(config.logLevel, output);
  const phase = createNodePhase();
  const fail = endOnSignals({ log, cleanups, phase, drainMs: config.drainMs });
  const production = config.environment === 'production';
  const served = config.tls === null ? null : { pair: checkTlsFiles(config.tls, production), isRefused: false };
  await onFolder(config.dataDir, () => makeFolder(join(config.dataDir, 'secrets')));
  await refuseRestoring(config.dataDir);
  await checkRecipient(config.backup);
  const steps = createFirstSteps(config);
  const isNewCluster = config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'));
  const open = () => openSource(config, log, cleanups, fail);
  const ownerUrl = isNewCluster ? await steps('建立内置数据库', open) : await open();
  const isEmbedded = config.databaseUrl === null;
  const bring = () => steps('建立数据表', () => migrate({ url: ownerUrl, log, isAlone: isEmbedded }));
  const onError = (error: Error) => log.warn({ event: 'connectionLost', error });
  if (isEmbedded) await bring();
  // Migrations are the owner's; calls are served without any right that a role of the pools has not.
  const url = isEmbedded ? await ensurePlainLogin(ownerUrl) : ownerUrl;
  const database = openDatabase({
    url,
    sizes: poolSizes(config.limits),
    flights: config.databaseFlights,
    onError,
    ...(isEmbedded && { putBehind: putProcessBehind }),
  });
  cleanups.push(() => database.close());
  if (config.databaseUrl !== null) {
    const node = await connectGivenDatabase(() => lockSingleNode({ ...database, url }, log, companyOf(config)));
    cleanups.push(() => node.release());
    await bring();
  }
  const replica = await openCheckedReplica(config, { database, log, cleanups });
  let nodes: NodeRegistry | undefined;
  const secrets = await openNodeSecrets(config, database, { announceRead: async () => nodes?.beat() });
  const clock = await startClock(config, { database, log, cleanups });
  const [portal, console] = await Promise.all([loadPortalBuild(), loadConsoleBuild()]);
  const node = readNodeMark(config.dataDir);
  const generations = () => secrets.generations;
  const entered = await enterNodes(config, { database, replica, log, mark: node, generations, onGone: fail });
  nodes = entered;
  cleanups.push(() => entered.leave());
  // A key that was put in force while this node was not entered yet.
  await secrets.refresh();
  const app = await buildApp({
    config,
    database,
    databaseUrl: url,
    secrets,
    clock,
    log,
    portal,
    console,
    node,
    nodes: entered,
    phase,
    ...(served !== null && { served }),
    ...(replica !== undefined && { replica }),
  });
  cleanups.push(() => app.close());
  await refuseOtherStore(config, node.id, { database, files: app.ports.files });
  await prepare(app, database, steps);
  putPoolBehind();
  const address = await listen(app, config);
  entered.listensAt(address);
  if (config.tls !== null && served !== null)
    cleanups.push(followTlsFiles({ server: app.http.server, files: config.tls, served, production, log }));
  // Not before the server listens: a password that is made and never printed opens nothing.
  // A demonstration has one member of staff, who shows both sides of an answer.
  const begin = config.demo ? undefined : setFirstLimit;
  const admin = await ensureFirstAdmin(database, app.ports, begin);
  // At every log level: programs wait for this line (contract 7).
  const events = openLog('info', output);
  events.info({ event: 'listening', url: address, pid: process.pid });
  output.release();
  if (admin !== null) events.info({ event: 'firstAdmin', ...admin, url: `${address}/console/` });
  output.flush?.();
  // Programs that run it as a test read the events.
  const hasDemoAccounts = config.demo && config.environment === 'development';
  if (config.environment !== 'test')
    process.stderr.write(greetingOf({ address, admin, isDemo: config.demo, hasDemoAccounts }));
  app.start();
  phase.serve();
};

/** The command: serves, or with `config check` prints the settings in force. */
export const main = async (args: readonly string[]): Promise<void> => {
  const cleanups: Cleanup[] = [];
  // A reader of the log that goes away, or a full disk under it, costs lines and not the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const lines = gatherLines(process.stdout);
  process.once('exit', lines.flush);
  const output = bufferOutput(lines);
  try {
    if (args[0] === 'config') {
      const asked = args.slice(1).join(' ');
      if (asked !== '' && asked !== 'check')
        throw new StartRefused(`config 只有 check，没有 ${asked}。/ config has check, and no ${asked}.`);
      process.stdout.write(describeConfig());
      return;
    }
    await start(readConfig(), output, cleanups);
  } catch (error) {
    await runCleanups(cleanups);
    process.stderr.write(output.held());
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${endingSentence(error) ?? stack}\n`);
    process.exitCode = 1;
  }
};
