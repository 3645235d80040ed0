import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './child.mjs';
import { root } from './paths.mjs';

/**
 * Serves until it is stopped, and returns the server's exit code.
 *
 * @param {import('./node/runtime.mjs').Runtime} runtime
 * @param {readonly string[]} args
 */
export function start(runtime, args) {
  const exitWithParent = pathToFileURL(join(root, 'tools/launch/exit-with-parent.mjs')).href;
  const nodeArgs = ['--import', exitWithParent, 'apps/server/src/main.ts', ...args];
  return run(runtime.node, nodeArgs, { cwd: root, env: runtime.env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
