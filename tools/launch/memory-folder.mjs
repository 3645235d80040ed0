import * as fs from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { say } from './say.mjs';

const shared = '/dev/shm';
const gibibyte = 1024 ** 3;
/** What a run keeps there at once is some one and a half gigabytes; the rest of the memory is for what runs. */
const neededFree = 4 * gibibyte;
const neededMemory = 8 * gibibyte;
const prefix = 'ronghui-tests-';

/** @typedef {{ folder?: string, available?: number, free?: number, mounts?: string }} Machine what is found of it, unless a test says so */

/** Of a container, what its limit leaves. Node 18, which may run this, knows the machine's alone. */
const availableMemory = () => ('availableMemory' in process ? process.availableMemory() : freemem());

/** @param {string} folder */
const freeOf = (folder) => {
  // Not an import by name: the first versions of Node 18 have no such function.
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
};

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
 * @param {Machine} machine
 */
export function memoryBase(env, { folder = shared, available = availableMemory(), free, mounts } = {}) {
  if ((env['TMPDIR'] ?? '') !== '' || available < neededMemory) return undefined;
  try {
    if (!runsPrograms(folder, mounts ?? fs.readFileSync('/proc/mounts', 'utf8'))) return undefined;
    return (free ?? freeOf(folder)) < neededFree ? undefined : folder;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
const runs = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/** @param {string} folder */
const remove = (folder) => {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    say(`未能删除临时文件 / temporary files are left: ${folder} (${String(error)})`);
  }
};

/** Where a process id means something: containers that share a file system in memory number their processes apart. */
const namespace = () => {
  try {
    return /\d+/.exec(fs.readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
};

/** What runs of this namespace that were killed have left in memory. @param {string} base */
const removeLeft = (base) => {
  const ours = `${prefix}${namespace()}-`;
  for (const name of fs.readdirSync(base)) {
    const pid = Number(name.startsWith(ours) ? name.slice(ours.length).split('-')[0] : Number.NaN);
    if (Number.isInteger(pid) && !runs(pid)) remove(join(base, name));
  }
};

/** @param {string} base */
const makeFolder = (base) => {
  try {
    removeLeft(base);
    const folder = fs.mkdtempSync(join(base, `${prefix}${namespace()}-${process.pid}-`));
    // Another user's database inside is reached through it: PostgreSQL does not run as root.
    fs.chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
};

/**
 * Runs `work` with `TMPDIR` in memory where that is possible, and removes what it leaves there.
 *
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @param {Machine} machine
 * @returns {Promise<T>}
 */
export async function withMemoryFolder(env, work, machine = {}) {
  const base = memoryBase(env, machine);
  const folder = base === undefined ? undefined : makeFolder(base);
  if (folder === undefined) return work(env);
  try {
    return await work({ ...env, TMPDIR: folder });
  } finally {
    remove(folder);
  }
}
