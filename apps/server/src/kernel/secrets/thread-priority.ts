import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// Password hashing and decryption run in threads of lower priority than the event loop, so that a flood of logins does
// not delay other calls (stack, password hash). Linux schedules threads individually; on other systems this does
// nothing.

const niceness = 15;
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
  tryTo(() => setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness));

/** Lowers the priority of libuv's pool; its threads exist once the pool has been used. */
export const putPoolBehind = (): void =>
  tryTo(() => {
    for (const task of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${task}/comm`, 'utf8').trim() === poolThread) setPriority(Number(task), niceness);
    }
  });
