import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

// What takes long runs at a lower priority than the event loop, so that it does not delay other calls: password hashing, reading of files, and
// the database's work of minutes (decisions 0015 and 0083). Linux schedules threads individually; on other systems a thread keeps its priority.

/** Of a thread as it is, of a process more than its own: the server itself may have been started behind others. */
const niceness = { thread: 15, more: 5, most: 19 } as const;
/** Linux lets an ordinary user lower one session in a tenth of a second. @unit ms */
const againMs = 150;
const tasks = '/proc/self/task';
/** The name that libuv gives its pool's threads. */
const poolThread = 'libuv-worker';

const tryTo = (act: () => void): void => {
  try {
    act();
  } catch {
    // No /proc, or a thread that has just ended: priorities stay equal.
  }
};

/** Lowers the priority of the calling worker thread. */
export const putThreadBehind = (): void =>
  tryTo(() => setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness.thread));

/** Lowers the priority of libuv's pool; its threads exist once the pool has been used. */
export const putPoolBehind = (): void =>
  tryTo(() => {
    for (const task of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${task}/comm`, 'utf8').trim() === poolThread)
        setPriority(Number(task), niceness.thread);
    }
  });

const lowerSession = (pid: number, priority: number): void =>
  writeFileSync(`/proc/${pid}/autogroup`, String(priority), { flag: 'r+' });

/**
 * Lowers the priority of a server process of the embedded database, for good: who may lower one may not raise it again. Such a process leads a
 * session of its own, and Linux may give sessions equal shares of a processor whatever the priorities inside; then the session is lowered.
 */
export const putProcessBehind = (pid: number): void =>
  tryTo(() => {
    const priority = Math.min(niceness.most, getPriority() + niceness.more);
    setPriority(pid, priority);
    try {
      lowerSession(pid, priority);
    } catch {
      setTimeout(() => tryTo(() => lowerSession(pid, priority)), againMs).unref();
    }
  });
