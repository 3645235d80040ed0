import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { discardPlacement, type Placement, placeCluster, type Rights } from './placement.ts';
import { processState } from './postmaster-file.ts';
import { codeOf, EmbeddedDatabaseError } from './problem.ts';
import { endOfServerLog, openServerLog } from './server-log.ts';
import { type Durability, initArgs, serverEnv } from './settings.ts';

/** A cluster on disk with everything needed to run it and to log in. */
export interface Cluster {
  readonly placement: Placement;
  readonly password: string;
  readonly log: string;
}

/** Options for creating or opening a cluster. */
export interface ClusterOptions {
  readonly binaries: Binaries;
  readonly rights: Rights;
  readonly durability: Durability;
}

/** Folders that this process is creating: after a restart in a container the same process id belongs to another process. */
const inProgress = new Set<string>();

/** Only letters, digits, `-` and `_`: safe in a connection string and on a line of its own. */
const newPassword = (): string => randomBytes(24).toString('base64url');

/**
 * Opens the cluster in `folder`, creating it if there is none. The folder appears atomically, so that a killed process
 * leaves nothing half-made, and of two concurrent creators one wins.
 */
export const openCluster = async (folder: string, options: ClusterOptions): Promise<Cluster> => {
  if (!existsSync(join(folder, 'password'))) await makeFolder(folder, options);
  refuseOtherOwner(folder, options.rights);
  const cluster = describe(folder, options);
  tighten(cluster.placement.cluster, 0o700);
  tighten(join(folder, 'password'), 0o600);
  const major = readFileSync(join(cluster.placement.cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === options.binaries.major) return cluster;
  throw new EmbeddedDatabaseError(
    `数据目录由 PostgreSQL ${major} 创建，而安装的是 ${options.binaries.major}：请用旧版本备份后恢复到新的数据目录。`,
    `The data folder was made by PostgreSQL ${major}, and ${options.binaries.major} is installed: back up with the old version and restore into a new folder.`,
  );
};

const describe = (folder: string, { binaries, rights }: ClusterOptions): Cluster => ({
  placement: placeCluster(folder, binaries, rights),
  password: readFileSync(join(folder, 'password'), 'utf8').trim(),
  log: join(folder, 'server.log'),
});

const refuseOtherOwner = (folder: string, { uid }: Rights): void => {
  const owner = statSync(folder).uid;
  if (owner === uid) return;
  throw new EmbeddedDatabaseError(
    `数据目录 ${folder} 属于另一个系统用户（uid ${owner}）：请以该用户启动。`,
    `The data folder ${folder} belongs to another user (uid ${owner}): start as that user.`,
  );
};

/** A copy or a mounted volume may have widened the permissions; PostgreSQL refuses such a folder. */
const tighten = (path: string, mode: number): void => {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
};

const makeFolder = async (folder: string, options: ClusterOptions): Promise<void> => {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  removeAbandoned(folder);
  const staged = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  inProgress.add(basename(staged));
  mkdirSync(staged, { mode: 0o700 });
  try {
    writeFileSync(join(staged, 'password'), `${newPassword()}\n`, { mode: 0o600, flush: true });
    await initialise(describe(staged, options), options.durability);
    renameSync(staged, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    discardPlacement(staged);
    // Another process created it meanwhile; it is used.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
};

/** Removes incomplete folders of killed processes; those of living processes stay. */
const removeAbandoned = (folder: string): void => {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    const abandoned = pid === process.pid ? !inProgress.has(name) : processState(pid) !== 'alive';
    if (abandoned) discardPlacement(join(dirname(folder), name));
  }
};

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

const initialise = async ({ placement, password, log }: Cluster, durability: Durability): Promise<void> => {
  const passwordFile = join(placement.home, 'initial-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    placement.give(passwordFile);
    const code = await runInit(placement, initArgs(placement.cluster, passwordFile, durability), log);
    if (code === 0) return;
    throw new EmbeddedDatabaseError(
      '内置数据库无法初始化。',
      `The embedded database cannot be initialised (initdb ended with ${code}).`,
      endOfServerLog(log),
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

const runInit = (placement: Placement, args: readonly string[], log: string): Promise<number | string> => {
  const { file, args: all, ...ids } = placement.command('initdb', args);
  const output = openServerLog(log);
  const child = spawn(file, all, { cwd: '/', env: serverEnv, stdio: ['ignore', output, output], ...ids });
  closeSync(output);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
};
