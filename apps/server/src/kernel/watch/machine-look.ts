import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Look, Readings } from '#kernel/observe/gauges';
import type { Clock } from '#kernel/ports';
import type { ServedPair } from '#kernel/secrets/tls-renewal';

/** Where the memory is read from; a test has one of its own. */
export interface Machine {
  /** The folder that has `proc` and `sys`. */
  readonly root: string;
  /** As Node has them. @unit bytes */
  readonly memory: () => { readonly free: number; readonly bound: number; readonly total: number };
}

const thisMachine: Machine = {
  root: '/',
  memory: () => ({ free: process.availableMemory(), bound: process.constrainedMemory(), total: totalmem() }),
};

const cacheIn = async (folder: string): Promise<number | null> => {
  const text = await readFile(join(folder, 'memory.stat'), 'utf8').catch(() => '');
  const facts = new Map(
    text.split('\n').map((line) => {
      const [name = '', value] = line.split(' ');
      return [name, value] as const;
    }),
  );
  // The first form of groups has its own figure and that of the groups below it.
  const bytes = facts.get('total_inactive_file') ?? facts.get('inactive_file');
  return bytes === undefined ? null : Number(bytes);
};

/** What the group of this process holds of files that it may drop at any time. */
const readGroupCache = async (root: string): Promise<number> => {
  const text = await readFile(join(root, 'proc/self/cgroup'), 'utf8').catch(() => '');
  const groups = text.split('\n').map((line) => line.split(':'));
  const first = groups.find(([, controllers]) => controllers?.split(',').includes('memory'));
  const base = join(root, 'sys/fs/cgroup', first === undefined ? '' : 'memory');
  const [, , path = '/'] = first ?? groups.find(([id]) => id === '0') ?? [];
  // Inside a container its path may be that of the machine, which is not mounted there.
  return (await cacheIn(join(base, path))) ?? (await cacheIn(base)) ?? 0;
};

/** Without a bound of its group the process reads one beyond the machine, or none. What Node calls free is the bound less everything that the group holds, files that were read included. */
const memoryOf = async ({ root, memory }: Machine): Promise<Readings> => {
  const { free, bound, total } = memory();
  if (bound <= 0 || bound > total) return { ronghui_memory_free_bytes: free, ronghui_memory_size_bytes: total };
  const freed = Math.min(bound, free + (await readGroupCache(root)));
  return { ronghui_memory_free_bytes: freed, ronghui_memory_size_bytes: bound };
};

/** The folders of an installation; files in a folder of their own may lie on another disk. */
export interface WatchedFolders {
  readonly data: string;
  readonly files: string | null;
}

/** A folder that hangs is not waited for longer. @unit ms */
const longestMs = 2000;

/** One that hangs or is not mounted is not known, and costs the other nothing. */
const disksOf = async ({ data, files }: WatchedFolders): Promise<Readings> => {
  const folders = [{ folder: 'data', path: data }, ...(files === null ? [] : [{ folder: 'files', path: files }])];
  const seen = await Promise.all(
    folders.map(async ({ folder, path }) => {
      const stats = await Promise.race([statfs(path), wait(longestMs, null, { ref: false })]).catch(() => null);
      return stats === null ? [] : [{ folder, free: stats.bavail * stats.bsize, size: stats.blocks * stats.bsize }];
    }),
  );
  const of = (figure: 'free' | 'size') =>
    seen.flat().map(({ folder, ...one }) => ({ labels: { folder }, value: one[figure] }));
  return { ronghui_disk_free_bytes: of('free'), ronghui_disk_size_bytes: of('size') };
};

/** Looks at the disks of the folders and at the memory. */
export const createMachineLook =
  (folders: WatchedFolders, machine: Machine = thisMachine): Look =>
  async (): Promise<Readings> => ({ ...(await disksOf(folders)), ...(await memoryOf(machine)) });

/** Looks at the certificate that is served: a file that is refused may hold another one. */
export const createCertificateLook =
  (served: ServedPair, clock: Clock): Look =>
  () => {
    const endsAt = Date.parse(new X509Certificate(served.pair.cert).validTo);
    return {
      ronghui_certificate_seconds: (endsAt - clock.now().getTime()) / 1000,
      ronghui_certificate_refused: served.isRefused,
    };
  };
