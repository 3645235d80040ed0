import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './child.mjs';
import { root } from './paths.mjs';

/**
 * How the server's process is started. What it keeps beside its data is bounded: without the first V8 lets garbage of young objects grow to
 * three times 32 MB before it collects, without the second each thread has its own heaps of the C library, which it does not give back.
 */
export const serverArgs = ['--max-semi-space-size=16'];
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
