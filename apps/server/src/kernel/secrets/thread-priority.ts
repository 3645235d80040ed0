import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// Under a flood of logins a visitor's call waits for nobody's time slice when passwords are hashed and sealed fields opened in threads that
// stand behind the one that answers (stack, password hash). Linux schedules threads one by one; elsewhere all of this does nothing.

const niceness = 15;
const tasks = '/proc/self/task';
/** As libuv names the threads of its pool. */
const poolThread = 'libuv-worker';

const tryTo = (act: () => void): void => {
  try {
    act();
  } catch {
    // No /proc here, or a thread that has just ended: all stay equal.
  }
};

/** Puts the calling worker thread behind the thread that answers. */
export const putThreadBehind = (): void =>
  tryTo(() => setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness));

/** Puts libuv's pool behind the thread that answers; its threads are there once anything of it has been used. */
export const putPoolBehind = (): void =>
  tryTo(() => {
    for (const task of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${task}/comm`, 'utf8').trim() === poolThread) setPriority(Number(task), niceness);
    }
  });
