import { readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './problem.ts';

/** What `postmaster.pid` tells of the server that wrote it. */
export interface PostmasterFile {
  readonly pid: number;
  /** 0 while the server has not said yet. */
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** Reads `postmaster.pid` of a cluster; nothing when there is none or it is not complete yet. */
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

/** How a process with this id stands; a zombie is dead, but its id is not free yet. */
export const processState = (pid: number): 'alive' | 'zombie' | 'gone' => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 'gone';
  }
  const stat = readLines(`/proc/${pid}/stat`)?.[0];
  return stat?.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'zombie' : 'alive';
};

/** When a process began, in words that no other with its id shares; empty where the system does not tell. */
export const birthOf = (pid: number): string => {
  const stat = readLines(`/proc/${pid}/stat`)?.[0];
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? '' : `${readLines('/proc/sys/kernel/random/boot_id')?.[0] ?? ''} ${ticks}`;
};

/** Whether a living process is the server of this cluster, not a stranger who got a dead one's id: a server stands in its cluster's folder. */
export const isServerOf = (pid: number, cluster: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Without /proc the file is believed: refusing to start loses nothing.
    if (process.platform !== 'linux') return true;
    return codeOf(error) !== 'ENOENT' && isPostgresOfOwner(pid, cluster);
  }
};

/** What everybody may see of a process: its name, and whose it is. Root in a container may see no more of a server that runs as another user. */
const isPostgresOfOwner = (pid: number, cluster: string): boolean => {
  const status = readLines(`/proc/${pid}/status`) ?? [];
  const told = (name: string) => status.find((line) => line.startsWith(`${name}:`))?.split('\t')[1];
  return told('Name') === 'postgres' && Number(told('Uid')) === statSync(cluster).uid;
};

/** Above every system's highest process id. */
const nobody = 99_999_999;

/**
 * Takes a dead server's process id out of its `postmaster.pid`, when that id is a zombie's that nobody collects, or another
 * program's. The rest stays, so that PostgreSQL still looks whether the dead server's memory is in use.
 */
export const disownPostmasterFile = (cluster: string): void => {
  const path = join(cluster, 'postmaster.pid');
  const file = readPostmasterFile(cluster);
  const lines = readLines(path);
  if (file === undefined || lines === undefined) return;
  if (processState(file.pid) === 'alive' && isServerOf(file.pid, cluster)) return;
  writeFileSync(path, [String(nobody), ...lines.slice(1)].join('\n'));
};
