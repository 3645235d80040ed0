import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const shared = '/dev/shm';
const gibibyte = 1024 ** 3;
/** What a run keeps there at once is some one and a half gigabytes; the rest of the memory is for what runs. */
const neededFree = 4 * gibibyte;
const neededMemory = 8 * gibibyte;

/** Of a container, what its limit leaves. Node 18, which may run this, knows the machine's alone. */
const availableMemory = () => ('availableMemory' in process ? process.availableMemory() : freemem());

/**
 * Whether programs may be run from a file system: tests install some.
 *
 * @param {string} folder
 * @param {string} mounts the lines of /proc/mounts
 */
export const runsPrograms = (folder, mounts) =>
  mounts.split('\n').some((line) => {
    const [, at, , options = ''] = line.split(' ');
    return at === folder && !options.split(',').includes('noexec');
  });

/**
 * The file system in memory in which a run of tests keeps its temporary files; undefined where there is none, where it or the memory is small,
 * where it runs no programs, or where `TMPDIR` names another place. A run makes and removes some hundred thousand files of databases, for
 * which a disk's file system takes up to a third of the processor's time.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {{ folder?: string, available?: number, mounts?: string }} machine
 */
export function memoryBase(env, { folder = shared, available = availableMemory(), mounts } = {}) {
  if ((env['TMPDIR'] ?? '') !== '' || available < neededMemory) return undefined;
  try {
    if (!runsPrograms(folder, mounts ?? readFileSync('/proc/mounts', 'utf8'))) return undefined;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < neededFree ? undefined : folder;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` with `TMPDIR` in memory where that is possible, and removes what it leaves there.
 *
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @param {Parameters<typeof memoryBase>[1]} machine
 * @returns {Promise<T>}
 */
export async function withMemoryFolder(env, work, machine = {}) {
  const base = memoryBase(env, machine);
  if (base === undefined) return work(env);
  const folder = mkdtempSync(join(base, 'ronghui-run-'));
  // As open as /tmp for another user's database inside: PostgreSQL does not run as root.
  chmodSync(folder, 0o711);
  try {
    return await work({ ...env, TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
