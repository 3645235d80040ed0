import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './child.mjs';
import { root } from './paths.mjs';

/**
 * How the server's process is started. The first bounds the garbage of young objects, the second lets the process collect everything once after an
 * overload, the third bounds the number of the C library's heaps, which keep the memory that threads have freed.
 */
export const serverArgs = ['--max-semi-space-size=16', '--expose-gc'];
export const serverEnv = { MALLOC_ARENA_MAX: '2' };

/**
 * Serves until it is stopped, and returns the server's exit code.
 *
 * @param {import('./node/runtime.mjs').Runtime} runtime
 * @param {readonly string[]} args
 */
export function start(runtime, args) {
  const exitWithParent = pathToFileURL(join(root, 'tools/launch/exit-with-parent.mjs')).href;
  const nodeArgs = [...serverArgs, '--import', exitWithParent, 'apps/server/src/main.ts', ...args];
  return run(runtime.node, nodeArgs, {
    cwd: root,
    env: { ...serverEnv, ...runtime.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
