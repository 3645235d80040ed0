import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './say.mjs';

/** The lock files of this process. @type {Set<string>} */
const own = new Set();

/**
 * Runs a set-up step while no other launcher of this folder does; the lock of a killed launcher blocks nobody.
 *
 * @template T
 * @param {string} file the base name of the lock files; each has its holder after a dot
 * @param {() => Promise<T>} work
 */
export async function alone(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  const name = `${basename(file)}.${process.pid}-${bornAt(process.pid)}-${boot()}-${randomBytes(6).toString('hex')}`;
  const claim = join(dirname(file), name);
  let hasReported = false;
  own.add(name);
  try {
    for (let holder = contend(file, claim); holder !== undefined; holder = contend(file, claim)) {
      if (!hasReported) say(`另一个进程正在准备，稍候 / another process is setting up, waiting for it: ${holder}`);
      hasReported = true;
      // A random delay, so that two that stepped back do not collide again.
      await wait(50 + Math.random() * 150);
    }
    return await work();
  } finally {
    rmSync(claim, { force: true });
    own.delete(name);
  }
}

/**
 * Creates a lock file and checks for others: of two that do so at once, at least one sees the other and steps
 * back. Every lock file has a unique name, so removing a dead one never removes a living one.
 *
 * @param {string} file
 * @param {string} claim
 * @returns {string | undefined} the lock that blocks this one; undefined when ours holds
 */
function contend(file, claim) {
  const before = otherClaim(file, claim);
  if (before !== undefined) return before;
  writeFileSync(claim, '');
  const meanwhile = otherClaim(file, claim);
  if (meanwhile !== undefined) rmSync(claim, { force: true });
  return meanwhile;
}

/**
 * @param {string} file
 * @param {string} claim
 */
function otherClaim(file, claim) {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.`) || join(folder, name) === claim) continue;
    if (isHeld(name)) return join(folder, name);
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

/**
 * Whether the process of a lock is alive: a process id alone may belong to another process after a restart.
 *
 * @param {string} name
 */
function isHeld(name) {
  const [pid = 0, born = '', bootThen = ''] = name.slice(name.lastIndexOf('.') + 1).split('-');
  if (Number(pid) === process.pid) return own.has(name);
  if (bootThen !== boot() || !isAlive(Number(pid))) return false;
  const now = bornAt(Number(pid));
  return now === born || now === '';
}

/** @param {number} pid */
function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process was started, in the system's ticks; `dead` for a zombie, undefined where the system does not tell.
 *
 * @param {number} pid
 */
function bornAt(pid) {
  const stat = readLine(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may contain anything; the third is the state, the 22nd
  // the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
}

/** The boot id of the system; undefined where it does not tell. */
function boot() {
  return readLine('/proc/sys/kernel/random/boot_id').replaceAll('-', '').slice(0, 12);
}

/** @param {string} file */
function readLine(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
