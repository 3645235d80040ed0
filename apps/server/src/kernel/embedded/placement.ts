import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './problem.ts';

/** A program with the user that PostgreSQL accepts to run it. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Where a cluster is stored and which user runs its server. PostgreSQL refuses root. */
export interface Placement {
  readonly kind: 'self' | 'namespace' | 'user';
  /** The folder around `cluster`; owned by the user that runs the server. */
  readonly home: string;
  readonly cluster: string;
  command(program: 'postgres' | 'initdb', args: readonly string[]): Command;
  /** Gives a file that we wrote to the user that runs the server. */
  give(file: string): void;
}

/** The rights of a process; tests replace them. */
export interface Rights {
  readonly uid: number;
  /** Whether `unshare --user` may be tried. */
  readonly namespaces: boolean;
  /** The system user that runs the server where namespaces are refused. */
  readonly user: string;
}

/** The rights of this process. */
export const ownRights = (): Rights => ({ uid: process.getuid?.() ?? 1, namespaces: true, user: 'ronghui' });

const userHomes = '/var/lib/ronghui';
const unshare = ['--user', '--map-user=1000', '--map-group=1000'];

/**
 * Where a folder's cluster is, or is to be created.
 *
 * @param folder exclusively ours; contains the password, the log, and the cluster or the id of its location elsewhere
 */
export const placeCluster = (folder: string, binaries: Binaries, rights: Rights): Placement => {
  const bin = join(binaries.native, 'bin');
  if (rights.uid !== 0) return inOwnFolder('self', folder, bin);
  const idFile = join(folder, 'id');
  if (existsSync(idFile)) return inUserHome(readFileSync(idFile, 'utf8').trim(), binaries, rights.user);
  const made = existsSync(join(folder, 'cluster'));
  if (made || (rights.namespaces && namespaceReaches(folder, bin))) return inOwnFolder('namespace', folder, bin);
  const id = randomBytes(8).toString('hex');
  writeFileSync(idFile, `${id}\n`, { mode: 0o600 });
  return inUserHome(id, binaries, rights.user);
};

/** Removes a folder of ours, and the cluster's location elsewhere if there is one. */
export const discardPlacement = (folder: string): void => {
  const idFile = join(folder, 'id');
  const id = existsSync(idFile) ? readFileSync(idFile, 'utf8').trim() : '';
  if (/^[0-9a-f]{16}$/.test(id)) rmSync(join(userHomes, id), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
};

const inOwnFolder = (kind: 'self' | 'namespace', home: string, bin: string): Placement => ({
  kind,
  home,
  cluster: join(home, 'cluster'),
  command: (program, args) =>
    kind === 'self'
      ? { file: join(bin, program), args }
      : { file: 'unshare', args: [...unshare, join(bin, program), ...args] },
  give: () => undefined,
});

/** Root in a user namespace has no power outside: check that it is allowed and can reach the binaries and the folder. */
const namespaceReaches = (folder: string, bin: string): boolean => {
  const probe = ['sh', '-c', 'test -x "$1" && test -w "$2"', 'sh', join(bin, 'postgres'), folder];
  try {
    execFileSync('unshare', [...unshare, ...probe], { stdio: 'ignore', cwd: '/' });
    return true;
  } catch {
    return false;
  }
};

/** Copies binaries and cluster to where an ordinary user can reach them; no other folder changes its mode. */
const inUserHome = (id: string, binaries: Binaries, user: string): Placement => {
  const home = join(userHomes, id);
  const { uid, gid } = ensureUser(user);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  if (statSync(home).uid !== uid) chownSync(home, uid, gid);
  const native = join(home, `postgresql-${binaries.major}`);
  if (!existsSync(native)) cpSync(binaries.native, native, { recursive: true, verbatimSymlinks: true });
  return {
    kind: 'user',
    home,
    cluster: join(home, 'cluster'),
    command: (program, args) => ({ file: join(native, 'bin', program), args, uid, gid }),
    give: (file) => chownSync(file, uid, gid),
  };
};

const ensureUser = (user: string): { uid: number; gid: number } => {
  const known = idsOf(user);
  if (known !== undefined) return known;
  try {
    const args = ['--system', '--user-group', '--no-create-home', '--home-dir', userHomes];
    execFileSync('useradd', [...args, '--shell', '/usr/sbin/nologin', user], { stdio: 'ignore' });
  } catch {
    // The error is reported below, with a remedy.
  }
  const made = idsOf(user);
  if (made !== undefined) return made;
  throw new EmbeddedDatabaseError(
    `以 root 运行时 PostgreSQL 需要用户命名空间或一个系统用户，两者都不可用：请创建系统用户 ${user}，以普通用户启动，或设置 DATABASE_URL。`,
    `As root, PostgreSQL needs user namespaces or a system user, and neither can be had: create the system user ${user}, start as an ordinary user, or set DATABASE_URL.`,
  );
};

const idsOf = (user: string): { uid: number; gid: number } | undefined => {
  try {
    const ask = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
};
