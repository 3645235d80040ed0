import { readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './problem.ts';

/** The content of `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  /** 0 until the server has written it. */
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** Reads `postmaster.pid` of a cluster; undefined when it is missing or incomplete. */
export const readPostmasterFile = (cluster: string): PostmasterFile | undefined => {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const status = lines[7]?.trim();
  return {
    pid,
    port: Number(lines[3] ?? 0) || 0,
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
};

const readLines = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
};

/** The state of a process id; a zombie is dead, but its id is not free yet. */
export const processState = (pid: number): 'alive' | 'zombie' | 'gone' => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 'gone';
  }
  const stat = readLines(`/proc/${pid}/stat`)?.[0];
  return stat?.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'zombie' : 'alive';
};

/** The start of a process, which distinguishes it from others with the same id; empty where the system does not tell. */
export const birthOf = (pid: number): string => {
  const stat = readLines(`/proc/${pid}/stat`)?.[0];
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? '' : `${readLines('/proc/sys/kernel/random/boot_id')?.[0] ?? ''} ${ticks}`;
};

/**
 * Whether a living process is the server of this cluster and not another program with a reused id: a server's working
 * folder is its cluster.
 */
export const isServerOf = (pid: number, cluster: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Without /proc the file is trusted: refusing to start loses nothing.
    if (process.platform !== 'linux') return true;
    return codeOf(error) !== 'ENOENT' && isPostgresOfOwner(pid, cluster);
  }
};

/** The public facts of a process: its name and its user. Root in a container may not see more of another user's process. */
const isPostgresOfOwner = (pid: number, cluster: string): boolean => {
  const status = readLines(`/proc/${pid}/status`) ?? [];
  const field = (name: string) => status.find((line) => line.startsWith(`${name}:`))?.split('\t')[1];
  return field('Name') === 'postgres' && Number(field('Uid')) === statSync(cluster).uid;
};

/** Above every system's highest process id. */
const nobody = 99_999_999;

/**
 * Removes a dead server's process id from its `postmaster.pid`, if that id belongs to an unreaped zombie or another
 * program. The rest stays, so that PostgreSQL still checks whether the dead server's shared memory is in use.
 */
export const disownPostmasterFile = (cluster: string): void => {
  const path = join(cluster, 'postmaster.pid');
  const file = readPostmasterFile(cluster);
  const lines = readLines(path);
  if (file === undefined || lines === undefined) return;
  if (processState(file.pid) === 'alive' && isServerOf(file.pid, cluster)) return;
  writeFileSync(path, [String(nobody), ...lines.slice(1)].join('\n'));
};
